"""A dump of a PostgreSQL store and the way back."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import apsw
import pytest

from recollect.errors import NewerSchema, NotADatabase, RecollectError, StoreCorrupt, StoreFull, StoreUnavailable
from recollect.model.batch import Batch
from recollect.model.paths import POSIX
from recollect.model.record import Edge
from recollect.model.scope import Scope
from recollect.storage.postgres import dump
from recollect.storage.postgres.database import PostgresDatabase, restore
from recollect.storage.sql.store import SqlStore
from recollect.storage.sqlite.connect import translate
from tests.contracts.building import (
    ANA,
    INT8_SIGNATURE,
    SIGNATURE,
    add,
    at,
    columns_of,
    edit,
    plain,
    postings_of,
    record,
    vector,
)
from tests.services import fresh_database


@contextmanager
def opened(url: str) -> Iterator[SqlStore]:
    with closing(SqlStore(PostgresDatabase(url))) as store:
        yield store


def fill(store: SqlStore) -> None:
    first, *_ = add(store, record("Zoë's\tfirst\n\\N text", id="one"), record("two"), record("gone"), vectors=True)
    edit(store, first, "first, edited", seconds=5)
    add(store, record("in eight bits", Scope(user="bob")), vectors=True, signature=INT8_SIGNATURE)
    edge = Edge(source_type="record", source="one", target_type="record", target="two", kind="k", created_at=at(0))
    store.write(ANA, Batch(edges=(edge,)))
    store.cache_vectors(ANA, SIGNATURE, {"h": vector(1)}, now=at(0), entries_max=9)
    store.delete(ANA, ["default-ana-gone"], at(9))


def everything(store: SqlStore) -> dict[str, Any]:
    return {
        "records": list(store.scan(Scope(), everyone=True)),
        "ana": plain(columns_of(store)),
        "bob": plain(columns_of(store, Scope(user="bob"), INT8_SIGNATURE)),
        "postings": postings_of(store, "first", "edit", "two"),
        "edges": store.edges(ANA, ["one"]),
        "tombstones": store.tombstones(ANA),
        "cache": [row.tolist() for row in store.cached_vectors(ANA, SIGNATURE, ["h"]).values()],
        "check": store.check(ANA, repair=False),
    }


def test_a_dump_restored_elsewhere_is_the_same_store(postgres_server: str, postgres_url: str, tmp_path: Path) -> None:
    with opened(postgres_url) as store:
        fill(store)
        store.backup(ANA, tmp_path / "dump.zip")
        expected = everything(store)
    with fresh_database(postgres_server) as other:
        restore(tmp_path / "dump.zip", other)
        with opened(other) as store:
            assert everything(store) == expected
            add(store, record("a new space", Scope(user="carl")))
            assert store.pending_count(ANA, "test:new:8") == 5
            store.cache_vectors(ANA, "test:new:8", {"h": vector(2)}, now=at(1), entries_max=9)
            assert store.check(ANA, repair=False) == []


@pytest.mark.skipif(not POSIX, reason="files have other rights here")
def test_a_dump_is_for_nobody_else_unless_it_replaces_one_that_is_not(postgres_url: str, tmp_path: Path) -> None:
    dumped = tmp_path / "safe" / "dump.zip"
    with opened(postgres_url) as store:
        store.backup(ANA, dumped)
        assert [path.stat().st_mode & 0o777 for path in (dumped.parent, dumped)] == [0o700, 0o600]
        dumped.chmod(0o640)
        store.backup(ANA, dumped)
        assert dumped.stat().st_mode & 0o777 == 0o640


def test_a_restore_replaces_what_is_there_and_open_stores_notice(postgres_url: str, tmp_path: Path) -> None:
    with opened(postgres_url) as store:
        fill(store)
        store.backup(ANA, tmp_path / "dump.zip")
        expected = everything(store)
        store.delete(ANA, ["one"], at(20))
        add(store, *(record(f"later {n}") for n in range(10)), vectors=True)
        assert everything(store) != expected
        restore(tmp_path / "dump.zip", postgres_url)
        found = everything(store)
        for whose in ("ana", "bob"):
            assert found[whose].pop("generation") > expected[whose].pop("generation"), "no number comes again"
        assert found == expected


def test_who_follows_changes_is_told_of_what_is_written_after_a_restore(postgres_url: str, tmp_path: Path) -> None:
    ben, carl = Scope(user="ben"), Scope(user="carl")
    with opened(postgres_url) as store:
        add(store, record("before"))
        store.backup(ANA, tmp_path / "dump.zip")
        for number in range(5):
            add(store, record(f"gone {number}"))
            add(store, record(f"gone {number}", ben))
        marks = store.changes(ANA, None, everyone=True).marks
        restore(tmp_path / "dump.zip", postgres_url)
        assert store.changes(ANA, marks, everyone=True).changes == ()
        add(store, record("again"))
        add(store, record("again", carl))
        told = store.changes(ANA, marks, everyone=True).changes
        assert [(change.kind, change.user) for change in told] == [("added", "ana"), ("added", "carl")]


def test_a_dump_shows_one_state_while_others_write(postgres_url: str, tmp_path: Path) -> None:
    with opened(postgres_url) as store, store._database._connections.reader() as connection:  # type: ignore[attr-defined]
        add(store, record("before"))
        connection.execute("SELECT 1 FROM item")
        add(store, record("after"), vectors=True)
        dump.write(connection, tmp_path / "dump.zip", schema_version=store.facts(ANA).schema_version)
    restore(tmp_path / "dump.zip", postgres_url)
    with opened(postgres_url) as store:
        assert [found.content for found in store.scan(ANA)] == ["before"]
        assert store.check(ANA, repair=False) == []


def spoil(path: Path, fault: str) -> None:
    if fault == "missing":
        path.unlink()
    elif fault == "no archive":
        path.write_bytes(b"not a zip file")
    elif fault == "cut off":
        path.write_bytes(path.read_bytes()[:-500])
    else:
        with zipfile.ZipFile(path) as archive:
            members = {name: archive.read(name) for name in archive.namelist()}
        manifest = json.loads(members["manifest.json"])
        if fault == "another table":
            members["item"] = members["item"][:-20] + members["item"][-2:]
        elif fault == "no manifest":
            members.pop("manifest.json")
        elif fault == "a table gone":
            members.pop("item")
        elif fault == "newer":
            manifest["schema_version"] = 99
        elif fault == "another format":
            manifest["format"] = "something else"
        elif fault == "wrong count":
            next(table for table in manifest["tables"] if table["name"] == "posting")["rows"] += 1
        if "manifest.json" in members:
            members["manifest.json"] = json.dumps(manifest).encode()
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in members.items():
                archive.writestr(name, data)


@pytest.mark.parametrize(
    "fault, expected",
    [
        ("missing", StoreUnavailable),
        ("no archive", NotADatabase),
        ("cut off", NotADatabase),
        ("no manifest", NotADatabase),
        ("a table gone", NotADatabase),
        ("another format", NotADatabase),
        ("another table", StoreCorrupt),
        ("newer", NewerSchema),
        ("wrong count", StoreCorrupt),
    ],
)
def test_a_dump_that_is_not_whole_is_refused_and_the_database_left_alone(
    postgres_url: str, tmp_path: Path, fault: str, expected: type[RecollectError]
) -> None:
    path = tmp_path / "dump.zip"
    with opened(postgres_url) as store:
        fill(store)
        before = everything(store)
        store.backup(ANA, path)
        add(store, record("later"))
        store.delete(ANA, ["default-ana-later"], at(30))
        spoil(path, fault)
        with pytest.raises(expected):
            restore(path, postgres_url)
        assert everything(store)["records"] == before["records"]
        assert store.check(ANA, repair=False) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_dump_on_a_full_disk_says_what_sqlite_says(postgres_url: str, tmp_path: Path) -> None:
    target = tmp_path / "dump.zip"
    with opened(postgres_url) as store:
        fill(store)
        target.with_name(f"dump.zip.{os.getpid()}.partial").symlink_to("/dev/full")
        with pytest.raises(StoreFull) as told:
            store.backup(ANA, target)
    assert str(told.value) == str(translate(apsw.FullError(), str(target)))
    assert list(tmp_path.iterdir()) == []
