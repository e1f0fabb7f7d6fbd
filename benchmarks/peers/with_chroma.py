"""chromadb: a local persistent client, one collection per user, vectors given. Searches vectors only (HNSW)."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import chromadb
from chromadb.config import Settings

from recollect.evals.speed.contest import Embed

PACKAGE = "chromadb"
HYBRID = False
NOTE = "one collection per user, HNSW"


class Chroma:
    def __init__(self, folder: Path, embed: Embed) -> None:
        self._embed = embed
        self._client = chromadb.PersistentClient(path=str(folder), settings=Settings(anonymized_telemetry=False))
        self._collections: dict[str, Any] = {}

    def _collection(self, user: str) -> Any:
        if user not in self._collections:
            self._collections[user] = self._client.get_or_create_collection(
                f"user-{user}", embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
            )
        return self._collections[user]

    def add(self, text: str, user: str) -> None:
        self.add_batch([text], user)

    def add_batch(self, texts: Sequence[str], user: str) -> None:
        ids = [str(uuid.uuid4()) for _ in texts]
        self._collection(user).add(ids=ids, documents=list(texts), embeddings=self._embed(texts))

    def load(self, texts: Sequence[str], user: str) -> None:
        self.add_batch(texts, user)

    def settle(self) -> None:
        pass

    def search(self, query: str, user: str, k: int) -> list[str]:
        found = self._collection(user).query(query_embeddings=self._embed([query]), n_results=k)
        return list(found["documents"][0])

    def close(self) -> None:
        self._client.close()


def open_system(folder: Path, embed: Embed) -> Chroma:
    return Chroma(folder, embed)
