"""Status, reindex, backup and restore."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from recollect import Memory
from recollect.errors import EmbeddingFailed
from recollect.model.record import Record
from recollect.rules import text
from tests.unit.test_memory import contents

TEXTS = [f"note number {number} about the garden" for number in range(600)]


@pytest.mark.feature("ST-07")
@pytest.mark.feature("JB-03")
def test_another_embedder_means_reindex_in_batches_with_progress(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", embedder="synthetic") as memory:
        memory.add_many(TEXTS, user="u")
        memory.add("shared")
    with Memory(tmp_path / "m.db") as memory:
        assert memory.status().needs_reindex == 601
        left = memory._running.care.reindex_batch(memory._scope(), limit=100)
        assert left == memory.status().needs_reindex == 501
        steps: list[tuple[int, int]] = []
        counts = memory.reindex(progress=lambda done, total: steps.append((done, total)))
        assert counts == {"spaces": 0, "vectors": 501}
        assert steps[-1] == (501, 501)
        assert memory.status().facts.vectors == {memory.status().embedder: 601}
        assert memory.reindex() == {"spaces": 0, "vectors": 0}


@pytest.mark.feature("ST-07")
@pytest.mark.feature("RM-06")
def test_missing_vectors_are_filled_in_by_the_searches_that_meet_them(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", embedder="none") as memory:
        memory.add_many(TEXTS[:50], user="u")
    with Memory(tmp_path / "m.db", backfill_ms=10_000) as memory:
        first = memory.search("garden", user="u")
        assert "50 of 50 items" in (first.trace.fallback_reason or "")
        assert memory.search("garden", user="u").trace.fallback_reason is None
        assert memory.status().needs_reindex == 0


def test_another_analyser_means_the_words_are_indexed_anew(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    memory.add_many(TEXTS[:20], user="u")
    memory.add("shared garden")
    for module in ("recollect.rules.text", "recollect.engine.care", "recollect.storage.sql.checking"):
        monkeypatch.setattr(f"{module}.ANALYSER_VERSION", text.ANALYSER_VERSION + 1)
    assert {problem.code for problem in memory.doctor()} == {"analyser"}
    assert memory.reindex()["spaces"] == 2
    assert memory.doctor() == []
    assert memory.search("garden", user="u")


def test_a_backup_is_taken_while_the_store_is_used_and_can_be_restored(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db") as memory:
        memory.add("before", user="u")
        assert memory.backup(tmp_path / "safe" / "copy.bak") > 0
        memory.add("after", user="u")
        assert len(memory.search("before after", user="u")) == 2
        kept = Memory.restore(tmp_path / "safe" / "copy.bak", tmp_path / "m.db")
        assert kept == tmp_path / "m.db.before-restore.bak"
        assert contents(memory.list(user="u")) == ["before"]
        assert contents(memory.search("before after", user="u")) == ["before"]
        memory.add("later", user="u")
        assert len(memory.search("before later", user="u")) == 2
    with Memory(tmp_path / "m.db.before-restore.bak") as old:
        assert set(contents(old.list(user="u"))) == {"before", "after"}


def test_a_store_that_cannot_be_written_still_answers_and_the_status_says_what_was_left_undone(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db") as memory:
        memory.add("only to be read", user="u")
    with Memory(f"sqlite:///{tmp_path / 'm.db'}?mode=ro") as memory:
        assert contents(memory.search("read", user="u")) == ["only to be read"]
        memory._running.recall.flush()
        assert "read-only" in (memory.status().recall_failure or "")


class Busy:
    """Another process that adds whenever a batch was embedded."""

    def __init__(self, memory: Memory, other: Memory, *, added: int, times: int) -> None:
        self._embed, self._other, self._added, self.left = memory._running.recall.embed_records, other, added, times
        memory._running.recall.embed_records = self  # type: ignore[method-assign, assignment]

    def __call__(self, records: Sequence[Record]) -> int:
        if self.left:
            self.left -= 1
            self._other.add_many([f"meanwhile {self.left} {number}" for number in range(self._added)], user="u")
        return self._embed(records)


@pytest.mark.feature("JB-03")
@pytest.mark.parametrize("others", ["none", "static"])
@pytest.mark.parametrize("added", [10, 256, 400], ids=["slower", "as fast", "faster"])
def test_a_reindex_goes_on_while_somebody_else_writes(tmp_path: Path, others: str, added: int) -> None:
    with (
        Memory(tmp_path / "m.db", embedder=others) as other,
        Memory(tmp_path / "m.db", embedder="synthetic") as memory,
    ):
        other.add_many(TEXTS, user="u")
        Busy(memory, other, added=added, times=3)
        steps: list[tuple[int, int]] = []
        counts = memory.reindex(progress=lambda done, total: steps.append((done, total)))
        assert counts == {"spaces": 0, "vectors": 600 + 3 * added}
        assert all(0 < done <= total for done, total in steps)
        assert steps[-1] == (600 + 3 * added,) * 2
        assert memory.status().needs_reindex == 0
        assert memory.doctor() == []


def test_a_reindex_ends_though_somebody_writes_without_end_and_says_what_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recollect.engine.care.REINDEX_BATCH", 16)
    monkeypatch.setattr("recollect.engine.care.ROUNDS_SPARE", 3)
    with (
        Memory(tmp_path / "m.db", embedder="none") as other,
        Memory(tmp_path / "m.db", embedder="synthetic") as memory,
    ):
        other.add_many(TEXTS[:40], user="u")
        Busy(memory, other, added=20, times=1000)
        counts = memory.reindex()
        assert counts["vectors"] == 9 * 16
        assert counts["left"] == memory.status().needs_reindex == 40 + 9 * 20 - 9 * 16


def test_an_embedder_that_gives_nothing_that_is_wanted_stops_a_reindex(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", embedder="none") as memory:
        memory.add_many(TEXTS[:20], user="u")
    with Memory(tmp_path / "m.db", embedder="synthetic") as memory:
        memory._running.recall.embed_records = len  # type: ignore[method-assign, assignment]
        with pytest.raises(EmbeddingFailed, match="makes no progress"):
            memory.reindex()


@pytest.mark.feature("ST-07")
def test_a_process_with_another_embedder_leaves_the_vectors_of_a_reindex_alone(tmp_path: Path) -> None:
    with (
        Memory(tmp_path / "m.db", backfill_ms=10_000) as old,
        Memory(tmp_path / "m.db", embedder="synthetic", backfill_ms=10_000) as new,
    ):
        old.add_many(TEXTS[:50], user="u")
        assert new.reindex()["vectors"] == 50
        own = str(new.status().embedder)
        old.search("garden", user="u")
        assert new.status().facts.vectors == {own: 50}, "a search replaces nothing"
        assert any(own in reason for reason in old.status().degraded), "and its status says why"
        assert new.status().degraded == ()
        old.add("written later by the old one", user="u")
        assert new.status().needs_reindex == 1
        for _ in range(2):
            new.search("later", user="u")
            old.search("later", user="u")
        assert new.status().facts.vectors == {own: 51}, "they come to rest, with those that were chosen last"
        assert old.reindex()["vectors"] == 51
        new.search("garden", user="u")
        assert old.status().facts.vectors == {old.status().embedder: 51}
        assert old.status().degraded == ()
    with Memory(tmp_path / "m.db", embedder="synthetic", backfill_ms=10_000) as later:
        later.search("garden", user="u")
        assert later.status().facts.vectors == {own: 51}, "who opens it later has changed the embedder"


def test_what_stands_in_for_an_embedder_is_not_what_the_store_was_brought_to(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", backfill_ms=10_000) as memory:
        memory.add_many(TEXTS[:5], user="u")
        memory._running.recall._parts.embedding.chosen = lambda: None  # type: ignore[method-assign]
        memory.reindex()
    with Memory(tmp_path / "m.db", embedder="synthetic", backfill_ms=10_000) as memory:
        memory.search("garden", user="u")
        assert memory.status().needs_reindex == 0
