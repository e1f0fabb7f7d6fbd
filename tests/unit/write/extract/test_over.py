"""What names a day and is over: no plan, and without an end."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

SAID = datetime(2024, 9, 10, 12, tzinfo=UTC)  # a Tuesday


def told(text: str) -> list[tuple[str, str]]:
    """Kind and day of each claim that is no tie; none of them ends."""
    found = [claim for claim in extract(text, speaker=None, at=SAID) if claim.kind != "relationship"]
    assert all(claim.valid_until is None for claim in found)
    return [(claim.kind, claim.occurred_at.date().isoformat() if claim.occurred_at else "") for claim in found]


@pytest.mark.parametrize(
    "text, found",
    [
        ("Half marathon done last weekend!", ("event", "2024-09-07")),
        ("Job interview done on Friday!", ("event", "2024-09-06")),
        ("Done with exams in May.", ("event", "2024-05-01")),
        ("I had to sell my car in April.", ("event", "2024-04-01")),
        ("Me and my wife flew to Rome in March.", ("event", "2024-03-01")),
        ("I'm commuting now, moved in with my parents in august", ("fact", "")),
        ("Jun and I split up. He didn't come in the summer.", ("fact", "")),
        ("Le mariage d'Élodie était magnifique, le 20 juillet.", ("event", "2024-07-20")),
        ("J'avais un rendez-vous le 20 août.", ("event", "2024-08-20")),
        ("Mi boda fue el 12 de octubre.", ("event", "2023-10-12")),
        ("Tuve una entrevista el 12 de agosto.", ("event", "2024-08-12")),
        ("O casamento foi no dia 12 de agosto.", ("event", "2024-08-12")),
        ("Il matrimonio è stato il 12 agosto.", ("event", "2024-08-12")),
        ("Die Prüfung war im Juni.", ("event", "")),
        ("Mein Vorstellungsgespräch am 3. August lief gut.", ("event", "2024-08-03")),
        ("Letzten Samstag waren wir auf der Hochzeit von Lena.", ("event", "2024-09-07")),
    ],
)
def test_what_is_told_as_over_is_no_plan(text: str, found: tuple[str, str]) -> None:
    assert told(text) == [found]


def test_what_another_had_to_do_is_over_too() -> None:
    (claim,) = extract("My sister had to move out in April.", speaker=None, at=SAID)
    assert claim.occurred_at == datetime(2024, 4, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    "text, until",
    [
        ("I have to sell my car in April.", "2025-05-01"),
        ("Wedding on June 5, finished planning.", "2025-06-06"),
        ("Trip to Rome in October, booked yesterday.", "2024-11-01"),
        ("June and I are flying to Rome in October.", "2024-11-01"),
        ("I'm meeting Tom on Friday, he moved here in May.", "2024-09-14"),
        ("Unsere Hochzeit ist am 20. Juli.", "2025-07-21"),
        ("Le mariage est le 20 juillet.", "2025-07-21"),
        ("Tengo una entrevista el 12 de octubre.", "2024-10-13"),
        ("J'ai dû décaler le déménagement au 2 avril.", "2025-04-03"),
        ("Je me suis trompée, l'examen c'est le 17 juin.", "2025-06-18"),
        ("Wir ziehen im November nach Bonn.", "2024-12-01"),
    ],
)
def test_what_is_to_come_stays_a_plan_until_its_day(text: str, until: str) -> None:
    plan = extract(text, speaker=None, at=SAID)[0]
    assert plan.kind == "commitment"
    assert plan.valid_until is not None
    assert plan.valid_until.date().isoformat() == until


def test_a_plan_that_names_a_day_before_it_in_passing_has_no_end() -> None:
    found = extract("I'll send you the report from last week", speaker=None, at=SAID)
    assert all(claim.valid_until is None for claim in found)
