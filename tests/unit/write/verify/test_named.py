"""Statements about people by their full names: a denial ends what it denies, and who does what to whom counts."""

from __future__ import annotations

import pytest

from tests.unit.write.verify.conftest import Judge


@pytest.mark.parametrize(
    "old, new",
    [
        ("Anna Berg owes Tom Hardy 40 euros", "Tom Hardy owes Anna Berg 40 euros"),
        ("Lena Novak manages Paul Reyes", "Paul Reyes manages Lena Novak"),
        (
            "Lena Novak painted portraits of Paul Reyes and Ada Quist",
            "Paul Reyes painted portraits of Lena Novak and Ada Quist",
        ),
        (
            "Amy Quist wrote a report that was quoted by Paul Reyes",
            "Paul Reyes wrote a report that was quoted by Amy Quist",
        ),
    ],
)
def test_people_in_each_others_places_are_no_repetition(decide: Judge, old: str, new: str) -> None:
    assert decide(old, new).label == "supersede"


@pytest.mark.parametrize(
    "old, new",
    [
        ("Lena Novak is married to Paul Reyes", "Paul Reyes is married to Lena Novak"),
        ("Lena Novak and Paul Reyes founded Brightline", "Paul Reyes and Lena Novak founded Brightline"),
        ("Lena Novak works with Paul Reyes", "Paul Reyes works with Lena Novak"),
        ("Lena Novak is Paul Reyes's boss", "Paul Reyes's boss is Lena Novak"),
        ("Paul Reyes and Lena Novak are cousins", "Lena Novak and Paul Reyes are cousins"),
        ("Lena Novak wrote a foreword for Paul Reyes", "A foreword for Paul Reyes was written by Lena Novak"),
    ],
)
def test_the_same_told_from_the_other_side_is_one(decide: Judge, old: str, new: str) -> None:
    assert decide(old, new).label == "duplicate"


def test_a_denial_ends_the_statement_that_has_all_it_denies(decide: Judge) -> None:
    known = "Kai Brandt enjoys cooking and has climbed Mount Etna"
    assert decide(known, "Kai Brandt has never climbed Mount Etna, but he has seen Mount Fuji").label == "supersede"
    assert decide(known, "Kai Brandt has never climbed Mount Fuji").label == "keep_both"
