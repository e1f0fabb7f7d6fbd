"""A backup made while another process writes is whole, and holds all that was acknowledged before it began."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from recollect import Memory
from tests.house.source import ROOT

WRITES = 120
BACKUP_AFTER = (1, 30, 60, 90)


@pytest.mark.slow
@pytest.mark.feature("SD-02")
def test_backups_beside_a_writing_process_are_whole_and_complete(tmp_path: Path) -> None:
    store, ids = tmp_path / "memory.db", tmp_path / "ids"
    settings = {"embedder": "synthetic", "config_file": tmp_path / "none.toml", "worker": "off"}
    command = [sys.executable, "-m", "tests.e2e.writer", "remember", str(store), "w", str(WRITES), str(ids)]
    taken: list[tuple[Path, set[str]]] = []
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        acknowledged: set[str] = set()
        with Memory(store, **settings) as memory:
            for line in writer.stdout:
                acknowledged.add(line.strip())
                if len(acknowledged) in BACKUP_AFTER:
                    copy = tmp_path / f"backup-{len(acknowledged)}.db"
                    taken.append((copy, set(acknowledged)))
                    memory.backup(copy)
    assert writer.returncode == 0
    assert len(acknowledged) == WRITES
    assert len(taken) == len(BACKUP_AFTER)
    for copy, before in taken:
        with Memory(copy, **settings) as kept:
            assert kept.doctor() == []
            found = {record.id for record in kept.list(everyone=True, limit=1000)}
            assert before <= found <= acknowledged


@pytest.mark.feature("SD-02")
def test_a_restore_is_seen_by_who_has_the_store_open(tmp_path: Path) -> None:
    settings = {"config_file": tmp_path / "none.toml", "worker": "off"}
    with Memory(tmp_path / "memory.db", **settings) as serving:
        kept = serving.add("Ana lives in Lisbon", user="ana")
        serving.backup(tmp_path / "copy.db")
        serving.update(kept.id, content="Ana lives in Porto")
        late = serving.add("Ben keeps bees", user="ana")
        assert serving.search("where does Ana live?", user="ana")[0].content == "Ana lives in Porto"
        assert serving.get(late.id).content == "Ben keeps bees"
        Memory.restore(tmp_path / "copy.db", tmp_path / "memory.db", config_file=tmp_path / "none.toml")
        assert serving.get(kept.id).content == "Ana lives in Lisbon"
        assert [hit.content for hit in serving.search("Ana bees", user="ana")] == ["Ana lives in Lisbon"]
        serving.add("Eva plays chess", user="ana")
        assert serving.doctor() == []
