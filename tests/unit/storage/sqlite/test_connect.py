"""What a SQLite file still holds of what was deleted: nothing. And what its writers wait for."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw
import pytest

from recollect import Closed, ConfigError, Memory, NewerSchema, StoreCorrupt, StoreReadOnly, StoreUnavailable
from recollect.storage.sqlite.connect import Connections
from recollect.storage.sqlite.database import SqliteDatabase

REST = "was said at noon while the others were looking for the key of the garden door"


@pytest.mark.feature("LC-11")
@pytest.mark.parametrize("how", ["delete", "clear", "erase"])
def test_deleted_words_are_not_in_the_bytes_of_the_file(tmp_path: Path, how: str) -> None:
    with Memory(tmp_path / "m.db", worker="off", config_file=tmp_path / "none.toml") as memory:
        long = "zork fruit and a very long list of other things " * 300  # more than a page
        ids = [
            memory.add(f"zork{n}fruit {REST} {long if n % 10 == 0 else ''}", user="ana", key=f"key{n}").id
            for n in range(40)
        ]
        for id in ids[::3]:
            memory.update(id, content=f"{memory.get(id).content}, twice")
        memory.add("stays", user="ben")
        gone = ids if how == "erase" else ids[::2]
        if how == "delete":
            for id in gone:
                memory.delete(id)
        elif how == "clear":
            for id in gone:
                memory.update(id, tags=["x"])
            memory.clear(user="ana", tags=["x"])
        else:
            memory.erase(user="ana")
        assert memory.count(everyone=True) == 41 - len(gone)
    held = b"".join(path.read_bytes() for path in tmp_path.glob("m.db*"))
    assert b"stays" in held
    assert [n for n in range(40) if ids[n] in gone and f"zork{n}fruit".encode() in held] == []


def test_only_bookkeeping_does_not_wait_for_the_disk(tmp_path: Path) -> None:
    connections = Connections(tmp_path / "m.db", synchronous="full")
    waits = []
    for durable in (True, False, False, True):
        with connections.writer(durable=durable) as connection:
            waits.append(connection.execute("PRAGMA synchronous").get)
    connections.close()
    normal, full = 1, 2
    assert waits == [full, normal, normal, full]


NOBODY = 65_534


@contextmanager
def a_folder_that_cannot_be_written(log: bytes = b"") -> Iterator[Path]:
    """Root may write everywhere, so it steps back for as long as the folder is closed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Memory(folder / "m.db", worker="off") as memory:
            memory.add("Ana keeps bees", user="ana")
            memory.search("bees", user="ana", dry_run=True)  # what is loaded on first use may be closed to others
        (folder / "m.db").chmod(0o644)
        if log:
            (folder / "m.db-wal").write_bytes(log)
        folder.chmod(0o555)
        root = os.geteuid() == 0
        if root:
            os.seteuid(NOBODY)
        try:
            yield folder
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o755)


def test_a_file_in_a_folder_that_cannot_be_written_can_be_read() -> None:
    with a_folder_that_cannot_be_written() as folder:
        with Memory(f"sqlite:///{folder / 'm.db'}?mode=ro", worker="off", config_file=folder / "none.toml") as memory:
            assert [hit.content for hit in memory.search("bees", user="ana", dry_run=True)] == ["Ana keeps bees"]
            assert memory.doctor() == []
            with pytest.raises(StoreReadOnly, match="mode=ro"):
                memory.add("Ana sells honey", user="ana")
        with pytest.raises(StoreReadOnly, match=r"\?mode=ro"):
            Memory(folder / "m.db", worker="off", config_file=folder / "none.toml")


def test_changes_in_a_log_that_cannot_be_read_are_not_passed_over() -> None:
    closed = a_folder_that_cannot_be_written(log=b"x" * 4096)
    with closed as folder, pytest.raises(StoreReadOnly, match=r"m\.db-wal holds changes"):
        Memory(f"sqlite:///{folder / 'm.db'}?mode=ro", worker="off", config_file=folder / "none.toml")


def test_a_file_read_as_unchanging_is_read_anew_when_it_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with apsw.Connection(str(path)) as writer:
        writer.execute("CREATE TABLE kept (text); INSERT INTO kept VALUES ('one')")
    connections = Connections(path, synchronous="full", read_only=True)
    connections._resting = connections._state(path)
    with connections.reader() as reader:
        assert reader.execute("SELECT count(*) FROM kept").get == 1
    with apsw.Connection(str(path)) as writer:
        writer.execute(f"INSERT INTO kept VALUES ('{'two' * 5000}')")
    with connections.reader() as reader:
        assert reader.execute("SELECT count(*) FROM kept").get == 2
    assert connections._resting is None
    connections.close()


def damage(path: Path, word: bytes) -> None:
    """Bytes that are no text, in the place of a word."""
    held = path.read_bytes()
    assert word in held
    path.write_bytes(held.replace(word, b"\xff" * len(word)))


def test_bytes_that_are_no_text_are_told_as_damage(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with Memory(path, worker="off") as memory:
        memory.add("Ana keeps zorkbees", user="ana")
    damage(path, b"zorkbees")
    with Memory(path, worker="off") as memory:
        with pytest.raises(StoreCorrupt, match="is damaged"):
            memory.list(user="ana")
        with pytest.raises(StoreCorrupt, match="is damaged"):
            list(memory.export())
        for repair in (False, True):
            assert any("cannot be read" in problem.message for problem in memory.doctor(repair=repair))


def test_the_doctor_reports_damage_and_does_not_break_off(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with Memory(path, worker="off") as memory:
        memory.add_many([f"fact {n} about a thing called name{n}" for n in range(300)], user="ana")
    held = bytearray(path.read_bytes())
    middle = len(held) // 2 // 4096 * 4096
    held[middle : middle + 8 * 4096] = b"\xa5" * (8 * 4096)
    path.write_bytes(bytes(held))
    with Memory(path, worker="off") as memory:
        for repair in (False, True):
            found = memory.doctor(repair=repair)
            assert [problem for problem in found if not problem.repaired]
        with pytest.raises(StoreCorrupt, match=r"m\.db (is damaged|fails)"):
            memory.backup(tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_a_relative_path_is_the_same_file_when_the_program_has_gone_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    with Memory("m.db", worker="off") as memory:
        monkeypatch.chdir("elsewhere")
        memory.add("Ana moved to Lisbon", user="ana")
        assert memory.search("where does Ana live?", user="ana")
        assert memory.status().facts.bytes > 0
    assert not list((tmp_path / "elsewhere").iterdir())
    with Memory(tmp_path / "m.db", worker="off") as memory:
        assert memory.count(user="ana") == 1


@pytest.mark.parametrize("asked", ["mode=rw", "mode=", "mode=ro&mode=ro", "cache=shared"])
def test_an_address_that_asks_for_what_is_not_known_is_refused(tmp_path: Path, asked: str) -> None:
    with pytest.raises(ConfigError, match="the only one is mode=ro"):
        Memory(f"sqlite:///{tmp_path / 'm.db'}?{asked}")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be deleted there")
@pytest.mark.parametrize("written", [True, False], ids=["written to before", "only opened"])
@pytest.mark.parametrize("how", ["deleted", "replaced"])
def test_a_file_that_was_deleted_or_replaced_takes_nothing_more(tmp_path: Path, how: str, written: bool) -> None:
    path, other = tmp_path / "m.db", tmp_path / "other.db"
    for made, text in ((path, "Ana lives in Lisbon"), (other, "Ben lives in Porto")):
        with Memory(made, config_file=tmp_path / "none.toml") as memory:
            memory.add(text, user="u")
    with Memory(path, config_file=tmp_path / "none.toml") as memory:
        if written:
            memory.add("Ana has a boat", user="u")
        path.rename(tmp_path / "aside.db")
        if how == "replaced":
            other.rename(path)
        with pytest.raises(StoreUnavailable, match="deleted or replaced while it was open; nothing was written"):
            memory.add("Ana moved to Faro", user="u")
        assert path.exists() == (how == "replaced"), "no new file takes its place"
        (tmp_path / "aside.db").rename(path)
        memory.add("Carla plays the cello", user="u")  # the same file again
        assert memory.count(user="u") == (3 if written else 2)


def test_a_store_whose_folder_is_gone_can_still_be_closed(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "m.db"
    with Memory(path, config_file=tmp_path / "none.toml") as memory:
        memory.add("Ana lives in Lisbon", user="u")
        memory.search("Lisbon", user="u")
        if os.name != "nt":
            shutil.rmtree(path.parent)


# --- a schema that changes under an open store ----------------------------------------------------------------------


@pytest.mark.feature("ST-01")
@pytest.mark.parametrize("written", [False, True])
def test_who_has_a_store_open_writes_nothing_into_a_newer_schema(tmp_path: Path, written: bool) -> None:
    with Memory(tmp_path / "m.db", worker="off", config_file=tmp_path / "none.toml") as memory:
        kept = memory.add("Ana lives in Lisbon", user="ana").id if written else None
        newest = memory.status().facts.schema_version
        with closing(apsw.Connection(str(tmp_path / "m.db"))) as newer:
            newer.execute(f"PRAGMA user_version = {newest + 1}")
        for write in (
            lambda: memory.add("Ben lives in Rome", user="ben"),
            lambda: memory.erase(user="ana"),
            lambda: memory.add("Ben lives in Rome", user="ben"),
        ):
            with pytest.raises(NewerSchema, match=rf"version {newest + 1}; this Recollect knows {newest}.*nothing was"):
                write()
        assert [found.id for found in memory.list(everyone=True)] == [kept] * written
        with closing(apsw.Connection(str(tmp_path / "m.db"))) as newer:
            newer.execute(f"PRAGMA user_version = {newest}")  # as a restore of what was before does
        memory.add("Ben lives in Rome", user="ben")


def test_the_schema_is_looked_at_only_after_somebody_else_has_written(tmp_path: Path) -> None:
    looks: list[str] = []

    def told(_: object, sql: str, __: object) -> bool:
        looks.extend(["look"] * ("user_version" in sql))
        return True

    with closing(SqliteDatabase(tmp_path / "m.db")) as database, closing(SqliteDatabase(tmp_path / "m.db")) as other:
        for number, (by, name) in enumerate([(database, "own"), *[(database, "own"), (other, "other")] * 2] * 2):
            with by.writing() as session:
                if not number:
                    session._connection.set_exec_trace(told)
                session.run("INSERT INTO meta VALUES (?, 'x')", (str(number),))
            looks.append(name)
    assert looks == "own own other look own other look own own other look own other".split()


# --- closing --------------------------------------------------------------------------------------------------------


class Meanwhile(apsw.Connection):
    """Something happens while it is closed."""

    def close(self, force: bool = False) -> None:
        super().close(force)
        self.then()


def test_who_reads_while_connections_are_closed_gets_none_of_those(tmp_path: Path) -> None:
    SqliteDatabase(tmp_path / "m.db").close()
    connections = Connections(tmp_path / "m.db", synchronous="full")
    read: list[int] = []

    def look() -> None:
        with connections.reader() as connection:
            read.append(connection.execute("SELECT 1").get)

    idle = Meanwhile(str(tmp_path / "m.db"))
    idle.then = look
    connections._idle.append(idle)
    connections.close()
    assert read == [1]


def test_what_is_under_way_when_a_store_is_closed_ends_and_leaves_nothing_open(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path / "m.db")
    with database.reading() as session:
        database.close()
        assert session.one("SELECT 1") == (1,)
        with database.writing() as writing:
            writing.run("INSERT INTO meta VALUES ('x', 'y')")
    assert [path.name for path in tmp_path.iterdir()] == ["m.db"], "the last who closes it empties the log"
    with closing(SqliteDatabase(tmp_path / "m.db")) as again, again.reading() as session:
        assert session.one("SELECT value FROM meta WHERE name = 'x'") == ("y",)


def test_what_was_in_memory_alone_is_gone_when_it_is_closed() -> None:
    database = SqliteDatabase(None)
    database.close()
    with pytest.raises(Closed), database.reading():
        pass
