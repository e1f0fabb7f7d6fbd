"""Where English sentences are cut, and what the pieces are."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.english.clauses import split
from recollect.write.extract.english.words import tokens
from recollect.write.extract.rules import extract

AT = datetime(2025, 5, 15, tzinfo=UTC)


def cut(text: str, *, asked: bool = False) -> list[tuple[str, str]]:
    return [
        (clause.role, text[clause.words[0].start : clause.words[-1].end]) for clause in split(tokens(text), asked=asked)
    ]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("I speak Farsi, Dutch and some Arabic", [("statement", "I speak Farsi, Dutch and some Arabic")]),
        ("I'm 23, what grants are there", [("statement", "I'm 23"), ("question", "what grants are there")]),
        (
            "I have asthma, so please suggest a sport",
            [("statement", "I have asthma"), ("request", "please suggest a sport")],
        ),
        ("my ex and I share a dog", [("statement", "my ex and I share a dog")]),
        ("the eldest, Caleb, has braces", [("statement", "the eldest, Caleb, has braces")]),
        (
            "If I were rich I'd retire, but I'm a clerk",
            [("supposed", "If I were rich I'd retire"), ("statement", "I'm a clerk")],
        ),
        ("from now on, answer in French", [("request", "from now on, answer in French")]),
        ("whenever you quote prices, use francs", [("request", "whenever you quote prices, use francs")]),
    ],
)
def test_a_cut_is_made_only_where_something_stands_on_its_own(text: str, expected: list[tuple[str, str]]) -> None:
    assert cut(text) == expected


def test_a_question_mark_belongs_to_the_last_clause() -> None:
    assert cut("I live in Hull, a good gym", asked=True)[-1][0] == "question"


def test_an_age_and_what_is_told_with_it_are_two_clauses() -> None:
    def told(text: str) -> list[str]:
        return [" ".join(token.text for token in clause.words) for clause in split(tokens(text), asked=False)]

    assert told("I'm 30 and diabetic") == ["I'm 30", "I'm diabetic"]
    assert told("my son Ben is four, deaf") == ["my son Ben is four", "my son Ben is deaf"]
    assert told("I am 52, from Leeds, and retired") == ["I am 52", "I am from Leeds", "I am retired"]
    assert told("my gran is 91 and still drives") == ["my gran is 91", "my gran still drives"]
    assert told("my son is two and can walk") == ["my son is two", "my son can walk"]
    assert told("he's 30 and plays chess") == ["he's 30", "he plays chess"]
    assert told("I'm 30 and no longer smoke") == ["I'm 30", "I no longer smoke"]
    assert told("I am 30 and play chess") == ["I am 30", "I play chess"]
    assert told("I'm 30 and Polish") == ["I'm 30", "I'm Polish"]
    assert told("my son is 30 and fit") == ["my son is 30", "my son is fit"]
    assert told("I'm 25 and married to Tom") == ["I'm 25", "I'm married to Tom"]
    assert told("I'm 25 and moved to Oslo") == ["I'm 25", "moved to Oslo"]
    assert told("my dad is 80 , and worked with horses") == ["my dad is 80", "worked with horses"]
    assert told("my aunt is 66 , converted to Islam") == ["my aunt is 66", "my aunt converted to Islam"]
    for whole in ("I'm 30 , lead developer", "I'm 60 , retired nurse", "I'm 66 , besotted by cats"):
        assert told(whole) == [whole]
    for whole in ("I'm 34 and a half", "I'm 60 , not 50", "I'm 30 , nearly 31", "I'm 16 and doing my exams"):
        assert told(whole) == [whole]
    assert told("I'm 35 and never smoked") == ["I'm 35", "never smoked"]


@pytest.mark.parametrize(
    "said, told",
    [
        ("I'm 25 and moved to Oslo last year.", "User moved to Oslo last year"),
        ("My son is two and can walk.", "User's son can walk"),
        ("My sister is 30 and will move to Rome.", "User's sister will move to Rome"),
        ("I'm 30 and run marathons.", "User runs marathons"),
        ("I'm 30 and only drink tea.", "User only drinks tea"),
        ("I'm 30 and recently quit smoking.", "User recently quit smoking"),
        ("I'm 30 and used to smoke.", "User used to smoke"),
        ("I'm 30 and separated from my wife.", "User is separated from their wife"),
        ("I'm 30 and addicted to coffee.", "User is addicted to coffee"),
        ("My cat is 15 and died.", "User's cat is 15 and died"),
    ],
)
def test_beside_an_age_what_is_done_is_not_what_somebody_is(said: str, told: str) -> None:
    assert [claim.content for claim in extract(said, speaker=None, at=AT)][-1] == told


def told(said: str) -> list[str]:
    return [claim.content for claim in extract(said, speaker=None, at=AT)]


@pytest.mark.parametrize(
    "said, contents",
    [
        ("I live in Rome and am a firefighter.", ["User lives in Rome", "User is a firefighter"]),
        ("I'm 38 and am a teacher.", ["User is 38", "User is a teacher"]),
        ("My wife speaks French and is a vet.", ["User's wife speaks French", "User's wife is a vet"]),
        ("Tom lives in Rome and is a doctor.", ["Tom lives in Rome and is a doctor"]),
        ("I have a visa and is a ticket enough?", ["User has a visa"]),
        ("i have a visa and is a ticket enough", ["User has a visa"]),
        ("My brother lives in Rome and is a nap ok for him?", ["User's brother lives in Rome"]),
    ],
)
def test_what_somebody_is_as_well_is_told_too(said: str, contents: list[str]) -> None:
    assert told(said) == contents


@pytest.mark.parametrize(
    "said, contents",
    [
        ("Sadly, Emma and I broke up.", ["User and Emma broke up"]),
        ("By the way, Emma and I got engaged.", ["User and Emma got engaged"]),
        ("also Emma and I broke up", ["User and Emma broke up"]),
        ("Finally my wife and I bought a house.", ["User's wife and User bought a house"]),
        ("Last week, Tom and I went hiking.", ["Last week, User and Tom went hiking"]),
        ("Yesterday Tom and I bought a car.", ["Yesterday User and Tom bought a car"]),
        ("In May Tom Weber and I got married.", ["In May User and Tom Weber got married"]),
        ("Jun and I split up.", ["User and Jun split up"]),
        ("my ex Carla and I share custody of the dog", ["User's ex Carla and User share custody of the dog"]),
        ("I like Rome, Oslo and I work in Bern.", ["User likes Rome, Oslo", "User works in Bern"]),
        ("Thanks, Tom, and I live in Rome.", ["User lives in Rome"]),
    ],
)
def test_whoever_is_paired_with_the_speaker_stays_after_what_leads_in(said: str, contents: list[str]) -> None:
    assert told(said) == contents
