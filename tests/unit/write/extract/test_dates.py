"""Times named in a clause, seen from the day it was said."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from recollect.write.extract.dates import resolve

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
