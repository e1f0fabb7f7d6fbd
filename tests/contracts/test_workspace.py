"""A Markdown workspace is followed alike on every database."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from recollect import Memory
from tests.contracts.conftest import SHARED_KINDS, address

LINE = "The {} stands in the hall, and what it needs hangs under the roof of the shed beside the old pear tree.\n\n"


@pytest.mark.feature("FI-01", "ST-14")
@pytest.mark.parametrize("kind", SHARED_KINDS)
def test_files_come_change_move_and_go(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    url = address(kind, request, tmp_path)
    folder = tmp_path / "notes"
    (folder / "memory").mkdir(parents=True)

    def put(name: str, *things: str, at: int) -> None:
        (folder / name).write_text("".join(LINE.format(thing) for thing in things))
        os.utime(folder / name, (at, at))

    def opened(tokens: int = 32) -> Memory:
        return Memory(
            url,
            config_file=tmp_path / "none.toml",
            worker="off",
            workspace=str(folder),
            workspace_chunk_tokens=tokens,
            workspace_chunk_overlap=0,
            workspace_sync_on_search="off",
        )

    put("MEMORY.md", "router", "boiler", at=1000)
    put("memory/2026-02-10.md", "ladder", at=1000)
    with opened() as memory:
        assert memory.sync_files().added == 2
        assert memory.search_files("boiler").hits[0].citation == "MEMORY.md#L3"
        put("MEMORY.md", "sledge", "router", "boiler", at=2000)
        (folder / "memory" / "2026-02-10.md").rename(folder / "memory" / "moved.md")
        report = memory.sync_files()
        assert (report.added, report.changed, report.removed, report.passages_added) == (1, 1, 1, 2)
        assert memory.search_files("boiler").hits[0].citation == "MEMORY.md#L5"
        assert memory.search_files("ladder").hits[0].path == "memory/moved.md"
        memory.delete(memory.list(user="default", layers=("document",), contains="sledge")[0].id)
        assert memory.sync_files().passages_added == 1
    with opened(tokens=400) as memory:
        report = memory.sync_files()
        assert (report.changed, memory.files_status().passages) == (2, 2)
        (folder / "MEMORY.md").unlink()
        assert memory.sync_files().removed == 1
        assert [hit.path for hit in memory.search_files("hall", min_score=0).hits] == ["memory/moved.md"]
        assert memory.sync_files().unchanged == 1
        assert memory.doctor() == []
