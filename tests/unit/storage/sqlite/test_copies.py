"""Copies of a file: where they may be put, and what is left of those that were not finished."""

from __future__ import annotations

import os
from contextlib import closing
from functools import partial
from pathlib import Path

import apsw
import pytest

from recollect.errors import InvalidInput, StoreBusy, StoreError, StoreUnavailable
from recollect.model.paths import POSIX
from recollect.storage.sql.store import SqlStore
from recollect.storage.sqlite import database
from recollect.storage.sqlite.connect import Connections
from recollect.storage.sqlite.database import SqliteDatabase, restore
from tests.contracts.building import ANA, add, record
from tests.killing import killed_when
from tests.unit.storage.sqlite.test_migrate import old_file, opened, value

COPY = """
import sys
from pathlib import Path
from recollect.storage.sqlite import migrate
from recollect.storage.sqlite.database import SqliteDatabase


class Step:
    def __index__(self):
        tell("step")
        return 1

migrate.BACKUP_PAGES_A_STEP = Step()
store = SqliteDatabase(Path(sys.argv[1]))
if len(sys.argv) > 2:
    store.backup(Path(sys.argv[2]))
"""
"""Tells each page before it is copied."""


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def store(tmp_path: Path) -> SqlStore:
    made = SqlStore(SqliteDatabase(tmp_path / "memory.db"))
    add(made, record("kept"))
    return made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "backups"
    made.mkdir()
    return made


def kill_a_copy(path: Path, *target: Path) -> None:
    """In the middle of the second page: the first is in the file, what it replaced in its journal."""
    seen: list[str] = []

    def reached(line: str) -> bool:
        seen.append(line)
        return len(seen) == 5

    killed_when(COPY, reached, str(path), *map(str, target))


# --- where ----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_copy_takes_the_place_of_no_pipe(store: SqlStore, folder: Path) -> None:
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    with closing(store), pytest.raises(InvalidInput, match="pipe"):
        store.backup(ANA, pipe)
    assert pipe.is_fifo()
    assert names(folder) == ["pipe"]


def test_a_copy_goes_where_a_link_leads_and_the_link_stays(store: SqlStore, folder: Path, tmp_path: Path) -> None:
    link, real = folder / "newest.db", tmp_path / "elsewhere" / "real.db"
    link.symlink_to(real)
    with closing(store):
        for _ in range(2):
            assert store.backup(ANA, link) == real.stat().st_size
    assert link.is_symlink()
    assert names(folder) == ["newest.db"]
    assert names(real.parent) == ["real.db"]
    with opened(link, read_only=True) as copy:
        assert [found.content for found in copy.scan(ANA)] == ["kept"]


def test_a_link_to_the_store_is_the_store_itself(store: SqlStore, folder: Path, tmp_path: Path) -> None:
    (folder / "link.db").symlink_to(tmp_path / "memory.db")
    with closing(store), pytest.raises(StoreUnavailable, match="the store itself"):
        store.backup(ANA, folder / "link.db")


def test_a_link_to_a_database_in_use_is_refused(store: SqlStore, folder: Path, tmp_path: Path) -> None:
    (folder / "link.db").symlink_to(tmp_path / "other.db")
    with closing(store), opened(tmp_path / "other.db") as other:
        add(other, record("other"))
        with pytest.raises(StoreUnavailable, match=r"in use \(other.db-wal"):
            store.backup(ANA, folder / "link.db")


@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal"])
def test_nothing_is_put_where_sqlite_keeps_changes(store: SqlStore, folder: Path, tmp_path: Path, end: str) -> None:
    beside, backup = tmp_path / f"memory.db{end}", folder / "b.db"
    (folder / "link").symlink_to(beside)
    with closing(store):
        store.backup(ANA, backup)
        for target in (beside, folder / "link", folder / f"b.db{end}"):
            with pytest.raises(StoreUnavailable, match="SQLite keeps changes there; give the copy another name"):
                store.backup(ANA, target)
    for made in (lambda: SqliteDatabase(beside), lambda: restore(backup, beside)):
        with pytest.raises(StoreUnavailable, match=f"memory.db{end} belongs to memory.db.*give another path"):
            made()
    assert names(folder) == ["b.db", "link"]
    assert names(tmp_path) == ["backups", "memory.db"]


def test_a_restore_that_could_replace_nothing_leaves_no_copy(
    store: SqlStore, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "Connections", partial(Connections, busy_timeout_s=0.05))
    store.backup(ANA, folder / "b.db")
    with closing(store), closing(apsw.Connection(str(tmp_path / "memory.db"))) as somebody:
        somebody.execute("BEGIN IMMEDIATE")
        for _ in range(2):
            with pytest.raises(StoreBusy):
                restore(folder / "b.db", tmp_path / "memory.db")
        somebody.execute("ROLLBACK")
        assert not list(tmp_path.glob("*.bak"))
        assert restore(folder / "b.db", tmp_path / "memory.db") == tmp_path / "memory.db.before-restore.bak"
        assert [found.content for found in store.scan(ANA)] == ["kept"]


# --- who may read them ------------------------------------------------------------------------------------------------


def rights(path: Path) -> str:
    return f"{path.stat().st_mode & 0o777:o}"


@pytest.mark.skipif(not POSIX, reason="files have other rights here")
def test_what_is_made_is_for_nobody_else(tmp_path: Path) -> None:
    home, backup = tmp_path / "data" / "recollect", tmp_path / "safe" / "b.db"
    with closing(SqlStore(SqliteDatabase(home / "m.db"))) as store:
        add(store, record("kept"))
        store.backup(ANA, backup)
        assert {rights(path) for path in home.iterdir()} == {"600"}, "the log too"
    restore(backup, home / "m.db")
    restore(backup, tmp_path / "other" / "m.db")
    made = [*tmp_path.rglob("*")]
    assert {rights(path) for path in made if path.is_dir()} == {"700"}
    assert sorted((path.name, rights(path)) for path in made if path.is_file()) == [
        ("b.db", "600"),
        ("m.db", "600"),
        ("m.db", "600"),
        ("m.db.before-restore.bak", "600"),
    ]


@pytest.mark.skipif(not POSIX, reason="files have other rights here")
def test_what_is_there_stays_readable_for_whom_it_was(store: SqlStore, folder: Path, tmp_path: Path) -> None:
    path, backup = tmp_path / "memory.db", folder / "b.db"
    with closing(store):
        store.backup(ANA, backup)
        for one, mode in ((path, 0o660), (backup, 0o640), (folder, 0o750)):
            one.chmod(mode)
        store.backup(ANA, backup)
    SqliteDatabase(path).close()
    restore(backup, path)
    assert [rights(one) for one in (path, backup, folder)] == ["660", "640", "750"]


# --- a backup that was looked at ------------------------------------------------------------------------------------


@pytest.mark.parametrize("looked", ["restored", "read only", "killed"])
def test_a_backup_that_was_looked_at_can_be_made_anew(
    store: SqlStore, folder: Path, tmp_path: Path, looked: str
) -> None:
    backup = folder / "nightly.db"
    with closing(store):
        store.backup(ANA, backup)
        with opened(backup):
            pass  # now it has a log of its own whenever it is open
        assert value(backup, "PRAGMA journal_mode") == "wal"
        if looked == "restored":
            restore(backup, tmp_path / "third.db")
            assert names(folder) == ["nightly.db"], "a restore leaves nothing beside it"
        elif looked == "read only":
            with opened(backup, read_only=True) as read:
                list(read.scan(ANA))
            assert "nightly.db-wal" in names(folder)
        else:
            (folder / "nightly.db-wal").write_bytes(b"")
            (folder / "nightly.db-shm").write_bytes(b"\0" * 32768)
        add(store, record("more"))
        store.backup(ANA, backup)
    assert names(folder) == ["nightly.db"]
    with opened(backup) as copy:
        assert len(list(copy.scan(ANA))) == 2


def test_a_database_that_is_open_and_has_an_empty_log_is_in_use(store: SqlStore, folder: Path) -> None:
    with closing(store), opened(folder / "b.db") as other:
        add(other, record("other"))
        other._database.settle()
        assert (folder / "b.db-wal").stat().st_size == 0
        with pytest.raises(StoreUnavailable, match="in use"):
            store.backup(ANA, folder / "b.db")
        assert [found.content for found in other.scan(ANA)] == ["other"]


@pytest.mark.parametrize("keeps", [0.3, 0.9])
def test_a_refused_restore_leaves_nothing_beside_the_backup(store: SqlStore, folder: Path, keeps: float) -> None:
    backup = folder / "cut.db"
    with closing(store):
        store.backup(ANA, backup)
        with opened(backup):
            pass
        whole = backup.read_bytes()
        backup.write_bytes(whole[: int(len(whole) * keeps)])
        with pytest.raises(StoreError):
            restore(backup, folder.parent / "third.db")
    assert names(folder) == ["cut.db"]


def test_a_restore_leaves_a_log_that_holds_something_to_whoever_wrote_it(folder: Path, tmp_path: Path) -> None:
    with opened(folder / "live.db") as live:
        add(live, record("in the log"))
        restore(folder / "live.db", tmp_path / "third.db")
        assert (folder / "live.db-wal").stat().st_size
    with opened(tmp_path / "third.db") as third:
        assert [found.content for found in third.scan(ANA)] == ["in the log"]


@pytest.mark.parametrize(
    "made, told", [("folder", "is a folder"), ("pipe", "is a device, a pipe"), ("none", "does not exist")]
)
def test_what_cannot_be_restored_is_called_what_it_is(tmp_path: Path, made: str, told: str) -> None:
    path = tmp_path / made
    if made == "folder":
        path.mkdir()
    elif made == "pipe":
        os.mkfifo(path)
    with pytest.raises(StoreUnavailable, match=told):
        restore(path, tmp_path / "memory.db")


# --- copies that were not finished ----------------------------------------------------------------------------------


@pytest.mark.feature("ST-01")
def test_what_killed_upgrades_left_goes_with_the_next_one(tmp_path: Path) -> None:
    path = old_file(tmp_path / "memory.db", 1)
    for _ in range(2):
        kill_a_copy(path)
    left = [name for name in names(tmp_path) if name.endswith(".partial")]
    assert len(left) == 1, "the second took away what the first had left"
    with opened(path) as store:
        assert len(list(store.scan(ANA))) == 6
    assert names(tmp_path) == ["memory.db", "memory.db.v1.bak"]


def test_what_a_killed_backup_left_goes_with_the_next_one(store: SqlStore, folder: Path, tmp_path: Path) -> None:
    target = folder / "nightly.db"
    with closing(store):
        kill_a_copy(tmp_path / "memory.db", target)
        assert len([name for name in names(folder) if name.endswith(".partial")]) == 1
        store.backup(ANA, target)
    assert names(folder) == ["nightly.db"]


def test_what_another_process_writes_or_is_no_copy_of_ours_stays(store: SqlStore, folder: Path) -> None:
    target = folder / "a.db"
    writes = folder / "a.db.77.partial"
    others = ["a.db.notes.partial", "a.db.1.partial.txt", "aXdb.1.partial", "b.db.1.partial"]
    for name in others:
        (folder / name).write_bytes(b"mine")
    (folder / "a.db.2.partial").write_bytes(b"half a database")
    (folder / "a.db.3.partial").mkdir()
    with closing(store), closing(apsw.Connection(str(writes))) as writer:
        writer.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
        writer.execute("CREATE TABLE t (x)")
        store.backup(ANA, target)
        writer.execute("INSERT INTO t VALUES (1)")
    assert names(folder) == sorted([*others, "a.db", "a.db.3.partial", writes.name])
