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
