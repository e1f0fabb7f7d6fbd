"""Bringing a PostgreSQL database to the current schema.

Many processes may start at once: an advisory lock lets one of them migrate while the others wait. All steps that are
missing run in one transaction, so that a failure leaves the database exactly as it was; that takes the place of the
copy that is made of a SQLite file before a migration. (A server's database may be too large to copy in passing:
`recollect backup` or pg_dump before an upgrade is the administrator's choice.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import psycopg

from recollect.errors import NewerSchema, NotADatabase, StoreUnavailable
from recollect.storage.postgres.connect import SCHEMA, Connection, Connections
from recollect.storage.sql.migration import Migration

LOCK_KEY = 0x5245434F
""""RECO": the advisory lock of whoever migrates."""


@dataclass(frozen=True, kw_only=True)
class VectorType:
    """pgvector's type, wherever its extension was installed."""

    name: str
    """With its schema, ready for SQL."""
    oid: int


def upgrade(connections: Connections, migrations: Sequence[Migration]) -> tuple[int, VectorType]:
    """Apply what is missing; the schema version the database has now, and its vector type."""
    newest = migrations[-1].version
    with connections.reader() as connection:
        current = version_of(connection)
        found = vector_type(connection)
    _refuse_newer(current, newest, connections.name)
    if current == newest and found is not None:
        return current, found
    # The lock is held by a transaction of its own, and the one that migrates begins when the lock is there: begun
    # earlier, it could still believe what it had cached of a catalogue that another process has changed since.
    with connections.writer(unhurried=True) as waiting:
        waiting.execute(f"SELECT pg_advisory_xact_lock({LOCK_KEY})")
        with connections.writer(unhurried=True) as connection:
            _require_unicode(connection, connections.name)
            current = version_of(connection)  # another process may have been faster
            _refuse_newer(current, newest, connections.name)
            if current == 0:
                _make_schema(connection, connections.name)
            found = vector_type(connection) or _make_extension(connection, connections.name)
            apply(connection, migrations, found, name=connections.name, after=current)
    return newest, found


def version_of(connection: Connection) -> int:
    """0: nothing is there yet."""
    row = connection.execute("SELECT to_regclass('meta') IS NOT NULL").fetchone()
    if row is None or not row[0]:
        return 0
    row = connection.execute("SELECT value FROM meta WHERE name = 'schema_version'").fetchone()
    return 0 if row is None else int(row[0])


def vector_type(connection: Connection) -> VectorType | None:
    row = connection.execute(
        "SELECT format('%I.vector', nspname), pg_type.oid FROM pg_extension "
        "JOIN pg_namespace ON pg_namespace.oid = extnamespace "
        "JOIN pg_type ON typnamespace = extnamespace AND typname = 'vector' WHERE extname = 'vector'"
    ).fetchone()
    return None if row is None else VectorType(name=row[0], oid=int(row[1]))


def apply(
    connection: Connection,
    migrations: Sequence[Migration],
    vector: VectorType,
    *,
    name: str,
    after: int,
    upto: int | None = None,
) -> None:
    """Run the steps above version `after` (and not above `upto`) in the transaction that is open."""
    for migration in migrations:
        if migration.version <= after or (upto is not None and migration.version > upto):
            continue
        try:
            connection.execute(migration.sql.replace("{vector}", vector.name).encode())
        except (psycopg.errors.DuplicateTable, psycopg.errors.DuplicateObject) as error:
            raise NotADatabase(
                f"the schema in {name} holds tables of another program ({str(error).strip()}). "
                "Choose a schema of its own: ?options=-csearch_path%3Drecollect"
            ) from error
        connection.execute(
            "INSERT INTO meta (name, value) VALUES ('schema_version', %s) "
            "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            (str(migration.version),),
        )


def _refuse_newer(current: int, newest: int, name: str) -> None:
    if current > newest:
        raise NewerSchema(
            f"{name} has schema version {current}; this Recollect knows {newest}. "
            "Upgrade with `pip install -U recollect`; nothing was changed."
        )


def _require_unicode(connection: Connection, name: str) -> None:
    row = connection.execute("SHOW server_encoding").fetchone()
    if row is not None and row[0] != "UTF8":
        raise StoreUnavailable(
            f"{name} is encoded in {row[0]} and cannot hold every text; make a database with "
            "CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0"
        )


def _make_schema(connection: Connection, name: str) -> None:
    row = connection.execute("SELECT current_schema()").fetchone()
    if row is not None and row[0] is not None:
        return
    row = connection.execute("SHOW search_path").fetchone()
    first = str(row[0]).split(",")[0].strip().strip('"') if row is not None else SCHEMA
    try:
        with connection.transaction():
            connection.execute(psycopg.sql.SQL("CREATE SCHEMA {}").format(psycopg.sql.Identifier(first)))
    except psycopg.errors.InsufficientPrivilege as error:
        raise StoreUnavailable(
            f"the user of {name} may not make the schema {first!r}; have an administrator run: "
            f'CREATE SCHEMA "{first}" AUTHORIZATION the_user'
        ) from error


def _make_extension(connection: Connection, name: str) -> VectorType:
    try:
        with connection.transaction():
            connection.execute("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public")
    except psycopg.Error as error:
        raise StoreUnavailable(
            f"{name} lacks the pgvector extension and it cannot be added ({str(error).strip().partition(chr(10))[0]}). "
            "Install pgvector on the server (https://github.com/pgvector/pgvector) and have an administrator run in "
            "this database: CREATE EXTENSION vector"
        ) from error
    found = vector_type(connection)
    if found is None:
        raise StoreUnavailable(f"{name} has a pgvector extension without its type; install it anew")
    return found
