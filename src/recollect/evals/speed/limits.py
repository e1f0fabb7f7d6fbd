"""What the hardware allows: the same rows, vectors and postings handled by SQLite and numpy alone.

Nothing here goes through our code except the texts, the analysed terms and the embedder: these are the numbers that
ours are divided by. Reads a file that Recollect wrote; knows its tables by name.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw
import numpy as np

from recollect.rules.text import terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_CACHE_KIB = 64 * 1024
_NUMBER_BITS = 32
_POSTINGS = "SELECT number, count, rest FROM posting WHERE space = ? AND term = ?"
_FURTHER = np.dtype([("distance", "<u2"), ("count", "u1")])


@dataclass(frozen=True, kw_only=True)
class ItemRows:
    """Everything the file holds about one item."""

    item: tuple[Any, ...]
    postings: list[tuple[Any, ...]]
    """The blocks that begin with it: together, the items of a batch have all blocks of that batch."""
    vectors: list[tuple[Any, ...]]


def connect(path: Path, synchronous: str = "full") -> apsw.Connection:
    """A connection with the settings Recollect writes with."""
    connection = apsw.Connection(str(path))
    connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
    connection.execute("PRAGMA journal_mode = WAL").fetchall()
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    return connection


def read_items(connection: apsw.Connection, space: int, first: int) -> list[ItemRows]:
    """The rows of all items of the space from number `first` on."""
    low, high = (space << _NUMBER_BITS) | first, ((space + 1) << _NUMBER_BITS) - 1
    items: list[Any] = connection.execute(
        "SELECT * FROM item WHERE item BETWEEN ? AND ? ORDER BY item", (low, high)
    ).fetchall()
    vectors: list[Any] = connection.execute("SELECT * FROM vector WHERE item BETWEEN ? AND ?", (low, high)).fetchall()
    found: list[Any] = connection.execute(
        "SELECT * FROM posting WHERE space = ? AND number >= ?", (space, first)
    ).fetchall()
    key = [column[0] for column in connection.execute("SELECT name FROM pragma_table_info('item')")].index("item")
    by_number: dict[int, list[tuple[Any, ...]]] = {}
    for row in found:
        by_number.setdefault(row[2], []).append(row)
    by_item: dict[int, list[tuple[Any, ...]]] = {}
    for row in vectors:
        by_item.setdefault(row[0], []).append(row)
    return [
        ItemRows(
            item=item,
            postings=by_number.get(item[key] - (space << _NUMBER_BITS), []),
            vectors=by_item.get(item[key], []),
        )
        for item in items
    ]


def insert(connection: apsw.Connection, space: int, rows: Sequence[ItemRows]) -> float:
    """Seconds to write these items in one transaction, the way a writer of SQL by hand would."""
    item_sql = f"INSERT INTO item VALUES ({_marks(rows[0].item)})"  # noqa: S608
    posting_sql = "INSERT INTO posting VALUES (?, ?, ?, ?, ?)"
    vector_sql = "INSERT INTO vector VALUES (?, ?, ?)"
    started = time.perf_counter()
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(
        "UPDATE space SET generation = generation + 1, next_number = next_number + ? WHERE id = ?", (len(rows), space)
    )
    connection.executemany(item_sql, [row.item for row in rows])
    connection.executemany(
        posting_sql, sorted((posting for row in rows for posting in row.postings), key=itemgetter(1, 2))
    )
    connection.executemany(vector_sql, [vector for row in rows for vector in row.vectors])
    connection.execute("COMMIT")
    return time.perf_counter() - started


def _marks(row: Sequence[Any]) -> str:
    return ", ".join("?" * len(row))


def space_of(connection: apsw.Connection, user: str) -> int:
    return int(connection.execute("SELECT id FROM space WHERE owner = ?", (user,)).get)


def matrix_of(connection: apsw.Connection, space: int, dim: int) -> NDArray[np.float32]:
    """All float32 vectors of a space."""
    low, high = space << _NUMBER_BITS, ((space + 1) << _NUMBER_BITS) - 1
    blobs = [
        row[0]
        for row in connection.execute("SELECT data FROM vector WHERE item BETWEEN ? AND ? ORDER BY item", (low, high))
    ]
    return np.frombuffer(b"".join(blobs), dtype="<f4").reshape(len(blobs), dim).copy()


def product_s(matrix: NDArray[np.float32], vector: NDArray[np.float32]) -> float:
    """Seconds of one exact vector search without the sorting."""
    started = time.perf_counter()
    matrix @ vector
    return time.perf_counter() - started


def postings_s(connection: apsw.Connection, space: int, query: str) -> float:
    """Seconds to read the posting lists of the query's terms into arrays."""
    wanted = list(dict.fromkeys(terms(query)))
    started = time.perf_counter()
    for term in wanted:
        rows: list[Any] = connection.execute(_POSTINGS, (space, term)).fetchall()
        if rows:
            starts, counts, rests = zip(*rows, strict=True)
            further = np.frombuffer(b"".join(filter(None, rests)), dtype=_FURTHER)
            each = [len(rest) // _FURTHER.itemsize if rest else 0 for rest in rests]
            first = np.array(starts, dtype=np.int32)
            np.concatenate((first, np.repeat(first, each) + further["distance"]))
            np.concatenate((counts, further["count"])).astype(np.float32)
    return time.perf_counter() - started


class FullText:
    """SQLite's own full-text index over the same texts, for comparison."""

    def __init__(self, path: Path, texts: Sequence[str]) -> None:
        self._connection = connect(path, synchronous="off")
        self._connection.execute("CREATE VIRTUAL TABLE words USING fts5(text, tokenize = 'porter unicode61')")
        with self._connection:
            self._connection.executemany("INSERT INTO words (text) VALUES (?)", ((text,) for text in texts))

    def search_s(self, query: str, k: int) -> float:
        """Seconds for the best `k` by BM25 of texts with any of the query's terms."""
        match = " OR ".join(f'"{term}"' for term in dict.fromkeys(terms(query)))
        started = time.perf_counter()
        self._connection.execute(
            "SELECT rowid, text FROM words WHERE words MATCH ? ORDER BY bm25(words) LIMIT ?", (match, k)
        ).fetchall()
        return time.perf_counter() - started

    def close(self) -> None:
        self._connection.close()
