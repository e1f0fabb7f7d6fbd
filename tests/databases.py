"""Empty stores on PostgreSQL for one test after the other.

A store's database has more than a thousand files. In memory a copy takes a moment, and every test gets one. On a disk
it takes longer than most tests; there a database is emptied and given to the next test, under another name. One that is
not as it was made, but for rows, is dropped: whoever changes tables, indexes, policies or settings leaves nothing
behind.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tests.services import copied

_SHAPE = """
SELECT md5(string_agg(one, chr(10) ORDER BY one)) FROM (
    SELECT concat_ws(' ', 'class', oid::regclass, relkind, relrowsecurity, relforcerowsecurity, relpersistence,
        reloptions) AS one
    FROM pg_class WHERE relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
    UNION ALL
    SELECT concat_ws(' ', 'column', attrelid::regclass, attname, atttypid, attnotnull, atthasdef, attisdropped)
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE attnum > 0 AND relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
    UNION ALL SELECT concat_ws(' ', 'index', indexrelid::regclass, indisvalid, indisunique)
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
    UNION ALL SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, convalidated)
    FROM pg_constraint WHERE connamespace::regnamespace::text !~ '^(pg_|information_schema)'
    UNION ALL SELECT concat_ws(' ', 'policy', polrelid::regclass, polname, polcmd) FROM pg_policy
    UNION ALL SELECT concat_ws(' ', 'trigger', tgrelid::regclass, tgname, tgenabled) FROM pg_trigger
    UNION ALL SELECT concat_ws(' ', 'function', oid::regprocedure, md5(prosrc))
    FROM pg_proc WHERE pronamespace::regnamespace::text !~ '^(pg_|information_schema)'
    UNION ALL SELECT concat_ws(' ', 'schema', nspname) FROM pg_namespace WHERE nspname !~ '^pg_(temp|toast)'
    UNION ALL SELECT concat_ws(' ', 'extension', extname, extversion) FROM pg_extension
    UNION ALL SELECT concat_ws(' ', 'setting', setrole, setconfig) FROM pg_db_role_setting
        JOIN pg_database ON pg_database.oid = setdatabase WHERE datname = current_database()
) AS shape
"""
_FILLED = """
SELECT oid::regclass::text FROM pg_class
WHERE relkind = 'r' AND relnamespace::regnamespace::text !~ '^(pg_|information_schema)' AND pg_relation_size(oid) > 0
ORDER BY 1
"""
_SEQUENCES = """
SELECT format('%I.%I', schemaname, sequencename) FROM pg_sequences WHERE last_value IS NOT NULL ORDER BY 1
"""


class _Made(NamedTuple):
    """What a database is before a test."""

    shape: str
    kept: dict[str, str]
    """Tables that hold something from the beginning -> a digest of it."""
    sequences: list[str]
    """Those that have counted already."""


LOOKS = 20
"""So often a spare database is looked at, a twentieth of a second apart, until nobody is connected."""


class Databases:
    """Copies of one database, each given to one test at a time, and where `again` is set to others after it."""

    def __init__(self, server_url: str, template: str, *, again: bool) -> None:
        self._server = server_url
        self.template = template
        self._again = again
        self._admin = psycopg.connect(server_url, autocommit=True)
        self._spare: list[str] = []
        self._made: _Made | None = None

    @contextmanager
    def one(self) -> Iterator[str]:
        """The URL of an empty store; it is nobody else's until the end."""
        admin, name = self._admin, f"recollect_{uuid.uuid4().hex}"
        if not (self._spare and _renamed(admin, self._spare.pop(), name)):
            copied(admin, name, self.template)
        try:
            if self._again and self._made is None:
                with psycopg.connect(self._url(name), autocommit=True) as connection:
                    self._made = _looked_at(connection)
            yield self._url(name)
        finally:
            if self._again and self._emptied(admin, name):
                self._spare.append(name)
            else:
                _drop(admin, name)

    def close(self) -> None:
        with self._admin as admin:
            while self._spare:
                _drop(admin, self._spare.pop())

    def _url(self, name: str) -> str:
        return urlunsplit(urlsplit(self._server)._replace(path=f"/{name}"))

    def _emptied(self, admin: psycopg.Connection, name: str) -> bool:
        """Whether it is as it was made again."""
        if self._made is None:
            return False
        try:
            admin.execute("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s", [name])
            with psycopg.connect(self._url(name), autocommit=True) as connection:
                _empty(connection, self._made)
                same = _looked_at(connection) == self._made
            with psycopg.connect(self._url(name), autocommit=True) as connection:
                connection.execute("SELECT pg_stat_reset()")  # what emptying did counts until its connection ends
            return same
        except psycopg.Error:
            return False  # it was dropped, or locked: the next test gets another one


def _empty(connection: psycopg.Connection, made: _Made) -> None:
    filled = [table for (table,) in connection.execute(_FILLED).fetchall() if table not in made.kept]
    counting = [one for (one,) in connection.execute(_SEQUENCES).fetchall() if one not in made.sequences]
    if filled:
        connection.execute(f"TRUNCATE {', '.join(filled)}".encode())
        connection.execute("DELETE FROM pg_statistic WHERE starelid = ANY(%s::regclass[])", [filled])
    for sequence in counting:
        connection.execute(f"ALTER SEQUENCE {sequence} RESTART".encode())


def _looked_at(connection: psycopg.Connection) -> _Made:
    row = connection.execute(_SHAPE).fetchone()
    filled = [table for (table,) in connection.execute(_FILLED).fetchall()]
    kept = {table: _digest(connection, table) for table in filled}
    return _Made(str(row), kept, [one for (one,) in connection.execute(_SEQUENCES).fetchall()])


def _digest(connection: psycopg.Connection, table: str) -> str:
    query = f"SELECT md5(string_agg(one::text, chr(10) ORDER BY one::text)) FROM {table} AS one"
    return str(connection.execute(query.encode()).fetchone())


def _renamed(admin: psycopg.Connection, old: str, new: str) -> bool:
    """Whether it was; one that somebody still holds is dropped instead."""
    try:
        if not _left(admin, old):
            raise psycopg.errors.ObjectInUse  # the server would wait five seconds for him to leave
        admin.execute(f"ALTER DATABASE {old} RENAME TO {new}".encode())
        return True
    except psycopg.errors.ObjectInUse:
        _drop(admin, old)
        return False


def _left(admin: psycopg.Connection, name: str) -> bool:
    """Whether nobody is connected; who has just hung up is still listed for a moment."""
    for _ in range(LOOKS):
        if not admin.execute("SELECT 1 FROM pg_stat_activity WHERE datname = %s", [name]).fetchone():
            return True
        admin.execute("SELECT pg_sleep(0.05)")
    return False


def _drop(admin: psycopg.Connection, name: str) -> None:
    admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())
