"""The PostgreSQL database behind the shared store."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import psycopg
from psycopg import sql

from recollect.errors import ReplicaFailed
from recollect.model.batch import Problem
from recollect.model.scope import Scope
from recollect.storage.postgres import dump, migrate, wall
from recollect.storage.postgres.connect import Connection, Connections, Limits
from recollect.storage.postgres.notices import PostgresNotices, Told
from recollect.storage.postgres.replica import About, Replica, limits_beside
from recollect.storage.postgres.session import PostgresSession
from recollect.storage.sql import identity, spaces
from recollect.storage.sql.database import EVERYTHING, Whose
from recollect.storage.sql.migration import Migration, load
from recollect.storage.sql.snapshots import SpaceState

MIGRATIONS = "recollect.storage.postgres.migrations"

_INDEXES = (
    "SELECT pg_class.oid, relname FROM pg_class JOIN pg_am ON pg_am.oid = relam "
    "WHERE relkind = 'i' AND amname = 'btree' AND relnamespace = current_schema()::regnamespace ORDER BY relname"
)
_AMCHECK = (
    "SELECT format('%I.bt_index_check', nspname) FROM pg_extension "
    "JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'amcheck'"
)
_NAMES = "SELECT relname FROM pg_class WHERE relkind IN ('i', 'I') AND relnamespace = current_schema()::regnamespace"
_CREATED = re.compile(r"^CREATE (?:UNIQUE )?INDEX (\w+) [^;]+;", re.MULTILINE)
PARTS = 16
"""Of a divided table, some indexes are those of its parts, with their number after the name."""


class PostgresDatabase:
    """One database of a PostgreSQL server, in a schema of its own."""

    def __init__(
        self,
        url: str,
        *,
        read_url: str | None = None,
        limits: Limits | None = None,
        migrations: Sequence[Migration] | None = None,
        notices: bool = True,
    ) -> None:
        self._connections = Connections(url, limits=limits)
        self._schema_version, self._vector = migrate.upgrade(self._connections, migrations or load(MIGRATIONS))
        with self._connections.reader() as connection:
            self._walled = wall.stands(connection)
        self.notices = PostgresNotices(self._connections) if notices else None
        self.replica: Replica | None = None
        if read_url is not None:
            beside = limits_beside(self._connections.limits)
            self.replica = Replica(Connections(read_url, limits=beside), primary=self._about)
            identity.of(self)  # made now, it may have come to the replica before it is asked for

    @property
    def url(self) -> str:
        """Without the password."""
        return self._connections.name

    @property
    def place(self) -> str:
        return self.url

    @property
    def schema_version(self) -> int:
        return self._schema_version

    @property
    def single(self) -> bool:
        return False

    @property
    def divided(self) -> bool:
        with self._connections.reader() as connection:
            return migrate.divided(connection)

    @property
    def replica_failure(self) -> str | None:
        return None if self.replica is None or self.replica.usable else self.replica.problem

    @contextmanager
    def reading(self, whose: Whose = None) -> Iterator[PostgresSession]:
        with self._connections.reader(begin=self._as(whose)) as connection:
            self._whole(connection, whose)
            yield PostgresSession(connection, self._vector, walled=self._walled)

    @contextmanager
    def searching(
        self, scope: Scope, owners: Sequence[str], *, replica: bool
    ) -> Iterator[tuple[PostgresSession, list[SpaceState]]]:
        if replica and self.replica is not None and self.replica.usable:
            found = self._from_replica(self.replica, scope, owners)
            if found is not None:
                line, session, states = found
                with line:
                    yield session, states
                return
        noted = 0 if self.replica is None else self.replica.noted
        with self.reading(scope) as session:
            shown = spaces.owned(session, scope.tenant, owners)
            if self.replica is not None:
                self.replica.seen(scope.tenant, owners, shown, noted)
            yield session, list(shown.values())

    def _from_replica(
        self, replica: Replica, scope: Scope, owners: Sequence[str]
    ) -> tuple[ExitStack, PostgresSession, list[SpaceState]] | None:
        """None: it does not answer, or does not show enough of these spaces yet."""
        try:
            with ExitStack() as line:
                connection = line.enter_context(replica.line(self._as(scope), self._told_by))
                session = PostgresSession(connection, self._vector, walled=self._walled)
                shown = spaces.owned(session, scope.tenant, owners)
                if replica.shows(scope.tenant, owners, shown):
                    return line.pop_all(), session, list(shown.values())
        except ReplicaFailed:
            return None  # the reason is kept where it can be asked for
        return None

    def _about(self) -> About:
        return About(self._schema_version, identity.of(self))

    def _told_by(self, connection: Connection) -> About:
        """The same as a replica says it."""
        version = migrate.version_of(connection)
        session = PostgresSession(connection, self._vector, walled=self._walled)
        return About(version, identity.known(session) if version else None)

    @contextmanager
    def writing(self, whose: Whose = None, *, durable: bool = True) -> Iterator[PostgresSession]:
        """Always durable: to say otherwise would be one more question to the server."""
        told: set[Told] = set()
        tell = None if self.notices is None else partial(self.notices.committed, told)
        with self._connections.writer(begin=self._as(whose), committed=tell) as connection:
            self._whole(connection, whose)
            session = PostgresSession(connection, self._vector, walled=self._walled, told=told)
            if self.replica is not None:
                session.written = []
            yield session
        if self.replica is not None:
            self.replica.wrote(session.written or ())

    def connections(self, limits: Limits) -> Connections:
        """More of them to the same database, for a part of its own."""
        return self._connections.beside(limits)

    def _as(self, whose: Whose) -> str:
        """What a transaction begins with, where the server keeps tenants apart."""
        return wall.enter(whose) if self._walled or whose is EVERYTHING else ""

    def _whole(self, connection: Connection, whose: Whose) -> None:
        """Refuse a transaction about everything whose role is shown a part."""
        if whose is EVERYTHING:
            wall.refuse_part(connection, self.url)

    def integrity(self, *, repair: bool) -> list[Problem]:
        """Checks that every index is there, and with the extension `amcheck`, where it is installed, that it is whole;
        damaged ones can be rebuilt."""
        with self._connections.reader(unhurried=True) as connection:
            row = connection.execute(_AMCHECK).fetchone()
            indexes = connection.execute(_INDEXES).fetchall()
            problems = _missing({str(name) for (name,) in connection.execute(_NAMES).fetchall()})
        if row is None:
            return problems
        for oid, name in indexes:
            with self._connections.writer(unhurried=True) as connection:
                damage = _damage(connection, str(row[0]), int(oid))
                if damage is None:
                    continue
                if repair:
                    connection.execute(sql.SQL("REINDEX INDEX {}").format(sql.Identifier(name)))
                    repaired = _damage(connection, str(row[0]), int(oid)) is None
                message = f"PostgreSQL finds damage in the index {name}: {damage}"
                problems.append(Problem(code="file", count=1, message=message, repaired=repair and repaired))
        return problems

    def bytes(self) -> int:
        with self._connections.reader(unhurried=True) as connection:
            row = connection.execute(
                "SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class "
                "WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"
            ).fetchone()
        return int(row[0]) if row is not None else 0

    def backup(self, target: Path) -> int:
        """One state of all tables as a file, checked after writing; other processes go on reading and writing."""
        with self._connections.reader(begin=self._as(EVERYTHING), unhurried=True) as connection:
            self._whole(connection, EVERYTHING)
            return dump.write(connection, target, schema_version=self._schema_version)

    def settle(self) -> None:
        """Dead rows and the log are the server's: VACUUM and its settings say when they go."""

    def close(self) -> None:
        if self.notices is not None:
            self.notices.close()
        self._connections.close()
        if self.replica is not None:
            self.replica.connections.close()


def restore(backup: Path, url: str) -> None:
    """Make the database hold what the dump holds, in one transaction; what it held before is gone.

    Processes that have it open see the restored state next: every space gets a new epoch.
    """
    migrations = load(MIGRATIONS)
    manifest = dump.check(backup, newest=migrations[-1].version)
    database = PostgresDatabase(url, migrations=migrations)
    try:
        with database._connections.writer(unhurried=True) as connection:
            dump.read(connection, backup, manifest, migrations, database._vector, name=database.url)
        if database.notices is not None:
            database.notices.everything()
    finally:
        database.close()


def _missing(there: set[str]) -> list[Problem]:
    """Indexes that the migrations made and that are not there: two records may get the same id or key."""
    created = {found[1]: found[0] for migration in load(MIGRATIONS) for found in _CREATED.finditer(migration.sql)}
    return [
        Problem(
            code="index", count=1, message=f"the index {name} is missing; whoever owns the tables makes it: {statement}"
        )
        for name, statement in created.items()
        if name not in there and not all(f"{name}_{part}" in there for part in range(PARTS))
    ]


def _damage(connection: Connection, bt_index_check: str, oid: int) -> str | None:
    """What amcheck says against an index; None: nothing."""
    try:
        with connection.transaction():
            connection.execute(f"SELECT {bt_index_check}({oid}::regclass)".encode())
    except (psycopg.errors.IndexCorrupted, psycopg.errors.DataCorrupted) as error:
        return str(error).strip().partition("\n")[0]
    return None
