"""Bringing a PostgreSQL database to the current schema, while older processes go on serving.

Many processes may start at once: an advisory lock lets one of them migrate while the others wait. All steps that are
missing run in one transaction, so that a failure leaves the database exactly as it was; that takes the place of the
copy that is made of a SQLite file before a migration. (A server's database may be too large to copy in passing:
`recollect backup` or pg_dump before an upgrade is the administrator's choice.)

Two things could hold up who serves, and neither does. A lock on a table that is waited for makes everybody behind it
wait too: so it is waited for briefly, given up with all that was done, and tried again. An index on a table full of
rows takes long to make: it is made beforehand and outside of the transaction, CONCURRENTLY.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic, sleep
from typing import NamedTuple

import psycopg

from recollect.errors import NewerSchema, NotADatabase, StoreBusy, StoreUnavailable
from recollect.storage.postgres.connect import SCHEMA, Connection, Connections
from recollect.storage.sql.migration import Migration

LOCK_KEY = 0x5245434F
""""RECO": the advisory lock of whoever migrates."""
TURN_WAIT_S = 600.0
"""How long a process waits for another that migrates."""
TURN_LOOK_S = 0.1
TABLE_WAIT_MS = 300
"""How long a step waits for a table, and with it everybody who comes after."""
TRIES, PAUSE_S, PAUSE_MAX_S = 40, 0.2, 5.0
"""A little more than two minutes and a half in all."""

INDEX = re.compile(r"CREATE (?P<unique>UNIQUE )?INDEX (?P<name>\w+) ON (?P<table>\w+) (?P<rest>[^;]+);")
_VALID = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(%s)"
_FILLED = "SELECT to_regclass(%s) IS NOT NULL"
_PARTS = (
    "SELECT relname FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = to_regclass(%s) ORDER BY oid"
)
_DIVIDED = "SELECT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('item') AND relkind = 'p')"
DIVIDED = "recollect.divided"
"""The setting that keeps migration 0008 from dividing the tables where it is "off"."""


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
    with _turn(connections):
        _make_indexes(connections, migrations)
        found = _retried(connections, migrations)
    return newest, found


@contextmanager
def _turn(connections: Connections) -> Iterator[None]:
    """While nobody else migrates. The lock is held by a transaction of its own, and the one that migrates begins when
    the lock is there: begun earlier, it could still believe what it had cached of a catalogue that another process has
    changed since. It is asked for again and again: a statement that waits is a transaction that an index being made
    CONCURRENTLY waits for in its turn, for ever."""
    until = monotonic() + TURN_WAIT_S
    with connections.writer(unhurried=True) as waiting:
        while True:
            row = waiting.execute(f"SELECT pg_try_advisory_xact_lock({LOCK_KEY})").fetchone()
            if row is not None and row[0]:
                break
            if monotonic() > until:
                raise StoreBusy(
                    f"another process has been upgrading {connections.name} for {TURN_WAIT_S:g} s; nothing was changed "
                    "by this one. Start it again when the other is done (pg_stat_activity shows what it does)."
                )
            sleep(TURN_LOOK_S)
        yield


def _retried(connections: Connections, migrations: Sequence[Migration]) -> VectorType:
    """All missing steps in one transaction, which is given up and begun anew while a table is in use."""
    pause_s = PAUSE_S
    for attempt in range(1, TRIES + 1):
        try:
            with connections.writer(unhurried=True) as connection:
                try:
                    return _upgraded(connection, migrations, connections.name)
                except (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected) as error:
                    said = str(error).strip().partition("\n")[0]
                    raise _InUse(said) from error
        except _InUse as error:
            if attempt == TRIES:
                raise StoreBusy(
                    f"{connections.name} could not be upgraded: its tables were in use at each of {TRIES} tries "
                    f"({error}); nothing was changed. End the transaction that holds them (pg_stat_activity, oldest "
                    "xact_start first), or try again at a quieter time."
                ) from error
        sleep(pause_s)
        pause_s = min(PAUSE_MAX_S, 1.5 * pause_s)
    raise AssertionError("the last try returns or raises")


class _InUse(Exception):
    """Somebody holds a table that a step wants for itself."""


def _upgraded(connection: Connection, migrations: Sequence[Migration], name: str) -> VectorType:
    connection.execute(f"SET LOCAL lock_timeout = {TABLE_WAIT_MS}")
    _require_unicode(connection, name)
    current = version_of(connection)  # another process may have been faster
    _refuse_newer(current, migrations[-1].version, name)
    if current == 0:
        _make_schema(connection, name)
    found = vector_type(connection) or _make_extension(connection, name)
    apply(connection, migrations, found, name=name, after=current)
    return found


def _make_indexes(connections: Connections, migrations: Sequence[Migration]) -> None:
    """Those of missing steps whose tables are there already, without holding up whoever reads or writes them. One that
    is left half made (the process was killed) is dropped and made anew; one of a column that a missing step adds is
    left to that step. Once made they wait for the step, whatever becomes of this process. On a divided table each part
    gets its own, because CONCURRENTLY makes none on the whole; the step's joins them."""
    with connections.reader() as connection:
        current = version_of(connection)
        if current == 0:
            return
        steps = [step for step in migrations if step.version > current]
        wanted = [index for step in steps for index in INDEX.finditer(without_comments(step.sql))]
        wanted = [index for index in wanted if _yes(connection, _FILLED, index["table"])]
        made = [one for index in wanted for one in _made_by(connection, index)]
        states = {one.name: _yes(connection, _VALID, one.name) for one in made}
        row = connection.execute("SELECT quote_ident(current_schema())").fetchone()
        schema = "" if row is None else row[0]
    missing = [one for one in made if states[one.name] is not True]
    if not missing:
        return
    with connections.alone() as connection:
        for one in missing:
            if states[one.name] is False:
                connection.execute(f"DROP INDEX CONCURRENTLY {schema}.{one.name}".encode())
            create = f"CREATE {one.unique}INDEX CONCURRENTLY {one.name}"
            try:
                connection.execute(f"{create} ON {schema}.{one.table} {one.rest}".encode())
            except psycopg.errors.UndefinedColumn:
                continue


class _Index(NamedTuple):
    name: str
    table: str
    unique: str
    rest: str


def _made_by(connection: Connection, step: re.Match[str]) -> list[_Index]:
    """The index of a step, or of a divided table those of its parts."""
    name, table, unique, rest = step["name"], step["table"], step["unique"] or "", step["rest"]
    parts = [str(row[0]) for row in connection.execute(_PARTS, (table,)).fetchall()]
    return [_Index(f"{name}{part.removeprefix(table)}", part, unique, rest) for part in parts or [table]]


def without_comments(sql: str) -> str:
    return re.sub(r"--[^\n]*", "", sql)


def _yes(connection: Connection, question: str, name: str) -> bool | None:
    """None: there is no such thing."""
    row = connection.execute(question, (name,)).fetchone()
    return None if row is None else bool(row[0])


def divided(connection: Connection) -> bool:
    """Whether tables are divided by tenant."""
    row = connection.execute(_DIVIDED).fetchone()
    return row is not None and bool(row[0])


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
            step = INDEX.sub(r"CREATE \g<unique>INDEX IF NOT EXISTS \g<name> ON \g<table> \g<rest>;", migration.sql)
            connection.execute(step.replace("{vector}", vector.name).encode())
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
