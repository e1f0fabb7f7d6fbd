"""Ties that one person hardly has together."""

from __future__ import annotations

import pytest

from recollect.rules.two_ties import exclude


@pytest.mark.parametrize(
    "one, other",
    [
        ("brother", "friend"),
        ("son", "nephew"),
        ("accountant", "contact"),
        ("older sister", "colleague"),
        ("dad", "boss"),
    ],
)
def test_they_exclude_each_other(one: str, other: str) -> None:
    assert exclude(one, other)
    assert exclude(other, one)


@pytest.mark.parametrize(
    "one, other",
    [
        ("friend", "colleague"),
        ("best friend", "neighbour"),
        ("mum", "mother"),
        ("girlfriend", "wife"),
        ("friend", "fiancée"),
        ("boss", "manager"),
        ("kid", "daughter"),
        ("dentist", "friend"),
        ("brother", "works with"),
        ("brother", "brother"),
    ],
)
def test_they_may_go_together(one: str, other: str) -> None:
    assert not exclude(one, other)
    assert not exclude(other, one)
