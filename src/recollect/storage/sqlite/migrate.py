"""Bringing a SQLite file to the current schema, with a backup before each step that changes an existing file."""

from __future__ import annotations

from pathlib import Path

import apsw

from recollect.errors import NewerSchema, NotADatabase, StoreCorrupt, StoreReadOnly
from recollect.storage.sql.migration import Migration
from recollect.storage.sqlite.connect import Connections, translate

APPLICATION_ID = 0x5245434F
""""RECO": marks the file as ours."""

BACKUP_PAGES_A_STEP = 4096


def upgrade(connections: Connections, migrations: list[Migration]) -> int:
    """Apply what is missing; returns the schema version the file has now."""
    newest = migrations[-1].version
    with_file = connections.open(writer=not connections.read_only)
    try:
        current = _version(with_file, connections.name, newest)
        if current == newest:
            return current
        if connections.read_only:
            raise StoreReadOnly(
                f"{connections.name} has schema version {current} and must be brought to {newest} first; "
                "open it once without mode=ro"
            )
        for migration in migrations:
            if migration.version <= current:
                continue
            if current > 0 and connections.path is not None:
                copy(with_file, backup_path(connections.path, current))
            _apply(with_file, connections, migration)
            current = migration.version
        return current
    except apsw.Error as error:
        raise translate(error, connections.name) from error
    finally:
        if connections.path is not None:
            with_file.close()
        else:
            connections.adopt(with_file)


def _version(connection: apsw.Connection, name: str, newest: int) -> int:
    version = int(connection.execute("PRAGMA user_version").get)
    application = int(connection.execute("PRAGMA application_id").get)
    tables = int(connection.execute("SELECT count(*) FROM sqlite_schema").get)
    if tables and application != APPLICATION_ID:
        raise NotADatabase(f"{name} is a SQLite database of another program, not a Recollect one. Choose another path.")
    if version > newest:
        raise NewerSchema(
            f"{name} has schema version {version}; this Recollect knows {newest}. "
            "Upgrade with `pip install -U recollect`; nothing was changed."
        )
    return version


def _apply(connection: apsw.Connection, connections: Connections, migration: Migration) -> None:
    with connections.transaction(connection, "BEGIN IMMEDIATE"):
        if int(connection.execute("PRAGMA user_version").get) >= migration.version:
            return  # another process was faster
        connection.execute(migration.sql)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {migration.version}")


def backup_path(path: Path, version: int) -> Path:
    return path.with_name(f"{path.name}.v{version}.bak")


def copy(source: apsw.Connection, target: Path) -> int:
    """An online copy, checked before it is given its name; returns its bytes."""
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    destination = apsw.Connection(str(partial))
    try:
        with destination.backup("main", source, "main") as backup:
            while not backup.done:
                backup.step(BACKUP_PAGES_A_STEP)
        destination.execute("PRAGMA journal_mode = DELETE").fetchall()
        verdict = destination.execute("PRAGMA integrity_check").fetchall()
        if verdict != [("ok",)]:
            raise StoreCorrupt(f"the copy of {source.filename} fails its check: {verdict[0][0]}")
    finally:
        destination.close()
    partial.replace(target)
    return target.stat().st_size
