"""The embedding service: batching, chunking of long texts, caches, and a fallback that says why it was needed.

An embedder that fails never fails an add or a search: the words are still indexed and searched, and the reason travels
with the answer. Vectors of two embedders are never mixed, because each result carries the signature that made it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from recollect.contracts.embedder import Embedder
from recollect.contracts.store import Store
from recollect.engine.cache import Cache
from recollect.errors import ConfigError, EmbeddingFailed
from recollect.model.ids import content_hash
from recollect.model.scope import Scope
from recollect.model.vectors import Embedded
from recollect.rules import tokens
from recollect.rules.quantize import INT8_SUFFIX

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

INSTANT_EMBEDDERS = frozenset({"static", "synthetic"})
"""Faster than any cache on disk."""
THREAD_TEXTS_MIN = 256
TEXT_SEPARATOR = "\x1f"
KEY_CHARS_MAX = 512
"""What is asked in more characters is remembered by its hash."""

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class EmbeddingOptions:
    cache_entries: int = 1000
    cache_ttl_s: float = 300.0
    disk_cache_entries: int = 50_000
    batch: int = 256
    chunk_tokens: int = 512
    chunk_overlap_tokens: int = 50
    int8: bool = False


class Embedding:
    """Makes vectors with the first embedder of the chain that answers."""

    def __init__(
        self,
        chain: Sequence[Callable[[], Embedder]],
        store: Store,
        options: EmbeddingOptions,
        clock: Callable[[], datetime],
        *,
        off_reason: str | None = None,
    ) -> None:
        self._makers = list(chain)
        self._made: dict[int, Embedder] = {}
        self._store = store
        self._options = options
        self._clock = clock
        self._off_reason = off_reason
        self._lock = threading.RLock()
        self._cache: Cache[NDArray[np.float32]] = Cache(options.cache_entries, options.cache_ttl_s)
        self.log: list[tuple[datetime, str, str]] = []
        """Failed attempts: (when, embedder, reason); the last hundred."""

    def signature(self) -> str | None:
        """Of the embedder that would be used now; None when there is none."""
        for place in range(len(self._makers)):
            try:
                return self._signature(self._embedder(place))
            except (EmbeddingFailed, ConfigError) as error:
                self._note(f"#{place}", str(error))
        return None

    @property
    def cache_counts(self) -> tuple[int, int]:
        """Hits and misses of the cache in memory."""
        return self._cache.hits, self._cache.misses

    @property
    def instant(self) -> bool:
        """Whether embedding is plain arithmetic here: no network, no wait. Known once the embedders are made."""
        made = self._made.values()
        return len(made) == len(self._makers) and all(embedder.name in INSTANT_EMBEDDERS for embedder in made)

    def embed(self, texts: Sequence[str], scope: Scope) -> Embedded:
        """One row a text, or no rows and the reason."""
        return self._first_answer(lambda embedder: self._embed_all(embedder, texts, scope))

    def embed_while(self, texts: Sequence[str], scope: Scope, work: Callable[[], T]) -> tuple[Embedded, T]:
        """As `embed`, with something else done meanwhile: a provider waits for its network, and sums of vectors need no
        interpreter lock. Few texts are not worth a thread."""
        if len(texts) < THREAD_TEXTS_MIN:
            return self.embed(texts, scope), work()
        with ThreadPoolExecutor(1) as thread:
            embedded = thread.submit(self.embed, texts, scope)
            done = work()
            return embedded.result(), done

    def embed_query(self, texts: Sequence[str], scope: Scope) -> Embedded:
        """As `embed`, for the texts of one question: asked again, it is answered from memory."""
        return self._first_answer(lambda embedder: self._embed_cached(embedder, texts, scope))

    def _first_answer(self, work: Callable[[Embedder], NDArray[np.float32]]) -> Embedded:
        reason = self._off_reason
        for place in range(len(self._makers)):
            try:
                embedder = self._embedder(place)
                rows = work(embedder)
            except (EmbeddingFailed, ConfigError) as error:
                name = self._made[place].name if place in self._made else f"#{place}"
                self._note(name, str(error))
                reason = f"{reason}; {error}" if reason else str(error)
                continue
            return Embedded(signature=self._signature(embedder), rows=rows, reason=reason)
        return Embedded(signature=None, rows=None, reason=reason or "no embedder is configured")

    def _embedder(self, place: int) -> Embedder:
        with self._lock:
            if place not in self._made:
                self._made[place] = self._makers[place]()
            return self._made[place]

    def _signature(self, embedder: Embedder) -> str:
        return embedder.signature + (INT8_SUFFIX if self._options.int8 else "")

    def _note(self, name: str, reason: str) -> None:
        self.log.append((self._clock(), name, reason))
        del self.log[:-100]

    def _embed_all(self, embedder: Embedder, texts: Sequence[str], scope: Scope) -> NDArray[np.float32]:
        if embedder.name in INSTANT_EMBEDDERS:
            return self._embed_texts(embedder, texts)  # no request whose size matters, and it bounds its memory itself
        import numpy as np

        parts = [
            self._embed_batch(embedder, texts[start : start + self._options.batch], scope)
            for start in range(0, len(texts), self._options.batch)
        ]
        return np.concatenate(parts) if len(parts) != 1 else parts[0]

    def _embed_cached(self, embedder: Embedder, texts: Sequence[str], scope: Scope) -> NDArray[np.float32]:
        joined = TEXT_SEPARATOR.join(texts)
        key = f"{embedder.signature}:{joined if len(joined) <= KEY_CHARS_MAX else content_hash(joined)}"
        rows = self._cache.get(key)
        if rows is None:
            rows = self._embed_all(embedder, texts, scope)
            self._cache.put(key, rows)
        return rows

    def _embed_batch(self, embedder: Embedder, texts: Sequence[str], scope: Scope) -> NDArray[np.float32]:
        if not self._options.disk_cache_entries:
            return self._embed_texts(embedder, texts)
        import numpy as np

        hashes = [content_hash(text) for text in texts]
        known = self._store.cached_vectors(scope, embedder.signature, hashes)
        missing = [place for place, hash in enumerate(hashes) if hash not in known]
        if missing:
            fresh = self._embed_texts(embedder, [texts[place] for place in missing])
            added = {hashes[place]: row for place, row in zip(missing, fresh, strict=True)}
            self._store.cache_vectors(
                scope, embedder.signature, added, now=self._clock(), entries_max=self._options.disk_cache_entries
            )
            known.update(added)
        return np.stack([known[hash] for hash in hashes])

    def _embed_texts(self, embedder: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
        """Long texts in chunks with overlap, mean pooled into one vector of unit length."""
        chars_max = self._options.chunk_tokens * tokens.CHARS_PER_TOKEN
        if all(len(text) <= chars_max for text in texts):
            return embedder.embed(texts)
        import numpy as np

        step = chars_max - self._options.chunk_overlap_tokens * tokens.CHARS_PER_TOKEN
        pieces: list[str] = []
        owners: list[int] = []
        for place, text in enumerate(texts):
            for piece in chunks(text, chars_max, step):
                pieces.append(piece)
                owners.append(place)
        rows = embedder.embed(pieces)
        pooled = np.zeros((len(texts), rows.shape[1]), dtype=np.float32)
        np.add.at(pooled, owners, rows)
        norms = np.sqrt(np.square(pooled).sum(axis=1, keepdims=True))
        norms[norms == 0] = 1.0
        pooled /= norms
        return pooled


def chunks(text: str, size: int, step: int) -> list[str]:
    """Pieces of `size` characters that begin every `step`. Worked: "abcdefg", 4, 3 gives abcd, defg."""
    if len(text) <= size:
        return [text]
    return [text[start : start + size] for start in range(0, len(text) - (size - step), max(1, step))]
