"""What begins on a day and stays so."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

SAID = datetime(2026, 11, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "text, content, day",
    [
        ("From 1 March 2027 I will live in Rome.", "Ana lives in Rome", "2027-03-01"),
        ("I will live in Rome from 1 March 2027.", "Ana lives in Rome", "2027-03-01"),
    ],
)
def test_a_way_of_life_that_begins_on_a_day_is_so_from_then_on(text: str, content: str, day: str) -> None:
    (claim,) = extract(text, speaker="Ana", at=SAID)
    assert (claim.content, claim.kind, claim.valid_until) == (content, "fact", None)
    assert claim.valid_from is not None
    assert claim.valid_from.date().isoformat() == day


@pytest.mark.parametrize(
    "text",
    [
        "I will call Tom from 3 pm tomorrow.",
        "I will work from home tomorrow.",
        "I will live in Rome from 3 May 2027 to 5 May 2027.",
        "I will visit Rome on 1 March 2027.",
    ],
)
def test_any_other_plan_stays_one(text: str) -> None:
    assert all(claim.valid_from is None for claim in extract(text, speaker="Ana", at=SAID))
