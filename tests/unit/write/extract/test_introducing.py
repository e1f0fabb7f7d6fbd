"""Who introduces himself is called by his name."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.introducing import introduced
from recollect.write.extract.rules import extract, given_name

AT = datetime(2024, 5, 20, tzinfo=UTC)


def learned(text: str, **named: str | bool | None) -> list[str]:
    return [claim.content for claim in extract(text, **{"speaker": None, "at": AT, **named})]


@pytest.mark.parametrize(
    "text, name",
    [
        ("My name is Ines.", "Ines"),
        ("My name is not Agnes, it's Ines", "Ines"),
        ("My name isn't Agnes. It's Ines.", "Ines"),
        ("my name's not Agnes but Ines", "Ines"),
        ("my name's Ines and I live in Ghent", "Ines"),
        ("Hi! I'm Ines.", "Ines"),
        ("Hello there, I’m Ines Duarte, nice to meet you", "Ines Duarte"),
        ("Good morning, I am Grace.", "Grace"),
        ("I'm Ines, a nurse from Ghent", "Ines"),
        ("I'm Ines from Ghent", "Ines"),
        ("I'm Dr. Duarte, a cardiologist.", "Dr. Duarte"),
        ("Hello, Sam here. I need help.", "Sam"),
        ("hey, i'm ana", "Ana"),
        ("hey its ana, can you help?", "Ana"),
        ("Hi, this is Grace from accounting.", "Grace"),
        ("Hello, it's Sam here. I need help.", "Sam"),
        ("Hi, this is Spain.", None),
        ("Hey, it's me.", None),
        ("This is Grace, my sister.", None),
        ("Hi, this is Grace, my dog.", None),
        ("hi this is jack in the box", None),
        ("my name is ana and i live in ghent", "Ana"),
        ("I am Jean-Luc van Dorn", "Jean-Luc van Dorn"),
        ("I'm Ines by the way", "Ines"),
        ("Thanks for that. I'm Ines, btw.", "Ines"),
        ("```toml\nname = 'acme'\n```\nI'm Ines. I live in Ghent", "Ines"),
        ("Ich heiße Jonas und wohne in Bonn", "Jonas"),
        ("Mein Name ist Jonas Weber.", "Jonas Weber"),
        ("Me llamo Lucía y vivo en Vigo", "Lucía"),
        ("Bonjour, je m'appelle Claire.", "Claire"),
        ("Olá, meu nome é Rui", "Rui"),
        ("Ciao, mi chiamo Chiara", "Chiara"),
        ("No, me llamo Juan", "Juan"),
        ("No vivo aquí y me llamo Juan", "Juan"),
        ("Yo no me llamo Pedro, me llamo Juan.", "Juan"),
        ("Não me chamo Pedro, me chamo Rui", "Rui"),
        ("Non mi chiamo Pietro, mi chiamo Luca", "Luca"),
    ],
)
def test_a_name_is_given_in_several_ways(text: str, name: str) -> None:
    assert given_name(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "I'm Canadian.",
        "I'm Done with this",
        "I'm Done by the way",
        "I'm Grace Kelly's biggest fan",
        "I'm OK",
        "I'm Team Orbit, obviously",
        "My name is on the list",
        "My name isn't Ines",
        "If my name is Ines, what is my initial?",
        "Pretend my name is Bond",
        "Everybody thinks my name is Ann.",
        'She said "my name is Ines" and left',
        "We talked, and then I'm Ines all day",
        "My sister's name is Ines",
        "Hi, I'm Monday's host",
        "I'm Mr.",
        "hi, i'm lost",
        "hi, i'm new here",
        "my name is mud",
        "It's not true that my name is Ines",
        "No me llamo Pedro.",
        "Ya no me llamo Pedro.",
        "No es verdad que me llamo Pedro",
        "Não me chamo Pedro.",
        "Eu não me chamo Pedro",
        "Non mi chiamo Pietro.",
        "Nemmeno mi chiamo Pietro",
        "Si me llamo Pedro, ¿cuál es mi inicial?",
    ],
)
def test_what_gives_no_name_is_taken_for_none(text: str) -> None:
    assert given_name(text) is None


@pytest.mark.parametrize(
    "text, others",
    [
        ("Hi! I'm Ines. I just started at Orbit as a nurse.", "Ines just started at Orbit as a nurse"),
        ("I'm Ines and I work at Orbit", "Ines works at Orbit"),
        ("I'm Ines, I live in Ghent", "Ines lives in Ghent"),
        ("I'm Ines, a nurse from Ghent", "Ines is a nurse from Ghent"),
        ("My name is Ines, I have two cats", "Ines has two cats"),
    ],
)
def test_the_rest_is_told_of_that_name(text: str, others: str) -> None:
    assert learned(text) == ["User's name is Ines", others]


def test_the_name_is_told_in_the_language_it_was_given_in() -> None:
    assert learned("Ich heiße Jonas.") == ["User heißt Jonas"]
    assert learned("Me llamo Lucía.") == ["User se llama Lucía"]


def test_a_name_that_is_denied_is_told_as_denied() -> None:
    assert learned("No me llamo Pedro.") == ["User no se llama Pedro"]
    assert learned("Non mi chiamo Pietro.") == ["User non si chiama Pietro"]
    assert learned("Yo no me llamo Pedro, me llamo Juan.") == ["User se llama Juan", "Juan no se llama Pedro"]


def test_who_is_named_by_the_message_says_nothing_new_with_his_name() -> None:
    assert learned("Hi, I'm Ines. I live in Ghent.", speaker="Ines", labelled=True) == ["Ines lives in Ghent"]
    assert learned("I'm Ines, a nurse", speaker="Ines Duarte", labelled=True) == ["Ines Duarte is a nurse"]


def test_what_is_left_of_a_text_is_as_long_as_it_was() -> None:
    text = "Hi, I'm Ines, a nurse."
    found = introduced(text)
    assert found is not None
    assert text[found.start : found.end] == "Ines"
    assert len(found.others) == len(text)
    assert found.others.split() == ["Hi,", "I'm", "a", "nurse."]


@pytest.mark.parametrize("text", ["Call me Kit.", "You can call me Kit", "please call me Kit"])
def test_how_somebody_wants_to_be_called_is_said_in_one_way(text: str) -> None:
    assert learned(text) == ["User wants the assistant to call them Kit"]


@pytest.mark.parametrize(
    "text, name",
    [
        ("Thanks! I'm Ben. I live in Rome.", "Ben"),
        ("Sure thing, I'm Lucas.", "Lucas"),
        ("Ok! I'm Walter and I live in Rome.", "Walter"),
        ("Morning. I'm Rosa, freelance illustrator.", "Rosa"),
        ("Thanks! I'm Catholic.", None),
        ("Well, I'm Swiss.", None),
        ("Great. I'm Happy.", None),
        ("Yes, I'm Anna's brother.", None),
    ],
)
def test_a_common_given_name_after_an_answer_is_an_introduction(text: str, name: str | None) -> None:
    assert given_name(text) == name


@pytest.mark.parametrize(
    "text, name",
    [
        ("I'm Batman", None),
        ("Hi, I'm Exhausted and I need help.", None),
        ("Hi, I'm Zorblax.", "Zorblax"),
        ("I'm Dr. Weiss.", "Dr. Weiss"),
        ("I'm Maria-Luisa and I live in Rome.", "Maria-Luisa"),
    ],
)
def test_a_word_that_is_no_known_name_needs_a_greeting_and_no_ending_of_a_quality(text: str, name: str | None) -> None:
    assert given_name(text) == name
