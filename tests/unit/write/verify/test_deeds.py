"""What somebody did or measured twice are two occasions; what holds, and a correction, take the place of the older."""

from __future__ import annotations

import pytest

from recollect import Memory
from recollect.write.verify.dated import two_deeds
from recollect.write.verify.judge import DUPLICATE, SUPERSEDE
from recollect.write.verify.statement import read
from tests.unit.write.verify.conftest import Judge


@pytest.mark.parametrize(
    "old, new",
    [
        ("I paid $50 for dinner on Monday", "I paid $70 for dinner on Tuesday"),
        ("Ran 5 km", "Ran 10 km"),
        ("I slept 6 hours last night", "I slept 8 hours last night"),
        ("I weighed 80 kg this morning", "I weighed 79 kg this morning"),
        ("Blood pressure was 140/90", "Blood pressure was 120/80"),
        ("Deploy took 12 minutes", "Deploy took 15 minutes"),
        ("User bought a blue jacket for $80", "User bought a blue jacket for $60"),
        ("Went hiking at Mount Tam with Joe", "Went hiking at Castle Rock with Lee"),
        ("I had lunch with Ana at Nobu", "I had lunch with Bob at Chipotle"),
        ("I scored 80 on the maths test", "I scored 91 on the maths test"),
    ],
)
def test_two_occasions_stay_two(old: str, new: str, decide: Judge) -> None:
    assert decide(old, new).label not in (SUPERSEDE, DUPLICATE)


@pytest.mark.parametrize(
    "old, new",
    [
        ("I paid $50 for dinner on Monday", "I paid $70, not $50, for dinner on Monday"),
        ("I paid $50 for dinner", "Actually I paid $70 for dinner"),
        ("The dentist appointment is on Monday", "The dentist appointment is now on Tuesday"),
        ("I weigh 80 kg", "I weigh 79 kg"),
        ("I sleep 6 hours a night", "I sleep 8 hours a night now"),
        ("My rent is $900", "My rent was raised to $1000"),
        ("I moved to Rome", "I moved to Oslo"),
    ],
)
def test_what_holds_and_corrections_still_take_the_place(old: str, new: str, decide: Judge) -> None:
    assert decide(old, new).label == SUPERSEDE


def _kept(*events: tuple[str, str]) -> list[str]:
    with Memory(":memory:") as memory:
        for text, day in events:
            memory.add(text, user="u", kind="event", occurred_at=day)
        return sorted(record.content for record in memory.list(user="u"))


def test_events_of_different_days_are_two() -> None:
    assert _kept(("Dentist visit", "2025-01-06"), ("Dentist visit", "2025-06-07")) == ["Dentist visit"] * 2
    assert _kept(("Ran 5 km", "2025-01-01"), ("Ran 10 km", "2025-01-05")) == ["Ran 10 km", "Ran 5 km"]
    assert len(_kept(("Went to the dentist", "2025-01-01"), ("I went to the dentist", "2025-02-01"))) == 2


def test_an_event_told_twice_of_one_day_is_one() -> None:
    visits = [("Dentist visit", day) for day in ("2025-01-06", "2025-06-07", "2025-06-07")]
    assert _kept(*visits) == ["Dentist visit"] * 2


def test_an_appointment_that_moved_has_one_date() -> None:
    assert _kept(("The exam is on 3 May", "2025-05-03"), ("The exam is on 10 May", "2025-05-10")) == [
        "The exam is on 10 May"
    ]


@pytest.mark.parametrize(
    "old, new",
    [
        ("User returned the Kindle", "User returned the shoes"),
        ("User returned the shoes", "User returned the Kindle"),
        ("I returned the Tesla", "I returned the bike"),
        ("User renewed the gym", "User renewed Netflix"),
        ("I renewed my Audible", "I renewed the newspaper"),
        ("User renewed the Volvo insurance", "User renewed their passport"),
    ],
)
def test_a_name_and_another_noun_are_two_things(old: str, new: str) -> None:
    assert two_deeds(read(old), read(new))


@pytest.mark.parametrize(
    "old, new",
    [
        ("User returned the Kindle", "User returned the Kindle charger"),
        ("User chose Postgres", "User chose the cheaper one"),
        ("User switched to Notion", "User switched to a paper planner"),
        ("User's favourite app is Notion", "User's favourite app is the camera"),
        ("User lives in Rome", "User lives in a village"),
        ("User drives a Volvo", "User drives a van"),
    ],
)
def test_what_lasts_or_is_the_same_thing_is_weighed(old: str, new: str) -> None:
    assert not two_deeds(read(old), read(new))
