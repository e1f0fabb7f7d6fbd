"""Who is asked for by name comes first with his age, and no other question changes places."""

from __future__ import annotations

import pytest

from recollect import Memory
from recollect.read.whose import ME, asked_for


@pytest.mark.parametrize(
    "question, name",
    [
        ("How old is Marta?", "marta"),
        ("how old was marta in May", "marta"),
        ("What is Marta's age?", "marta"),
        ("Wie alt ist Marta?", "marta"),
        ("¿Cuántos años tiene Marta?", "marta"),
        ("Quel âge a Marta ?", "marta"),
        ("How old is Marta's brother?", None),
        ("How old is my sister?", None),
        ("How old is my aunt Anna?", "anna"),
        ("How old is my dog Rex?", "rex"),
        ("How old is little Leo?", "leo"),
        ("Wie alt ist meine Tante Anna?", "anna"),
        ("How old is my aunt Anna's house?", None),
        ("How old is my aunt Anna and Tom?", None),
        ("How old is my Golf?", None),
        ("How old is Marta Silva?", "marta silva"),
        ("How old was Marta May 3?", "marta"),
        ("How old am I?", ME),
        ("Wie alt bin ich?", ME),
        ("How old is my old car?", None),
        ("How old is the house?", None),
        ("Where does Marta live?", None),
    ],
)
def test_whose_age_is_asked_is_read_from_the_question(question: str, name: str | None) -> None:
    assert asked_for(question) == name


@pytest.mark.parametrize(
    "said, answer",
    [
        ([("Paul", "I'm 33 years old."), ("Ana", "Marta is 29.")], "29"),
        ([("Paul", "I just turned 33, getting old!"), ("Ana", "Marta turned 29 in May.")], "29"),
        ([("Paul", "I am 33 years old."), ("Marta", "I'm 29 and live in Rome.")], "29"),
        ([("Ana", "Marta is 29."), ("Paul", "I'm 33 years old.")], "29"),
    ],
)
def test_the_age_of_the_one_asked_for_comes_before_anothers(
    memory: Memory, said: list[tuple[str, str]], answer: str
) -> None:
    turns = [{"role": "user", "name": name, "content": text} for name, text in said]
    memory.add(turns, user="ana", wait=True)
    for question in ("How old is Marta?", "What is Marta's age?"):
        found = memory.search(question, user="ana")
        assert answer in found[0].content
        assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)


def test_an_age_that_nobody_told_moves_nothing(memory: Memory) -> None:
    memory.add([{"role": "user", "name": "Paul", "content": "I'm 33 years old."}], user="ana", wait=True)
    assert "33" in memory.search("How old is Marta?", user="ana")[0].content


@pytest.mark.parametrize(
    "said, answer",
    [
        (["I'm 34.", "Old clients stay at 55 euros."], "34"),
        (["I'm 34.", "We sold the old car for 900."], "34"),
        (["I am 78 and a retired train driver.", "My old flat was in Leeds.", "I turned 79 last week."], "79"),
        (["I'm 34 now.", "I am 10 minutes late, old habits."], "34"),
    ],
)
def test_the_latest_age_of_who_asks_comes_before_whatever_else_is_old(
    memory: Memory, said: list[str], answer: str
) -> None:
    for month, text in enumerate(said, 1):
        turn = {"role": "user", "content": text, "occurred_at": f"2025-0{month}-05T10:00:00+00:00"}
        memory.add([turn], user="ana", session=f"s{month}", wait=True)
    assert answer in memory.search("How old am I?", user="ana")[0].content


def test_of_two_who_say_how_old_they_are_either_may_ask(memory: Memory) -> None:
    turns = [{"role": "user", "name": name, "content": f"I'm {age}."} for name, age in (("Paul", 33), ("Ana", 29))]
    turns.append({"role": "user", "name": "Ana", "content": "How old am I getting to be, my old friend?"})
    memory.add(turns, user="ana", wait=True)
    plain = [hit.id for hit in memory.search("How old am I?", user="ana", newer=False, dry_run=True)]
    assert [hit.id for hit in memory.search("How old am I?", user="ana", dry_run=True)] == plain


def test_who_is_asked_for_with_a_surname_is_not_another_of_his_first_name(memory: Memory) -> None:
    for month, text in enumerate(("My colleague Ben Carter is 52.", "My son Ben is 4.", "Ben turned 5 yesterday."), 1):
        turn = {"role": "user", "content": text, "occurred_at": f"2025-0{month}-05T10:00:00+00:00"}
        memory.add([turn], user="ana", session=f"s{month}", wait=True)
    assert "52" in memory.search("How old is Ben Carter?", user="ana")[0].content
    assert "5 yesterday" in memory.search("How old is Ben?", user="ana")[0].content


AGES = """\
Leo is 4.|My son Leo is 4 years old.|Leo's 4!|Leo just turned 5|Leo turned 5 in May|Leo Carter is 52
LEO IS 4|Leo, my son, is 4.|Leo (my son) is 4|Leo, who is 4, loves trains|our 4-year-old Leo
our 4 year old son Leo|Léo is 5 now|Leo will be 6 next week|Leo (4) and Mia (6)|Leo ist 4 Jahre alt
Leo tiene 4 años|Leo a 4 ans|Leo is forty-two now|My boy Leo started school. He is 6.|Leo's age is 4
My boy Leo goes to school in Kiel. He is 6.|Leo ist mein Sohn. Er ist 6 Jahre alt.
Leo is 8 months old|Leo is 4 and loves trains|Leo, aged 4, sings"""
OTHER_NUMBERS = """\
Leo's temperature is 39 this morning.|Leo's jacket size is 146|Leo's shoe size is 35 now|Leo is thirsty.
Leo's room is 12 square metres|Leo is 20 minutes late again|Leo was 3 days at the vet|Leo is 146 cm
Leo is 39.5 today|Leo is 4 years younger than Mia|Leo is 20 years in the business|Leo's son is 4
Leo has 4 dogs|Leo is 10% better|Mia is 4|Leo is 5th|Leo is 4:30 on the plan
Leo met his teacher Tom. He is 45.|Leo has a friend called Xanthe. She is 9.
Leo has a fever, his temperature is 39|Leo Silva's flat number is 30 now"""


def several(lines: str) -> list[str]:
    return [text for line in lines.splitlines() for text in line.split("|")]


@pytest.mark.parametrize(
    "text, is_age", [(text, True) for text in several(AGES)] + [(text, False) for text in several(OTHER_NUMBERS)]
)
def test_an_age_is_a_number_of_years_whose_subject_is_the_person(memory: Memory, text: str, is_age: bool) -> None:
    """The later of two ages comes first; what is none stays below the one."""
    before = "My son Leo is 3 years old, so he is."
    for day, said in (("2026-01-25", before), ("2026-05-25", text)):
        turn = {"role": "user", "name": "Ana", "content": said, "occurred_at": f"{day}T10:00:00+00:00"}
        memory.add([turn], user="ana", session=day)
    assert memory.search("How old is Leo?", user="ana", layers=["turn"])[0].content == (text if is_age else before)


def test_a_hit_that_was_moved_for_its_age_says_so(memory: Memory) -> None:
    said = ("Mila is 9.", "Mila's shoe size is 35 now, getting old, how old is she?")
    for month, text in enumerate(said, 1):
        turn = {"role": "user", "name": "Ana", "content": text, "occurred_at": f"2026-0{month}-05T10:00:00+00:00"}
        memory.add([turn], user="ana", session=f"s{month}")
    first, second = memory.search("How old is Mila?", user="ana", layers=["turn"])
    assert first.content == "Mila is 9."
    assert "; moved up: tells how old the person asked for is; " in first.why
    assert "newer than" not in second.why
    assert "moved up" not in second.why


@pytest.mark.parametrize(
    "born", ["Theo was born on 3 May 2019.", "Theo's birthday is 3 May.", "Theo wurde am 3. Mai 2019 geboren."]
)
@pytest.mark.parametrize("question", ["How old is Theo now?", "What is Theo's age?"])
def test_the_day_of_birth_stands_right_below_the_age(memory: Memory, born: str, question: str) -> None:
    old = [
        "I am 33 years old now.",
        "Our house is 90 years old now.",
        "What age is Theo's old teacher now?",
        "Theo is old enough now.",
    ]
    for month, text in enumerate([born, *old], 1):
        turn = {"role": "user", "content": text, "occurred_at": f"2026-0{month}-05T10:00:00+00:00"}
        memory.add([turn], user="ana", session=f"s{month}")
    assert memory.search(question, user="ana", layers=["turn"])[0].content == born
    memory.add([{"role": "user", "content": "Theo is 7."}], user="ana", session="s9")
    assert [hit.content for hit in memory.search(question, user="ana", layers=["turn"])[:2]] == ["Theo is 7.", born]


def test_a_place_of_birth_is_no_age(memory: Memory) -> None:
    for text in ("Theo was born in Lisbon.", "I am 33 years old."):
        memory.add([{"role": "user", "content": text}], user="ana", session=text)
    hits = memory.search("How old is Theo?", user="ana", layers=["turn"])
    assert not any(stage.startswith("whose: ") for stage in hits.trace.stages)
