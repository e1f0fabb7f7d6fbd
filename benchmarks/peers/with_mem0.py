"""mem0 without inference on its local Qdrant store. Searches vectors; its word search needs a model download."""

from __future__ import annotations

import os
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from recollect.evals.speed.contest import Embed

os.environ["MEM0_TELEMETRY"] = "False"

PACKAGE = "mem0ai"
HYBRID = False
NOTE = "infer=False, local Qdrant store, exact"


class GivenEmbedding:
    """The benchmark's embedder behind mem0's interface."""

    def __init__(self, embed: Embed) -> None:
        self._embed = embed

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        return self._embed([text])[0].tolist()

    def embed_batch(self, texts: Sequence[str], memory_action: str | None = None) -> list[list[float]]:
        return self._embed(texts).tolist()


class Mem0:
    def __init__(self, folder: Path, embed: Embed) -> None:
        os.environ["MEM0_DIR"] = str(folder)
        from mem0 import Memory

        self._embed = embed
        nowhere: dict[str, Any] = {"api_key": "unused", "openai_base_url": "http://127.0.0.1:9"}
        self._memory = Memory.from_config(
            {
                "vector_store": {
                    "provider": "qdrant",
                    "config": {
                        "path": str(folder / "qdrant"),
                        "on_disk": True,
                        "collection_name": "memories",
                        "embedding_model_dims": embed(["one"]).shape[1],
                    },
                },
                "llm": {"provider": "openai", "config": nowhere},
                "embedder": {"provider": "openai", "config": nowhere},
                "history_db_path": str(folder / "history.db"),
            }
        )
        self._memory.embedding_model = GivenEmbedding(embed)

    def add(self, text: str, user: str) -> None:
        self._memory.add(text, user_id=user, infer=False)

    def add_batch(self, texts: Sequence[str], user: str) -> None:
        self._memory.add([{"role": "user", "content": text} for text in texts], user_id=user, infer=False)

    def load(self, texts: Sequence[str], user: str) -> None:
        """Straight into its vector store: one by one takes minutes."""
        self._memory.vector_store.insert(
            vectors=self._embed(texts).tolist(),
            ids=[str(uuid.uuid4()) for _ in texts],
            payloads=[{"data": text, "user_id": user, "hash": "", "text_lemmatized": text} for text in texts],
        )

    def settle(self) -> None:
        pass

    def search(self, query: str, user: str, k: int) -> list[str]:
        found = self._memory.search(query, filters={"user_id": user}, top_k=k, threshold=0.0)
        return [hit["memory"] for hit in found["results"]]

    def close(self) -> None:
        self._memory.vector_store.client.close()


def open_system(folder: Path, embed: Embed) -> Mem0:
    return Mem0(folder, embed)
