"""Answers that processes share through a real Redis: the same, never older than the last write, and never needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from recollect.errors import RateLimited
from tests.clock import Clock
from tests.proxy import Faults, Proxy
from tests.redis_service import RedisRun

NOTES = ["Ana lives in Lisbon", "Ana drinks green tea in the morning", "The garden needs water in the evening"]
STAGE = "hot tier: answered a moment ago"

Open = Callable[..., Memory]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def open_memory(tmp_path: Path, clock: Clock) -> Iterator[Open]:
    """Opens the same store as another process would."""
    with ExitStack() as opened:

        def open(redis_url: str | None, **settings: Any) -> Memory:
            given = {"redis_url": redis_url, "redis_timeout_ms": 5000, "worker": "off", **settings}
            memory = Memory(tmp_path / "m.db", clock=clock, config_file=tmp_path / "none.toml", **given)
            return opened.enter_context(memory)

        yield open


@pytest.fixture(autouse=True)
def recalls_are_written_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a search made stronger a second ago has another score: here nothing becomes stronger meanwhile."""
    monkeypatch.setattr("recollect.engine.recalled.WRITE_DELAY_S", 3600.0)


def same(left: Any, right: Any) -> bool:
    def seen(hits: Any) -> Any:
        return [(hit.record, hit.score, hit.tier, hit.tokens, hit.path, hit.window, hit.sources) for hit in hits]

    return bool(seen(left) == seen(right))


@pytest.mark.feature("ST-15")
def test_a_search_that_another_process_answered_is_answered_alike(open_memory: Open, redis_url: str) -> None:
    one, other, alone = open_memory(redis_url), open_memory(redis_url), open_memory(None)
    one.add_many(NOTES, user="ana")
    first = one.search("green tea morning", user="ana", dry_run=True)
    assert STAGE not in first.trace.stages
    again = other.search("green tea morning", user="ana", dry_run=True)
    assert STAGE in again.trace.stages
    assert same(first, again)
    assert [dict(hit.components) for hit in again] == [pytest.approx(dict(hit.components)) for hit in first]
    assert [hit.why for hit in again] == [hit.why for hit in first]
    plain = alone.search("green tea morning", user="ana", dry_run=True)
    assert [(hit.id, hit.score) for hit in plain] == [(hit.id, hit.score) for hit in again]


@pytest.mark.feature("ST-15")
def test_every_write_is_seen_at_once_by_everybody(open_memory: Open, redis_url: str) -> None:
    one, other = open_memory(redis_url), open_memory(redis_url)
    (id, *_) = one.add_many(NOTES, user="ana").ids

    def asked() -> list[str]:
        told = [memory.search("Where does Ana live?", user="ana", k=3) for memory in (one, other)]
        assert same(*told)
        return [hit.content for hit in told[1]]

    assert "Ana lives in Lisbon" in asked()
    other.update(id, content="Ana lives in Porto")
    assert "Ana lives in Porto" in asked()
    one.add("Where Ana lives is a secret to everybody")
    assert "Where Ana lives is a secret to everybody" in asked(), "the shared space counts too"
    one.delete(id)
    assert not any("Porto" in content for content in asked())


@pytest.mark.parametrize(
    "other",
    [
        {"k": 1},
        {"user": "ben"},
        {"session": "s1"},
        {"preset": "rrf"},
        {"mmr_lambda": 0.5},
        {"tags": ["x"]},
        {"query": "green tea evening"},
        {"explain": True},
    ],
    ids=str,
)
def test_another_question_is_another_answer(open_memory: Open, redis_url: str, other: dict[str, Any]) -> None:
    memory = open_memory(redis_url)
    memory.add_many(NOTES, user="ana")
    asked: dict[str, Any] = {"query": "green tea morning", "user": "ana"}
    memory.search(**asked)
    assert STAGE in memory.search(**asked).trace.stages
    assert STAGE not in memory.search(**{**asked, **other}).trace.stages


def test_other_settings_and_another_store_share_nothing(
    open_memory: Open, redis_url: str, tmp_path: Path, clock: Clock
) -> None:
    memory = open_memory(redis_url)
    memory.add_many(NOTES, user="ana")
    memory.search("green tea morning", user="ana")
    tuned = open_memory(redis_url, recall_options="mmr_lambda=0.5")
    assert STAGE not in tuned.search("green tea morning", user="ana").trace.stages
    given = {"redis_url": redis_url, "worker": "off", "config_file": tmp_path / "none.toml"}
    with Memory(tmp_path / "another.db", clock=clock, **given) as stranger:
        stranger.add_many(NOTES, user="ana")
        assert STAGE not in stranger.search("green tea morning", user="ana").trace.stages


def test_an_answer_is_believed_for_seconds_and_not_beyond_what_expires(
    open_memory: Open, redis_url: str, clock: Clock
) -> None:
    memory = open_memory(redis_url)
    memory.add_many(NOTES, user="ana")
    soon = clock.now + timedelta(seconds=5)
    memory.add("The green tea shop opens in the morning", user="ana", expires_at=soon)
    assert "shop" in " ".join(hit.content for hit in memory.search("green tea morning", user="ana"))
    clock.forward(seconds=6)
    late = memory.search("green tea morning", user="ana")
    assert "shop" not in " ".join(hit.content for hit in late)
    clock.forward(seconds=11)
    assert STAGE not in memory.search("green tea morning", user="ana").trace.stages


@pytest.mark.feature("ST-15", "LC-06")
def test_an_answer_is_not_believed_beyond_the_retention_of_what_it_found(
    open_memory: Open, clock: Clock, redis_url: str
) -> None:
    one, other = (open_memory(redis_url, retention_days={"memory": 1}) for _ in range(2))
    one.add_many(NOTES, user="ana")
    clock.now += timedelta(days=1, seconds=-1)
    for asked in ({"preset": "rrf"}, {"preset": "omniroute"}):
        assert one.search("green tea", user="ana", dry_run=True, **asked)
        assert STAGE in other.search("green tea", user="ana", dry_run=True, **asked).trace.stages
    assert "green tea" in one.context("green tea", user="ana").text
    clock.now += timedelta(seconds=1, microseconds=1)
    for asked in ({"preset": "rrf"}, {"preset": "omniroute"}):
        assert not other.search("green tea", user="ana", dry_run=True, **asked)
    assert "green tea" not in other.context("green tea", user="ana").text


@pytest.mark.feature("ST-15")
def test_a_context_that_another_process_made_is_given_alike(open_memory: Open, redis_url: str) -> None:
    one, other = open_memory(redis_url), open_memory(redis_url)
    one.add_many(NOTES, user="ana")
    first = one.context("Where does Ana live?", user="ana")
    again = other.context("Where does Ana live?", user="ana")
    assert again.cached
    assert (again.text, again.sections, again.tokens, again.messages) == (
        first.text,
        first.sections,
        first.tokens,
        first.messages,
    )
    other.add("Ana lives in Faro since yesterday", user="ana")
    third = one.context("Where does Ana live?", user="ana")
    assert not third.cached
    assert "Faro" in third.text


def texts_in(server: RedisRun) -> bytes:
    with server.client() as client:
        return b"".join(b"".join(client.hgetall(key).values()) for key in client.keys("*:answers:*"))


@pytest.mark.feature("ST-15")
def test_erasing_leaves_nothing_in_redis(open_memory: Open, redis_server: RedisRun, redis_url: str) -> None:
    memory = open_memory(redis_url)
    memory.add_many(NOTES, user="ana")
    memory.search("Where does Ana live?", user="ana")
    assert b"Lisbon" not in texts_in(redis_server), "of a search no text is kept"
    memory.context("Where does Ana live?", user="ana")
    assert b"Lisbon" in texts_in(redis_server)
    memory.erase(user="ana")
    assert texts_in(redis_server) == b""


def test_deleting_a_document_leaves_nothing_of_it_in_redis(
    open_memory: Open, redis_server: RedisRun, redis_url: str
) -> None:
    memory = open_memory(redis_url)
    made = memory.ingest(b"# House\n\nThe boiler stands in Lisbon, in the hall.", user="ana", name="house.md")
    memory.context("Where does the boiler stand?", user="ana")
    assert b"Lisbon" in texts_in(redis_server)
    memory.delete_document(made.id)
    assert texts_in(redis_server) == b""


def test_answers_can_be_left_out_of_redis(open_memory: Open, redis_server: RedisRun, redis_url: str) -> None:
    memory = open_memory(redis_url, redis_cache="off", searches_per_minute=2)
    memory.add_many(NOTES, user="ana")
    for _ in range(2):
        assert STAGE not in memory.search("green tea morning", user="ana").trace.stages
    with pytest.raises(RateLimited):
        open_memory(redis_url, redis_cache="off", searches_per_minute=2).search("green tea morning", user="ana")
    assert texts_in(redis_server) == b""


@pytest.mark.feature("ST-15")
def test_limits_of_adds_hold_for_all_processes_together(open_memory: Open, redis_url: str) -> None:
    one, other = (open_memory(redis_url, adds_per_minute=3, tenant_adds_per_minute=5) for _ in range(2))
    for memory in (one, other, one):
        memory.add("a note", user="ana")
    with pytest.raises(RateLimited, match="this user") as refused:
        other.add("a note too many", user="ana")
    assert 0 < refused.value.retry_after_s <= 20
    for memory in (one, other):
        memory.add("a note", user="ben")
    with pytest.raises(RateLimited, match="this tenant"):
        one.add("a note too many", user="cy")


FAULTS = [Faults(silent=True), Faults(refuse=True), Faults(cut=True), Faults(corrupt=True), Faults(delay_s=5.0)]


@pytest.mark.feature("RS-05")
@pytest.mark.parametrize("faults", FAULTS, ids=["silent", "refuse", "cut", "corrupt", "delay"])
def test_without_redis_everything_is_answered_and_the_loss_is_named(
    open_memory: Open, redis_server: RedisRun, redis_url: str, faults: Faults
) -> None:
    alone = open_memory(None)
    alone.add_many(NOTES, user="ana")
    with Proxy("127.0.0.1", redis_server.port) as line:
        memory = open_memory(f"redis://127.0.0.1:{line.port}/0", redis_timeout_ms=100, searches_per_minute=100)
        memory.search("green tea morning", user="ana", dry_run=True)
        line.faults = faults
        line.drop_all()
        hits = memory.search("green tea morning", user="ana", dry_run=True)
        assert same(hits, alone.search("green tea morning", user="ana", dry_run=True))
        assert memory.context("Where does Ana live?", user="ana").text
        (reason,) = memory.status().degraded
        assert reason.startswith("redis: ")
        memory.add("Redis is not needed for this", user="ana")


def test_own_limits_hold_while_redis_is_gone(open_memory: Open, redis_server: RedisRun, redis_url: str) -> None:
    memory = open_memory(redis_url, adds_per_minute=2)
    redis_server.stop()
    memory.add("one", user="ana")
    memory.add("two", user="ana")
    with pytest.raises(RateLimited):
        memory.add("three", user="ana")
