"""Whether every statement that PostgreSQL is sent carries its tenant: asked of the server's own planner.

Each statement of the store is noted. Its plan, made for any parameters, without sequential scans and with nested loops
alone, so that every condition stands at the table it binds, must reach every table of the schema through `tenant`,
`space`, or `item`, whose upper half is the space; a space is one tenant's. That keeps a search within its own rows
however many others there are, and is what a PostgreSQL of many nodes needs to send a query to one of them.

Of a table that is divided by tenant one part must be all that is read: the column that divides it is compared with one
value, or between two bounds. The plan is made without leaving parts out, so that each shows what it would be found by.
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
    re.compile(r'SELECT "[\w", ]+" FROM "\w+"'),  # a backup
)
"""The questions that are asked of all tenants at once, word for word: whose a key is, who there is, and a backup."""
IN_ALL_PARTS = (
    re.compile(r"(SELECT count\(\*\)|DELETE) FROM edge WHERE space = \$1 AND .*"),
    re.compile(r".* AND EXISTS \(SELECT 1 FROM statement .*"),
    re.compile(r".* AND NOT EXISTS \(SELECT 1 FROM sector_vector .*"),
)
"""What may look into all parts of a divided table, though only for rows of one tenant: the care of `recollect doctor`
for links into nowhere, whether a relation is still stated, and which items lack a vector of a sector. The planner may
join what stands in EXISTS as a whole."""
SOURCE = str(Path(recollect.__file__).parent)
_SESSION = str(Path(SOURCE, "storage", "postgres", "session.py"))

_CONDITIONS = ("Index Cond", "Recheck Cond", "Filter")
_PLANNED = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b")
_COPIED = re.compile(r"COPY \((?P<query>.*)\) TO STDOUT", re.DOTALL)
_DECLARED = re.compile(r"DECLARE .*? FOR (?P<query>.*)", re.DOTALL)
_STRAIGHT = (
    "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_bitmapscan = off; "
    "SET plan_cache_mode = force_generic_plan; SET enable_partition_pruning = off"
)
_PARTS = (
    "SELECT part.relname, whole.relname, attname FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid "
    "JOIN pg_class whole ON whole.oid = inhparent JOIN pg_partitioned_table ON partrelid = inhparent "
    "JOIN pg_attribute ON attrelid = inhparent AND attnum = partattrs[0] WHERE part.relkind = 'r'"
)


class Statement(NamedTuple):
    sql: str
    types: tuple[int, ...] = ()


class Part(NamedTuple):
    """A part of a divided table."""

    whole: str
    divider: str


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
    """Those that reach a table without its tenant, or more than one of its parts, and which tables."""
    found: dict[str, list[str]] = {}
    with psycopg.connect(url, autocommit=True, options=f"-csearch_path={SCHEMA},public") as connection:
        connection.execute(_STRAIGHT.encode())
        parts = {str(name): Part(*of) for name, *of in connection.execute(_PARTS)}
        for statement in statements:
            inner = _COPIED.search(statement.sql) or _DECLARED.match(statement.sql)
            query = inner["query"] if inner else statement.sql
            if (
                _PLANNED.match(query)
                and not any(one.fullmatch(query) for one in OF_ALL)
                and (loose := _loose(connection, query, statement.types, parts))
            ):
                found[statement.sql] = loose
    return found


def _loose(
    connection: psycopg.Connection[Any], query: str, types: tuple[int, ...], parts: dict[str, Part]
) -> list[str]:
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
    wide = any(one.fullmatch(query) for one in IN_ALL_PARTS)
    loose: dict[str, None] = {}
    for scan in _scans(row[0][0]["Plan"], ""):
        part = parts.get(scan.table)
        name = scan.table if part is None else part.whole
        if not _bound(name, f"{scan.of_join} {scan.own}"):
            loose[name] = None
        elif part is not None and not wide and not _of_one_part(part.divider, scan.own):
            loose[f"{name} in all its parts"] = None
    return list(loose)


def _of_one_part(divider: str, said: str) -> bool:
    """By what the scan itself is given: a condition that is looked at after joining leaves no part out."""
    compared = set(re.findall(rf"\b{divider} (=|<=?|>=?) ", re.sub(r"'[^']*'", "''", said)))
    return "=" in compared or bool(compared & {">", ">="} and compared & {"<", "<="})


def _bound(table: str, said: str) -> bool:
    """By the name of a column: not of a table that stands before one, nor in a text that it is compared with."""
    wanted = BINDING.get(table)
    if wanted is None or table in NOBODYS:
        return True
    return re.search(rf"\b({'|'.join(wanted)})\b(?!\.)", re.sub(r"'[^']*'", "''", said)) is not None


class Scan(NamedTuple):
    table: str
    of_join: str
    """The columns of it that the join it is part of compares."""
    own: str
    """The conditions under which it is read."""


def _scans(node: dict[str, Any], joined: str) -> Iterator[Scan]:
    """Each table that is read."""
    if "Relation Name" in node and node["Node Type"] != "ModifyTable":
        name = re.sub(r"_\d+$", "", node["Alias"])  # a part has the name of the whole and a number
        of_join = " ".join(re.findall(rf"\b{name}(?:_\d+)?\.\w+", joined))
        yield Scan(str(node["Relation Name"]), of_join, " ".join(str(node[one]) for one in _CONDITIONS if one in node))
    for below in node.get("Plans", ()):
        yield from _scans(below, joined + str(node.get("Join Filter", "")))
