"""Times named in a clause, seen from the day it was said."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from recollect.write.extract.dates import names_day, names_day_to_come, resolve

SAID = datetime(2026, 11, 18, 12, tzinfo=UTC)  # a Wednesday


@pytest.mark.parametrize(
    "text, day",
    [
        ("Je vois le dentiste vendredi", "2026-11-20"),
        ("On se retrouve lundi prochain", "2026-11-23"),
        ("J'ai vu ma sœur dimanche", "2026-11-15"),
        ("lundi dernier, on était au cinéma", "2026-11-16"),
        ("Am Freitag treffe ich Anna", "2026-11-20"),
        ("Letzten Montag habe ich den Zug verpasst", "2026-11-16"),
        ("Am Mittwoch war ich beim Arzt", "2026-11-11"),
        ("El jueves tengo una entrevista", "2026-11-19"),
        ("El sábado pasado fuimos a la playa", "2026-11-14"),
        ("Na segunda-feira começo no novo emprego", "2026-11-23"),
    ],
)
def test_a_weekday_of_another_language_is_a_day(text: str, day: str) -> None:
    found = resolve(text, SAID, ahead=False)
    assert found is not None
    assert found.start.date().isoformat() == day


@pytest.mark.parametrize(
    "text, day",
    [
        ("12 जून 2024 को बैठक है", "2024-06-12"),
        ("5 फरवरी 2027 को शादी है", "2027-02-05"),
        ("12 juin 2024", "2024-06-12"),
    ],
)
def test_a_month_of_another_language_has_its_days(text: str, day: str) -> None:
    found = resolve(text, SAID, ahead=False)
    assert found is not None
    assert found.start.date().isoformat() == day
    assert found.end - found.start == timedelta(days=1)


@pytest.mark.parametrize("text", ["Le lundi je cours", "Los martes juego al tenis", "Jeden Freitag schwimme ich"])
def test_every_such_weekday_is_no_day(text: str) -> None:
    assert resolve(text, SAID, ahead=False) is None


def test_a_decade_is_over_also_where_something_lies_ahead() -> None:
    found = resolve("I will tell you about the 90s", SAID, ahead=True)
    assert found is not None
    assert found.start.year == 1990


@pytest.mark.parametrize(
    "text, day",
    [
        ("My exam was moved to Monday", "2026-11-23"),
        ("My interview was rescheduled from Thursday to Tuesday", "2026-11-24"),
        ("I booked the dentist for Monday", "2026-11-23"),
        ("My flight was changed to Sunday", "2026-11-22"),
        ("The meeting was postponed until Friday", "2026-11-20"),
        ("The launch was brought forward to Monday", "2026-11-23"),
        ("My exam was moved to 12 March", "2027-03-12"),
        ("The call is scheduled on Tuesday", "2026-11-24"),
        ("I moved to the sofa on Monday", "2026-11-16"),
        ("We met on Monday", "2026-11-16"),
        ("I changed my shift on Monday", "2026-11-16"),
        ("Last month my exam was moved to 20 October", "2026-10-20"),
        ("My appointment with Dr. Olsen was moved to Wednesday", "2026-11-25"),
        ("I booked a flight to Rome for Friday", "2026-11-20"),
    ],
)
def test_a_day_that_something_was_arranged_for_lies_ahead(text: str, day: str) -> None:
    found = resolve(text, SAID, ahead=False)
    assert found is not None
    assert found.start.date().isoformat() == day


@pytest.mark.parametrize(
    "text, after",
    [
        ("My garbage day was changed to Friday.", ""),
        ("Our weekly team meeting was moved to Friday.", ""),
        ("My visit was moved to Friday every week.", ""),
        ("I switched my day off to Friday.", ""),
        ("I changed to Friday shifts.", ""),
        ("My surgery was scheduled for Friday and went well.", ""),
        ("My surgery was set for Friday", " but got cancelled."),
        ("I booked a hotel for Friday", " but had to cancel."),
        ("My exam was moved to Friday", ". It went badly."),
        ("My party was planned for Friday, but it rained.", ""),
        ("I brought cake to Friday's meeting.", ""),
        ("I fixed the roof for Friday's party.", ""),
        ("We pushed the car until Friday evening.", ""),
        ("We moved to Friday Harbor.", ""),
    ],
)
def test_what_is_weekly_or_over_or_was_not_arranged_is_no_day_ahead(text: str, after: str) -> None:
    found = resolve(text, SAID, ahead=False, after=after)
    assert found is None or found.start.date().isoformat() == "2026-11-13"


def test_what_takes_place_every_week_was_arranged_for_no_day() -> None:
    assert resolve("We moved our meetings to Mondays", SAID, ahead=False) is None


@pytest.mark.parametrize(
    "text, first, after",
    [
        ("I'm off from 6 to 17 April", "2027-04-06", "2027-04-18"),
        ("The wedding is from 5 to 8 March", "2027-03-05", "2027-03-09"),
        ("My holiday is 6-17 April", "2027-04-06", "2027-04-18"),
        ("We are away April 6 to 17.", "2027-04-06", "2027-04-18"),
        ("I'm off from 20 July to 7 August", "2027-07-20", "2027-08-08"),
        ("We ski from 28 December to 3 January", "2026-12-28", "2027-01-04"),
        ("We ski from 28 December to 3 January 2028", "2027-12-28", "2028-01-04"),
    ],
)
def test_a_period_begins_on_its_first_day(text: str, first: str, after: str) -> None:
    found = resolve(text, SAID, ahead=True)
    assert found is not None
    assert (found.start.date().isoformat(), found.end.date().isoformat()) == (first, after)


@pytest.mark.parametrize(
    "text, first, last",
    [
        ("two days before Christmas", "2026-12-23", "2026-12-23"),
        ("the day before Christmas", "2026-12-24", "2026-12-24"),
        ("the week before Christmas", "2026-12-18", "2026-12-24"),
        ("a few days before Christmas", "2026-12-22", "2026-12-24"),
        ("the day after Christmas", "2026-12-26", "2026-12-26"),
        ("two weeks after 3 December", "2026-12-17", "2026-12-17"),
        ("at Christmas", "2026-12-24", "2026-12-26"),
        ("two days before we moved in December", "2026-12-01", "2026-12-31"),
        ("the day before Christmas Eve", "2026-12-23", "2026-12-23"),
        ("the day before New Year's Eve", "2026-12-30", "2026-12-30"),
        ("two days before 3 to 5 December", "2026-12-01", "2026-12-01"),
        ("I have an exam two days before Christmas", "2026-12-23", "2026-12-23"),
        ("I'm leaving just two days before Christmas", "2026-12-23", "2026-12-23"),
        ("I have to pay two weeks before 12 June", "2027-05-29", "2027-05-29"),
    ],
)
def test_what_lies_days_before_a_time_is_not_that_time(text: str, first: str, last: str) -> None:
    found = resolve(text, SAID, ahead=True)
    assert found is not None
    assert (found.start.date().isoformat(), (found.end - timedelta(days=1)).date().isoformat()) == (first, last)


@pytest.mark.parametrize(
    "text, first, last",
    [
        ("I'll be in Rome for two weeks before 12 June 2027", "2027-05-29", "2027-06-11"),
        ("I'll be in Rome for about two weeks after 12 June 2027", "2027-06-13", "2027-06-26"),
        ("I'm off the final two days before Christmas", "2026-12-23", "2026-12-24"),
        ("I have two weeks before 12 June to finish my thesis", "2027-06-12", "2027-06-12"),
        ("I only have about two weeks before 12 June", "2027-06-12", "2027-06-12"),
        ("There are two weeks before 12 June", "2027-06-12", "2027-06-12"),
        ("That gives us a week before 12 June", "2027-06-12", "2027-06-12"),
        ("I have to swim every day before 20 November", "2026-11-20", "2026-11-20"),
        ("My last working day before Christmas", "2026-12-24", "2026-12-26"),
    ],
)
def test_days_that_tell_how_long_are_no_distance(text: str, first: str, last: str) -> None:
    found = resolve(text, SAID, ahead=True)
    assert found is not None
    assert (found.start.date().isoformat(), (found.end - timedelta(days=1)).date().isoformat()) == (first, last)


@pytest.mark.parametrize(
    "said, is_day",
    [
        ("around 7-8 am", False),
        ("around 7-8 pm", False),
        ("7/8 hours a week", False),
        ("on 7/8", True),
        ("7-8 june", True),
    ],
)
def test_a_stretch_of_hours_is_no_day(said: str, is_day: bool) -> None:
    assert names_day(said.split()) is is_day


@pytest.mark.parametrize(
    "text, day",
    [
        ("We booked the venue: Villa Rosa, March 14th", "2027-03-14"),
        ("We found another place, but only on March 5th", "2027-03-05"),
        ("They moved me to days starting December 1st", "2026-12-01"),
        ("They moved it to December 6th", "2026-12-06"),
        ("They moved the wedding from December 3rd to February 7th", "2027-02-07"),
        ("I had to postpone my surgery to December 5th", "2026-12-05"),
        ("The dentist gave me an appointment on December 3rd", "2026-12-03"),
        ("I got a new client, they want the drawings by December 19th", "2026-12-19"),
    ],
)
def test_a_day_that_something_was_settled_for_is_to_come(text: str, day: str) -> None:
    found = resolve(text, SAID, ahead=False)
    assert found is not None
    assert found.start.date().isoformat() == day


@pytest.mark.parametrize(
    "text, day",
    [
        ("We moved to Berlin on December 3rd", "2025-12-03"),
        ("I worked there until December 3rd", "2025-12-03"),
        ("I found my keys, but only on December 3rd", "2025-12-03"),
        ("I had an appointment on December 3rd", "2025-12-03"),
        ("We booked the flight yesterday, November 17th", "2026-11-17"),
        ("They moved it to November 6th", "2026-11-06"),
        ("They moved the exam to December 3rd, but it was cancelled", "2025-12-03"),
        ("Last year they moved the party to December 3rd", "2025-12-03"),
    ],
)
def test_other_days_told_in_the_past_are_over(text: str, day: str) -> None:
    found = resolve(text, SAID, ahead=False)
    assert found is not None
    assert found.start.date().isoformat() == day


@pytest.mark.parametrize(
    "text, ahead, day",
    [
        ("am 3. August", False, "2026-08-03"),
        ("am 3. Dezember", False, "2025-12-03"),
        ("am 3. Dezember", True, "2026-12-03"),
        ("am 2. Januar", True, "2027-01-02"),
        ("June and I fly home on 3 December", True, "2026-12-03"),
    ],
)
def test_a_day_of_another_language_lies_on_the_side_it_is_told(text: str, ahead: bool, day: str) -> None:
    found = resolve(text, SAID, ahead=ahead)
    assert found is not None
    assert found.start.date().isoformat() == day


def test_what_is_counted_is_no_day() -> None:
    assert resolve("I live on the 14th floor", SAID, ahead=True) is None
    assert resolve("He eats like there's no tomorrow", SAID, ahead=True) is None


@pytest.mark.parametrize(
    "said, is_day",
    [
        ("taking metformin since march", False),
        ("living in rome since the 5th of april", False),
        ("going to the gym since last monday", False),
        ("booked since march for june", True),
        ("on friday since the clinic is shut", True),
        ("since we moved the visit is on monday", True),
    ],
)
def test_since_when_something_is_so_is_no_day_to_come(said: str, is_day: bool) -> None:
    assert names_day(said.split())
    assert names_day_to_come(said.split()) is is_day
