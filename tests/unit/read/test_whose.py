"""Who is asked for by name comes first with his age, and no other question changes places."""

from __future__ import annotations

import pytest

from recollect import Memory
from recollect.read.whose import asked_for


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
        ("How old am I?", None),
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
