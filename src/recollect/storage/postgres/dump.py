"""A dump: one state of all tables in one file, and back.

A dump is a ZIP file with one member per table in PostgreSQL's binary COPY format, which is the same on every version
and machine, and `manifest.json` with the schema version, whether tables are divided by tenant, and each table's
columns, rows and SHA-256. It is made in a single read transaction and read back before it gets its name.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from psycopg import sql

from recollect.errors import NewerSchema, NotADatabase, StoreCorrupt, StoreUnavailable, unwritten
from recollect.model.paths import private_file, private_folder, target_file, why_no_file
from recollect.storage.postgres import migrate
from recollect.storage.postgres.connect import Connection
from recollect.storage.postgres.session import PostgresSession
from recollect.storage.sql.migration import Migration
from recollect.storage.sql.numbering import COUNT_BITS

FORMAT = "recollect-postgres-1"
MANIFEST = "manifest.json"
BLOCK_BYTES = 1 << 20
MANIFEST_BYTES_MAX = 1 << 20

_TABLES = (
    "SELECT relname, array_agg(attname::text ORDER BY attnum) FROM pg_class "
    "JOIN pg_attribute ON attrelid = pg_class.oid WHERE relkind IN ('r', 'p') AND NOT relispartition AND attnum > 0 "
    "AND NOT attisdropped AND relnamespace = current_schema()::regnamespace GROUP BY relname ORDER BY relname"
)


@dataclass(frozen=True, kw_only=True)
class Table:
    """What the manifest says of one table."""

    name: str
    columns: tuple[str, ...]
    rows: int
    sha256: str


@dataclass(frozen=True, kw_only=True)
class Manifest:
    schema_version: int
    divided: bool
    tables: tuple[Table, ...]


def write(connection: Connection, target: Path, *, schema_version: int) -> int:
    """Dump all tables as the connection's transaction sees them; returns the bytes of the file."""
    place = target_file(target)
    partial = place.with_name(f"{place.name}.{os.getpid()}.partial")
    try:
        private_folder(place.parent)
        private_file(partial, replacing=place)
        with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            tables = [
                _write_table(connection, archive, name, columns)
                for name, columns in connection.execute(_TABLES).fetchall()
            ]
            manifest = {
                "format": FORMAT,
                "schema_version": schema_version,
                "divided": migrate.divided(connection),
                "tables": [vars(table) for table in tables],
            }
            archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
        check(partial, newest=schema_version)
        partial.replace(place)
    except OSError as error:
        failed = StoreUnavailable(f"the backup {target} cannot be written ({error.strerror})")
        raise unwritten(target, error, failed) from error
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
    return place.stat().st_size


def _write_table(connection: Connection, archive: zipfile.ZipFile, name: str, columns: Sequence[str]) -> Table:
    digest = hashlib.sha256()
    with connection.cursor() as cursor, archive.open(name, "w", force_zip64=True) as member:
        query = sql.SQL("COPY (SELECT {} FROM {}) TO STDOUT (FORMAT BINARY)").format(
            _names(columns), sql.Identifier(name)
        )
        with cursor.copy(query) as copy:
            for block in _blocks(copy):
                digest.update(block)
                member.write(block)
        rows = cursor.rowcount
    return Table(name=name, columns=tuple(columns), rows=rows, sha256=digest.hexdigest())


def check(dump: Path, *, newest: int) -> Manifest:
    """Read a dump from end to end and compare it with its manifest."""
    if why := why_no_file(dump):
        raise StoreUnavailable(f"{dump} {why}; give the path of a file made by `recollect backup`")
    try:
        with zipfile.ZipFile(dump) as archive:
            manifest = _manifest(archive, dump, newest)
            for table in manifest.tables:
                digest = hashlib.sha256()
                with archive.open(table.name) as member:
                    while block := member.read(BLOCK_BYTES):
                        digest.update(block)
                if digest.hexdigest() != table.sha256:
                    raise StoreCorrupt(f"{dump} is damaged: the table {table.name} is not what its manifest says")
    except (zipfile.BadZipFile, KeyError, EOFError) as error:
        raise NotADatabase(f"{dump} is no backup of a PostgreSQL store, or it is damaged ({error})") from error
    return manifest


def _manifest(archive: zipfile.ZipFile, dump: Path, newest: int) -> Manifest:
    if archive.getinfo(MANIFEST).file_size > MANIFEST_BYTES_MAX:
        raise NotADatabase(f"{dump} is no backup of a PostgreSQL store")
    try:
        found: dict[str, Any] = json.loads(archive.read(MANIFEST))
    except ValueError as error:
        raise NotADatabase(f"{dump} is no backup of a PostgreSQL store") from error
    if found.get("format") != FORMAT:
        raise NotADatabase(f"{dump} is no backup of a PostgreSQL store")
    if found["schema_version"] > newest:
        raise NewerSchema(
            f"{dump} has schema version {found['schema_version']}; this Recollect knows {newest}. "
            "Upgrade with `pip install -U recollect`; nothing was changed."
        )
    tables = tuple(Table(**{**table, "columns": tuple(table["columns"])}) for table in found["tables"])
    return Manifest(schema_version=found["schema_version"], divided=bool(found.get("divided")), tables=tables)


def read(
    connection: Connection,
    dump: Path,
    manifest: Manifest,
    migrations: Sequence[Migration],
    vector: migrate.VectorType,
    *,
    name: str,
) -> None:
    """Replace all tables by those of the dump, at its schema version, then migrate: in the transaction that is open.

    They are divided if those of the dump were: spaces have other numbers then."""
    connection.execute(f"SELECT pg_advisory_xact_lock({migrate.LOCK_KEY})")
    connection.execute(f"SET LOCAL {migrate.DIVIDED} = '{'on' if manifest.divided else 'off'}'")
    space, generation = _reached(connection)
    for table, _ in connection.execute(_TABLES).fetchall():
        connection.execute(sql.SQL("DROP TABLE {} CASCADE").format(sql.Identifier(table)))
    migrate.apply(connection, migrations, vector, name=name, after=0, upto=manifest.schema_version)
    connection.execute("TRUNCATE meta")
    with zipfile.ZipFile(dump) as archive, connection.cursor() as cursor:
        for table in manifest.tables:
            with (
                archive.open(table.name) as member,
                cursor.copy(_copy_into(table)) as copy,
            ):
                _pour(member, copy)
            if cursor.rowcount != table.rows:
                raise StoreCorrupt(f"{dump}: {cursor.rowcount} rows of {table.name} came back, not {table.rows}")
    PostgresSession(connection, vector).restart_ids()
    migrate.apply(connection, migrations, vector, name=name, after=manifest.schema_version)
    _go_on_from(connection, space, generation)


def _reached(connection: Connection) -> tuple[int, int]:
    """The highest number that was counted to for a space, and how far the busiest has come. Nobody writes any more."""
    connection.execute("LOCK TABLE space IN ACCESS EXCLUSIVE MODE")
    found = connection.execute(
        f"SELECT coalesce(max(id & {(1 << COUNT_BITS) - 1}), 0), coalesce(max(generation), 0) FROM space"
    ).fetchone()
    return (0, 0) if found is None else (int(found[0]), int(found[1]))


def _go_on_from(connection: Connection, space: int, generation: int) -> None:
    """Nothing that was cached before a restore is valid, and what is written after it is new to everybody: whoever
    follows changes has marks of the state that is gone, and no generation and no space of those comes again."""
    connection.execute(
        "UPDATE space SET epoch = %s, generation = greatest(generation, %s)", (secrets.randbits(62), generation)
    )
    connection.execute(
        "SELECT setval('space_id_seq', greatest(%s, (SELECT last_value FROM space_id_seq)), false)", (space + 1,)
    )


def _blocks(rows: Iterable[bytes | bytearray | memoryview]) -> Iterator[bytes]:
    """Rows joined to larger pieces: hashing and packing cost more per call than per byte."""
    block = bytearray()
    for row in rows:
        block += row
        if len(block) >= BLOCK_BYTES:
            yield bytes(block)
            block.clear()
    yield bytes(block)


def _pour(member: IO[bytes], copy: Any) -> None:
    while block := member.read(BLOCK_BYTES):
        copy.write(block)


def _copy_into(table: Table) -> sql.Composed:
    into = sql.SQL("COPY {} ({}) FROM STDIN (FORMAT BINARY)")
    return into.format(sql.Identifier(table.name), _names(table.columns))


def _names(columns: Sequence[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, columns))
