"""Indexes that a file should have: without one, two records may get the same id or key, and reading takes long."""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from recollect.errors import Conflict
from recollect.model.batch import Problem
from recollect.storage.sql.migration import Migration
from recollect.storage.sqlite.connect import Connections

INDEX = "index"
_INDEXES = "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"


def check(connections: Connections, migrations: Sequence[Migration], *, repair: bool) -> list[Problem]:
    """What the migrations made and is not there; with `repair`, it is made again."""
    with connections.reader() as connection:
        there = {str(row[0]) for row in connection.execute(_INDEXES)}
    missing = {name: sql for name, sql in _expected(migrations).items() if name not in there}
    return [_missing(connections, name, sql, repair=repair) for name, sql in missing.items()]


def _expected(migrations: Sequence[Migration]) -> dict[str, str]:
    connection = apsw.Connection(":memory:")
    try:
        for migration in migrations:
            connection.execute(migration.sql)
        return {str(row[0]): str(row[1]) for row in connection.execute(_INDEXES)}
    finally:
        connection.close()


def _missing(connections: Connections, name: str, sql: str, *, repair: bool) -> Problem:
    message = f"the index {name} is missing"
    if repair:
        try:
            with connections.writer() as connection:
                connection.execute(sql)
        except Conflict:
            message += ", and cannot be made: rows are there twice that may be there once; restore a backup"
            repair = False
    return Problem(code=INDEX, count=1, message=message, repaired=repair)
