"""Long work that is killed midway loses nothing, and goes on when it is run again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from recollect import Memory
from tests.killing import killed_when

SIZE = 3000

REINDEX = """
from recollect import Memory
with Memory({path!r}) as memory:
    memory.reindex(progress=lambda done, total: tell(done))
"""
IMPORT = """
from recollect import Memory
with Memory({path!r}) as memory:
    memory.import_({source!r}, progress=tell)
"""


def kill_after_first_step(program: str) -> int:
    """Run a program that prints its progress and kill it at its first step; returns what it had done."""
    return int(killed_when(program, lambda _: True))


@pytest.mark.slow
@pytest.mark.feature("JB-03")
def test_a_killed_reindex_keeps_what_is_done_and_goes_on(tmp_path: Path) -> None:
    path = str(tmp_path / "m.db")
    with Memory(path, embedder="none") as memory:
        memory.add_many([f"note {number} about the garden" for number in range(SIZE)], user="u")
    done = kill_after_first_step(REINDEX.format(path=path))
    with Memory(path, backfill_ms=0) as memory:
        left = memory.status().needs_reindex
        assert left <= SIZE - done
        assert memory.doctor() == []
        assert len(memory.search("garden", user="u")) == 10
        assert memory.reindex()["vectors"] == left
        assert memory.status().needs_reindex == 0
        assert memory.count(user="u") == SIZE


@pytest.mark.slow
def test_a_killed_import_keeps_whole_batches_and_goes_on(tmp_path: Path) -> None:
    source = tmp_path / "notes.jsonl"
    source.write_text("\n".join(json.dumps({"content": f"note {number}", "user": "u"}) for number in range(SIZE)))
    path = str(tmp_path / "m.db")
    done = kill_after_first_step(IMPORT.format(path=path, source=str(source)))
    with Memory(path) as memory:
        before = memory.count(user="u")
        assert before >= done
        assert memory.doctor() == []
        assert memory.import_(source) == {"added": SIZE - before, "known": before}
        assert memory.count(user="u") == SIZE
