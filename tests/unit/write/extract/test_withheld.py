"""What somebody asks not to have remembered teaches nothing; what only sounds like such a request teaches as ever."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract
from recollect.write.extract.withheld import without

AT = datetime(2026, 3, 2, tzinfo=UTC)


def learned(text: str) -> list[str]:
    return [claim.content for claim in extract(without(text), speaker=None, at=AT)]


@pytest.mark.parametrize(
    "text",
    [
        "Don't store this: my salary is 72,000. My wife earns more.",
        "I'm taking antidepressants. Please don't keep that in memory.",
        "Off the record, I'm interviewing at Google.",
        "I'm interviewing at Google, off the record.",
        "Between us, and please don't write this down: I live in a shelter right now.",
        "I'm in debt - just between you and me.",
        "I'm seeing a therapist. I live in Rome. Please don’t save this.",
        "Do not memorise: I owe my brother 4000 euros.",
        "Don't remember that I'm allergic to cats.",
        "I'm gay. Keep that out of your memory please.",
        "Nothing of this should be saved. I moved to Berlin.",
        "You can forget this again afterwards: my locker number is 443.",
        "Forget I said this, but I hate my boss.",
        "I earn 50k. I'd rather you didn't save that.",
        "Bitte nicht merken: ich bin schwanger.",
        "Ich bin schwanger. Merk dir das bitte nicht.",
        "No guardes esto: estoy embarazada.",
        "Estoy embarazada. Por favor, no guardes esto.",
        "Je suis enceinte. N'enregistre pas ça s'il te plaît.",
        "Sono incinta. Non salvarlo, per favore.",
        "Estou grávida. Não guarde isso.",
        "我住在北京。请不要记住。",
    ],
)
def test_nothing_is_learned_of_what_shall_not_be_remembered(text: str) -> None:
    assert learned(text) == []


@pytest.mark.parametrize(
    "text, told",
    [
        ("Don't forget that I'm allergic to nuts.", ["User is allergic to nuts"]),
        ("I don't store data in the cloud.", ["User doesn't store data in the cloud"]),
        ("I'm a nurse. Don't save the file.", ["User is a nurse"]),
        ("I'm a nurse. Please don't save this file yet.", ["User is a nurse"]),
        ("I never remember it, I have ADHD.", ["User has ADHD"]),
        ("Between us, we have three cars.", ["User has three cars"]),
        ('My brother said "don\'t store this". I work at Acme.', ["User works at Acme"]),
        ("Please remember this: I'm vegan.", ["User is vegan"]),
        (
            "Ich wohne in Köln. Ich kann mir das nicht merken.",
            ["User wohnt in Köln", "User kann sich das nicht merken"],
        ),
        ("Vivo en Madrid. No guardes las fotos.", ["User vive en Madrid"]),
    ],
)
def test_what_is_no_such_request_is_learned_from(text: str, told: list[str]) -> None:
    assert learned(text) == told


@pytest.mark.parametrize(
    "text, told",
    [
        ("I'm a nurse. Oh and I'm pregnant, but don't remember that.", ["User is a nurse"]),
        ("I live in Rome. I don't want you to remember that I'm divorced.", ["User lives in Rome"]),
        ("I'm gay. Please don't save that. I live in Rome.", ["User lives in Rome"]),
    ],
)
def test_a_request_reaches_no_further_than_what_it_points_at(text: str, told: list[str]) -> None:
    assert learned(text) == told


def test_the_length_of_a_turn_stays() -> None:
    text = "I live in Rome. I'm gay, don't save that. Bye"
    assert without(text) == f"I live in Rome. {' ' * 24}. Bye"


def test_a_long_turn_is_read_in_a_moment() -> None:
    text = "please don't " * 4_000 + "and, but, not " * 4_000
    began = time.perf_counter()
    without(text)
    assert time.perf_counter() - began < 2
