"""LangGraph's SqliteStore: one namespace per user, vectors by sqlite-vec. Searches vectors only (exact)."""

from __future__ import annotations

import sqlite3
import sys
import uuid
from collections.abc import Sequence
from pathlib import Path

from langgraph.store.base import PutOp
from langgraph.store.sqlite import SqliteStore

from recollect.evals.speed.contest import Embed

PACKAGE = "langgraph-checkpoint-sqlite"
HYBRID = False
NOTE = "SqliteStore, one namespace per user, exact"


class LangGraph:
    def __init__(self, folder: Path, embed: Embed) -> None:
        if not hasattr(sqlite3.Connection, "enable_load_extension"):
            sys.exit("this Python's sqlite3 cannot load extensions; try: make clean bench-speed PYTHON=another")
        folder.mkdir(parents=True, exist_ok=True)

        def embed_lists(texts: Sequence[str]) -> list[list[float]]:
            return embed(list(texts)).tolist()

        dims = embed(["one"]).shape[1]
        self._context = SqliteStore.from_conn_string(
            str(folder / "store.db"), index={"dims": dims, "embed": embed_lists, "fields": ["text"]}
        )
        self._store = self._context.__enter__()
        self._store.setup()

    def add(self, text: str, user: str) -> None:
        self._store.put(("memories", user), str(uuid.uuid4()), {"text": text})

    def add_batch(self, texts: Sequence[str], user: str) -> None:
        namespace = ("memories", user)
        self._store.batch([PutOp(namespace, str(uuid.uuid4()), {"text": text}) for text in texts])

    def load(self, texts: Sequence[str], user: str) -> None:
        self.add_batch(texts, user)

    def settle(self) -> None:
        pass

    def search(self, query: str, user: str, k: int) -> list[str]:
        return [item.value["text"] for item in self._store.search(("memories", user), query=query, limit=k)]

    def close(self) -> None:
        self._context.__exit__(None, None, None)


def open_system(folder: Path, embed: Embed) -> LangGraph:
    return LangGraph(folder, embed)
