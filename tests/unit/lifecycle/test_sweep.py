"""Which records a sweep archives, and why."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from recollect.lifecycle import retention
from recollect.lifecycle.sweep import excess, reason
from recollect.model.ageing import Ageing, Policy
from recollect.model.record import Record
from recollect.model.scope import Scope
from tests.clock import START

NOW = START
MOMENT = timedelta(microseconds=1)


def aged(id: str = "x", **fields: Any) -> Ageing:
    given: dict[str, Any] = {
        "item": 1,
        "id": id,
        "layer": "memory",
        "agent": None,
        "evergreen": False,
        "strength": 0.5,
        "strength_at": NOW,
        "decay_rate": 0.0,
        "created_at": NOW,
        "updated_at": NOW,
    }
    return Ageing(**(given | fields))


def why(one: Ageing, *, days: dict[str, float] | None = None, below: float = 0.0) -> str | None:
    policy = Policy(retention_days=days or {}, forget_below=below)
    return reason(one, policy, retention.cutoffs(policy.retention_days, NOW), NOW)


@pytest.mark.parametrize("ends, expected", [(NOW, "expired"), (NOW - MOMENT, "expired"), (NOW + MOMENT, None)])
def test_a_record_is_over_the_moment_it_expires(ends: Any, expected: str | None) -> None:
    assert why(aged(expires_at=ends)) == expected


@pytest.mark.feature("LC-06", "LC-07")
@pytest.mark.parametrize(
    "layer, age, expected",
    [
        ("memory", timedelta(days=30), None),
        ("memory", timedelta(days=30) + MOMENT, "retention"),
        ("summary", timedelta(days=30) + MOMENT, None),
        ("summary", timedelta(days=180), None),
        ("summary", timedelta(days=180) + MOMENT, "retention"),
        ("turn", timedelta(days=9999), None),
        ("profile", timedelta(days=9999), None),
    ],
)
def test_each_layer_has_its_own_retention_to_the_microsecond(layer: str, age: timedelta, expected: str | None) -> None:
    assert why(aged(layer=layer, created_at=NOW - age), days={"memory": 30, "summary": 180, "turn": 0}) == expected


@pytest.mark.feature("LC-05")
@pytest.mark.parametrize(
    "fields, expected",
    [
        ({"strength_at": NOW - timedelta(days=115)}, None),
        ({"strength_at": NOW - timedelta(days=116)}, "faded"),
        ({"strength_at": NOW - timedelta(days=116), "evergreen": True}, None),
        ({"strength_at": NOW - timedelta(days=116), "layer": "override"}, None),
        ({"strength_at": NOW - timedelta(days=116), "layer": "turn"}, None),
        ({"strength_at": NOW - timedelta(days=116), "strength": 1.0}, None),
    ],
)
def test_a_memory_that_nobody_used_fades_and_what_is_pinned_does_not(
    fields: dict[str, Any], expected: str | None
) -> None:
    assert why(aged(decay_rate=0.02, **fields), below=0.05) == expected
    assert why(aged(decay_rate=0.02, **fields)) is None, "unless it is asked for"


@pytest.mark.feature("VG-17")
def test_over_the_cap_the_weakest_and_then_the_oldest_go() -> None:
    entries = [
        aged("strong", strength=0.9),
        aged("weak", strength=0.1),
        aged("old", updated_at=NOW - timedelta(days=9)),
        aged("new"),
        aged("faded", strength=0.9, decay_rate=10.0),
    ]
    later = NOW + timedelta(days=1)
    assert excess(entries, 5, later) == []
    assert [one.id for one in excess(entries, 2, later)] == ["faded", "weak", "old"]
    assert excess(entries, 0, later) == []


def test_what_is_no_entry_does_not_count_and_what_is_pinned_goes_last() -> None:
    entries = [
        aged("profile", layer="profile"),
        aged("turn", layer="turn"),
        aged("summary", layer="summary"),
        aged("kept", evergreen=True, strength=0.0),
        aged("a", strength=0.4),
        aged("b"),
    ]
    assert [one.id for one in excess(entries, 2, NOW)] == ["a"]
    assert [one.id for one in excess(entries, 1, NOW)] == ["a", "b"]


@pytest.mark.feature("LC-06")
def test_of_two_retentions_the_shorter_holds_and_none_is_no_limit() -> None:
    assert retention.strictest({"memory": 30, "turn": 0}, {"memory": 60, "summary": 180}, {}) == {
        "memory": 30,
        "summary": 180,
    }
    assert "profile" not in retention.every_layer(30)
    assert retention.cutoffs({"turn": 0}, NOW) == {}


def test_a_record_is_shown_until_its_time_is_over() -> None:
    record = Record(id="x", content="x", scope=Scope(), strength_at=NOW, created_at=NOW, updated_at=NOW)
    assert retention.is_shown(record, {"memory": NOW}, NOW)
    assert not retention.is_shown(record, {"memory": NOW + MOMENT}, NOW)
    assert not retention.is_shown(record.but(expires_at=NOW), {}, NOW)


@pytest.mark.feature("LC-01", "RM-12")
@pytest.mark.parametrize(
    "strength, rate, days, expected",
    [
        (0.5, 0.005, 30, 0.4304),
        (0.8, 0.02, 10, 0.6550),
        (0.5, 0.015, 30, 0.3188),
        (0.5, 0.02, 34.657359, 0.25),
        (0.5, 0.0, 9999, 0.5),
        (0.5, 0.02, -3, 0.5),
    ],
)
def test_strength_is_computed_when_it_is_read(strength: float, rate: float, days: float, expected: float) -> None:
    record = Record(
        id="x", content="x", scope=Scope(), strength=strength, decay_rate=rate, strength_at=NOW, created_at=NOW,
        updated_at=NOW,
    )  # fmt: skip
    moment = NOW + timedelta(days=days)
    assert record.strength_now(moment) == pytest.approx(expected, abs=5e-5)
    assert aged(strength=strength, decay_rate=rate).strength_now(moment) == record.strength_now(moment)
