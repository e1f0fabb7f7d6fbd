"""What somebody else says of the speaker is not learned of him, however many clauses it goes on for."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2026, 11, 18, tzinfo=UTC)


def contents(text: str) -> list[str]:
    return [claim.content for claim in extract(text, speaker="Ana", at=AT)]


@pytest.mark.parametrize(
    "text",
    [
        "My mother says I'm lazy and I'm spoiled.",
        "My brother thinks I'm rich and that I have a yacht.",
        "My boss complains I'm slow, I'm sloppy and I'm late.",
        "Everyone keeps telling me that I'm a doctor and I'm rich.",
    ],
)
def test_it_goes_on_in_the_same_form(text: str) -> None:
    assert contents(text) == []


@pytest.mark.parametrize(
    "text, learned",
    [
        ("My mother says I'm lazy, but I work at Siemens.", ["Ana works at Siemens"]),
        ("My sister says I'm lazy. I live in Bonn.", ["Ana lives in Bonn"]),
        ("My doctor says I'm diabetic and I'm anaemic.", ["Ana is diabetic", "Ana is anaemic"]),
        ("Everyone thinks I'm a doctor, but actually I'm a nurse.", ["Ana is a nurse"]),
        (
            "I think I'm allergic to nuts and I'm asthmatic.",
            ["Ana thinks they're allergic to nuts", "Ana is asthmatic"],
        ),
    ],
)
def test_until_the_speaker_goes_on_himself(text: str, learned: list[str]) -> None:
    assert contents(text) == learned
