"""Status, reindex, backup and restore."""

from __future__ import annotations

from pathlib import Path

import pytest

from recollect import Memory
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
        Memory.restore(tmp_path / "safe" / "copy.bak", tmp_path / "m.db")
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
