"""LanceDB: one table per user, full-text index and vectors, its own hybrid search (reciprocal rank fusion)."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import lancedb
import pyarrow as pa
from lancedb.index import FTS

from recollect.evals.speed.contest import Embed

PACKAGE = "lancedb"
HYBRID = True
NOTE = (
    "one table per user, full-text index, exact vectors, RRF; batch add includes bringing the index up to date; "
    "nothing is synced to disk"
)


class Lance:
    def __init__(self, folder: Path, embed: Embed) -> None:
        self._embed = embed
        self._database = lancedb.connect(str(folder))
        self._tables: dict[str, Any] = {}

    def _rows(self, texts: Sequence[str]) -> pa.Table:
        matrix = self._embed(texts)
        vectors = pa.FixedSizeListArray.from_arrays(pa.array(matrix.reshape(-1)), matrix.shape[1])
        ids = [str(uuid.uuid4()) for _ in texts]
        return pa.table({"id": ids, "text": pa.array(texts, pa.string()), "vector": vectors})

    def add(self, text: str, user: str) -> None:
        self.add_batch([text], user)

    def add_batch(self, texts: Sequence[str], user: str) -> None:
        rows = self._rows(texts)
        if user in self._tables:
            self._tables[user].add(rows)
        elif user in self._database.table_names():
            self._tables[user] = self._database.open_table(user)
            self._tables[user].add(rows)
        else:
            self._tables[user] = self._database.create_table(user, rows)
            self._tables[user].create_index("text", config=FTS(with_position=False))

    def load(self, texts: Sequence[str], user: str) -> None:
        self.add_batch(texts, user)

    def settle(self) -> None:
        for table in self._tables.values():
            table.optimize()

    def search(self, query: str, user: str, k: int) -> list[str]:
        if user not in self._tables:
            self._tables[user] = self._database.open_table(user)
        vector = self._embed([query])[0]
        search = self._tables[user].search(query_type="hybrid").vector(vector).text(query).limit(k)
        return [row["text"] for row in search.to_list()]

    def close(self) -> None:
        self._tables.clear()


def open_system(folder: Path, embed: Embed) -> Lance:
    return Lance(folder, embed)
