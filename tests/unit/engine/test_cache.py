"""The cache in memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from recollect.engine.cache import Cache


@pytest.mark.feature("EM-06")
def test_least_recently_used_goes_first_and_nothing_outlives_its_time() -> None:
    now = [0.0]
    cache: Cache[str] = Cache(2, 300.0, timer=lambda: now[0])
    cache.put("a", "A")
    cache.put("b", "B")
    assert cache.get("a") == "A"
    cache.put("c", "C")
    assert cache.get("b") is None
    now[0] = 300.0
    assert cache.get("a") == "A"
    now[0] = 301.0
    assert cache.get("a") is None
    assert (cache.hits, cache.misses) == (2, 2)


@pytest.mark.feature("ST-20")
def test_a_full_record_cache_drops_its_oldest_fifth_at_once() -> None:
    cache: Cache[int] = Cache(10_000, 300.0, evict_share=0.2)
    for number in range(10_001):
        cache.put(str(number), number)
    assert len(cache) == 8001
    assert cache.get("1999") is None
    assert cache.get("2000") == 2000
    assert cache.get("10000") == 10_000


def test_a_cache_of_no_entries_keeps_nothing() -> None:
    cache: Cache[int] = Cache(0, 300.0)
    cache.put("a", 1)
    assert cache.get("a") is None


def test_what_was_read_before_something_was_dropped_is_not_kept() -> None:
    cache: Cache[str] = Cache(2, 300.0)
    drops = cache.drops
    cache.drop("a")
    cache.put("a", "as it was", drops=drops)
    assert cache.get("a") is None
    cache.put("a", "as it is", drops=cache.drops)
    assert cache.get("a") == "as it is"


def test_a_recall_counted_while_a_record_is_read_is_seen_by_the_next_who_reads_it(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = memory.add("Ana plays the cello", user="ana").id
    memory.search("who plays the cello?", user="ana")
    running, look = memory._running, memory._running.store.look

    def slowly(*asked: Any) -> Any:
        found = look(*asked)
        running.recall.flush()
        return found

    with monkeypatch.context() as patched:
        patched.setattr(running.store, "look", slowly)
        memory.get(id)
    assert memory.get(id).access_count == 1


@pytest.mark.feature("ST-20")
def test_a_cached_record_is_never_older_than_the_store(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db") as here, Memory(tmp_path / "m.db") as there:
        id = here.add("Ana lives in Lisbon", user="u").id
        assert here.get(id).content == here.get(id).content == "Ana lives in Lisbon"
        there.update(id, content="Ana lives in Porto")
        assert here.get(id).content == "Ana lives in Porto"
        there.delete(id)
        with pytest.raises(LookupError):
            here.get(id)
    assert (here.settings.record_cache_entries, here.settings.record_cache_ttl_s) == (10_000, 300.0)
