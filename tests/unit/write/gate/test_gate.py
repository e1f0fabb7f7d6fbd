"""L1, L3 and L4: limits with clear refusals, counted; nothing is limited unless somebody says so."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

import pytest

from recollect.errors import ConfigError, OverBudget, RateLimited
from recollect.model.scope import Scope
from recollect.write.gate import Gate, Options, normalised, text_hash
from recollect.write.gate.rate import Bucket, Buckets, take

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
DANA = Scope(user="dana")


def seconds(value: float) -> timedelta:
    return timedelta(seconds=value)


def test_nothing_is_limited_by_default() -> None:
    gate = Gate()
    assert all(gate.admit(DANA, adds=1000, chars=10**9, now=NOW) is None for _ in range(100))


@pytest.mark.parametrize(
    "bucket, amount, tokens, wait_s",
    [
        (None, 1, 59, None),
        (Bucket(0, NOW), 1, 0, 1.0),
        (Bucket(0.5, NOW), 1, 0.5, 0.5),
        (Bucket(0, NOW - seconds(1)), 1, 0, None),
        (Bucket(0, NOW - seconds(3600)), 1, 59, None),
        (Bucket(5, NOW + seconds(60)), 1, 4, None),
        (None, 500, -440, None),
        (Bucket(59, NOW), 500, 59, 1.0),
    ],
)
def test_a_bucket_fills_evenly_and_no_further_than_a_minute(
    bucket: Bucket | None, amount: float, tokens: float, wait_s: float | None
) -> None:
    taken = take(bucket, amount, per_minute=60, now=NOW)
    assert taken.bucket.tokens == pytest.approx(tokens)
    assert taken.retry_at == (None if wait_s is None else NOW + seconds(wait_s))


@pytest.mark.feature("VG-01")
def test_too_many_adds_are_refused_until_the_stated_moment() -> None:
    gate = Gate(Options(adds_per_minute=2))
    gate.admit(DANA, adds=2, chars=1, now=NOW)
    with pytest.raises(RateLimited, match="adds_per_minute") as caught:
        gate.admit(DANA, adds=1, chars=1, now=NOW)
    assert caught.value.code == "rate_limited"
    assert caught.value.retry_after_s == pytest.approx(30)
    assert gate.admit(Scope(user="tom"), adds=1, chars=1, now=NOW) is None
    assert gate.admit(DANA, adds=1, chars=1, now=NOW + seconds(30)) is None
    assert gate.counts["rate"] == {"passed": 3, "adds_per_minute": 1}


def test_a_tenant_has_a_limit_of_its_own_and_a_refused_add_costs_the_user_nothing() -> None:
    gate = Gate(Options(adds_per_minute=10, tenant_adds_per_minute=2, raises=False))
    assert gate.admit(DANA, adds=1, chars=1, now=NOW) is None
    assert gate.admit(Scope(user="tom"), adds=1, chars=1, now=NOW) is None
    refusal = gate.admit(DANA, adds=1, chars=1, now=NOW)
    assert refusal is not None
    assert (refusal.level, refusal.what, refusal.retry_at) == ("rate", "tenant_adds_per_minute", NOW + seconds(30))
    assert gate.admit(Scope(tenant="other", user="dana"), adds=1, chars=1, now=NOW) is None


@pytest.mark.feature("VG-01")
def test_a_day_s_budget_is_refused_until_midnight() -> None:
    gate = Gate(Options(chars_per_day=100))
    gate.admit(DANA, adds=1, chars=80, now=NOW)
    with pytest.raises(OverBudget, match="chars_per_day") as caught:
        gate.admit(DANA, adds=1, chars=30, now=NOW)
    assert caught.value.retry_after_s == 12 * 3600
    assert gate.admit(DANA, adds=1, chars=20, now=NOW) is None
    assert gate.admit(DANA, adds=1, chars=100, now=NOW + timedelta(days=1)) is None
    assert gate.counts["budget"] == {"passed": 3, "chars_per_day": 1}


def test_waiting_does_not_help_a_text_longer_than_a_day_s_budget() -> None:
    with pytest.raises(OverBudget, match="split it") as caught:
        Gate(Options(chars_per_day=100)).admit(DANA, adds=1, chars=101, now=NOW)
    assert caught.value.retry_after_s is None


def test_the_gate_counts_what_it_judged() -> None:
    gate = Gate()
    gate.judge("I moved to Porto")
    gate.judge("ok")
    gate.judge("Sure!", role="assistant")
    gate.count_duplicate(True)
    gate.count_duplicate(False)
    assert gate.counts["quality"] == {"passed": 1, "too_short": 1, "role": 1}
    assert gate.counts["duplicates"] == {"repeated": 1, "passed": 1}


def test_buckets_are_bounded() -> None:
    buckets = Buckets(buckets_max=3)
    for name in range(10):
        buckets.put(name, Bucket(1, NOW))
    assert len(buckets) == 3
    assert buckets.get(9) is not None
    assert buckets.get(0) is None


def test_threads_never_get_more_than_the_limit() -> None:
    gate = Gate(Options(adds_per_minute=50, raises=False))
    passed: list[bool] = []

    def add() -> None:
        passed.extend(gate.admit(DANA, adds=1, chars=1, now=NOW) is None for _ in range(40))

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(passed) == 50


@pytest.mark.parametrize("name", ["adds_per_minute", "tenant_adds_per_minute", "chars_per_day"])
def test_a_limit_below_zero_is_refused(name: str) -> None:
    with pytest.raises(ConfigError, match=name):
        Options(**{name: -1})


@pytest.mark.parametrize(
    "left, right, same",
    [
        ("I like tea", "i  LIKE tea!", True),
        ("I like tea", "User: I like tea.", True),
        ("I like tea", "**Dana**: I like tea", True),
        ("I like tea", "Ｉ ｌｉｋｅ ｔｅａ", True),
        ("I don't like tea", "I don’t like tea", True),
        ("I like tea", "I don't like tea", False),
        ("I like tea", "I like tea?", False),
        ("it costs 1.5", "it costs 15", False),
        ("at 9:30", "at 930", False),
        ("-5 degrees", "5 degrees", False),
        ("I use C++", "I use C#", False),
        ("I use C++", "I use C", False),
        ("Note: buy milk", "buy milk", False),
        ("👍", "👎", False),
        ("喜欢茶。", "喜欢茶", True),
        ("año", "ano", False),
    ],
)
def test_two_texts_are_the_same_when_they_differ_in_writing_only(left: str, right: str, same: bool) -> None:
    assert (normalised(left, speaker="Dana") == normalised(right, speaker="Dana")) is same
    assert (text_hash(left, speaker="Dana") == text_hash(right, speaker="Dana")) is same
