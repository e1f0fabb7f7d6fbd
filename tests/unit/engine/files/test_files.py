"""Keeping in step: a search never waits, changes are noticed, threads end."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from recollect import Memory
from recollect.engine.files.files import Files
from recollect.model.files import SyncReport
from tests.loopback import Loopback, Reply

SOON_S = 60.0
"""A bound for a busy machine; nothing waits that long where all is well."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "notes"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("Ana prefers tea over coffee.\n", encoding="utf-8")
    return root


@pytest.fixture
def opened(folder: Path, tmp_path: Path) -> Iterator[Callable[..., Memory]]:
    made: list[Memory] = []

    def open(**settings: Any) -> Memory:
        chosen = {"worker": "off", "workspace_debounce_s": 0.05, "workspace_interval_s": 0, **settings}
        made.append(Memory(tmp_path / "m.db", config_file=tmp_path / "none.toml", workspace=str(folder), **chosen))
        return made[-1]

    yield open
    for memory in made:
        memory.close()


def files(memory: Memory) -> Files:
    return memory._running.files


class Heard:
    """Reports of a watcher, waited for one by one."""

    def __init__(self) -> None:
        self._queue: Queue[SyncReport] = Queue()

    def __call__(self, report: SyncReport) -> None:
        self._queue.put(report)

    def until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            self._queue.get(timeout=SOON_S)


def found(memory: Memory, query: str) -> list[str]:
    return [hit.path for hit in memory.search_files(query).hits]


@pytest.mark.feature("FI-03", "RT-27")
def test_a_search_answers_at_once_and_has_the_files_read_behind_it(opened: Callable[..., Memory]) -> None:
    memory = opened()
    heard = threading.Event()
    files(memory)._heard = lambda report: heard.set()
    assert found(memory, "tea") == [], "nothing is indexed yet, and nobody waits for it"
    assert heard.wait(SOON_S)
    assert found(memory, "tea") == ["MEMORY.md"]


@pytest.mark.feature("RT-27")
@pytest.mark.slow
def test_a_search_does_not_wait_for_an_embedder_that_hangs_while_files_are_read(
    opened: Callable[..., Memory], folder: Path
) -> None:
    with Loopback() as server:
        memory = opened(
            embedder="openai",
            embedder_model="m",
            embedder_base_url=server.url + "/v1",
            embedder_api_key="k",
            recall_options="channels=keyword",
        )
        memory.sync_files()
        server.script(Reply(hold=True))
        (folder / "memory" / "new.md").write_text("The cat is called Mia.\n")
        running = threading.Thread(target=memory.sync_files, daemon=True)
        before = len(server.requests)
        running.start()
        for _ in range(10_000):
            if len(server.requests) > before:
                break
            threading.Event().wait(0.01)
        assert files(memory).status().syncing
        assert found(memory, "tea") == ["MEMORY.md"]
    running.join(SOON_S)
    assert not running.is_alive()


@pytest.mark.slow
@pytest.mark.feature("FI-03")
def test_changes_are_seen_while_they_happen(opened: Callable[..., Memory], folder: Path) -> None:
    memory, heard = opened(), Heard()
    memory.watch_files(heard)
    assert files(memory).wait_until_watching(SOON_S)
    heard.until(lambda: found(memory, "tea") == ["MEMORY.md"])
    assert memory.files_status().watching

    (folder / "memory" / "cat.md").write_text("The cat is called Mia.\n")
    heard.until(lambda: found(memory, "cat") == ["memory/cat.md"])
    (folder / "memory" / "cat.md").write_text("The cat is called Mia and hunts at night.\n")
    heard.until(lambda: "hunts" in memory.search_files("cat").hits[0].snippet)
    (folder / "MEMORY.md").write_text("Ana prefers mate.\n")
    heard.until(lambda: "mate" in memory.search_files("what does Ana prefer").hits[0].snippet)

    (folder / "memory" / "pets").mkdir()
    (folder / "memory" / "cat.md").rename(folder / "memory" / "pets" / "cat.md")
    heard.until(lambda: found(memory, "cat") == ["memory/pets/cat.md"])
    os.rename(folder / "memory" / "pets", folder / "memory" / "animals")
    heard.until(lambda: found(memory, "cat") == ["memory/animals/cat.md"])
    (folder / "memory" / "animals" / "cat.md").unlink()
    heard.until(lambda: found(memory, "cat") == [])


@pytest.mark.slow
@pytest.mark.feature("FI-03")
def test_a_memory_folder_that_comes_later_is_followed_too(opened: Callable[..., Memory], folder: Path) -> None:
    (folder / "memory").rmdir()
    memory, heard = opened(), Heard()
    memory.watch_files(heard)
    assert files(memory).wait_until_watching(SOON_S)
    (folder / "memory").mkdir()
    (folder / "memory" / "cat.md").write_text("The cat is called Mia.\n")
    heard.until(lambda: found(memory, "cat") == ["memory/cat.md"])
    (folder / "memory" / "dog.md").write_text("The dog is called Rex.\n")
    heard.until(lambda: found(memory, "dog") == ["memory/dog.md"])
    shutil.rmtree(folder / "memory")
    heard.until(lambda: memory.files_status().files == 1)


@pytest.mark.feature("FI-03")
def test_the_files_are_looked_at_now_and_then_without_being_told(opened: Callable[..., Memory], folder: Path) -> None:
    memory, heard = opened(workspace_watch="off", workspace_interval_s=0.05), Heard()
    memory.watch_files(heard)
    heard.until(lambda: found(memory, "tea") == ["MEMORY.md"])
    (folder / "memory" / "cat.md").write_text("The cat is called Mia.\n")
    heard.until(lambda: memory.files_status().files == 2)


def test_closing_ends_every_thread_and_twice_is_fine(opened: Callable[..., Memory]) -> None:
    before = set(threading.enumerate())
    memory = opened()
    memory.watch_files()
    assert files(memory).wait_until_watching(SOON_S)
    kept = files(memory)
    memory.close()
    left = [thread.name for thread in threading.enumerate() if thread not in before and "recollect" in thread.name]
    assert [name for name in left if "files" in name or "watch" in name] == []
    kept.close()
    memory.close()


def test_a_search_syncs_nothing_when_the_settings_say_so(opened: Callable[..., Memory]) -> None:
    memory = opened(workspace_sync_on_search="off")
    assert found(memory, "tea") == []
    assert files(memory)._thread is None


def test_a_failure_is_told_and_the_next_look_comes_anyway(opened: Callable[..., Memory], folder: Path) -> None:
    away = folder.rename(folder.with_name("away"))
    memory, heard = opened(workspace_watch="off", workspace_interval_s=0.05), Heard()
    memory.watch_files(heard)
    for _ in range(10_000):
        if memory.files_status().last_failure:
            break
        threading.Event().wait(0.01)
    assert "cannot be read" in str(memory.files_status().last_failure)
    away.rename(folder)
    heard.until(lambda: memory.files_status().files == 1)
    assert memory.files_status().last_failure is None
