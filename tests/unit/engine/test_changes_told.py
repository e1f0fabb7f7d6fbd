"""What people say in a conversation ends what was known before: the statement that it replaces, and no other."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from recollect import Memory

FIRST = datetime(2026, 10, 1, 9, tzinfo=UTC)


def told(memory: Memory, *turns: str) -> tuple[list[str], list[str]]:
    """What holds and what is over, after somebody said this, each in a conversation of its own."""
    for number, turn in enumerate(turns):
        said = {
            "role": "user",
            "name": "Ana",
            "content": turn,
            "occurred_at": FIRST + timedelta(days=20 * number),
        }
        memory.add([said], user="ana", session=f"s{number}")
        memory.sync()
    found = [memory.list(user="ana", layers=["memory"], status=[status]) for status in ("active", "superseded")]
    holds, over = ([record.content for record in records] for records in found)
    return holds, over


@pytest.mark.parametrize(
    "before, after, over",
    [
        ("I work at Acme as a nurse.", "I now work at Northstar Clinic.", "Ana works at Acme as a nurse"),
        ("I work at Acme as a nurse.", "I work at Northstar Clinic now.", "Ana works at Acme as a nurse"),
        ("I work at Acme as a nurse.", "I left Acme.", "Ana works at Acme as a nurse"),
        ("Dr. Smith is my dentist.", "Dr. Jones is my dentist now.", "Dr. Smith is Ana's dentist"),
        ("Mr. Smith is my landlord.", "My new landlord is Mrs. Jones.", "Mr. Smith is Ana's landlord"),
        ("I'm vegan.", "Can you remember that I'm not vegan anymore?", "Ana is vegan"),
        ("I work at Acme as a nurse.", "I got fired from Acme.", "Ana works at Acme as a nurse"),
        ("I work at Acme as a nurse.", "I no longer work at Acme.", "Ana works at Acme as a nurse"),
        ("I work at Acme as a nurse.", "I don't work at Acme anymore.", "Ana works at Acme as a nurse"),
        ("I work at Acme as a nurse.", "I quit my job at Acme last week.", "Ana works at Acme as a nurse"),
        ("I work at Acme as a nurse.", "I got a new job at Northstar Clinic.", "Ana works at Acme as a nurse"),
        ("I work at Acme as a nurse.", "I started at Northstar Clinic in October.", "Ana works at Acme as a nurse"),
        ("I'm a nurse at Acme.", "I'm now a teacher at Northstar School.", "Ana is a nurse at Acme"),
        ("I live in Lisbon with my cat.", "I moved to Porto in May.", "Ana lives in Lisbon with their cat"),
        ("I live in Bristol.", "I moved to Porto last week.", "Ana lives in Bristol"),
        (
            "My best friend Noor lives in Utrecht.",
            "Noor moved to Antwerp for her new job.",
            "Ana's best friend Noor lives in Utrecht",
        ),
        ("My daughter Ines is 7.", "Ines turned 8 on Sunday.", "Ana's daughter Ines is 7"),
        ("I'm single.", "I got engaged to Ines yesterday.", "Ana is single"),
        ("I'm vegetarian.", "I started eating meat again.", "Ana is vegetarian"),
        ("I smoke ten cigarettes a day.", "I quit smoking in March.", "Ana smokes ten cigarettes a day"),
        ("I drive a Honda Civic.", "I sold the Honda and bought a Tesla Model 3.", "Ana drives a Honda Civic"),
        ("I use Vim as my editor.", "I switched from Vim to VS Code.", "Ana uses Vim as their editor"),
        ("My boss is Tom.", "My new boss is Sara.", "Ana's boss is Tom"),
        ("I prefer tea over coffee.", "Actually I prefer coffee now.", "Ana prefers tea over coffee"),
        ("I'm 29 years old.", "I turned 30 today.", "Ana is 29 years old"),
        ("My girlfriend is Ines.", "Ines and I broke up.", "Ana's girlfriend is Ines"),
        ("My address is 12 Oak Road.", "My new address is 5 Elm Street.", "Ana's address is 12 Oak Road"),
        ("I play tennis every week.", "I quit tennis.", "Ana plays tennis every week"),
        ("I commute by bus.", "I commute by bike now.", "Ana commutes by bus"),
        ("My manager is Tom.", "Sara is my manager now.", "Ana's manager is Tom"),
        ("Ben lives in Ulm.", "Ben moved to Bonn.", "Ben lives in Ulm"),
        ("Tom is 30.", "Tom is 31.", "Tom is 30"),
        ("Ich wohne in Köln.", "Ich bin nach Mainz gezogen.", "Ana wohnt in Köln"),
        ("J'habite à Lyon.", "J'habite maintenant à Brest.", "Ana habite à Lyon"),
        ("J'habite à Paris.", "J'ai déménagé à Lyon.", "Ana habite à Paris"),
        ("Ich wohne in Bonn.", "Ich wohne jetzt in Köln.", "Ana wohnt in Bonn"),
        ("Ich lebe in Graz.", "Wir sind nach Linz umgezogen.", "Ana lebt in Graz"),
        ("Vivo en Bilbao.", "Me mudé a Vigo.", "Ana vive en Bilbao"),
        ("Vivimos en León.", "Nos hemos mudado a Gijón.", "Ana vive en León"),
        ("Vivo en Sevilla.", "Ahora vivo en Cádiz.", "Ana vive en Sevilla"),
        ("Trabajo en Telefónica.", "Ahora trabajo en Repsol.", "Ana trabaja en Telefónica"),
        ("Moro em Lisboa.", "Agora moro em Braga.", "Ana mora em Lisboa"),
        ("Abito a Roma.", "Mi sono trasferita a Milano.", "Ana abita a Roma"),
        ("I live in Berlin.", "My wife and I live in Rome.", "Ana lives in Berlin"),
        ("I live in Berlin.", "My husband and I relocated to Rome.", "Ana lives in Berlin"),
        ("I live in Berlin.", "My friend Eva and I now live in Rome.", "Ana lives in Berlin"),
        ("I live in Berlin.", "We moved to Rome.", "Ana lives in Berlin"),
        ("Ich wohne in Berlin.", "Meine Frau und ich wohnen in Rom.", "Ana wohnt in Berlin"),
        ("Vivo en Madrid.", "Mi mujer y yo vivimos en Roma.", "Ana vive en Madrid"),
        ("J'habite à Lyon.", "Ma femme et moi habitons à Rome.", "Ana habite à Lyon"),
        ("I'm a baker.", "I'm now a driver.", "Ana is a baker"),
        ("I'm a baker.", "I work as a driver now.", "Ana is a baker"),
        ("Ich bin Bäcker.", "Ich arbeite jetzt als Fahrer.", "Ana ist Bäcker"),
        ("Soy panadero.", "Ahora soy conductor.", "Ana es panadero"),
        ("Je suis boulanger.", "Je suis maintenant chauffeur.", "Ana est boulanger"),
        ("I graduated in 2015.", "I graduated in 2016.", "Ana graduated in 2015"),
        ("Job: nurse", "Job: teacher", "Ana's job: nurse"),
        (
            "I'm planning a trip to Japan in April.",
            "I cancelled my trip to Japan.",
            "Ana is planning a trip to Japan in April",
        ),
        (
            "I go to the gym three times a week.",
            "I stopped going to the gym.",
            "Ana goes to the gym three times a week",
        ),
        (
            "I want to become a lawyer.",
            "I don't want to become a lawyer anymore.",
            "Ana wants to become a lawyer",
        ),
    ],
)
def test_what_is_said_later_ends_what_it_replaces(before: str, after: str, over: str) -> None:
    with Memory(":memory:", worker="off") as memory:
        assert told(memory, before, after)[1] == [over]


def test_the_old_employer_is_over_beside_much_else_that_stays() -> None:
    """Who leaves and starts elsewhere in one breath ends one statement; the graph knows the new employer alone."""
    with Memory(":memory:", worker="off") as memory:
        holds, over = told(
            memory,
            "I moved to Lisbon in May and I work at Acme as a nurse.",
            "My sister Clara lives in Porto. I'm allergic to peanuts.",
            "I left Acme. I now work at Northstar Clinic since October.",
        )
        assert over == ["Ana works at Acme as a nurse"]
        assert {"Ana moved to Lisbon in May", "Ana is allergic to peanuts"} <= set(holds)
        around = memory.graph("Ana", user="ana", depth=1).relations
    assert [known.target for known in around if known.relation == "works at"] == ["Northstar Clinic"]


@pytest.mark.parametrize(
    "before, after",
    [
        ("Wir wohnen in Jena.", "Wir ziehen nach Bremen."),
        ("My best friend Noor lives in Utrecht.", "Marta moved to Antwerp for her new job."),
        ("My daughter Ines is 7.", "Mia turned 8 on Sunday."),
        ("I live in Bristol.", "My parents moved to Porto last week."),
        ("I live in Bristol.", "My wife and her mother live in Porto."),
        ("I live in Bristol.", "My wife and I lived in Porto in 2010."),
        ("I live in Bristol.", "My wife and I used to live in Porto."),
        ("I live in Bristol.", "My wife and I have a house in Porto."),
        ("My wife and I live in Bristol.", "I moved to Porto."),
        ("My wife lives in Bristol.", "My sister and I live in Porto."),
        ("I'm married to Helen.", "I need to set a date for the review."),
        ("I visited Rome in 2015.", "I visited Rome in 2016."),
        ("I'm a nurse.", "I'm a musician."),
        ("I'm a baker.", "I also work as a driver now."),
        ("I'm a baker.", "I met a driver now."),
        ("I'm a baker.", "My brother is now a driver."),
        ("My job is stressful.", "Job: nurse in Leeds"),
        ("I work at Acme as a nurse.", "My sister works at Northstar Clinic."),
        ("I work at Acme as a nurse.", "I had an interview at Northstar Clinic yesterday."),
        ("I work at Acme as a nurse.", "I also work part-time at Northstar Clinic."),
        ("I work at Acme as a nurse.", "I left Acme early today."),
        ("I work at Acme as a nurse.", "I want to work at Northstar Clinic."),
        ("I used to work at Acme.", "I work at Northstar Clinic."),
        ("My maths teacher is Tom.", "My music teacher is Sara."),
        ("I love Lisbon.", "I moved from Lisbon to Porto."),
        ("I'm single.", "My brother got engaged to Ines."),
        ("I'm vegetarian.", "My brother started eating meat again."),
        ("I drive a Honda Civic.", "I sold my old bike."),
        ("Project Atlas uses Python 3.9.", "Project Hermes uses Python 3.12."),
        ("The production database is on Postgres 14.", "The staging database is on Postgres 16."),
        ("I want to become a lawyer.", "I might want to become a judge."),
        ("I work at Acme.", "I met somebody who works at Northstar."),
        ("I drink coffee every morning.", "I didn't drink coffee this morning."),
        ("I have a cat called Luna.", "I have a dog called Rex."),
        ("My boss is Tom.", "Tom's boss is Sara."),
        ("I'm a nurse at Acme.", "My husband is a teacher at Northstar School."),
        ("I work at Acme as a nurse.", "I worked at Northstar before."),
        ("I live in Lisbon.", "I visited Berlin last week."),
        ("I work at Acme as a nurse.", "I left my keys at Acme."),
        ("I work at Acme as a nurse.", "I left Acme at 5pm yesterday."),
        ("I work at Acme as a nurse.", "I haven't left Acme."),
        ("I work at Acme as a nurse.", "I quit the gym at Acme."),
        ("I work at Acme as a nurse.", "I stopped drinking coffee at Acme."),
        ("I work at Acme as a nurse.", "I finished a big project at Acme."),
        ("I work at Acme as a nurse.", "I work for Northstar Clinic on Saturdays."),
        ("I work at Acme as a nurse.", "I have a job for Tom on Friday."),
        ("I got a job at Acme in 2019.", "I got a job at Northstar in 2010."),
        ("My friend Ben works at Acme.", "I left Acme."),
        ("I use Acme for payroll.", "I left Acme."),
        ("I live in Lisbon.", "I left Lisbon yesterday for a trip to Rome."),
        ("I'm married.", "I got engaged to Ines five years ago."),
        ("I'm married.", "I was single in 2015."),
        ("I'm divorced.", "I got married in 2001."),
        ("I'm single.", "I'm dating apps averse."),
        ("I'm vegetarian.", "I eat meat substitutes every day."),
        ("I don't smoke.", "I smoke brisket every weekend."),
        ("My brother is single.", "My brother Tom is married."),
        ("My teacher is Tom.", "My piano teacher is Sara."),
        ("My boss is Tom.", "My old boss is Sara."),
        ("My dog is Rex.", "My dog is Milo."),
        ("I'm 29 years old.", "My son turned 3 today."),
        ("I'm 30 years old.", "I turned 18 in 2012."),
        ("I prefer tea over coffee.", "I prefer coffee now and then."),
        ("I love Python.", "We migrated the billing service from Python to Go."),
        ("I use Slack at work.", "I replaced Slack notifications with emails."),
        ("I drive a Honda Civic.", "I swapped Honda tyres with Ben for the winter."),
        ("I drive a Honda Civic.", "I stopped at a Honda dealer."),
        ("I want to become a lawyer.", "I don't want to become a lawyer like my father."),
        ("My meeting with Dana is at 3 pm.", "My meeting with Ben is at 4 pm."),
        ("In 2003 I moved to Rome.", "In 2004 I moved to Oslo."),
        ("I lived in Prague from 2010 to 2014.", "I lived in Vienna from 2014 to 2018."),
        ("I visited Rome in May.", "I visited Rome in September."),
        ("I live in Kiel.", "Lena moved to Ulm."),
        ("Lena lives in Ulm.", "I moved to Kiel."),
        ("I work at Aldi.", "Lena works at Lidl."),
        ("Mr. Smith lives in Rome.", "Mrs. Smith lives in Bonn."),
        ("Dr. Smith is my dentist.", "Dr. Jones is my wife's dentist now."),
        ("I'm single.", "Tom is married."),
        ("I'm vegan.", "Tom eats meat."),
        ("I'm 41.", "Ben is 40."),
        ("Ben is a nurse.", "Tom is a teacher."),
        ("My son Max is 8.", "My son Leo is 5."),
    ],
)
def test_what_is_said_of_something_else_ends_nothing(before: str, after: str) -> None:
    with Memory(":memory:", worker="off") as memory:
        assert told(memory, before, after)[1] == []


def test_two_names_for_one_post_are_no_repetition() -> None:
    with Memory(":memory:", worker="off") as memory:
        holds, _ = told(memory, "Dr. Okafor is our family GP.", "Dr. Lindqvist is our family GP.")
    assert any("Lindqvist" in content for content in holds)


@pytest.mark.parametrize(
    "text", ["I usually run on Sunday mornings.", "I run every Sunday.", "I always cook on Friday."]
)
def test_a_habit_has_no_last_day(text: str) -> None:
    with Memory(":memory:", worker="off") as memory:
        told(memory, text)
        (habit,) = memory.list(user="ana", layers=["memory"])
    assert habit.valid_until is None
    assert habit.kind != "commitment"


@pytest.mark.parametrize(
    "said, learned",
    [
        ("I quit my job last week.", "Ana quit their job last week"),
        ("I cut sugar last month.", "Ana cut sugar last month"),
        ("I read the news every day.", "Ana reads the news every day"),
        ("I read the last chapter to my kids every night.", "Ana reads the last chapter to their kids every night"),
        ("I hit the gym earlier these days.", "Ana hits the gym earlier these days"),
    ],
)
def test_a_verb_that_looks_the_same_in_the_past_is_told_as_it_was_meant(said: str, learned: str) -> None:
    with Memory(":memory:", worker="off") as memory:
        assert told(memory, said)[0] == [learned]


def test_a_turn_without_a_name_is_the_only_named_speakers() -> None:
    with Memory(":memory:", worker="off") as memory:
        said = [{"role": "user", "name": "Ana", "content": "I live in Lisbon."}, {"role": "assistant", "content": "Ok"}]
        memory.add([*said, {"role": "user", "content": "I'm allergic to bees."}], user="ana", wait=True)
        learned = {record.content for record in memory.list(user="ana", layers=["memory"])}
    assert learned == {"Ana lives in Lisbon", "Ana is allergic to bees"}


@pytest.mark.parametrize("reply, dose", [("No, 15 mg", "15 mg"), ("it's 20 mg, not 10", "20 mg")])
def test_a_corrected_dose_replaces_the_wrong_one(reply: str, dose: str) -> None:
    asked = {"role": "assistant", "content": "You take 10 mg of ramipril daily."}
    with Memory(":memory:", worker="off") as memory:
        told(memory, "I take 10 mg of ramipril.")
        memory.add([asked, {"role": "user", "name": "Ana", "content": reply}], user="ana", wait=True)
        assert [one.content for one in memory.list(user="ana", layers=["memory"])] == [
            f"Ana takes {dose} of ramipril (not 10)"
        ]


def test_a_word_of_habit_in_another_clause_takes_no_date_away() -> None:
    with Memory(":memory:", worker="off") as memory:
        told(memory, "I have a dentist appointment on Friday, as always with Dr. Lee.")
        (plan,) = memory.list(user="ana", layers=["memory"])
    assert (plan.kind, plan.valid_until is None) == ("commitment", False)


@pytest.mark.parametrize(
    "before, after",
    [
        ("We open at 7 every day except Mondays.", "From now on we open at 8."),
        ("We open at 7 every day.", "We open at 8 from now on."),
        ("We meet on Mondays.", "From now on we meet on Tuesdays."),
    ],
)
def test_another_hour_or_day_from_now_on_replaces(before: str, after: str) -> None:
    with Memory(":memory:", worker="off") as memory:
        holds, over = told(memory, before, after)
    assert (len(holds), len(over)) == (1, 1)


@pytest.mark.parametrize(
    "before, after",
    [
        ("I swim on Mondays.", "From now on I run on Tuesdays."),
        ("We open at 7 every day.", "We also open at 8 from now on."),
        ("My sister opens at 7 every day.", "From now on we open at 8."),
    ],
)
def test_another_deed_or_another_person_at_another_time_replaces_nothing(before: str, after: str) -> None:
    with Memory(":memory:", worker="off") as memory:
        holds, over = told(memory, before, after)
    assert (len(holds), len(over)) == (2, 0)


@pytest.mark.parametrize(
    "before, after, gone",
    [
        ("My boss is called Margit.", "Margit left, Stefan is my boss now.", "Margit"),
        ("I'm learning to drive.", "I passed my driving test!", "learning"),
        ("I'm engaged to Priya.", "Priya and I got married last weekend.", "engaged"),
        ("I've been unemployed since January.", "I started a new job at a bakery on Monday.", "unemployed"),
        ("We've booked a trip to Lisbon for May.", "We had to cancel the Lisbon trip.", "booked"),
        ("I don't have a passport.", "My passport arrived today.", "doesn't have"),
        ("I usually get up at 6.", "I get up at 7 these days.", "at 6"),
        ("We open at 9.", "We now open at 8.", "at 9"),
        ("My son is at nursery.", "My son has started school.", "nursery"),
        ("My brother is at university.", "My brother graduated in July.", "university"),
        ("I live in a flat in Cork.", "We bought a house in Kinsale and moved in on Saturday.", "Cork"),
        ("My car is a Toyota Corolla.", "I sold the Corolla and bought a Mazda.", "Toyota"),
        ("I'm on a diet, no sugar.", "I'm not on a diet any more.", "sugar"),
        ("I share a flat with Tess.", "Tess moved out.", "shares"),
        ("I live with my parents.", "I moved out of my parents' place.", "lives with"),
        ("My gym is FitWorld.", "I switched from FitWorld to PureGym.", "gym is"),
        ("My phone is an iPhone 12.", "I replaced my iPhone 12 with a Pixel.", "phone is"),
        ("I study biology.", "I switched from biology to chemistry.", "studies"),
        ("I decided on spirit varnish instead of oil.", "I switched from spirit varnish to oil varnish.", "decided on"),
        ("I take the tram to work.", "I cycle to work now.", "tram"),
        ("My best friend is Dana.", "Dana and I are not friends anymore.", "best friend"),
        ("My internet provider is Vodafone.", "My internet provider is Telekom.", "Vodafone"),
        ("Our CEO is Mark Stone.", "Julia Ray is our CEO since January.", "Mark"),
        ("My wife is pregnant.", "My wife had the baby last night!", "pregnant"),
        ("I have a broken arm.", "My arm has healed.", "broken"),
        ("My son's teacher is Mrs Klein.", "My son's new teacher is Mr Ott.", "Klein"),
        ("I get paid on the 25th.", "I get paid on the 28th now.", "25th"),
        ("I'm a smoker.", "I stopped smoking two weeks ago.", "smoker"),
        ("Our baby is due in June.", "Our baby was born on Friday.", "due"),
        ("I use Vim.", "I moved from Vim to VS Code.", "uses"),
        ("I prefer JavaScript examples.", "Now I prefer Python examples.", "JavaScript"),
        ("The demo is on Tuesday at 3.", "The demo got pushed to Thursday, same time.", "Tuesday"),
        ("The meeting with Lena is on Friday at 3.", "The meeting with Lena is at 4 now.", "at 3"),
        ("Vivo en Sevilla.", "Desde marzo vivo en Granada.", "Sevilla"),
        ("Je travaille chez Orange.", "J'ai quitté Orange.", "travaille"),
        ("I'm the treasurer of the choir.", "I've stepped down as treasurer.", "is the treasurer"),
        ("I hate maths.", "I like maths now.", "hates"),
        ("My mum is in hospital.", "My mum is home from hospital.", "is in hospital"),
        ("I'm on Python 3.11 and use poetry.", "I upgraded to Python 3.13 today.", "3.11"),
    ],
)
def test_what_is_told_later_ends_what_it_excludes(before: str, after: str, gone: str) -> None:
    with Memory(":memory:", worker="off") as memory:
        holds, over = told(memory, before, after)
    assert [gone in text for text in over] == [True]
    assert holds


@pytest.mark.parametrize(
    "before, after",
    [
        ("I'm a student.", "I started a new job at a café on weekends."),
        ("My son is at school.", "My daughter is at nursery."),
        ("I'm learning to drive.", "My brother passed his driving test."),
        ("We booked a trip to Lisbon for May.", "My parents had to cancel their Lisbon trip."),
        ("I don't have a dog.", "My neighbour's dog arrived today."),
        ("I get up at 6.", "My wife gets up at 7 these days."),
        ("My boss is called Margit.", "Stefan is my sister's boss now."),
        ("My doctor is Dr Hale.", "My daughter's doctor is Dr Moss now."),
        ("I'm engaged to Priya.", "Priya's sister got married last weekend."),
        ("I live in Cork.", "My best friend bought a house in Kinsale and moved in on Saturday."),
        ("My email is jo@one.example.", "Ben's email is ben@one.example."),
        ("My phone number is 600 111 222.", "My work phone number is 600 333 444."),
        ("I had measles in 1998.", "My daughter has measles right now."),
        ("I like tea.", "I don't like iced tea."),
        ("My car is a Toyota Corolla.", "My neighbour sold his Corolla."),
        ("I attended a high school that did not offer calculus.", "I don't go to the gym anymore because of school."),
        ("I live with my parents.", "My sister moved out of her flat in Bonn."),
        ("My sister studies biology.", "I switched from biology to chemistry."),
        ("Our flight to Rome leaves at 6:40.", "Our flight back from Rome leaves at 21:15."),
        ("Vivo en Sevilla.", "Desde marzo mi hijo vive en Granada."),
    ],
)
def test_what_is_told_of_somebody_or_something_else_ends_nothing(before: str, after: str) -> None:
    with Memory(":memory:", worker="off") as memory:
        holds, over = told(memory, before, after)
    assert (len(holds), len(over)) == (2, 0)


@pytest.mark.parametrize(
    "before, after",
    [
        ("I'm the treasurer of the choir.", "I've stepped down as captain."),
        ("I hate maths.", "I like chess now."),
        ("I'm not vegan anymore.", "We cook vegan at home."),
        ("My dad is in hospital.", "My mum is home from hospital."),
        ("Mark has a new girlfriend, Tasha.", "Mark moved to Leicester with Tasha."),
        ("I take metformin 500 mg twice a day and lisinopril in the morning.", "I stopped taking lisinopril."),
        ("I use Slack and Notion at work.", "I stopped using Notion."),
    ],
)
def test_another_post_liking_or_side_of_a_life_ends_nothing(before: str, after: str) -> None:
    with Memory(":memory:", worker="off") as memory:
        holds, over = told(memory, before, after)
    assert (len(holds), len(over)) == (2, 0)


def test_a_tie_outlasts_the_plan_it_was_told_with() -> None:
    with Memory(":memory:", worker="off") as memory:
        told(memory, "My partner Tom and I are adopting a dog next week.")
        ties = memory.relations(user="ana")
    assert ("partner", "Tom") in {(one.relation, one.target) for one in ties}


def test_what_is_told_of_two_known_people_is_told_of_both(memory: Memory) -> None:
    for text in ("Tom and Ana live in Kiel.", "Tom and Ana moved to Bonn."):
        memory.add([{"role": "user", "content": text}], user="eva", wait=True)
    assert [record.content for record in memory.list(user="eva", layers=["memory"])] == ["Tom and Ana moved to Bonn"]
