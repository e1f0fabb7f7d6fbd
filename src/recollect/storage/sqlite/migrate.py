"""Bringing a SQLite file to the current schema, as a whole or not at all; what it was is kept beside it."""

from __future__ import annotations

import os
import re
from contextlib import closing, suppress
from pathlib import Path

import apsw

from recollect.errors import NotADatabase, StoreCorrupt, StoreReadOnly, StoreUnavailable, unwritten
from recollect.model.paths import log_beside, private_file, private_folder, target_file, why_kept
from recollect.storage.sql.migration import Migration
from recollect.storage.sqlite import encryption
from recollect.storage.sqlite.connect import Connections, newer_schema

APPLICATION_ID = 0x5245434F
""""RECO": marks the file as ours."""

BACKUP_PAGES_A_STEP = 4096


def upgrade(connections: Connections, migrations: list[Migration], *, keeping: bool = True) -> int:
    """Apply what is missing; returns the schema version the file has now. Not `keeping`: it is a copy itself, and what
    it was is not kept beside it."""
    newest = migrations[-1].version
    with_file = connections.open(writer=not connections.read_only, wal=False)
    try:
        current = _version(with_file, connections.name, newest)  # a file that is not ours is not even made WAL
        if connections.read_only:
            if current < newest:
                raise StoreReadOnly(
                    f"{connections.name} has schema version {current} and must be brought to {newest} first; "
                    "open it once without mode=ro"
                )
            return current
        connections.enter_wal(with_file)
        if current < newest:
            _apply(with_file, connections, migrations, keeping=keeping)
        return newest
    except apsw.Error as error:
        raise connections.translated(error) from error
    finally:
        if connections.path is not None:
            with_file.close()
        else:
            connections.adopt(with_file)


def version_of(connections: Connections, migrations: list[Migration]) -> int:
    """The schema version that a file has, which is not brought to another one."""
    connection = connections.open(writer=False, wal=False)
    try:
        return _version(connection, connections.name, migrations[-1].version)
    except apsw.Error as error:
        raise connections.translated(error) from error
    finally:
        connection.close()


def _version(connection: apsw.Connection, name: str, newest: int) -> int:
    with connection:  # one look: another process may be making the file just now
        version = int(connection.execute("PRAGMA user_version").get)
        application = int(connection.execute("PRAGMA application_id").get)
        tables = int(connection.execute("SELECT count(*) FROM sqlite_schema").get)
    if tables and application != APPLICATION_ID:
        raise NotADatabase(f"{name} is a SQLite database of another program, not a Recollect one. Choose another path.")
    if version > newest:
        raise newer_schema(name, version, newest)
    return version


def _apply(
    connection: apsw.Connection, connections: Connections, migrations: list[Migration], *, keeping: bool
) -> None:
    """All steps in one transaction: whoever is killed midway leaves the file as it was. Whoever has the write lock
    looks again, makes the backup, and migrates."""
    with connections.transaction(connection, "BEGIN IMMEDIATE"):
        current = int(connection.execute("PRAGMA user_version").get)
        missing = [migration for migration in migrations if migration.version > current]
        # else another process was faster, or it is a new file
        if missing and current and keeping and connections.path is not None:
            before = connections.open(writer=False)
            try:
                copy(before, backup_path(connections.path, current), key=connections.key)
            finally:
                before.close()
        for migration in missing:
            connection.execute(migration.sql)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {migration.version}")


def backup_path(path: Path, version: int) -> Path:
    return path.with_name(f"{path.name}.v{version}.bak")


def copy(source: apsw.Connection, target: Path, *, key: str | None) -> int:
    """An online copy, checked before it is given its name; returns its bytes. It has the source's key."""
    if why := why_kept(target, Path(source.filename) if source.filename else None):
        raise StoreUnavailable(f"{target} {why}; give the copy another name")
    log = in_use(Path(os.path.realpath(target)), key=key)
    if log is not None:
        # SQLite would replay that log into the copy.
        raise StoreUnavailable(f"{target} is a database in use ({log} lies beside it); give the copy another name")
    place = target_file(target)
    partial = place.with_name(f"{place.name}.{os.getpid()}.partial")
    try:
        private_folder(place.parent)
        _discard_unfinished(place)
        partial.unlink(missing_ok=True)
        private_file(partial, replacing=place)
        destination = apsw.Connection(str(partial))
        try:
            if key is not None:
                encryption.unlock(destination, key)
            destination.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()  # see `_discard_unfinished`
            with destination.backup("main", source, "main") as backup:
                while not backup.done:
                    backup.step(BACKUP_PAGES_A_STEP)
            destination.execute("PRAGMA journal_mode = DELETE").fetchall()
            verdict = destination.execute("PRAGMA integrity_check").fetchall()
            if verdict != [("ok",)]:
                raise StoreCorrupt(f"the copy of {source.filename} fails its check: {verdict[0][0]}")
        finally:
            destination.close()
        partial.replace(place)
    except OSError as error:
        failed = StoreUnavailable(f"the copy {target} cannot be written ({error.strerror})")
        raise unwritten(target, error, failed) from error
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
    return place.stat().st_size


def in_use(path: Path, *, key: str | None) -> str | None:
    """The log beside a database that somebody has open. One that was left, as whoever may only read must, is put away:
    SQLite does so itself when the last who has a file open closes it."""
    if log_beside(path) is None or not path.exists():
        return log_beside(path)
    try:
        with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)) as last:
            if key is not None:
                encryption.unlock(last, key)
            last.execute("PRAGMA schema_version").fetchall()
    except apsw.Error:
        return log_beside(path)  # of what cannot be read, nobody knows
    return log_beside(path)


def _discard_unfinished(target: Path) -> None:
    """What was left of copies to the same place by those who were killed: it would stay for ever, and keep what is
    deleted later."""
    name = re.compile(rf"{re.escape(target.name)}\.\d+\.partial")
    for found in target.parent.iterdir():
        if name.fullmatch(found.name) and found.is_file() and not _held(found):
            for end in ("", "-journal"):
                with suppress(PermissionError):  # somebody else's, in a folder of many
                    found.with_name(found.name + end).unlink(missing_ok=True)


def _held(partial: Path) -> bool:
    """Whether somebody writes it: who makes a copy has its lock from the first page to the last."""
    try:
        with closing(apsw.Connection(str(partial), flags=apsw.SQLITE_OPEN_READWRITE)) as connection:
            connection.execute("BEGIN EXCLUSIVE; ROLLBACK")
    except (apsw.BusyError, apsw.CantOpenError):
        return True
    except apsw.Error:
        return False  # half a database
    return False
