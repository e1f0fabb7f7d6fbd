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
        ("From June 2027 I'll be living in Lisbon", "Ana lives in Lisbon", "2027-06-01"),
        ("From June 2027 I live in Lisbon", "Ana lives in Lisbon", "2027-06-01"),
        ("From June 2027, I live in Lisbon.", "Ana lives in Lisbon", "2027-06-01"),
        ("Starting June 1 I will work at Siemens", "Ana works at Siemens", "2027-06-01"),
        ("Starting Monday I'm vegetarian.", "Ana is vegetarian", "2026-11-02"),
        ("As of next Monday I'm on 20 mg of ramipril", "Ana is on 20 mg of ramipril", "2026-11-02"),
        ("From Monday I'm working from home.", "Ana works from home", "2026-11-02"),
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
        "I will live in Rome from 3 to 5 May.",
        "From 3 May to 5 June I will live in Rome.",
        "I will visit Rome on 1 March 2027.",
        "I start at school on 1 March 2027.",
        "I'm moving to Marketing on 1 March 2027.",
        "We're moving to Slack in March 2027.",
        "I might move to Rome on 1 March 2027.",
        "I am moving to Rome on 5 May.",
        "I start at Siemens on 1 June.",
        "I start with Chemo on Monday.",
        "From 1 March 2027 I might live in Rome.",
        "I think from Monday I live in Rome.",
        "From Monday I live in Rome for a month.",
        "From Monday I live in Rome, I think.",
        "From Monday I live in Rome, if they let me.",
        "I may live in Rome from 1 March 2027.",
        "Starting Monday I'm vegetarian for two weeks.",
        "As of Monday I have a week off.",
        "From Monday I'm on holiday.",
        "From Monday I'm in Rome until Friday.",
        "From 2019 I worked at Siemens.",
    ],
)
def test_any_other_plan_stays_one(text: str) -> None:
    assert all(claim.valid_from is None for claim in extract(text, speaker="Ana", at=SAID))


@pytest.mark.parametrize(
    "text, content, kind",
    [
        ("From Monday I love jazz.", "Ana loves jazz", "preference"),
        ("From June 2027 I speak Greek.", "Ana speaks Greek", "skill"),
        ("From 1 May I live in Rome.", "Ana lives in Rome", "fact"),
        ("From May 2027 I work at Acme.", "Ana works at Acme", "fact"),
    ],
)
def test_what_begins_stays_of_its_kind(text: str, content: str, kind: str) -> None:
    (claim,) = extract(text, speaker="Ana", at=SAID)
    assert (claim.content, claim.kind) == (content, kind)
    assert claim.valid_from is not None


@pytest.mark.parametrize(
    "text, content",
    [
        ("I am moving to Rome on 5 May", "Ana is moving to Rome on 5 May"),
        ("I start at Siemens on June 1", "Ana starts at Siemens on June 1"),
    ],
)
def test_a_move_or_a_start_to_come_is_a_plan(text: str, content: str) -> None:
    (claim,) = extract(text, speaker="Ana", at=SAID)
    assert (claim.content, claim.kind) == (content, "commitment")


@pytest.mark.parametrize(
    "text, content, kind",
    [
        (
            "On 3 March 2027, I have a dentist appointment",
            "On 3 March 2027, Ana has a dentist appointment",
            "commitment",
        ),
        ("In 2019, I moved to Rome.", "In 2019, Ana moved to Rome", "fact"),
    ],
)
def test_a_time_before_a_comma_is_told_with_what_it_is_the_time_of(text: str, content: str, kind: str) -> None:
    (claim,) = extract(text, speaker="Ana", at=SAID)
    assert (claim.content, claim.kind) == (content, kind)
    assert claim.occurred_at is not None
