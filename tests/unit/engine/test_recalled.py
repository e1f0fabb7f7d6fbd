"""What several searches for one question leave behind: what is shown in the end, once."""

from __future__ import annotations

import gc
import os
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import pytest

from recollect import Closed, InvalidInput, Memory, ScrubFailed
from recollect.engine.recalled import one_question
from recollect.model.scope import Scope
from recollect.read.learned import SIGNAL_WORDS

QUESTION = "which tools are in the shed?"


@pytest.fixture
def tools(memory: Memory) -> list[str]:
    texts = ("The saw is in the shed", "The spade is in the shed", "The rake is in the shed")
    return memory.add_many(list(texts), user="ana").ids


def counts(memory: Memory, ids: list[str]) -> list[int]:
    memory._running.recall.flush()
    return [memory.get(id).access_count for id in ids]


def found_then_failed(memory: Memory) -> None:
    with one_question():
        memory.search(QUESTION, user="ana")
        memory.search("", user="ana")


@pytest.mark.feature("LC-03")
def test_only_what_is_left_in_the_list_was_recalled(memory: Memory, tools: list[str]) -> None:
    with one_question() as found:
        hits = memory.search(QUESTION, user="ana")
        assert {hit.id for hit in found} == {hit.id for hit in hits} == set(tools)
        found[:] = [hit for hit in hits if hit.id == tools[1]]
    assert counts(memory, tools) == [0, 1, 0]
    assert [one.question for one in memory.recalls(tools[1], user="ana")] == [QUESTION]
    assert memory.recalls(tools[0], user="ana") == []


def test_several_searches_for_one_question_are_one_recall(memory: Memory, tools: list[str]) -> None:
    before = memory.get(tools[0]).strength
    with one_question() as found:
        for k in (3, 10, 100):
            memory.search(QUESTION, user="ana", k=k)
        assert len(found) == 9
    assert counts(memory, tools) == [1, 1, 1]
    assert memory.get(tools[0]).strength == pytest.approx(before + 0.1)
    assert len(memory.recalls(tools[0], user="ana")) == 1


def test_dry_searches_and_those_that_fail_leave_nothing(memory: Memory, tools: list[str]) -> None:
    with one_question() as found:
        memory.search(QUESTION, user="ana", dry_run=True)
        assert found == []
    with pytest.raises(InvalidInput):
        found_then_failed(memory)
    assert counts(memory, tools) == [0, 0, 0]
    memory.search(QUESTION, user="ana")
    assert counts(memory, tools) == [1, 1, 1], "a search of its own counts as ever"


def test_what_was_found_is_not_kept_until_it_is_written(memory: Memory, tools: list[str]) -> None:
    hits = memory.search(QUESTION, user="ana")
    records = [weakref.ref(hit.record) for hit in hits]
    del hits
    gc.collect()
    assert [record() for record in records] == [None] * 3
    assert all(hit.components for hit in memory.search(QUESTION, user="ana"))  # read by somebody, this time
    read, unread = memory.recalls(tools[0], user="ana")
    assert read.why == unread.why
    assert any(word in unread.why for word in SIGNAL_WORDS.values())


def test_waypoints_gain_where_they_led_to_what_is_shown(memory: Memory, tools: list[str]) -> None:
    log, scope = memory._running.recall.log, Scope(user="ana")
    hits = list(memory.search(QUESTION, user="ana", dry_run=True))
    ways = [(hit.record.item, "from", hit.id) for hit in hits]
    with one_question() as found:
        log.note(scope, QUESTION, hits, ways)
        log.note(scope, QUESTION, hits, ways)
        found[:] = hits[:1]
    assert log._left["default"].travelled == ways[:1]
    log.flush()
    with one_question() as found:
        log.note(scope, QUESTION, hits, ways)
        found.clear()
    assert not log._left


def refuses(text: str) -> str:
    if "boom" in text:
        raise RuntimeError(text)
    return text


def loses(text: str) -> str:
    return None if "boom" in text else text  # type: ignore[return-value]


@pytest.mark.parametrize("scrub", [refuses, loses])
def test_a_question_that_cannot_be_masked_is_left_out_and_hurts_nobody_else(scrub: Callable[[str], str]) -> None:
    with Memory(":memory:", scrub=scrub, worker="off") as memory:
        ana = memory.add("Ana lives in Rome", user="ana").ids[0]
        bob = memory.add("Bob lives in Oslo", user="bob").ids[0]
        memory.search("where does Bob live", user="bob")
        memory.search("boom: where does Ana live", user="ana")
        memory.search("where does Ana live", user="ana")
        assert [one.question for one in memory.recalls(bob, user="bob")] == ["where does Bob live"]
        assert [one.question for one in memory.recalls(ana, user="ana")] == ["where does Ana live"]
        assert counts(memory, [ana, bob]) == [2, 1], "what was recalled is counted all the same"
        failure = memory.status().recall_failure or ""
        assert "personal data" in failure
        assert "boom" not in failure
        assert "stored" not in failure, "it was no write"


def test_a_store_is_closed_whatever_the_last_question_was(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "m.db", scrub=refuses, worker="off")
    memory.add("Ana lives in Rome", user="ana")
    memory.search("boom: where does Ana live", user="ana")
    memory.close()
    assert not (tmp_path / "m.db-wal").exists()
    with pytest.raises(Closed):
        memory.search("Rome", user="ana")


def test_what_cannot_be_counted_for_one_tenant_is_counted_for_the_next(memory: Memory, tools: list[str]) -> None:
    log, store = memory._running.recall.log, memory._running.store
    hits = list(memory.search(QUESTION, user="ana", dry_run=True))
    log.note(Scope(tenant="away", user="ana"), QUESTION, hits)
    log.note(Scope(user="ana"), QUESTION, hits)
    touch = store.touch

    def failing(scope: Scope, *given: Any, **named: Any) -> None:
        if scope.tenant == "away":
            raise ScrubFailed("not this one")
        touch(scope, *given, **named)

    store.touch = failing  # type: ignore[method-assign]
    assert counts(memory, tools) == [1, 1, 1]


def test_whoever_flushes_finds_what_another_is_writing_written(
    memory: Memory, tools: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()
    recall, touch = memory._running.recall, memory._running.store.touch

    def slowly(*asked: Any, **more: Any) -> None:
        begun.set()
        assert go_on.wait(30)
        touch(*asked, **more)

    monkeypatch.setattr(memory._running.store, "touch", slowly)
    memory.search(QUESTION, user="ana")
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(recall.flush)
        assert begun.wait(30)
        second = pool.submit(counts, memory, tools)
        assert not wait([second], timeout=0.2).done
        go_on.set()
        assert second.result(timeout=30) == [1, 1, 1]
        assert first.result(timeout=30) is None


def test_a_forked_child_neither_waits_for_its_parents_threads_nor_writes_what_they_collected(
    memory: Memory, tools: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recollect.engine.recalled.WRITE_DELAY_S", 3600.0)  # the parent writes it later
    log = memory._running.recall.log
    memory.search(QUESTION, user="ana", k=1)
    with log._writing, log._lock:  # held in the parent at the moment of the fork
        child = os.getpid() + 1
        monkeypatch.setattr("recollect.engine.recalled.os.getpid", lambda: child)
        log.flush()
        log.told(Scope(tenant="default", user="ana"), QUESTION, memory.context(QUESTION, user="ana"))
        log.flush()
    assert max(memory.get(id).access_count for id in tools) == 1
