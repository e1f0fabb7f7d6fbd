"""The workspace: the index follows the files, costs what changed, and is whole at every moment."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from recollect.engine.files.workspace import Workspace
from recollect.errors import ConfigError, InvalidInput, StoreBusy
from recollect.ingest.files.scan import collection_name
from recollect.model.files import SyncReport
from recollect.model.record import Record
from tests.loopback import Loopback, Reply

LINE = "The {} stands in the hall, and what it needs hangs under the roof of the shed beside the old pear tree.\n\n"
SMALL = {"workspace_chunk_tokens": 32, "workspace_chunk_overlap": 0}
"""One such line a passage."""


def text(*things: str) -> str:
    return "".join(LINE.format(thing) for thing in things)


class Notes:
    """A folder of notes. Every write has a time of its own, as it has when people write."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "memory").mkdir(parents=True)
        self._time = 1_700_000_000

    def put(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        self._time += 60
        os.utime(path, (self._time, self._time))
        return path


@pytest.fixture
def notes(tmp_path: Path) -> Notes:
    return Notes(tmp_path / "notes")


Open = Callable[..., AbstractContextManager[Memory]]


@pytest.fixture
def opened(notes: Notes, tmp_path: Path) -> Open:
    @contextmanager
    def opened(store: str = ":memory:", **settings: Any) -> Iterator[Memory]:
        chosen = {"worker": "off", "workspace_sync_on_search": "off", **SMALL, **settings}
        with Memory(store, config_file=tmp_path / "none.toml", workspace=str(notes.folder), **chosen) as memory:
            yield memory

    return opened


def workspace(memory: Memory) -> Workspace:
    found = memory._running.files._workspace
    assert found is not None
    return found


def counts(report: SyncReport) -> tuple[int, int, int, int]:
    return report.added, report.changed, report.removed, report.unchanged


def passages(memory: Memory) -> dict[str, Record]:
    """Every passage by its reference."""
    found = memory.list(user="default", layers=("document",), limit=10_000)
    return {str(record.provenance.reference): record for record in found}


def paths(memory: Memory, query: str) -> list[str]:
    return [hit.path for hit in memory.search_files(query, min_score=0.0).hits]


@pytest.mark.feature("FI-01")
def test_files_become_passages_that_say_where_they_stand(notes: Notes, opened: Open) -> None:
    notes.put("MEMORY.md", "# House\n\n" + text("router"))
    notes.put("memory/2026-02-10.md", text("boiler", "ladder"))
    with opened() as memory:
        report = memory.sync_files()
        assert counts(report) == (2, 0, 0, 0)
        assert report.files == 2
        found = passages(memory)
        assert set(found) == {"MEMORY.md#L1-L3", "memory/2026-02-10.md#L1", "memory/2026-02-10.md#L3"}
        record = found["MEMORY.md#L1-L3"]
        name = collection_name(os.path.realpath(notes.folder))
        assert (record.user, record.project, record.provenance.source) == ("default", name, "file")
        status = memory.files_status()
        assert (status.files, status.passages, status.collection, status.user) == (2, 3, name, "default")
        assert status.bytes == sum(path.stat().st_size for path in notes.folder.rglob("*.md"))


@pytest.mark.feature("RT-15")
def test_dated_files_have_their_day_others_do_not_age_and_extra_paths_have_their_time(
    notes: Notes, opened: Open
) -> None:
    notes.put("MEMORY.md", text("router"))
    notes.put("memory/network.md", text("boiler"))
    notes.put("memory/2026-02-10.md", text("ladder"))
    extra = notes.put("docs/2026-01-01.md", text("bicycle"))
    with opened(workspace_paths=["docs"]) as memory:
        memory.sync_files()
        found = {reference.partition("#")[0]: record for reference, record in passages(memory).items()}
    assert {name: "evergreen" in record.tags for name, record in found.items()} == {
        "MEMORY.md": True,
        "memory/network.md": True,
        "memory/2026-02-10.md": False,
        "docs/2026-01-01.md": False,
    }
    assert found["memory/2026-02-10.md"].occurred_at == datetime(2026, 2, 10, tzinfo=UTC)
    assert found["docs/2026-01-01.md"].occurred_at == datetime.fromtimestamp(extra.stat().st_mtime, UTC)
    assert found["MEMORY.md"].occurred_at is None


def test_what_is_edited_moved_renamed_and_deleted_is_so_in_the_index(notes: Notes, opened: Open) -> None:
    first = notes.put("memory/a.md", text("router", "boiler"))
    notes.put("memory/b.md", text("ladder"))
    notes.put("memory/deep/c.md", text("bicycle"))
    with opened() as memory:
        memory.sync_files()
        before = passages(memory)
        notes.put("memory/a.md", text("sledge", "router", "boiler"))
        report = memory.sync_files()
        assert counts(report) == (0, 1, 0, 2)
        assert (report.passages_added, report.passages_removed) == (1, 0)
        now = passages(memory)
        assert now["memory/a.md#L3"].id == before["memory/a.md#L1"].id, "what it says is the same passage"
        first.rename(notes.folder / "memory" / "renamed.md")
        (notes.folder / "memory" / "deep").rename(notes.folder / "memory" / "moved")
        (notes.folder / "memory" / "b.md").unlink()
        report = memory.sync_files()
        assert counts(report) == (2, 0, 3, 0)
        assert {reference.partition("#")[0] for reference in passages(memory)} == {
            "memory/renamed.md",
            "memory/moved/c.md",
        }
        assert paths(memory, "ladder") != ["memory/b.md"]
        notes.put("memory/renamed.md", "")
        assert memory.sync_files().passages_removed == 3
        assert counts(memory.sync_files()) == (0, 0, 0, 2)
        assert memory.doctor() == []


def test_what_was_deleted_by_hand_comes_back_because_its_file_is_there(notes: Notes, opened: Open) -> None:
    notes.put("memory/a.md", text("router", "boiler"))
    notes.put("memory/b.md", text("ladder"))
    with opened() as memory:
        memory.sync_files()
        whole = set(passages(memory))
        memory.delete(passages(memory)["memory/a.md#L1"].id)
        assert counts(memory.sync_files()) == (0, 1, 0, 1)
        assert set(passages(memory)) == whole
        memory.archive(passages(memory)["memory/a.md#L1"].id)
        assert counts(memory.sync_files()) == (0, 1, 0, 1)
        assert set(passages(memory)) == whole
        memory.clear(user="default")
        assert passages(memory) == {}
        assert memory.sync_files().passages_added == 3
        memory.erase(user="default")
        assert memory.sync_files().passages_added == 3
        assert set(passages(memory)) == whole
        assert counts(memory.sync_files()) == (0, 0, 0, 2)


def test_a_file_is_read_again_when_its_time_changed_and_written_only_when_its_bytes_did(
    notes: Notes, opened: Open
) -> None:
    notes.put("memory/a.md", text("router"))
    with opened() as memory:
        memory.sync_files()
        notes.put("memory/a.md", text("router"))
        assert counts(memory.sync_files()) == (0, 0, 0, 1)
        stamp = memory._running.store.stamp(workspace(memory).scope.own)
        assert counts(memory.sync_files()) == (0, 0, 0, 1)
        assert memory._running.store.stamp(workspace(memory).scope.own) == stamp, "nothing was written"


def test_a_file_that_was_just_written_is_read_once_more(notes: Notes, opened: Open) -> None:
    path = notes.put("memory/a.md", "one\n")
    with opened() as memory:
        now = datetime.now(UTC).timestamp() + 5
        os.utime(path, (now, now))
        memory.sync_files()
        path.write_text("two\n")
        os.utime(path, (now, now))  # within one tick of the file system: size and time are as before
        assert counts(memory.sync_files()) == (0, 1, 0, 0)


def test_only_the_named_paths_are_looked_at_when_they_are_known(notes: Notes, opened: Open) -> None:
    for name in ("a", "b", "c"):
        notes.put(f"memory/{name}.md", text(name))
    with opened() as memory:
        memory.sync_files()
        notes.put("memory/a.md", text("sledge"))
        notes.put("memory/new.md", text("canoe"))
        (notes.folder / "memory" / "b.md").unlink()
        (notes.folder / "memory" / "c.md").unlink()
        named = [str(notes.folder / name) for name in ("memory/a.md", "memory/new.md", "memory/b.md", "src/x.md")]
        assert counts(workspace(memory).sync(paths=named)) == (1, 1, 1, 0)
        assert "memory/c.md#L1" in passages(memory), "nobody said that it changed"


# --- what goes wrong ------------------------------------------------------------------------------------------------


def test_any_bytes_can_be_read_and_what_is_too_large_is_told(notes: Notes, opened: Open) -> None:
    notes.put("memory/latin.md", "Caf\xe9 Lisboa opens at nine\n".encode("latin-1"))
    notes.put("memory/binary.md", bytes(range(256)) * 20)
    notes.put("memory/empty.md", "")
    notes.put("memory/one-line.md", "word " * 20_000)
    with (notes.folder / "memory" / "huge.md").open("wb") as file:
        file.truncate(50_000_000)
    with opened() as memory:
        report = memory.sync_files()
        assert counts(report) == (4, 0, 0, 0)
        assert report.failed == ()
        assert [(one.path, one.reason.split(";")[0]) for one in report.skipped] == [
            ("memory/huge.md", "50,000,000 bytes")
        ]
        assert paths(memory, "Lisboa opens at nine")[0] == "memory/latin.md"
        assert memory.doctor() == []


def test_a_file_that_vanishes_between_the_look_and_the_reading_is_gone(
    notes: Notes, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "b"):
        notes.put(f"memory/{name}.md", text(name))
    with opened() as memory:
        memory.sync_files()
        notes.put("memory/a.md", text("sledge"))
        notes.put("memory/c.md", text("canoe"))
        look = workspace(memory).places.scan

        def look_and_lose() -> Any:
            scan = look()
            for name in ("a", "c"):
                (notes.folder / "memory" / f"{name}.md").unlink()
            return scan

        monkeypatch.setattr(workspace(memory).places, "scan", look_and_lose)
        report = memory.sync_files()
        assert (report.removed, report.failed) == (1, ())
        assert set(passages(memory)) == {"memory/b.md#L1"}


@pytest.mark.feature("SE-05")
def test_a_file_that_becomes_a_link_is_not_read(notes: Notes, opened: Open, tmp_path: Path) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text(text("treasure"))
    path = notes.put("memory/a.md", text("router"))
    with opened() as memory:
        memory.sync_files()
        path.unlink()
        path.symlink_to(secret)
        report = memory.sync_files()
        assert (report.removed, [one.path for one in report.skipped]) == (1, ["memory/a.md"])
        assert passages(memory) == {}


def test_a_workspace_that_is_gone_is_told_and_what_it_said_stays(notes: Notes, opened: Open) -> None:
    notes.put("memory/a.md", text("router"))
    with opened() as memory:
        memory.sync_files()
        away = notes.folder.rename(notes.folder.with_name("away"))
        with pytest.raises(InvalidInput, match="cannot be read"):
            memory.sync_files()
        assert paths(memory, "router") == ["memory/a.md"]
        away.rename(notes.folder)
        assert counts(memory.sync_files()) == (0, 0, 0, 1)


def test_two_syncs_do_not_run_at_once(notes: Notes, opened: Open) -> None:
    notes.put("memory/a.md", text("router"))
    with opened() as memory, opened() as other:
        refused: list[str] = []

        def meanwhile(done: int, total: int) -> None:
            for one in (memory, other):  # the same process, and one that holds another lock
                with pytest.raises(StoreBusy) as raised:
                    workspace(one).sync()
                refused.append(str(raised.value))

        memory.sync_files(progress=meanwhile)
        assert len(refused) == 2
        assert counts(workspace(other).sync()) == (1, 0, 0, 0)


def test_a_sync_that_is_ended_goes_on_where_it_was(notes: Notes, opened: Open) -> None:
    for number in range(200):
        notes.put(f"memory/{number}.md", text(f"thing {number}"))
    with opened() as memory:
        report = workspace(memory).sync(progress=lambda done, total: workspace(memory).stopping.set())
        assert not report.complete
        assert 0 < report.added < 200
        workspace(memory).stopping.clear()
        assert counts(memory.sync_files()) == (200 - report.added, 0, 0, report.added)


@pytest.mark.parametrize(
    "settings, said",
    [
        ({"workspace_chunk_tokens": 100, "workspace_chunk_overlap": 60}, "at most half"),
        ({"workspace": " "}, "path of a folder"),
        ({"workspace_paths": "[1]"}, "list of paths"),
        ({"workspace_paths": "["}, "JSON"),
    ],
)
def test_settings_that_cannot_be_are_refused(tmp_path: Path, settings: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        Memory(":memory:", config_file=tmp_path / "none.toml", **{"workspace": str(tmp_path), **settings})


# --- how files are cut and embedded ---------------------------------------------------------------------------------


@pytest.fixture
def embedder() -> Iterator[Loopback]:
    with Loopback() as server:
        yield server


def by(server: Loopback, model: str = "m") -> dict[str, Any]:
    return {
        "embedder": "openai",
        "embedder_model": model,
        "embedder_base_url": server.url + "/v1",
        "embedder_api_key": "k",
        "backfill_ms": 0,
    }


def embedded(server: Loopback, since: int = 0) -> list[str]:
    """The passages a server was asked the vectors of."""
    return [said for request in server.requests[since:] for said in request.body["input"] if "stands in" in said]


@pytest.mark.feature("FI-01")
def test_what_is_unchanged_is_never_embedded_again(notes: Notes, opened: Open, embedder: Loopback) -> None:
    notes.put("memory/a.md", text("router", "boiler"))
    notes.put("memory/b.md", text("ladder"))
    with opened(**by(embedder)) as memory:
        memory.sync_files()
        assert len(embedded(embedder)) == 3
        asked = len(embedder.requests)
        memory.sync_files()
        assert len(embedder.requests) == asked, "nothing at all was asked"
        notes.put("memory/a.md", text("router", "sledge", "boiler"))
        memory.sync_files()
        assert embedded(embedder, asked) == [LINE.format("sledge").strip()]
        asked = len(embedder.requests)
        (notes.folder / "memory" / "b.md").rename(notes.folder / "memory" / "c.md")
        assert counts(memory.sync_files()) == (1, 0, 1, 1)
        assert embedded(embedder, asked) == [], "a file that was renamed says the same: the cache knows it"


@pytest.mark.feature("EM-07")
@pytest.mark.parametrize("entries, asked_again", [(50_000, 0), (1, 1), (0, 2)])
def test_what_was_embedded_once_is_known_to_the_next_process(
    notes: Notes, opened: Open, embedder: Loopback, tmp_path: Path, entries: int, asked_again: int
) -> None:
    given = {"store": str(tmp_path / "m.db"), "embedding_disk_cache_entries": entries, **by(embedder)}
    notes.put("memory/a.md", text("router", "boiler"))
    with opened(**given) as memory:
        memory.sync_files()
    asked = len(embedder.requests)
    notes.put("memory/b.md", text("router", "boiler"))
    with opened(**given) as memory:
        memory.sync_files()
        assert len(passages(memory)) == 4
    assert len(embedded(embedder, asked)) == asked_again


@pytest.mark.feature("ST-14")
def test_another_way_of_cutting_reads_every_file_anew_and_search_answers_all_the_while(
    notes: Notes, opened: Open, tmp_path: Path
) -> None:
    for number in range(200):
        notes.put(f"memory/{number}.md", text(f"router {number}", f"boiler {number}"))
    store = str(tmp_path / "m.db")
    with opened(store) as memory:
        memory.sync_files()
        assert memory.files_status().passages == 400
    answered: list[int] = []
    with opened(store, workspace_chunk_tokens=400) as memory:
        memory.sync_files(progress=lambda done, total: answered.append(len(paths(memory, "router"))))
        assert len(answered) > 2
        assert set(answered) == {6}
        assert memory.files_status().passages == 200
        assert counts(memory.sync_files()) == (0, 0, 0, 200)
        assert memory.doctor() == []


@pytest.mark.feature("ST-14")
def test_another_embedder_gives_every_passage_a_vector_of_its_own(
    notes: Notes, opened: Open, embedder: Loopback, tmp_path: Path
) -> None:
    notes.put("memory/a.md", text("router", "boiler"))
    store = str(tmp_path / "m.db")
    with opened(store, **by(embedder)) as memory:
        memory.sync_files()
        ids = {record.id for record in passages(memory).values()}
    asked = len(embedder.requests)
    with opened(store, **by(embedder, "other")) as memory:
        assert memory.status().needs_reindex == 2
        memory.sync_files()
        assert memory.status().needs_reindex == 0
        assert len(embedded(embedder, asked)) == 2
        assert {record.id for record in passages(memory).values()} == ids, "they say the same"
    asked = len(embedder.requests)
    with Loopback(dim=16) as elsewhere, opened(store, **by(elsewhere, "other")) as memory:
        memory.sync_files()
        assert len(embedded(elsewhere)) == 2, "another address or another number of dimensions is another embedder"


@pytest.mark.feature("ST-14")
def test_an_embedder_that_fails_loses_nothing_and_is_made_up_for(
    notes: Notes, opened: Open, embedder: Loopback, tmp_path: Path
) -> None:
    notes.put("memory/a.md", text("router"))
    store = str(tmp_path / "m.db")
    with opened(store, **by(embedder)) as memory:
        memory.sync_files()
        notes.put("memory/b.md", text("ladder"))
        embedder.script(*[Reply(status=400, body={"error": {"message": "no"}})] * 50)
        report = memory.sync_files()
        assert (report.added, report.failed) == (1, ())
        assert report.note is not None
        assert set(paths(memory, "ladder")) >= {"memory/b.md"}, "found by its words"
        embedder._script.clear()
        assert memory.status().needs_reindex == 1
        assert memory.sync_files().note is None
        assert memory.status().needs_reindex == 0
    with opened(store, **by(embedder, "other")) as memory:
        embedder.script(*[Reply(status=400, body={"error": {"message": "no"}})] * 50)
        memory.sync_files()
        assert set(paths(memory, "router")) >= {"memory/a.md"}
        embedder._script.clear()
    with opened(store, **by(embedder, "other")) as memory:
        memory.sync_files()
        assert memory.status().needs_reindex == 0


# --- whose files they are -------------------------------------------------------------------------------------------


def test_files_are_one_users_or_everybodys(notes: Notes, opened: Open) -> None:
    notes.put("memory/a.md", text("router"))
    with opened(workspace_user="ana") as memory:
        memory.sync_files()
        assert [hit.user for hit in memory.search("router", user="ana")] == ["ana"]
        assert memory.search("router", user="bob") == []
        assert memory.search_files("router", user="ana").hits
    with opened(workspace_user="") as memory:
        memory.sync_files()
        assert [hit.user for hit in memory.search("router", user="bob")] == [None]
        assert memory.search_files("router", user="bob").hits


def test_two_workspaces_in_one_store_do_not_touch_each_other(notes: Notes, opened: Open, tmp_path: Path) -> None:
    notes.put("memory/a.md", text("router"))
    other = Notes(tmp_path / "other" / "notes")
    other.put("memory/a.md", text("boiler"))
    store = str(tmp_path / "m.db")
    with opened(store) as memory:
        memory.sync_files()
    with Memory(store, workspace=str(other.folder), workspace_sync_on_search="off", worker="off") as memory:
        memory.sync_files()
        assert [hit.snippet.split()[1] for hit in memory.search_files("router boiler", min_score=0.0).hits] == [
            "boiler"
        ]
    with opened(store) as memory:
        assert counts(memory.sync_files()) == (0, 0, 0, 1)
        assert [hit.snippet.split()[1] for hit in memory.search_files("router boiler", min_score=0.0).hits] == [
            "router"
        ]
