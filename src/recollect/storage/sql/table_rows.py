"""The rows of a table in one form for all databases: numbers, texts, bytes; a vector is its bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from recollect.rules import quantize
from recollect.storage.sql.database import RawVector, Session
from recollect.storage.sql.rows import Row
from recollect.storage.sql.tables import NOT_COPIED_COLUMNS, Group, Table

_PGVECTOR_HEADER_BYTES = 4


def select(
    session: Session,
    table: Table,
    *,
    after: Sequence[Group] = (),
    group: Group | None = None,
    whole: bool = False,
) -> Iterator[Row]:
    """Rows in the order of their keys: all, those above a key, or those of one group.

    `whole` adds the columns that are not copied.
    """
    columns = list(table.columns)
    if table.vectors:
        columns[-1] = session.raw_vector
    elif whole:
        columns += NOT_COPIED_COLUMNS.get(table.name, ())
    where, params = ("", ()) if group is None else table.where(group)
    if after:
        where, params = f"({', '.join(table.key)}) > ({', '.join('?' * len(after))})", tuple(after)
    sql = f"SELECT {', '.join(columns)} FROM {table.name}{' WHERE ' + where if where else ''}"
    rows = session.stream(f"{sql} ORDER BY {', '.join(table.key)}", params)
    if table.vectors:
        return (_with_bytes(row) for row in rows)
    if table.flags:
        at = [table.columns.index(name) for name in table.flags]
        return (_with_numbers(row, at) for row in rows)
    return (tuple(row) for row in rows)


def insert(session: Session, table: Table, rows: Sequence[Row], coded: set[int]) -> None:
    """Write rows that `select` gave. `coded`: the embedders whose vectors are int8."""
    if table.vectors:
        sectored = "sector" in table.columns
        session.put_raw_vectors(
            [RawVector(row[0], row[1] if sectored else None, row[-2], row[-1], row[-2] in coded) for row in rows]
        )
        return
    marks = ", ".join("?" * len(table.columns))
    written: Any = rows
    if table.flags:
        at = {table.columns.index(name) for name in table.flags}
        written = [tuple(bool(v) if i in at else v for i, v in enumerate(row)) for row in rows]
    session.many(f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({marks})", list(written))


def signatures(session: Session) -> set[int]:
    """The embedders whose vectors are int8."""
    return {int(row[0]) for row in session.all("SELECT id, signature FROM embedder") if quantize.is_int8(row[1])}


def _with_bytes(row: Row) -> Row:
    *kept, plain, sent = row
    if plain is None:
        plain = np.frombuffer(sent, dtype=">f4", offset=_PGVECTOR_HEADER_BYTES).astype("<f4").tobytes()
    return (*kept, bytes(plain))


def _with_numbers(row: Row, at: list[int]) -> Row:
    values = list(row)
    for index in at:
        values[index] = int(values[index])
    return tuple(values)
