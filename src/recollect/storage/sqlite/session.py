"""One SQLite transaction, as the shared SQL code sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import apsw
import numpy as np
from numpy.typing import NDArray

from recollect.rules import quantize
from recollect.storage.sql import blocks
from recollect.storage.sql.database import RawVector
from recollect.storage.sql.rows import Row

_POSTING_LIST = (
    f"SELECT group_concat((number << {blocks.NUMBER_SHIFT}) | "
    f"(min(ifnull(length(rest), 0), {blocks.SIZE_MAX}) << {blocks.COUNT_BITS}) | count), "
    "group_concat(hex(rest), '') FILTER (WHERE rest IS NOT NULL) "
    "FROM posting WHERE space = ? AND term = ? AND number > ?"
)
ITEMS_A_QUERY_MAX = 500
BLOCKS_A_STATEMENT = 16
_INSERT_SOME_BLOCKS = f"{blocks.INSERT_BLOCK}{', (?, ?, ?, ?, ?)' * (BLOCKS_A_STATEMENT - 1)}"
_SOME_BLOCKS_VALUES = BLOCKS_A_STATEMENT * blocks.VALUES


class SqliteSession:
    """Wraps a connection that is inside a transaction."""

    vector_bytes = "length(data)"
    may_hold = "(content LIKE ? ESCAPE '!' OR length(CAST(content AS BLOB)) > length(content))"
    raw_vector = "data, NULL"

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def all(self, sql: str, params: Sequence[Any] = ()) -> list[Row]:
        rows: list[Any] = self._connection.execute(sql, params).fetchall()
        return rows

    def one(self, sql: str, params: Sequence[Any] = ()) -> Row | None:
        return self._connection.execute(sql, params).fetchone()

    def run(self, sql: str, params: Sequence[Any] = ()) -> int:
        self._connection.execute(sql, params)
        return int(self._connection.changes())

    def many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        self._connection.executemany(sql, rows)

    def stream(self, sql: str, params: Sequence[Any] = ()) -> Iterator[Row]:
        yield from self._connection.execute(sql, params)

    def of_space(self, space: int, alias: str = "item") -> tuple[str, tuple[int, ...]]:
        return f"{alias}.space = ?", (space,)

    def of_tenant(self, tenant: str) -> tuple[str, tuple[str, ...]]:
        return "item.tenant = ?", (tenant,)

    def lock(self, table: str, ids: Sequence[int]) -> None:
        """A write transaction has the whole file to itself."""

    def hold_job(self, space: int, tenant: str, id: str, *, wait_s: float | None) -> bool:
        """The same."""
        return True

    def wrote(self, tenant: str, owner: str, space: int, generation: int | None) -> None:
        """Every reader of a file sees it at once."""

    def tell(self, kind: str, tenant: str) -> None:
        """A file has no way to ring: whoever waits looks."""

    def add_blocks(self, rows: Iterable[blocks.Block]) -> None:
        """Several rows a statement: each has little in it, and starting a statement costs half as much as a row."""
        values = list(chain.from_iterable(rows))
        whole = len(values) - len(values) % _SOME_BLOCKS_VALUES
        for sql, low, high, size in (
            (_INSERT_SOME_BLOCKS, 0, whole, _SOME_BLOCKS_VALUES),
            (blocks.INSERT_BLOCK, whole, len(values), blocks.VALUES),
        ):
            self._connection.executemany(sql, (values[at : at + size] for at in range(low, high, size)))

    def posting_lists(self, space: int, terms: Sequence[str], *, after: int) -> dict[str, blocks.PostingList]:
        """Integers come as text and bytes as hex: one row a term is faster than a Python object for each block."""
        found: dict[str, tuple[str, str | None]] = {}
        for term in terms:
            row: Any = self._connection.execute(_POSTING_LIST, (space, term, after)).fetchone()
            if row[0] is not None:
                found[term] = row
        if not found:
            return {}
        heads, rests = zip(*found.values(), strict=True)
        lists = blocks.unpack(
            np.fromstring(",".join(heads), dtype=np.int64, sep=","),
            [text.count(",") + 1 for text in heads],
            bytes.fromhex("".join(filter(None, rests))),
        )
        return dict(zip(found, lists, strict=True))

    def put_vectors(
        self,
        embedder: int,
        items: Sequence[int],
        rows: NDArray[np.float32],
        *,
        signature: str,
        sector: str | None = None,
    ) -> None:
        blobs = quantize.pack(rows, signature)
        if sector is None:
            self._connection.executemany(
                "INSERT INTO vector (item, embedder, data) VALUES (?, ?, ?) "
                "ON CONFLICT (item) DO UPDATE SET embedder = excluded.embedder, data = excluded.data",
                ((item, embedder, blob) for item, blob in zip(items, blobs, strict=True)),
            )
            return
        self._connection.executemany(
            "INSERT INTO sector_vector (item, sector, embedder, data) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (item, sector) DO UPDATE SET embedder = excluded.embedder, data = excluded.data",
            ((item, sector, embedder, blob) for item, blob in zip(items, blobs, strict=True)),
        )

    def vectors(
        self, embedder: int, low: int, high: int, *, dim: int, signature: str, sector: str | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        table, params = ("vector", ()) if sector is None else ("sector_vector", (sector,))
        rows: list[Any] = self._connection.execute(
            f"SELECT item, data FROM {table} WHERE item BETWEEN ? AND ? AND embedder = ? AND length(data) = ?"
            f"{' AND sector = ?' if params else ''} ORDER BY item",
            (low, high, embedder, dim + 4 if quantize.is_int8(signature) else dim * 4, *params),
        ).fetchall()
        return _unpacked(rows, dim, signature)

    def vectors_of(
        self, embedder: int, items: Sequence[int], *, dim: int, signature: str
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        size = dim + 4 if quantize.is_int8(signature) else dim * 4
        rows: list[Any] = []
        wanted = sorted(items)
        for start in range(0, len(wanted), ITEMS_A_QUERY_MAX):
            part = wanted[start : start + ITEMS_A_QUERY_MAX]
            rows += self._connection.execute(
                f"SELECT item, data FROM vector WHERE item IN ({', '.join('?' * len(part))}) AND embedder = ? "
                "AND length(data) = ? ORDER BY item",
                (*part, embedder, size),
            ).fetchall()
        return _unpacked(rows, dim, signature)

    def put_raw_vectors(self, rows: Sequence[RawVector]) -> None:
        if rows and rows[0].sector is None:
            self._connection.executemany(
                "INSERT INTO vector (item, embedder, data) VALUES (?, ?, ?)",
                [(row.item, row.embedder, row.data) for row in rows],
            )
            return
        self._connection.executemany(
            "INSERT INTO sector_vector (item, sector, embedder, data) VALUES (?, ?, ?, ?)", [row[:4] for row in rows]
        )

    def restart_ids(self) -> None:
        """SQLite gives the largest id plus one by itself."""


def _unpacked(rows: list[Any], dim: int, signature: str) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    items = np.fromiter((row[0] for row in rows), dtype=np.int64, count=len(rows))
    return quantize.sound(items, quantize.unpack([row[1] for row in rows], dim, signature))
