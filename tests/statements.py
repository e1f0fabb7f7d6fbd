"""Whether every statement that PostgreSQL is sent carries its tenant: asked of the server's own planner.

Each statement of the store is noted. Its plan, made for any parameters, without sequential scans and with nested loops
alone, so that every condition stands at the table it binds, must reach every table of the schema through `tenant`,
`space`, or `item`, whose upper half is the space; a space is one tenant's. That keeps a search within its own rows
however many others there are, and is what a PostgreSQL of many nodes needs to send a query to one of them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

import recollect
from recollect.storage.postgres.connect import SCHEMA, Connection
from recollect.storage.sql.tables import TABLES

BINDING = {table.name: ("tenant", "space", "item") for table in TABLES} | {
    "space": ("tenant", "id"),
    "given": ("tenant",),
}
"""What must stand in a condition on each table."""
NOBODYS = ("embedder",)
"""Holds names of models, and is the same for everybody."""
OF_ALL = (
    re.compile(r"SELECT [\w, ]+ FROM api_key WHERE hash = \$1"),  # whose key it is says the tenant
    re.compile(r"SELECT DISTINCT tenant FROM space WHERE tenant <> '' UNION SELECT DISTINCT tenant FROM api_key"),
)
"""The questions that are asked of all tenants at once, word for word: whose a key is, and who there is."""
SOURCE = str(Path(recollect.__file__).parent)
_SESSION = str(Path(SOURCE, "storage", "postgres", "session.py"))

_CONDITIONS = ("Index Cond", "Recheck Cond", "Filter")
_PLANNED = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b")
_COPIED = re.compile(r"COPY \((?P<query>.*)\) TO STDOUT", re.DOTALL)
_DECLARED = re.compile(r"DECLARE .*? FOR (?P<query>.*)", re.DOTALL)
_STRAIGHT = (
    "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_bitmapscan = off; "
    "SET plan_cache_mode = force_generic_plan"
)


class Statement(NamedTuple):
    sql: str
    types: tuple[int, ...] = ()


_noted: set[Statement] = set()


def _note(query: Any, given: Any = None) -> None:
    """What the store itself sends, and not a test that looks into its tables."""
    frame = sys._getframe(2)
    while frame.f_code.co_filename == _SESSION or "psycopg" in frame.f_code.co_filename:
        if frame.f_back is None:
            return
        frame = frame.f_back
    if not frame.f_code.co_filename.startswith(SOURCE):
        return
    if query is not None:
        _noted.add(Statement(query.query.decode(), tuple(query.types)))
    elif given is not None:
        _noted.add(Statement(given if isinstance(given, str) else given.as_string(None)))


class Noted(psycopg.Cursor[Any]):
    def execute(self, *given: Any, **options: Any) -> Any:
        done = super().execute(*given, **options)
        _note(self._query)
        return done

    def executemany(self, *given: Any, **options: Any) -> Any:
        super().executemany(*given, **options)
        _note(self._query)

    def copy(self, statement: Any, *given: Any, **options: Any) -> Any:
        _note(None, statement)
        return super().copy(statement, *given, **options)


class NotedStream(psycopg.ServerCursor[Any]):
    def execute(self, *given: Any, **options: Any) -> Any:
        done = super().execute(*given, **options)
        _note(self._query)
        return done


@contextmanager
def noted() -> Iterator[set[Statement]]:
    """All statements that connections opened meanwhile execute."""
    begin = Connection.__init__

    def opened(self: Connection, *given: Any, **options: Any) -> None:
        begin(self, *given, **options)
        self.cursor_factory, self.server_cursor_factory = Noted, NotedStream

    Connection.__init__ = opened  # type: ignore[method-assign]
    _noted.clear()
    try:
        yield _noted
    finally:
        Connection.__init__ = begin  # type: ignore[method-assign]


def unbound(url: str, statements: Iterable[Statement]) -> dict[str, list[str]]:
    """Those that reach a table without its tenant, and which tables."""
    found: dict[str, list[str]] = {}
    with psycopg.connect(url, autocommit=True, options=f"-csearch_path={SCHEMA},public") as connection:
        connection.execute(_STRAIGHT.encode())
        for statement in statements:
            inner = _COPIED.search(statement.sql) or _DECLARED.match(statement.sql)
            query = inner["query"] if inner else statement.sql
            if (
                _PLANNED.match(query)
                and not any(one.fullmatch(query) for one in OF_ALL)
                and (loose := _loose(connection, query, statement.types))
            ):
                found[statement.sql] = loose
    return found


def _loose(connection: psycopg.Connection[Any], query: str, types: tuple[int, ...]) -> list[str]:
    names = dict(
        connection.execute("SELECT oid::int, format_type(oid, NULL) FROM pg_type WHERE oid = ANY(%s)", ([*types],))
    )
    of_types = f"({', '.join(names.get(oid, 'unknown') for oid in types)})" if types else ""
    nulls = f"({', '.join(['NULL'] * len(types))})" if types else ""
    connection.execute(f"PREPARE noted {of_types} AS {query}".encode(), prepare=False)
    try:
        row = connection.execute(
            f"EXPLAIN (VERBOSE, FORMAT JSON) EXECUTE noted {nulls}".encode(), prepare=False
        ).fetchone()
    finally:
        connection.execute("DEALLOCATE noted")
    assert row is not None
    return [table for table, said in _scans(row[0][0]["Plan"], "") if not _bound(table, said)]


def _bound(table: str, said: str) -> bool:
    """By the name of a column: not of a table that stands before one, nor in a text that it is compared with."""
    wanted = BINDING.get(table)
    if wanted is None or table in NOBODYS:
        return True
    return re.search(rf"\b({'|'.join(wanted)})\b(?!\.)", re.sub(r"'[^']*'", "''", said)) is not None


def _scans(node: dict[str, Any], joined: str) -> Iterator[tuple[str, str]]:
    """Each table that is read, and the conditions under which: its own, and those of the join it is part of."""
    if "Relation Name" in node and node["Node Type"] != "ModifyTable":
        of_join = " ".join(re.findall(rf"\b{node['Alias']}\.\w+", joined))
        yield str(node["Relation Name"]), " ".join([of_join, *(str(node[one]) for one in _CONDITIONS if one in node)])
    for below in node.get("Plans", ()):
        yield from _scans(below, joined + str(node.get("Join Filter", "")))
