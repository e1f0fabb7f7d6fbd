"""A workspace of many files, with processes that are killed and people who edit while others search."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from tests.killing import killed_when

SYNC = """
from recollect import Memory
with Memory({store!r}, workspace={folder!r}, worker="off", **{settings!r}) as memory:
    memory.sync_files(progress=lambda done, total: tell(done))
"""
WORDS = ("router boiler ladder bicycle sledge canoe kettle violin garden orchard harbour lantern compass anchor "
         "ledger meadow quarry saddle teapot walnut").split()  # fmt: skip


def note(number: int) -> str:
    """Three sections; no two notes are alike."""
    chosen = random.Random(number)
    parts = [" ".join(chosen.choices(WORDS, k=60)) for _ in range(3)]
    return "\n".join(f"## Part {part} of note {number}\n\n{text}.\n" for part, text in enumerate(parts))


def fill(folder: Path, count: int) -> None:
    for number in range(count):
        path = folder / "memory" / f"{number % 50:02}" / f"note-{number}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(note(number), encoding="utf-8")
        os.utime(path, (1_700_000_000, 1_700_000_000))


def opened(store: Path, folder: Path, **settings: Any) -> Memory:
    chosen = {"worker": "off", "workspace_sync_on_search": "off", **settings}
    return Memory(store, config_file=folder / "none.toml", workspace=str(folder), **chosen)


def killed(store: Path, folder: Path, **settings: Any) -> int:
    """A process that syncs and is killed after its first step; returns how many files it had told of."""
    program = SYNC.format(store=str(store), folder=str(folder), settings=settings)
    return int(killed_when(program, lambda _: True))


def whole(memory: Memory) -> None:
    """Every file has exactly the passages it says it has."""
    held = memory._running.files._workspace.documents()  # type: ignore[union-attr]
    found = memory._running.store.passages(held[0].scope, [one.id for one in held])
    assert {id: len(records) for id, records in found.items()} == {one.id: one.passages for one in held}
    assert memory.doctor() == []


@pytest.mark.slow
@pytest.mark.feature("FI-01")
@pytest.mark.parametrize("count", [1000, pytest.param(10_000, marks=pytest.mark.long)])
def test_a_large_workspace_is_read_once_and_an_edit_costs_what_it_is(tmp_path: Path, count: int) -> None:
    folder = tmp_path / "notes"
    fill(folder, count)
    with opened(tmp_path / "m.db", folder) as memory:
        first = memory.sync_files()
        assert (first.added, first.failed, first.skipped) == (count, (), ())
        assert memory.files_status().passages == first.passages_added
        edited = folder / "memory" / "07" / "note-7.md"
        edited.write_text(note(7) + "\n## Later\n\nThe zeppelin has landed.\n")
        again = memory.sync_files()
        assert (again.changed, again.unchanged) == (1, count - 1)
        assert again.passages_added <= 2
        assert memory.search_files("zeppelin").hits[0].path == "memory/07/note-7.md"
        named = memory.search_files(f"note {count - 1}", min_score=0.0).hits
        assert all(hit.path.startswith("memory/") for hit in named)
        whole(memory)


@pytest.mark.slow
@pytest.mark.feature("ST-14")
def test_a_sync_that_is_killed_leaves_whole_files_and_the_next_goes_on(tmp_path: Path) -> None:
    folder, store = tmp_path / "notes", tmp_path / "m.db"
    fill(folder, 400)
    done = killed(store, folder)
    with opened(store, folder) as memory:
        before = memory.files_status().files
        assert done <= before
        whole(memory)
        assert memory.search_files("router boiler", min_score=0.0).hits, "what was read is found"
        report = memory.sync_files()
        assert (report.added, report.unchanged) == (400 - before, before)
        whole(memory)


@pytest.mark.slow
@pytest.mark.feature("ST-14")
@pytest.mark.parametrize(
    "settings", [{"workspace_chunk_tokens": 64, "workspace_chunk_overlap": 0}, {"embedder": "synthetic"}]
)
def test_reading_everything_anew_that_is_killed_midway_still_answers_and_goes_on(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    folder, store = tmp_path / "notes", tmp_path / "m.db"
    fill(folder, 400)
    with opened(store, folder) as memory:
        memory.sync_files()
    killed(store, folder, **settings)
    for chosen in ({}, settings):  # with the settings of before, and with the new ones
        with opened(store, folder, **chosen) as memory:
            assert len(memory.search_files("router boiler", min_score=0.0).hits) == 6
            assert memory.files_status().files == 400
            whole(memory)
    with opened(store, folder, **settings) as memory:
        report = memory.sync_files()
        assert report.changed + report.unchanged == 400
        assert memory.sync_files().unchanged == 400
        assert memory.status().needs_reindex == 0
        whole(memory)


@pytest.mark.slow
@pytest.mark.feature("RT-27")
def test_people_edit_while_others_search_and_every_answer_is_whole(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    fill(folder, 100)
    (folder / "MEMORY.md").write_text("The zeppelin lands at noon.\n")
    stop = threading.Event()
    problems: list[BaseException] = []

    def guarded(work: Any) -> threading.Thread:
        def run() -> None:
            turn = 0
            try:
                while not stop.is_set():
                    work(turn)
                    turn += 1
            except BaseException as error:
                problems.append(error)
                stop.set()

        return threading.Thread(target=run)

    with opened(tmp_path / "m.db", folder, workspace_debounce_s=0.01) as memory:
        memory.sync_files()
        searched: list[int] = []

        def edit(turn: int) -> None:
            path = folder / "memory" / f"{turn % 50:02}" / f"note-{turn % 50}.md"
            if turn % 5 == 4:
                path.unlink(missing_ok=True)
            else:
                path.write_text(note(turn + 1000))

        def search(turn: int) -> None:
            hits = memory.search_files("when does the zeppelin land?").hits
            assert [hit.path for hit in hits][:1] == ["MEMORY.md"]
            searched.append(turn)
            if len(searched) >= 100:
                stop.set()

        threads = [guarded(edit), guarded(search), guarded(search), guarded(lambda turn: memory.sync_files())]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(300)
        assert problems == []
        last = memory.sync_files()
        assert last.failed == ()
        assert memory.sync_files().unchanged == len(list(folder.rglob("*.md")))
        whole(memory)


@pytest.mark.slow
def test_several_processes_sync_one_workspace_without_doing_it_twice(tmp_path: Path) -> None:
    folder, store = tmp_path / "notes", tmp_path / "m.db"
    fill(folder, 200)
    with opened(store, folder):
        pass  # the store is there
    program = "tell = print\n" + SYNC.format(store=str(store), folder=str(folder), settings={})
    processes = [subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) for _ in range(3)]
    told = [process.communicate(timeout=300)[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert sum(bool(text) for text in told) == 1, "one has read them, the others found nothing to do"
    with opened(store, folder) as memory:
        assert memory.sync_files().unchanged == 200
        whole(memory)
