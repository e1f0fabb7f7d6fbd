"""Bringing a SQLite file to the current schema, with a backup before each step that changes an existing file."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import apsw

from recollect.errors import NewerSchema, NotADatabase, StoreCorrupt
from recollect.storage.sqlite.connect import Connections, translate

APPLICATION_ID = 0x5245434F
""""RECO": marks the file as ours."""

BACKUP_PAGES_A_STEP = 4096


@dataclass(frozen=True, kw_only=True)
class Migration:
    version: int
    name: str
    sql: str


def load(package: str) -> list[Migration]:
    """The numbered SQL files of a package, in order."""
    found = []
    for entry in sorted(resources.files(package).iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".sql"):
            number, _, name = entry.name.removesuffix(".sql").partition("_")
            found.append(Migration(version=int(number), name=name, sql=entry.read_text(encoding="utf-8")))
    return found


def upgrade(connections: Connections, migrations: list[Migration]) -> int:
    """Apply what is missing; returns the schema version the file has now."""
    newest = migrations[-1].version
    with_file = connections.open(writer=not connections.read_only)
    try:
        current = _version(with_file, connections.name, newest)
        if current == newest or connections.read_only:
            return current
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
