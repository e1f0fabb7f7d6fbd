"""One PostgreSQL transaction, as the shared SQL code sees it.

Vectors cross in bulk as PostgreSQL's binary formats: numpy lays out a whole array or result, nothing is done per number
or per row in Python.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count as counting
from typing import Any

import numpy as np
from numpy.typing import NDArray
from psycopg import sql as text

from recollect.model.notice import ITEMS
from recollect.rules import quantize
from recollect.storage.postgres import binary
from recollect.storage.postgres.connect import Connection
from recollect.storage.postgres.migrate import VectorType
from recollect.storage.postgres.notices import Told
from recollect.storage.postgres.replica import Wrote
from recollect.storage.sql import blocks
from recollect.storage.sql.database import RawVector
from recollect.storage.sql.rows import Row, space_range

COPY_ROWS_MIN = 8
"""From here on COPY is faster than single inserts, its two extra round trips included."""
STREAM_ROWS = 2000
VECTORS_A_STATEMENT_MAX = 20_000
ID_TABLES = ("space", "embedder")
"""Tables whose ids the server counts."""

_PLAIN_INSERT = re.compile(r"INSERT INTO (\w+) \(([\w, ]+)\) VALUES \([?, ]+\)")
_COPY_HEADER_BYTES = 19
_COPY_TRAILER_BYTES = 2
_COPY_HEADER = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_COPY_TRAILER = b"\xff\xff"
_BLOCK = struct.Struct(">hiii")
_BLOCK_END = struct.Struct(">iiihi")
_POSTING_LISTS = (
    f"SELECT term, string_agg(int8send((number::bigint << {blocks.NUMBER_SHIFT}) | "
    f"(least(coalesce(length(rest), 0), {blocks.SIZE_MAX}) << {blocks.COUNT_BITS}) | count), "
    "''::bytea ORDER BY number), "
    "string_agg(rest, ''::bytea ORDER BY number) FILTER (WHERE rest IS NOT NULL) "
    "FROM posting WHERE space = %s AND term = ANY(%s) AND number > %s GROUP BY term"
)
_INSERT_BLOCKS = (
    "INSERT INTO posting (space, term, number, count, rest) "
    "SELECT * FROM unnest(%s::bigint[], %s::text[], %s::bigint[], %s::bigint[], %s::bytea[])"
)
_streams = counting()


@lru_cache(maxsize=1024)
def translate(sql: str) -> str:
    """`?` parameters as psycopg's. A `%` in the text is itself."""
    return sql.replace("%", "%%").replace("?", "%s")


class PostgresSession:
    """Wraps a connection that is inside a transaction."""

    may_hold = "(lower(content COLLATE \"C\") LIKE ? ESCAPE '!' OR octet_length(content) > length(content))"

    def __init__(
        self, connection: Connection, vector: VectorType, *, walled: bool = False, told: set[Told] | None = None
    ) -> None:
        """`walled`: the server keeps tenants apart, and refuses COPY into their tables. `told`: gets what other
        processes should hear of."""
        self._connection = connection
        self._cursor = connection.cursor(binary=True)
        self._vector = vector
        self._walled = walled
        self._told: set[Told] = set() if told is None else told
        self.written: list[Wrote] | None = None
        """What `wrote` was told; None: nobody wants to know."""
        binary.register(self._cursor)

    @property
    def vector_bytes(self) -> str:
        return f"coalesce({self._vector.name}_dims(data) * 4, length(code))"

    @property
    def raw_vector(self) -> str:
        return f"code, {self._vector.name}_send(data)"

    def all(self, sql: str, params: Sequence[Any] = ()) -> list[Row]:
        rows: list[Row] = self._cursor.execute(translate(sql), params).fetchall()
        return rows

    def one(self, sql: str, params: Sequence[Any] = ()) -> Row | None:
        row: Row | None = self._cursor.execute(translate(sql), params).fetchone()
        return row

    def run(self, sql: str, params: Sequence[Any] = ()) -> int:
        return self._cursor.execute(translate(sql), params).rowcount

    def many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """A plain INSERT of several rows becomes a COPY."""
        wanted = rows if isinstance(rows, list) else list(rows)
        plain = _PLAIN_INSERT.fullmatch(sql)
        if plain is not None and not self._walled and len(wanted) >= COPY_ROWS_MIN:
            with self._cursor.copy(f"COPY {plain[1]} ({plain[2]}) FROM STDIN") as copy:
                for row in wanted:
                    copy.write_row(row)
        elif len(wanted) < COPY_ROWS_MIN or self._connection.pooled:
            self._cursor.executemany(translate(sql), wanted)
        else:  # the server would plan for each row of a divided table, which takes as long as the row itself
            with self._connection.pipeline():
                self._cursor.execute("SET LOCAL plan_cache_mode = force_generic_plan")
                self._cursor.executemany(translate(sql), wanted)
                self._cursor.execute("SET LOCAL plan_cache_mode = auto")

    def stream(self, sql: str, params: Sequence[Any] = ()) -> Iterator[Row]:
        with self._connection.cursor(f"stream_{next(_streams)}", binary=True) as cursor:
            cursor.itersize = STREAM_ROWS
            yield from cursor.execute(translate(sql), params)

    def of_space(self, space: int, alias: str = "item") -> tuple[str, tuple[int, ...]]:
        return f"{alias}.space = ? AND {alias}.item BETWEEN ? AND ?", (space, *space_range(space))

    def of_tenant(self, tenant: str) -> tuple[str, tuple[str, ...]]:
        """The functions are those of migration 0008: who divides the table, or not, makes them accordingly."""
        return "item.tenant = ? AND item.item BETWEEN first_item(?) AND last_item(?)", (tenant, tenant, tenant)

    def lock(self, table: str, ids: Sequence[int]) -> None:
        """In one order for everybody, so that two who want several cannot wait for each other."""
        if ids:
            query = text.SQL("SELECT id FROM {} WHERE id = ANY(%s) ORDER BY id FOR UPDATE").format(
                text.Identifier(table)
            )
            self._cursor.execute(query, (list(ids),))

    def hold_job(self, space: int, tenant: str, id: str, *, wait_s: float | None) -> bool:
        if wait_s:
            self._cursor.execute(f"SET LOCAL lock_timeout = {max(1, int(wait_s * 1000))}")
        query = "SELECT 1 FROM space, job WHERE space.id = %s AND job.tenant = %s AND job.id = %s FOR UPDATE"
        if wait_s == 0:
            query += " SKIP LOCKED"
        return self._cursor.execute(query, (space, tenant, id)).fetchone() is not None

    def wrote(self, tenant: str, owner: str, space: int, generation: int | None) -> None:
        self._told.add((ITEMS, tenant))
        if self.written is not None:
            self.written.append((tenant, owner, space, generation))

    def tell(self, kind: str, tenant: str) -> None:
        self._told.add((kind, tenant))

    def add_blocks(self, rows: Iterable[blocks.Block]) -> None:
        rows = list(rows)
        if len(rows) < COPY_ROWS_MIN:
            self._cursor.executemany(translate(blocks.INSERT_BLOCK), rows)
            return
        if self._walled:
            self._cursor.execute(_INSERT_BLOCKS, [list(column) for column in zip(*rows, strict=True)])
            return
        with self._cursor.copy("COPY posting (space, term, number, count, rest) FROM STDIN (FORMAT BINARY)") as copy:
            copy.write(b"".join([_COPY_HEADER, *map(_copied, rows), _COPY_TRAILER]))

    def posting_lists(self, space: int, terms: Sequence[str], *, after: int) -> dict[str, blocks.PostingList]:
        rows = self._cursor.execute(_POSTING_LISTS, (space, list(terms), after)).fetchall()
        if not rows:
            return {}
        names, heads, rests = zip(*rows, strict=True)
        lists = blocks.unpack(
            np.frombuffer(b"".join(heads), dtype=">i8").astype(np.int64),
            [len(data) // 8 for data in heads],
            b"".join(filter(None, rests)),
        )
        return dict(zip(names, lists, strict=True))

    def put_vectors(
        self,
        embedder: int,
        items: Sequence[int],
        rows: NDArray[np.float32],
        *,
        signature: str,
        sector: str | None = None,
    ) -> None:
        coded = quantize.is_int8(signature)
        column, type_name = ("code", "bytea") if coded else ("data", self._vector.name)
        table, key = ("vector", "item") if sector is None else ("sector_vector", "sector, item")
        beside = () if sector is None else (sector,)
        statement = (
            f"INSERT INTO {table} ({key}, embedder, {column}) "
            f"SELECT {'%s, ' if beside else ''}given.item, %s, given.{column} "
            f"FROM unnest(%s::bigint[], %s::{type_name}[]) AS given (item, {column}) "
            f"ON CONFLICT ({key}) DO UPDATE "
            "SET embedder = excluded.embedder, data = excluded.data, code = excluded.code"
        )
        for start in range(0, len(items), VECTORS_A_STATEMENT_MAX):
            part = slice(start, start + VECTORS_A_STATEMENT_MAX)
            vectors = _codes(rows[part], signature) if coded else binary.floats(rows[part], self._vector.oid)
            self._cursor.execute(statement, (*beside, embedder, binary.integers(items[part]), vectors))

    def vectors(
        self, embedder: int, low: int, high: int, *, dim: int, signature: str, sector: str | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        source = text.SQL("vector WHERE true" if sector is None else "sector_vector WHERE sector = {}").format(
            text.Literal(sector)
        )
        return self._copy_vectors(source, f"item BETWEEN {low:d} AND {high:d}", embedder, dim, signature)

    def vectors_of(
        self, embedder: int, items: Sequence[int], *, dim: int, signature: str
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        within = f"item = ANY('{{{','.join(f'{item:d}' for item in items)}}}'::bigint[])"
        return self._copy_vectors(text.SQL("vector WHERE true"), within, embedder, dim, signature)

    def _copy_vectors(
        self, source: Any, within: str, embedder: int, dim: int, signature: str
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        coded = quantize.is_int8(signature)
        column, payload = ("code", np.dtype((np.void, dim + 4))) if coded else ("data", binary.float_dtype(dim))
        layout = np.dtype(
            [("fields", ">i2"), ("item_bytes", ">i4"), ("item", ">i8"), ("bytes", ">i4"), ("payload", payload)]
        )
        size = f"length(code) = {dim + 4}" if coded else f"{self._vector.name}_dims(data) = {dim}"
        query = text.SQL("COPY (SELECT item, {} FROM {} AND {} AND {} ORDER BY item) TO STDOUT (FORMAT BINARY)").format(
            text.SQL(column), source, text.SQL(within), text.SQL(f"embedder = {embedder:d} AND {size}")
        )
        with self._cursor.copy(query) as copy:
            data = b"".join(copy)
        body = memoryview(data)[_COPY_HEADER_BYTES : len(data) - _COPY_TRAILER_BYTES]
        table = np.frombuffer(body, dtype=layout)
        items = table["item"].astype(np.int64)
        if coded:
            return quantize.sound(items, quantize.unpack(table["payload"].tolist(), dim, signature))
        return items, table["payload"]["values"].astype(np.float32)  # pgvector takes no number that is none

    def put_raw_vectors(self, rows: Sequence[RawVector]) -> None:
        if not rows:
            return
        table, key = ("vector", "item") if rows[0].sector is None else ("sector_vector", "item, sector")
        with self._cursor.copy(f"COPY {table} ({key}, embedder, data, code) FROM STDIN (FORMAT BINARY)") as copy:
            copy.write(b"".join([_COPY_HEADER, *map(_raw, rows), _COPY_TRAILER]))

    def restart_ids(self) -> None:
        """What is above the largest number that is counted to is a hash (migration 0008)."""
        for table in ID_TABLES:
            self._cursor.execute(
                f"SELECT setval(seqrelid, 1 + coalesce((SELECT max(id & seqmax) FROM {table}), 0), false) "
                f"FROM pg_sequence WHERE seqrelid = pg_get_serial_sequence('{table}', 'id')::regclass"
            )


def _raw(row: RawVector) -> bytes:
    """A row of `vector` or `sector_vector` as a binary COPY wants it."""
    sector = b"" if row.sector is None else row.sector.encode()
    parts = [struct.pack(">hiq", 4 if row.sector is None else 5, 8, row.item)]
    if row.sector is not None:
        parts += [struct.pack(">i", len(sector)), sector]
    parts.append(struct.pack(">ii", 4, row.embedder))
    if row.coded:
        parts += [struct.pack(">ii", -1, len(row.data)), row.data]
    else:
        flipped = np.frombuffer(row.data, dtype="<f4").astype(">f4").tobytes()
        parts += [struct.pack(">ihh", 4 + len(flipped), len(flipped) // 4, 0), flipped, struct.pack(">i", -1)]
    return b"".join(parts)


def _copied(block: blocks.Block) -> bytes:
    """A row of `posting` as a binary COPY wants it: how many columns, then the size and bytes of each."""
    space, term, number, count, rest = block
    name, further = term.encode(), rest or b""
    return (
        _BLOCK.pack(5, 4, space, len(name))
        + name
        + _BLOCK_END.pack(4, number, 2, count, -1 if rest is None else len(further))
        + further
    )


def _codes(rows: NDArray[np.float32], signature: str) -> binary.Binary:
    blobs = quantize.pack(rows, signature)
    return binary.array(binary.BYTEA_OID, np.frombuffer(b"".join(blobs), dtype=np.dtype((np.void, len(blobs[0])))))
