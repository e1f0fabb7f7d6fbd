"""Files of every age and in every bad state: upgraded, or refused with an error that says why; never harmed."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw
import pytest

from recollect import Memory, registry
from recollect.errors import (
    NewerSchema,
    NotADatabase,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreUnavailable,
)
from recollect.model.query import Filter
from recollect.model.scope import Scope
from recollect.storage.sql.migration import Migration, load
from recollect.storage.sql.store import SqlStore
from recollect.storage.sqlite.database import MIGRATIONS, SqliteDatabase, restore
from tests.contracts.building import ANA, SIGNATURE, add, at, columns_of, execute, postings_of, record
from tests.killing import killed_when

SCHEMAS = Path(__file__).parents[3] / "schemas"
VERSIONS = [int(path.stem.rpartition("_v")[2]) for path in SCHEMAS.glob("sqlite_v*.sql")]
NEWEST = load(MIGRATIONS)[-1].version
NEXT = Migration(version=NEWEST + 1, name="note", sql="ALTER TABLE item ADD COLUMN note TEXT NOT NULL DEFAULT 'none';")
BROKEN = Migration(
    version=NEWEST + 1, name="broken", sql="ALTER TABLE item ADD COLUMN note TEXT; SELECT * FROM nowhere;"
)
UPGRADE = """
import sys
from pathlib import Path
from types import SimpleNamespace
from recollect.storage.sql.migration import load
from recollect.storage.sqlite.database import MIGRATIONS, SqliteDatabase

class Step(SimpleNamespace):
    @property
    def sql(self):
        tell(self.step.version)
        return self.step.sql

SqliteDatabase(Path(sys.argv[1]), migrations=[Step(step=step, version=step.version) for step in load(MIGRATIONS)])
"""
"""Tells each step before it is made."""


def old_file(path: Path, version: int = NEWEST) -> Path:
    """A file as that schema version left it."""
    connection = apsw.Connection(str(path))
    connection.execute((SCHEMAS / f"sqlite_v{version}.sql").read_text(encoding="utf-8"))
    connection.close()
    return path


@contextmanager
def opened(path: Path, **options: object) -> Iterator[SqlStore]:
    with closing(SqlStore(SqliteDatabase(path, **options))) as store:  # type: ignore[arg-type]
        yield store


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def value(path: Path, sql: str) -> object:
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return connection.execute(sql).get
    finally:
        connection.close()


# --- upgrades -------------------------------------------------------------------------------------------------------


@pytest.mark.feature("ST-01")
@pytest.mark.parametrize("version", VERSIONS)
def test_a_file_of_every_schema_version_opens_with_all_it_held(tmp_path: Path, version: int) -> None:
    with opened(old_file(tmp_path / "old.db", version)) as store:
        assert store.facts(ANA).schema_version == load(MIGRATIONS)[-1].version
        listed = store.list(ANA, Filter(), now=at(1000), limit=99, offset=0)
        assert {found.content for found in listed} == {
            "Ana lives in Lisbon", "the office closes at noon", *(f"turn {n} of the talk" for n in range(3)),
        }  # fmt: skip
        assert [found.content for found in store.versions(ANA, "home")] == ["Ana lives in Porto", "Ana lives in Lisbon"]
        assert postings_of(store, "lisbon") == {"lisbon": [("Ana lives in Lisbon", 1)]}
        assert int(columns_of(store).has_vector.sum()) == 2
        assert [edge.target for edge in store.edges(ANA, ["home"])] == ["Ana"]
        assert [found.id for found in store.tombstones(ANA)] == ["gone"]
        assert list(store.cached_vectors(ANA, SIGNATURE, ["h"])) == ["h"]
        assert {problem.code for problem in store.check(ANA, repair=False)} <= {"analyser"}, (
            "an old one may need a reindex"
        )
        add(store, record("and it can be written"))


@pytest.mark.feature("ST-01")
@pytest.mark.parametrize("version", VERSIONS)
def test_a_file_of_every_schema_version_is_exported_and_imported(tmp_path: Path, version: int) -> None:
    old_file(tmp_path / "old.db", version)
    with (
        Memory(tmp_path / "old.db", config_file=tmp_path / "none.toml", worker="off") as old,
        Memory(tmp_path / "new.db", config_file=tmp_path / "none.toml", worker="off") as new,
    ):
        lines = list(old.export())
        assert new.import_(lines)["added"] == sum("content" in json.loads(line) for line in lines)
        assert [found.content for found in new.history("home")] == ["Ana lives in Porto", "Ana lives in Lisbon"]


def test_every_schema_version_has_a_dump_and_the_dump_has_its_schema(tmp_path: Path) -> None:
    for migration in load(MIGRATIONS):
        fresh, old = tmp_path / f"fresh{migration.version}.db", tmp_path / f"old{migration.version}.db"
        SqliteDatabase(fresh, migrations=[m for m in load(MIGRATIONS) if m.version <= migration.version]).close()
        tables = (
            "SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name)"
        )
        assert value(old_file(old, migration.version), tables) == value(fresh, tables)


@pytest.mark.feature("ST-01")
def test_a_backup_is_made_before_a_migration_changes_a_file(tmp_path: Path) -> None:
    path = old_file(tmp_path / "memory.db")
    with opened(path, migrations=[*load(MIGRATIONS), NEXT]) as store:
        assert store.facts(ANA).schema_version == NEXT.version
        add(store, record("after"))
    assert value(path, "SELECT count(*) FROM item WHERE note = 'none'") == 8
    backup = tmp_path / f"memory.db.v{NEWEST}.bak"
    assert value(backup, "PRAGMA user_version") == NEWEST
    with opened(backup, read_only=True) as store:
        assert len(list(store.scan(ANA))) == 6
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix == ".partial") == []


@pytest.mark.feature("ST-01")
@pytest.mark.parametrize("version", [1, NEWEST // 2])
def test_one_backup_is_kept_however_many_steps_there_are(tmp_path: Path, version: int) -> None:
    path = old_file(tmp_path / "memory.db", version)
    with opened(path):
        pass
    (backup,) = tmp_path.glob("*.bak")
    assert backup.name == f"memory.db.v{version}.bak"
    assert value(backup, "PRAGMA user_version") == version
    assert value(backup, "SELECT count(*) FROM item") == value(path, "SELECT count(*) FROM item")


@pytest.mark.feature("ST-01")
def test_who_is_killed_between_two_steps_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = old_file(tmp_path / "memory.db", 1)
    killed_when(UPGRADE, lambda line: line.split()[0] == "4", str(path))
    assert value(tmp_path / "memory.db.v1.bak", "PRAGMA user_version") == 1
    assert value(path, "PRAGMA user_version") == 1
    with opened(path) as store:
        assert store.facts(ANA).schema_version == NEWEST
        assert len(list(store.scan(ANA))) == 6
    (backup,) = tmp_path.glob("*.bak")
    assert value(backup, "PRAGMA user_version") == 1


def test_a_new_file_needs_no_backup(tmp_path: Path) -> None:
    with opened(tmp_path / "memory.db"):
        pass
    assert [path.name for path in tmp_path.iterdir() if "bak" in path.name] == []


def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    path = old_file(tmp_path / "memory.db")
    with pytest.raises(StoreError, match="nowhere"):
        SqliteDatabase(path, migrations=[*load(MIGRATIONS), BROKEN])
    assert value(path, "PRAGMA user_version") == NEWEST
    assert value(path, "SELECT count(*) FROM pragma_table_info('item') WHERE name = 'note'") == 0
    with opened(path) as store:
        assert store.check(ANA, repair=False) == []


def _open_and_add(path: Path, name: str, migrations: list[Migration]) -> None:
    with opened(path, migrations=migrations) as store:
        add(store, record(f"by {name}"))


@pytest.mark.slow
@pytest.mark.parametrize("before", ["nothing", "version 1"])
def test_several_processes_may_migrate_at_once(tmp_path: Path, before: str) -> None:
    path = tmp_path / "memory.db"
    held = 0
    if before == "version 1":
        old_file(path)
        held = 7
    spawn = multiprocessing.get_context("spawn")
    steps = [*load(MIGRATIONS), NEXT]
    children = [spawn.Process(target=_open_and_add, args=(path, str(n), steps)) for n in range(4)]
    for child in children:
        child.start()
    for child in children:
        child.join(120)
        assert child.exitcode == 0
    assert value(path, "PRAGMA user_version") == NEXT.version
    assert value(path, "SELECT count(*) FROM item") == held + 4
    with opened(path, migrations=steps) as store:
        assert store.check(ANA, repair=False) == []


# --- files that are not what they should be -------------------------------------------------------------------------


def test_a_file_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = old_file(tmp_path / "memory.db")
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = value(path, "SELECT count(*) FROM item")
    with pytest.raises(NewerSchema, match=r"99.*pip install -U recollect"):
        registry.store(str(path), {})
    assert value(path, "PRAGMA user_version") == 99
    assert value(path, "SELECT count(*) FROM item") == before


def test_a_sqlite_file_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "bookmarks.db"
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE bookmark (url TEXT); INSERT INTO bookmark VALUES ('a')")
    connection.close()
    with pytest.raises(NotADatabase, match="another program"):
        registry.store(str(path), {})
    assert value(path, "SELECT count(*) FROM sqlite_schema") == 1
    assert value(path, "PRAGMA journal_mode") == "delete", "not even the journal mode was changed"


@pytest.mark.parametrize("content", [b"hello, this is no database at all\n" * 200, b"\x00" * 5000, b"SQLite format 3"])
def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(NotADatabase, match="Recollect"):
        registry.store(str(path), {})
    assert path.read_bytes() == content


def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    path.touch()
    with opened(path) as store:
        add(store, record("first"))
        assert store.facts(Scope()).records == 1


def test_a_damaged_file_is_reported_as_such_and_not_written(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with opened(path) as store:
        add(store, *(record(f"text {n} " + "words " * 50) for n in range(500)))
    whole = bytearray(path.read_bytes())
    pages = len(whole) // 4096
    for page in range(pages // 3, pages):
        whole[page * 4096 : page * 4096 + 200] = b"\xff" * 200
    path.write_bytes(whole)
    with opened(path) as store:
        with pytest.raises(StoreCorrupt, match="recollect doctor"):
            list(store.scan(ANA))
        with pytest.raises(StoreCorrupt):
            add(store, record("more"))
        assert [problem.code for problem in store._database.integrity(repair=False)] == ["file"]
    assert path.read_bytes() == whole


def test_a_damaged_index_is_rebuilt(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with opened(path) as store:
        add(store, record("a"), record("b"))
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA writable_schema = 1")
    connection.execute("UPDATE sqlite_schema SET sql = 'CREATE INDEX item_changed ON item (space, item)' "
                       "WHERE name = 'item_changed'")  # fmt: skip
    connection.close()
    with opened(path) as store:
        found = store.check(ANA, repair=True)
        assert [(problem.code, problem.repaired) for problem in found] == [("file", True)]
        assert store.check(ANA, repair=False) == []


# --- places that cannot be written ----------------------------------------------------------------------------------


def test_a_full_disk_is_told_and_loses_nothing(tmp_path: Path) -> None:
    with opened(tmp_path / "memory.db") as store:
        add(store, record("kept"))
        execute(store, "PRAGMA max_page_count = 60")
        with pytest.raises(StoreFull, match="Free disk space"):
            add(store, *(record(f"text {n} " + "word " * 200) for n in range(500)))
        assert [found.content for found in store.scan(ANA)] == ["kept"]
        assert store.check(ANA, repair=False) == []
        execute(store, "PRAGMA max_page_count = 1000000")
        add(store, record("after"))


def test_a_read_only_opening_reads_and_refuses_to_write(tmp_path: Path) -> None:
    path = old_file(tmp_path / "memory.db")
    with closing(registry.store(f"sqlite:///{path}?mode=ro", {})) as store:
        assert len(list(store.scan(ANA))) == 6
        assert len(columns_of(store)) == 6
        assert store.check(ANA, repair=False) == []
        with pytest.raises(StoreReadOnly, match="mode=ro"):
            add(store, record("no"))
    assert value(path, "SELECT count(*) FROM item") == 7


def test_a_read_only_opening_does_not_migrate(tmp_path: Path) -> None:
    path = old_file(tmp_path / "memory.db")
    before = digest(path)
    with pytest.raises(StoreReadOnly, match=f"schema version {NEWEST}"):
        SqliteDatabase(path, read_only=True, migrations=[*load(MIGRATIONS), NEXT])
    assert digest(path) == before


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write everything")
def test_a_file_without_write_permission_can_be_read(tmp_path: Path) -> None:
    path = old_file(tmp_path / "memory.db")
    path.chmod(0o444)
    with opened(path) as store, pytest.raises(StoreReadOnly, match="permissions"):
        add(store, record("no"))


def test_a_read_only_opening_of_nothing_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="does not exist"):
        SqliteDatabase(tmp_path / "none.db", read_only=True)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="is a folder"):
        registry.store(str(tmp_path), {})


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnavailable, match="cannot be made"):
        registry.store(str(tmp_path / "file" / "memory.db"), {})


def test_a_file_that_somebody_keeps_locked_is_told_as_busy_and_read_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with opened(path, busy_timeout_s=0.05) as store:
        add(store, record("there"))
        somebody = apsw.Connection(str(path))
        somebody.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match="nothing was written"):
            add(store, record("not now"))
        assert [found.content for found in store.scan(ANA)] == ["there"]
        somebody.execute("ROLLBACK")
        add(store, record("now"))
        assert len(list(store.scan(ANA))) == 2
        somebody.close()


# --- backup and restore ---------------------------------------------------------------------------------------------


def test_a_restore_brings_back_what_the_backup_held_and_keeps_what_was_there(tmp_path: Path) -> None:
    path, backup = tmp_path / "memory.db", tmp_path / "backup.db"
    with opened(path) as store, opened(path) as other:
        add(store, record("before"), vectors=True)
        store.backup(ANA, backup)
        store.delete(ANA, ["default-ana-before"], at(1))
        add(store, record("after"), vectors=True)
        assert postings_of(other, "befor", "after") == {"after": [("after", 1)]}
        restore(backup, path)
        for seen in (store, other):
            assert [found.content for found in seen.scan(ANA)] == ["before"]
            assert postings_of(seen, "befor", "after") == {"befor": [("before", 1)]}
            assert columns_of(seen).numbers.tolist() == [0]
        add(store, record("goes on"))
        assert store.check(ANA, repair=False) == []
    with opened(tmp_path / "memory.db.before-restore.bak", read_only=True) as kept:
        assert [found.content for found in kept.scan(ANA)] == ["after"]


@pytest.mark.feature("ST-01")
@pytest.mark.parametrize("version", range(1, NEWEST))
def test_a_backup_made_before_an_upgrade_is_restored_and_stays_as_it_is(tmp_path: Path, version: int) -> None:
    path = old_file(tmp_path / "memory.db", version)
    backup = tmp_path / f"memory.db.v{version}.bak"
    with opened(path) as store:
        before = digest(backup)
        add(store, record("after the upgrade"))
        restore(backup, path)
        assert len(list(store.scan(ANA))) == 6, "whoever has it open sees what was restored"
        add(store, record("goes on"))
    assert digest(backup) == before
    assert {found.name for found in tmp_path.iterdir()} == {path.name, f"{path.name}.before-restore.bak", backup.name}
    assert value(path, "PRAGMA user_version") == NEWEST


def test_a_backup_of_a_newer_version_is_refused_and_the_file_left_alone(tmp_path: Path) -> None:
    path, backup = tmp_path / "memory.db", old_file(tmp_path / "backup.db")
    SqliteDatabase(backup, migrations=[*load(MIGRATIONS), NEXT]).close()
    with opened(path) as store:
        add(store, record("kept"))
        with pytest.raises(NewerSchema, match="pip install -U"):
            restore(backup, path)
        assert [found.content for found in store.scan(ANA)] == ["kept"]


def test_an_old_backup_that_cannot_be_upgraded_is_refused_and_the_file_left_alone(tmp_path: Path) -> None:
    path, backup = tmp_path / "memory.db", old_file(tmp_path / "backup.db", 1)
    connection = apsw.Connection(str(backup))
    connection.execute("DROP TABLE item")
    connection.close()
    with opened(path) as store:
        add(store, record("kept"))
        with pytest.raises(StoreError):
            restore(backup, path)
        assert [found.content for found in store.scan(ANA)] == ["kept"]
    assert sorted(found.name for found in tmp_path.iterdir()) == ["backup.db", "memory.db"]


def test_a_backup_of_a_postgresql_store_is_named_as_one(tmp_path: Path) -> None:
    backup, other = tmp_path / "pg.bak", tmp_path / "any.zip"
    for path, member in ((backup, "manifest.json"), (other, "letter.txt")):
        with zipfile.ZipFile(path, "w") as made:
            made.writestr(member, "{}")
    with pytest.raises(NotADatabase, match=r"backup of a PostgreSQL store .* `recollect migrate`"):
        restore(backup, tmp_path / "memory.db")
    with pytest.raises(NotADatabase, match="is not a Recollect database"):
        restore(other, tmp_path / "memory.db")
    assert not (tmp_path / "memory.db").exists()


def test_who_follows_changes_is_told_of_what_is_written_after_a_restore(tmp_path: Path) -> None:
    path, backup, ben, carl = tmp_path / "memory.db", tmp_path / "backup.db", Scope(user="ben"), Scope(user="carl")
    with opened(path) as store:
        add(store, record("before"))
        store.backup(ANA, backup)
        for number in range(5):
            add(store, record(f"gone {number}"))
            add(store, record(f"gone {number}", ben))
        marks = store.changes(ANA, None, everyone=True).marks
        restore(backup, path)
        assert store.changes(ANA, marks, everyone=True).changes == ()
        add(store, record("again"))
        add(store, record("again", carl))
        told = store.changes(ANA, marks, everyone=True).changes
        assert [(change.kind, change.user) for change in told] == [("added", "ana"), ("added", "carl")]
        assert len(store.changes(carl, marks, everyone=False).changes) == 1, "whose space has a number of its own"


def test_a_restore_into_a_new_place_makes_the_file(tmp_path: Path) -> None:
    with opened(tmp_path / "memory.db") as store:
        add(store, record("kept"))
        store.backup(Scope(), tmp_path / "backup.db")
    restore(tmp_path / "backup.db", tmp_path / "elsewhere" / "memory.db")
    with opened(tmp_path / "elsewhere" / "memory.db") as store:
        assert [found.content for found in store.scan(ANA)] == ["kept"]


@pytest.mark.parametrize("content", [None, b"no database", b""])
def test_a_backup_that_is_none_is_refused_and_the_file_left_alone(tmp_path: Path, content: bytes | None) -> None:
    path, backup = tmp_path / "memory.db", tmp_path / "backup.db"
    with opened(path) as store:
        add(store, record("kept"))
    if content is not None:
        backup.write_bytes(content)
    with pytest.raises(StoreError):
        restore(backup, path)
    with opened(path) as store:
        assert [found.content for found in store.scan(ANA)] == ["kept"]
