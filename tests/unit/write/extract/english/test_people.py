"""What is told of others and of things stays theirs, and nobody gets what is another's."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2026, 11, 18, tzinfo=UTC)


def contents(text: str) -> list[str]:
    return [claim.content for claim in extract(text, speaker="Ana", at=AT)]


@pytest.mark.parametrize(
    "text, learned",
    [
        ("surgery is tomorrow", ["Surgery is tomorrow"]),
        ("wedding got moved to September 5", ["Wedding got moved to September 5"]),
        ("my mum is ill, surgery is tomorrow", ["Ana's mum is ill", "Surgery is tomorrow"]),
        ("I'm moving house, deadline is June 15", ["Ana is moving house", "Ana's deadline is June 15"]),
    ],
)
def test_an_occasion_is_the_speakers_only_where_he_speaks_of_himself(text: str, learned: list[str]) -> None:
    assert contents(text) == learned


def test_how_many_they_are_is_nobodys_age() -> None:
    assert contents("three new altos joined, so we're 35") == []
    assert contents("I'm 35") == ["Ana is 35"]


@pytest.mark.parametrize(
    "text, learned",
    [
        ("My surname is not Smith, it's Smyth", ["Ana's surname is not Smith", "Ana's surname is Smyth"]),
        ("My address isn't 5 Elm Rd, it is 7 Elm Rd", ["Ana's address isn't 5 Elm Rd", "Ana's address is 7 Elm Rd"]),
        ("My surname is not Smith, it's complicated", ["Ana's surname is not Smith"]),
        ("My car is not red, it's really old", ["Ana's car is not red"]),
    ],
)
def test_what_is_so_instead_of_what_is_denied_is_told_as_well(text: str, learned: list[str]) -> None:
    assert contents(text) == learned


def test_a_new_value_is_told_with_what_it_is_the_value_of() -> None:
    assert contents("deadline slipped, it's now July 1") == ["Deadline slipped, it's now July 1"]
    assert contents("defence moved, it's now November 20") == ["Defence moved, it's now November 20"]
    assert contents("the code moved, it's now on Monday") == []
    assert contents("budget is 1000 now") == ["Ana's budget is 1000 now"]
    assert contents("rehearsals are now on Tuesdays") == ["Rehearsals are now on Tuesdays"]
    assert contents("the error is now on Tuesdays") == []


@pytest.mark.parametrize(
    "text, learned",
    [
        ("My brother Tom visited my sister Ida. She is a nurse.", "Ana's sister Ida is a nurse"),
        ("My sister Ida visited my brother Tom. She is a nurse.", "Ana's sister Ida is a nurse"),
    ],
)
def test_no_he_is_a_sister(text: str, learned: str) -> None:
    assert contents(text)[-1] == learned


@pytest.mark.parametrize(
    "text",
    [
        "My ex Mark and I share custody of our daughter Ella, she's with me on weekdays",
        "My sister Ida met my aunt Eva. She loves jazz.",
    ],
)
def test_where_one_of_two_may_be_meant_nobody_is(text: str) -> None:
    assert not any("is with" in content or "jazz" in content for content in contents(text))


@pytest.mark.parametrize(
    "text, tie",
    [
        ("My partner Tom and I are adopting a dog next month", "Tom is Ana's partner"),
        ("I'm planning a trip to Japan with my girlfriend Sana", "Sana is Ana's girlfriend"),
        ("sold the Golf to my cousin Ryan", "Ryan is Ana's cousin"),
        ("My sister Hanna and her wife Jule are visiting us", "Hanna is Ana's sister"),
    ],
)
def test_a_tie_told_in_passing_outlasts_what_it_was_told_with(text: str, tie: str) -> None:
    assert tie in contents(text)


def test_a_tie_that_is_what_is_told_is_told_once() -> None:
    assert contents("My brother Ulf lives in Kiel") == ["Ana's brother Ulf lives in Kiel"]


@pytest.mark.parametrize(
    "text, learned",
    [
        ("I'm on Python 3.11 and use poetry", ["Ana is on Python 3.11", "Ana uses poetry"]),
        ("I live in Rome and work at Acme", ["Ana lives in Rome", "Ana works at Acme"]),
        ("I live in Rome and work from home", ["Ana lives in Rome", "Ana works from home"]),
        ("I hate tables but like lists", ["Ana hates tables", "Ana likes lists"]),
        ("I love my wife and work", ["Ana loves their wife and work"]),
        ("My mum is 84 and lives alone in Hull", ["Ana's mum is 84", "Ana's mum lives alone in Hull"]),
        ("I write Kotlin and intend to keep it that way", ["Ana writes Kotlin and intends to keep it that way"]),
        ("I cook and clean every day", ["Ana cooks and cleans every day"]),
        ("I left Acme and joined Northstar", ["Ana left Acme and joined Northstar"]),
    ],
)
def test_of_two_things_said_in_one_breath_each_may_change(text: str, learned: list[str]) -> None:
    assert contents(text) == learned


@pytest.mark.parametrize(
    "text",
    [
        "Choir is on Thursdays now",
        "Rehearsals have moved to Wednesdays",
        "The demo was moved to Thursday",
        "The demo got pushed to Thursday, same time",
        "The meeting with Lena is at 4 now",
    ],
)
def test_another_day_or_hour_of_something_is_learned(text: str) -> None:
    assert contents(text) == [text]


@pytest.mark.parametrize(
    "text", ["The function is at line 4 now", "The test moved to the utils folder", "The error is at 404 now"]
)
def test_where_something_in_the_turn_stands_is_not(text: str) -> None:
    assert contents(text) == []


def test_two_people_as_one_subject_are_not_cut_apart() -> None:
    assert contents("My mum and my aunt are visiting.") == []


@pytest.mark.parametrize(
    "text, learned",
    [
        ("Paul is 40. His wife Eva is a doctor. She has a dog.", "Paul's wife Eva has a dog"),
        ("My pal Jo is 50. Her son Max is 9, he is allergic to milk.", "Ana's pal Jo's son Max is allergic to milk"),
        ("My friend Jo is 50. She has a son. He is 9.", "Ana's friend Jo's son is 9"),
        ("Tom visits his wife Eva every day. She has asthma.", "Tom's wife Eva has asthma"),
        ("Paul's wife Eva is a doctor. She lives in Rome.", "Paul's wife Eva lives in Rome"),
        ("Anna's son Max is 9. He plays chess.", "Anna's son Max plays chess"),
        ("Maria's brother Paul lives in Rome. He is a chef.", "Maria's brother Paul is a chef"),
        ("My brother's wife Eva is a nurse. She works at Charité.", "Ana's brother's wife Eva works at Charité"),
        ("My brother's wife Eva is a nurse. He works at Charité.", "Ana's brother works at Charité"),
        ("My brother's son Max is 9. He plays chess.", "Ana's brother's son Max plays chess"),
        ("My brother's wife Eva is a nurse. Eva works at Acme.", "Ana's brother's wife Eva works at Acme"),
    ],
)
def test_she_after_his_wife_is_the_wife(text: str, learned: str) -> None:
    assert contents(text)[-1] == learned


@pytest.mark.parametrize(
    "text",
    [
        "My sister Eva is 40. Her daughter Lea is 9. She has asthma.",
        "My friend Jo is 50 and has a son. He has asthma.",
        "Paul is 40, he is a vet. Tom is 30. His wife Eva is a doctor. She has asthma.",
        "My dog Rex is old. His vet is nice. She has asthma.",
        "Lea's baby is cute. She has asthma.",
        "Anna's friend Max is 9. She has asthma.",
        "Tom is 30. Anna's son Max is 9. He has asthma.",
        "My mother's doctor Anna is great. She has asthma.",
        "My friend's mother is 80. She has asthma.",
        "Lena's cat died. She has asthma.",
        "Paul's dog died. He has asthma.",
        "Anna's mother died last year. She has asthma.",
        "My brother loves his son. He has asthma.",
        "My sister lives with her aunt. She has asthma.",
        "My sister has a friend. She has asthma.",
    ],
)
def test_where_it_is_not_plain_whose_somebody_is_nobody_is_meant(text: str) -> None:
    assert not [content for content in contents(text) if "asthma" in content]


@pytest.mark.parametrize(
    "text, learned",
    [
        ("My daughter adores her dog. She is 9.", "Ana's daughter is 9"),
        ("My grandma loves her cat. She is 88.", "Ana's grandma is 88"),
        ("Ben has a dog. He works at Bosch.", "Ben works at Bosch"),
        ("My mum is 70. Her doctor is Dr Roth. She takes statins.", "Ana's mum takes statins"),
        ("My dad had a stroke. His doctor is great. He takes aspirin now.", "Ana's dad takes aspirin now"),
        ("My husband hates his boss. He is quitting in June.", "Ana's husband is quitting in June"),
        ("My son Leo is 8. His teacher is Mrs Hill. He plays chess.", "Ana's son Leo plays chess"),
        ("My wife Eva is visiting her mother. She comes back on Friday.", "Ana's wife Eva comes back on Friday"),
        ("My aunt Rosa lives in Rome with her partner. She is deaf.", "Ana's aunt Rosa is deaf"),
        ("My mum is 70. My dad is 72. His doctor is great. She takes statins.", "Ana's mum takes statins"),
        ("Paul's wife Eva is a doctor. He lives in Rome.", "Paul lives in Rome"),
        ("Anna's husband died last year. She lives in Oslo.", "Anna lives in Oslo"),
    ],
)
def test_she_after_her_doctor_or_her_dog_is_who_has_them(text: str, learned: str) -> None:
    assert contents(text)[-1] == learned


@pytest.mark.parametrize(
    "text, learned",
    [
        ("My mum has a dog. He is 5.", "Ana's mum's dog is 5"),
        (
            "My son Leo is 8. His teacher Mrs Hill is strict. She lives in Bath.",
            "Ana's son Leo's teacher Mrs Hill lives in Bath",
        ),
        ("My pal Jo is 8. My boss Mrs Hill is 60. He lives in Bath.", "Ana's pal Jo lives in Bath"),
    ],
)
def test_she_is_the_doctor_or_the_dog_where_nobody_else_can_be_meant(text: str, learned: str) -> None:
    assert contents(text)[-1] == learned


@pytest.mark.parametrize(
    "text, learned",
    [
        ("Rita Hill, my aunt, has diabetes.", "Ana's aunt Rita Hill has diabetes"),
        ("My neighbour Mrs Miller takes insulin and she has a dog.", "Ana's neighbour Mrs Miller has a dog"),
        ("My doctor Dr. Weber is retiring and she moves to Spain.", "Ana's doctor Dr. Weber moves to Spain"),
        ("Dr. Weber, my dentist, lives in Bonn.", "Ana's dentist Dr. Weber lives in Bonn"),
        ("Mrs Hill is allergic to nuts. She has a dog.", "Mrs Hill has a dog"),
        ("My colleague Ben Carter is 52 and he drinks too much.", "Ana's colleague Ben Carter drinks too much"),
        ("My boss Karl Weber is strict. Karl lives in Bonn.", "Ana's boss Karl Weber lives in Bonn"),
        ("My boss Karl Weber is strict. Karl Weber lives in Bonn.", "Ana's boss Karl Weber lives in Bonn"),
        ("My boss Dr. Ina Weber is strict. Ina lives in Bonn.", "Ana's boss Dr. Ina Weber lives in Bonn"),
        ("My boss Mrs Weber is strict. Mrs Weber lives in Bonn.", "Ana's boss Mrs Weber lives in Bonn"),
    ],
)
def test_a_name_keeps_its_title_and_its_surname(text: str, learned: str) -> None:
    assert contents(text)[-1] == learned


def test_another_of_the_same_first_name_is_another() -> None:
    assert contents("My son Ben is 4. Ben Carter is allergic to nuts.") == ["Ana's son Ben is 4"]
    assert contents("My son Ben is 4. Ben is allergic to nuts.")[-1] == "Ana's son Ben is allergic to nuts"


@pytest.mark.parametrize(
    "text, learned",
    [
        ("Julia's been ill since May.", "Julia has been ill since May"),
        ("Mark's been fired.", "Mark has been fired"),
        ("Dad's been ill since May.", "Ana's dad has been ill since May"),
        ("My wife Julia works at Bosch. She's been ill since May.", "Ana's wife Julia has been ill since May"),
        ("Ben's allergic to nuts.", "Ben is allergic to nuts"),
        ("I broke my arm. Tom's broken leg is healing now.", "Tom's broken leg is healing now"),
    ],
)
def test_the_s_of_a_name_is_is_or_has_or_whose_something_is(text: str, learned: str) -> None:
    assert contents(text)[-1] == learned


@pytest.mark.parametrize(
    "text, learned",
    [
        ("My dog Bello is old. I take him to the park every day.", "Ana takes him (dog Bello) to the park every day"),
        ("My mum is 80. I call her every Sunday.", "Ana calls her (mum) every Sunday"),
        ("My mum is 80. I clean her flat every Sunday.", "Ana cleans her flat every Sunday"),
        ("My friend Jo is 50. My boss Kim is 40. I call her every Sunday.", "Ana calls her every Sunday"),
        ("My mum is 80. I take my aunt Rosa to her every Sunday.", "Ana takes their aunt Rosa to her every Sunday"),
    ],
)
def test_whom_him_and_her_mean_is_told_where_it_is_plain(text: str, learned: str) -> None:
    assert learned in contents(text)


@pytest.mark.parametrize(
    "text, learned",
    [
        ("on mondays my shift starts at 6", ["Ana's shift starts at 6 on mondays"]),
        ("on sundays our gym opens at 9", ["Ana's gym opens at 9 on sundays"]),
        ("on monday my shift starts at 6", ["Ana's shift starts at 6 on monday"]),
        ("on mondays and fridays my shift starts at 6", ["Ana's shift starts at 6 on mondays and fridays"]),
        ("on fridays i work from home", ["On fridays Ana works from home"]),
        ("on iron tablets 2 times a day", ["Ana is on iron tablets 2 times a day"]),
    ],
)
def test_a_day_before_a_statement_is_nothing_that_somebody_takes(text: str, learned: list[str]) -> None:
    assert contents(text) == learned


@pytest.mark.parametrize(
    "text, learned",
    [
        ("my daughter wants to study law", ["Ana's daughter wants to study law"]),
        ("my son wants to be a vet", ["Ana's son wants to be a vet"]),
        ("my sister Ida wants to move to Bonn", ["Ana's sister Ida wants to move to Bonn"]),
        ("my sister needs a wheelchair", ["Ana's sister needs a wheelchair"]),
        ("my son wants to be a pirate for halloween", []),
        ("my daughter wants to know how tall you are", []),
        ("my daughter wants to learn how to code", []),
        ("my sister needs a ride", []),
        ("my boss wants to open a shop", []),
    ],
)
def test_what_one_of_the_family_wants_for_life_is_learned_and_no_errand(text: str, learned: list[str]) -> None:
    assert contents(text) == learned


@pytest.mark.parametrize(
    "text, learned",
    [
        ("my brother's car is a golf, mine's a polo", ["Ana's brother's car is a golf", "Ana's car is a polo"]),
        ("my brother's car is a golf, mine is better", ["Ana's brother's car is a golf"]),
        ("we got a kitten, his name is Olaf", ["Ana got a kitten", "Ana's kitten's name is Olaf"]),
        (
            "got the dog!! she's a 3 month old beagle called Pancake",
            ["Ana got the dog", "Ana's dog is a 3 month old beagle called Pancake"],
        ),
        ("i have a dog. i met a girl, she's called Anna", ["Ana has a dog", "Ana met a girl"]),
        ("i have a dog, her name is not important", ["Ana has a dog"]),
        ("i have a dog. her name is on the list", ["Ana has a dog"]),
        ("i got a car, she's called Betty", ["Ana got a car"]),
    ],
)
def test_what_is_mine_and_what_a_pet_is_called_is_learned_from_the_clause_before(text: str, learned: list[str]) -> None:
    assert contents(text) == learned


@pytest.mark.parametrize(
    "said, contents",
    [
        ("My mum would freak out.", []),
        ("My wife would love that.", []),
        ("My sister Ana would kill me.", ["Ana is User's sister"]),
        ("My gran would always bake on Sundays.", ["User's gran would always bake on Sundays"]),
        ("My sister would never eat meat.", ["User's sister would never eat meat"]),
        ("My daughter would like to be a vet.", ["User's daughter would like to be a vet"]),
        ("I prefer tabs, don't judge me.", ["User prefers tabs"]),
        ("I teach 5th grade. The kids are wild.", ["User teaches 5th grade"]),
        ("I teach. I have two kids. The kids are 3 and 6.", ["User has two kids", "User's kids are 3 and 6"]),
        (
            "I'm a nanny. My son is 7. The kids love pizza.",
            ["User is a nanny", "User's son is 7", "User's kids love pizza"],
        ),
        ("I have a class with 20 kids. The kids are 7.", ["User has a class with 20 kids"]),
        ("I'm a nurse in paediatrics, the kids are lovely.", ["User is a nurse in paediatrics"]),
        ("I'm a nurse. The kids are 5 and 7.", ["User is a nurse", "User's kids are 5 and 7"]),
        ("The kids are at school.", ["User's kids are at school"]),
    ],
)
def test_what_somebody_would_do_and_whose_children_are_meant(said: str, contents: list[str]) -> None:
    assert [claim.content for claim in extract(said, speaker=None, at=AT)] == contents
