"""For whom, where and how somebody works, where and with whom somebody lives: each stays beside the others."""

from __future__ import annotations

import pytest

from recollect import Memory

AT_ACME = [
    "works on weekends",
    "works nights",
    "works from home",
    "works from home on Fridays",
    "works from home now",
    "works hard",
    "works part-time",
    "works with Bob",
    "works in Berlin",
    "works in finance",
    "is working on a novel",
    "works out every morning",
    "works on Project Nova",
    "works remotely",
    "works until 6 pm",
    "works under Carla",
    "works for three hours a day",
]


def known(memory: Memory, *told: str) -> set[str]:
    for text in told:
        memory.add(text, user="u")
    return {record.content for record in memory.list(user="u")}


@pytest.mark.feature("VG-16")
@pytest.mark.parametrize("whom", ["Ana", "User"])
@pytest.mark.parametrize("told", AT_ACME)
def test_how_somebody_works_does_not_end_where(memory: Memory, whom: str, told: str) -> None:
    both = f"{whom} works at Acme", f"{whom} {told}"
    assert known(memory, *both) == set(both)


@pytest.mark.feature("VG-16")
@pytest.mark.parametrize(
    "before, after",
    [
        ("Ana works hard", "Ana works at Acme"),
        ("Ana works in sales", "Ana works in Berlin"),
        ("Ana works at Acme", "Ana's work is boring"),
        ("Eva lives in Rome", "Eva lives with Bob"),
        ("Eva lives in Rome", "Eva lives with Bob now"),
        ("Eva was born in 1990", "Eva was born in Rome"),
        ("The party is in Rome", "The party is in 2027"),
    ],
)
def test_different_sides_stay_beside_each_other(memory: Memory, before: str, after: str) -> None:
    assert known(memory, before, after) == {before, after}


@pytest.mark.feature("VG-04")
@pytest.mark.parametrize(
    "before, after",
    [
        ("Ana works at Acme", "Ana works at Globex"),
        ("Ana works at Acme", "Ana works for Globex now"),
        ("Ana works at Acme", "Ana now works with KPMG"),
        ("Ana works in finance", "Ana works in marketing now"),
        ("Ana works in Berlin", "Ana works in Paris"),
        ("Ana works nights", "Ana works days now"),
        ("Ana works remotely", "Ana works at the office again"),
        ("Ana trabaja de camarera", "Ana trabaja de administrativa"),
        ("Eva is a designer based in Seattle", "Eva is a designer based in Austin, Texas"),
        ("Ich arbeite bei Siemens", "Ich arbeite jetzt in einer Bank"),
        ("Ana arbeitet bei Siemens", "Ana arbeitet jetzt im Krankenhaus"),
        ("Trabajo en un banco", "Ahora trabajo en Siemens"),
        ("Trabajo en Siemens", "Ahora trabajo en un hospital"),
        ("Je travaille chez Renault", "Je travaille maintenant dans une banque"),
        ("Trabalho em um banco", "Agora trabalho na Petrobras"),
        ("I work at Acme in sales", "I work in marketing at Acme now"),
        ("I work at Acme in Munich", "I work in Berlin for Acme now"),
        ("Eva lives in Rome", "Eva lives in Oslo"),
        ("Eva lives in Rome", "Eva lives near Oslo now"),
        ("Eva lives in Rome", "Eva moved to Oslo and lives there now"),
        ("Eva lives with Bob", "Eva lives alone now"),
        ("Eva lives with Bob", "Eva lives with Carl"),
        ("The party is in Rome", "The party is in Oslo"),
    ],
)
def test_of_one_side_the_newer_value_holds(memory: Memory, before: str, after: str) -> None:
    assert known(memory, before, after) == {after}
