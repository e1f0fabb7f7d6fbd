"""Full stops that shorten a name or a title end no sentence; a letter at the end of one does."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract
from recollect.write.extract.sentences import as_written, sentence_end, sentences

AT = datetime(2026, 2, 5, tzinfo=UTC)

WHOLE = """J. K. Rowling lives in Edinburgh.
My boss J. Morgan lives in London.
I work for J.P. Morgan in London.
My favourite author is J. R. R. Tolkien.
I read H. Melville a lot.
My neighbour Anna B. Meyer is a nurse.
I love Samuel L. Jackson.
I live in St. Petersburg.
I live near Mt. Hood.
Mr. Smith lives in Rome.
Mr. T. Smith lives in Rome.
My supervisor is Prof. Dr. A. Miller.
Rev. Brown is my uncle.
Sen. Warren is my neighbour.
I like citrus, e.g. Oranges and lemons.
I live at No. 5 Elm Street.
I am a U.S. citizen.
I am a U.S. Army veteran.
I moved to the U.S. in 2019.
I have a Ph.D. in physics.
I live in Washington D.C. with my wife.
My flight is at 5 p.m. on Monday.
Ich wohne in der Schillerstr. 5 in Ulm.
Mein Chef ist Hr. Meier.
Mon patron est M. Martin.
Il mio capo è il Sig. Rossi.""".splitlines()

TWO = """My plan is plan B. I like it.
I take vitamin D. Tom takes vitamin C.
My blood type is A. My wife has B.
Mein Bluttyp ist A. Meine Frau hat B.
I drive a Model S. Tesla is great.
My grade was an A. Chemistry was hard.
I live in Building C. Parking is free.
I code in C. Rust is my favourite.
I work with Tom K. Anna is my boss.
My wife is Eva M. We live in Rome.
I moved to the U.S. My wife stayed in Rome.
I live in the U.S. Tom lives in Rome.
I moved to L.A. Tom lives there too.
I studied at M.I.T. Boston is great.
I have a Ph.D. My wife is a nurse.
I live on Main St. My wife is a nurse.
I live on Elm St. Tom lives next door.
I work at Acme Inc. I live in Boston.
My flight is at 5 p.m. I live in Rome.
Thanks hon. Love you.""".splitlines()


@pytest.mark.parametrize("text", WHOLE)
def test_a_shortened_name_stays_in_its_sentence(text: str) -> None:
    (only,) = sentences(text)
    assert text[only.start : only.end] == text.rstrip(".")
    assert as_written(text) == [text]
    assert sentence_end(text, 0) == len(text) - 1


@pytest.mark.parametrize("text", TWO)
def test_a_letter_or_an_abbreviation_may_end_a_sentence(text: str) -> None:
    assert len(sentences(text)) == 2


@pytest.mark.feature("EX-05")
@pytest.mark.parametrize(
    "said, content",
    [
        ("J. K. Rowling lives in Edinburgh. She is 58.", ["J. K. Rowling lives in Edinburgh", "J. K. Rowling is 58"]),
        ("J. K. Rowling is my neighbour.", ["J. K. Rowling is User's neighbour"]),
        ("Mr. T. Smith lives in Rome.", ["Mr. T. Smith lives in Rome"]),
        ("Sgt. Brown is my neighbour.", ["Sgt. Brown is User's neighbour"]),
        (
            "My sister Anna B. Meyer is a nurse. She lives in Rome.",
            ["User's sister Anna B. Meyer is a nurse", "User's sister Anna B. Meyer lives in Rome"],
        ),
        ("My friend said, I met Dr. Smith and I am pregnant. I live in Rome.", ["User lives in Rome"]),
    ],
)
def test_what_is_learned_has_the_whole_name(said: str, content: list[str]) -> None:
    assert [claim.content for claim in extract(said, speaker=None, at=AT)] == content


def test_a_numbered_house_denies_nothing() -> None:
    (claim,) = extract("I live at No. 5 Elm Street.", speaker=None, at=AT)
    assert claim.polarity == 1
