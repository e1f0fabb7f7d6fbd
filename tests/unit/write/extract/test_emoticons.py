"""Emoticons tell a mood: they are no heading, no bracket, and no part of what is remembered."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.emoticons import without_emoticons
from recollect.write.extract.rules import extract

AT = datetime(2026, 3, 2, tzinfo=UTC)


def claims(text: str) -> list[str]:
    return [claim.content for claim in extract(text, speaker=None, at=AT)]


@pytest.mark.parametrize(
    "said, learned",
    [
        ("my sister lives in rome :)", ["User's sister lives in rome"]),
        ("we live in york :-)", ["User lives in york"]),
        ("our dog rex died last night :(", ["User's dog rex died last night"]),
        ("my mum has cancer :((", ["User's mum has cancer"]),
        ("i live in york =)", ["User lives in york"]),
        ("i love my cat <3", ["User loves their cat"]),
        ("Work: nurse ;)", ["User's work: nurse"]),
        ("i live in york :) my sister lives in rome", ["User lives in york", "User's sister lives in rome"]),
        ("i live in york :D and my sister lives in rome", ["User lives in york", "User's sister lives in rome"]),
    ],
)
def test_what_is_said_with_an_emoticon_is_learned_without_it(said: str, learned: list[str]) -> None:
    assert claims(said) == learned


@pytest.mark.parametrize(
    "text",
    [
        "Mood: :)",
        "please end with :) always",
        "my crp was <3",
        "pain <3 of ten",
        "(moved to york :)",
        "see https://x.org/:) for more",
        "at 9:30, odds 3:1",
        "name: Ana",
        "f(x :y)",
        "a=)b",
        "i design in Adobe XD",
    ],
)
def test_what_only_looks_like_an_emoticon_stays(text: str) -> None:
    assert without_emoticons(text) == text


def test_the_length_of_a_text_stays() -> None:
    assert without_emoticons("ok :-) i see :( bye :)") == "ok .   i see .  bye   "
