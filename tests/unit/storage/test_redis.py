"""The hot tier on a real Redis, and on a line to it that delays, cuts and corrupts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest

from recollect import registry
from recollect.contracts.hot_tier import HotTier, Limit
from recollect.errors import ConfigError
from recollect.storage import redis as tier_module
from tests.proxy import Faults, Proxy
from tests.redis_service import RedisRun

SLACK_S = 20.0
"""What a busy machine may add to a time-out; the waits that are refused here would be longer."""


def opened(url: str, store_id: str = "s1", timeout_s: float = 5.0) -> Any:
    return closing(registry.hot_tier(url, {"store_id": store_id, "timeout_s": timeout_s}))


@pytest.fixture
def line(redis_server: RedisRun, redis_url: str) -> Iterator[Proxy]:
    with Proxy("127.0.0.1", redis_server.port) as proxy:
        yield proxy


@pytest.mark.feature("ST-15")
def test_limits_are_shared_by_everybody_who_uses_the_same_redis(redis_url: str) -> None:
    limit = [Limit("ana", 10)]
    with opened(redis_url) as one, opened(redis_url) as other:
        with ThreadPoolExecutor(4) as pool:
            taken = list(pool.map(lambda at: (one, other)[at % 2].take(limit, 1), range(40)))
        passed = [found for found in taken if found is not None and found.refused is None]
        assert 10 <= len(passed) <= 12, "forty at once, ten a minute: what fills up meanwhile is hardly one"
        refused = one.take(limit, 1)
        assert refused is not None
        assert refused.refused == 0
        assert 0 < refused.wait_s <= 6
        assert other.take([Limit("ben", 10)], 1).refused is None


def test_of_several_limits_all_give_or_none(redis_url: str) -> None:
    with opened(redis_url) as tier:
        user, tenant = Limit("user", 10), Limit("tenant", 3)
        for _ in range(3):
            assert tier.take([user, tenant], 1).refused is None
        for _ in range(5):
            assert tier.take([user, tenant], 1).refused == 1
        assert tier.take([user], 1).left == pytest.approx(6, abs=0.5), "nothing was taken by those that were refused"


def test_more_than_a_minutes_worth_passes_once_and_is_paid_for_by_waiting(redis_url: str) -> None:
    with opened(redis_url) as tier:
        assert tier.take([Limit("a", 10)], 25).refused is None
        refused = tier.take([Limit("a", 10)], 1)
        assert refused.refused == 0
        assert 90 < refused.wait_s <= 96


@pytest.mark.feature("ST-15")
def test_what_is_kept_is_found_by_others_until_it_is_forgotten(redis_url: str) -> None:
    with opened(redis_url) as one, opened(redis_url) as other, opened(redis_url, "another store") as stranger:
        one.put("ana", "q1", b"\x00\xffvalue")
        assert other.get("ana", "q1") == b"\x00\xffvalue"
        assert other.get("ana", "q2") is None
        assert other.get("ben", "q1") is None
        assert stranger.get("ana", "q1") is None
        other.forget("ana")
        assert one.get("ana", "q1") is None


def test_keys_say_nothing_and_everything_goes_by_itself(redis_server: RedisRun, redis_url: str) -> None:
    with opened(redis_url, "sqlite:///secret/path.db") as tier, redis_server.client() as looking:
        tier.put("tenant-acme/user-ana", "q", b"v")
        tier.take([Limit("tenant-acme/user-ana", 10)], 1)
        keys = looking.keys("*")
        assert len(keys) == 2
        assert not any(word in key for key in keys for word in (b"acme", b"ana", b"path"))
        assert all(0 < looking.pttl(key) <= 120_000 for key in keys)


def test_a_group_and_a_value_have_a_largest_size(redis_server: RedisRun, redis_url: str) -> None:
    with opened(redis_url) as tier, redis_server.client() as looking:
        for number in range(200):
            tier.put("ana", f"q{number}", b"v")
        (key,) = looking.keys("*")
        assert looking.hlen(key) <= tier_module.NAMES_A_GROUP_MAX
        assert tier.get("ana", "q199") == b"v"
        tier.put("ben", "q", b"v" * (tier_module.VALUE_BYTES_MAX + 1))
        assert tier.get("ben", "q") is None


FAULTS: list[tuple[str, Faults]] = [
    ("delay", Faults(delay_s=5.0)),
    ("silence", Faults(silent=True)),
    ("refused", Faults(refuse=True)),
    ("cut", Faults(cut=True)),
    ("corrupt", Faults(corrupt=True)),
    ("drip", Faults(drip_s=0.02)),
]
CALLS: list[Callable[[HotTier], Any]] = [
    lambda tier: tier.take([Limit("a", 10)], 1),
    lambda tier: tier.get("g", "n"),
    lambda tier: tier.put("g", "n", b"x" * 10_000),
    lambda tier: tier.forget("g"),
]


@pytest.mark.feature("RS-05")
@pytest.mark.parametrize("name, faults", FAULTS, ids=[name for name, _ in FAULTS])
def test_whatever_is_wrong_with_redis_nobody_waits_longer_than_the_time_out(
    line: Proxy, name: str, faults: Faults
) -> None:
    with opened(f"redis://127.0.0.1:{line.port}/0", timeout_s=0.1) as tier:
        tier.put("g", "n", b"x" * 10_000)
        line.faults = faults
        line.drop_all()
        for call in CALLS:
            began = time.monotonic()
            assert call(tier) is None
            assert time.monotonic() - began < 0.1 + SLACK_S
        assert "Redis" in str(tier.degraded)


@pytest.mark.feature("RS-05")
def test_a_redis_that_keeps_failing_is_left_alone_and_found_again(redis_server: RedisRun, redis_url: str) -> None:
    now = [0.0]
    with opened(redis_url, timeout_s=5.0) as tier:
        tier._now_s = lambda: now[0]
        assert tier.ping() is None
        redis_server.stop()
        for _ in range(tier_module.FAILURES_MAX):
            assert tier.get("g", "n") is None
        assert tier.degraded is not None
        redis_server.start()
        assert tier.take([Limit("a", 1)], 1) is None, "left alone for a while"
        now[0] = tier_module.OPEN_S + 1
        assert tier.take([Limit("a", 1)], 1).refused is None
        assert tier.degraded is None


@pytest.mark.parametrize("url", ["http://localhost", "localhost:6379", "redis://localhost:port/0"])
def test_an_address_that_is_none_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(ConfigError, match="redis_url"):
        registry.hot_tier(url, {"store_id": "s"})
