"""The embedding service: batching, chunking of long texts, caches, and a fallback that says why it was needed.

An embedder that fails never fails an add or a search: the words are still indexed and searched, and the reason travels
with the answer. Vectors of two embedders are never mixed, because each result carries the signature that made it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, TypeVar, cast

from recollect.contracts.embedder import Batches, Embedder, Media, MediaEmbedder
from recollect.contracts.store import Store
from recollect.engine.cache import Cache
from recollect.engine.told import bare, told
from recollect.engine.vectors.asking import answered, guarded, identity
from recollect.errors import ConfigError, EmbeddingFailed, StoreError
from recollect.model.batch import ANYBODYS
from recollect.model.ids import bytes_hash, content_hash
from recollect.model.scope import Scope
from recollect.model.vectors import Embedded
from recollect.rules import tokens
from recollect.rules.quantize import INT8_SUFFIX

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Made = TypeVar("Made")
INSTANT_EMBEDDERS = frozenset({"static", "synthetic"})
"""Faster than any cache on disk."""
LOG_MAX = 100
PENDING, COMPLETED = "pending", "completed"
"""What the log in the store says of making many vectors, beside failures."""
TEXT_SEPARATOR = "\x1f"
PIECE_KEY_CHARS = 32
"""Of the name of a text in a provider's batch job; they may have 64."""


@dataclass(frozen=True, kw_only=True)
class EmbeddingOptions:
    cache_entries: int = 1000
    cache_ttl_s: float = 300.0
    disk_cache_entries: int = 50_000
    batch: int = 256
    chunk_tokens: int = 512
    chunk_overlap_tokens: int = 50
    int8: bool = False

    @property
    def cut(self) -> str:
        """Part of the name of whoever makes the vectors, where long texts are not cut as they usually are: they have to
        be made anew then. Worked: 256 tokens that share 50 are "#256/50"."""
        usual = (EmbeddingOptions.chunk_tokens, EmbeddingOptions.chunk_overlap_tokens)
        given = (self.chunk_tokens, self.chunk_overlap_tokens)
        return "" if given == usual else f"#{self.chunk_tokens}/{self.chunk_overlap_tokens}"


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
        self._asking = threading.local()
        """For whom each thread asks: failures are told to that tenant and to no other."""
        self._cache: Cache[NDArray[np.float32]] = Cache(options.cache_entries, options.cache_ttl_s)
        self._given: list[tuple[str, Mapping[str, NDArray[np.float32]]]] = []
        self.log: list[tuple[datetime, str, str]] = []
        """Failed attempts: (when, embedder, reason), each of them, rate limits and retries too; the last hundred. Of
        all tenants, so without a provider's words."""
        self._failing: dict[int, tuple[str, str]] = {}
        """Embedders whose last answer was none: for which tenant, and why."""
        self.answered: Embedder | None = None
        """Who gave the last vectors; None: nobody yet."""

    def signature(self) -> str | None:
        """Of the embedder that would be used now; None when there is none."""
        for place in range(len(self._makers)):
            try:
                return self._signature(self._embedder(place))
            except (EmbeddingFailed, ConfigError) as error:
                self._note(self._who(place), bare(error))
        return None

    def chosen(self) -> str | None:
        """The signature of the embedder that was chosen, whether it answers or not; None: it is not known now."""
        try:
            return self._signature(self._embedder(0)) if self._makers else None
        except (EmbeddingFailed, ConfigError):
            return None

    def sparing(self, signature: str) -> str | None:
        """Whose vectors those of this signature must not replace: the chosen embedder's, where another stood in for
        it. An outage of a minute would otherwise cost what was paid for."""
        chosen = self.chosen()
        return None if chosen == signature else chosen or ANYBODYS

    def failure(self, scope: Scope) -> str | None:
        """Why the embedder that was chosen gives no vectors now, and what happens instead; None: it gives them, or was
        not asked yet."""
        with self._lock:
            failing = dict(self._failing)
        if 0 not in failing:
            return None
        tenant, reason = failing[0]
        others = [place for place in range(len(self._makers)) if place not in failing]
        instead = f"{self._name(others[0])} makes the vectors instead" if others else "words alone are searched"
        return f"{reason if tenant == scope.tenant else f'{self._name(0)} does not answer'}; {instead}"

    @property
    def cache_counts(self) -> tuple[int, int]:
        """Hits and misses of the cache in memory."""
        return self._cache.hits, self._cache.misses

    @property
    def instant(self) -> bool:
        """Whether embedding is plain arithmetic here: no network, no wait. Known once the embedders are made."""
        made = self._made.values()
        return len(made) == len(self._makers) and all(embedder.name in INSTANT_EMBEDDERS for embedder in made)

    def only(self, embedder: Embedder) -> Embedding:
        """As this one, but asks that embedder alone."""
        return Embedding([lambda: embedder], self._store, self._options, self._clock)

    def embed(self, texts: Sequence[str], scope: Scope) -> Embedded:
        """One row a text, or no rows and the reason."""
        return self._first_answer(scope, lambda embedder: self._embed_all(embedder, texts, scope))

    def embed_query(self, texts: Sequence[str], scope: Scope) -> Embedded:
        """As `embed`, for the texts of one question: asked again, it is answered from memory."""
        return self._first_answer(scope, lambda embedder: self._embed_cached(embedder, texts, scope))

    def embed_media(self, items: Sequence[Media], scope: Scope) -> Embedded:
        """One row a picture or sound, by the first embedder alone, or no rows and the reason. The same bytes are sent
        once."""
        self._asking.scope = scope
        try:
            embedder = self._embedder(0) if self._makers else None
            if embedder is None or not hasattr(type(embedder), "embed_media"):
                name = "there is no embedder" if embedder is None else f"{embedder.name} is one for texts"
                return Embedded(signature=None, rows=None, reason=f"{name}; none that takes pictures and sound")
            seeing = cast("MediaEmbedder", embedder)
            keys = [f"{item.media_type}:{bytes_hash(item.data)}" for item in items]
            rows = self._through_cache(
                embedder, keys, lambda at: answered(embedder, seeing.embed_media, [items[one] for one in at]), scope
            )
        except (EmbeddingFailed, ConfigError) as error:
            self._note(self._who(0), bare(error))
            return Embedded(signature=None, rows=None, reason=told(error))
        return Embedded(signature=self._signature(embedder), rows=rows)

    def batches(self) -> tuple[Embedder, str, Batches] | None:
        """The first embedder, its signature and its provider's batch jobs; None: it has none, or cannot be used."""
        try:
            embedder = self._embedder(0) if self._makers else None
            found: Batches | None = getattr(embedder, "batches", None)
            return None if embedder is None or found is None else (embedder, self._signature(embedder), found)
        except (EmbeddingFailed, ConfigError) as error:
            self._note(self._who(0), bare(error))
            return None

    def missing_pieces(self, text: str, scope: Scope, embedder: Embedder) -> dict[str, str]:
        """What the embedder would be asked for this text, by key; nothing when the text is in the cache on disk."""
        if self._options.disk_cache_entries:
            hash = self._hash(text)
            if hash in self._store.cached_vectors(scope, embedder.signature, [hash]):
                return {}
        return {piece_key(piece): piece for piece in self._pieces(text) if piece.strip()}

    @contextmanager
    def given(self, embedder: Embedder, rows: Mapping[str, NDArray[np.float32]]) -> Iterator[None]:
        """As long as this lasts, pieces with these keys need not be asked for."""
        answers = (embedder.signature, rows)
        self._given.append(answers)
        try:
            yield
        finally:
            self._given = [one for one in self._given if one is not answers]

    def tell(self, reason: str, scope: Scope) -> None:
        """Put a failure of the first embedder into the log."""
        self._asking.scope = scope
        self._note(self._who(0), reason)

    def mark(self, status: str, scope: Scope) -> None:
        """Put into the log that all vectors that are missing are to be made (`PENDING`), or were (`COMPLETED`). Not of
        every text: that would be a write for each answer of an embedder."""
        with suppress(StoreError):
            self._store.note_embedding(scope, self._clock(), self._who(0), "", status)

    def forget(self) -> None:
        """Drop what is cached in memory, and the log."""
        self._cache.clear()
        self.log.clear()
        with self._lock:
            self._failing = dict.fromkeys(self._failing, ("", ""))

    def _first_answer(self, scope: Scope, work: Callable[[Embedder], NDArray[np.float32]]) -> Embedded:
        reason = self._off_reason
        self._asking.scope = scope
        for place in range(len(self._makers)):
            try:
                embedder = self._embedder(place)
                rows = work(embedder)
            except (EmbeddingFailed, ConfigError) as error:
                self._note(self._who(place), bare(error))
                with self._lock:
                    self._failing[place] = (scope.tenant, bare(error))
                reason = f"{reason}; {told(error)}" if reason else told(error)
                continue
            with self._lock:
                self._failing.pop(place, None)
            self.answered = embedder
            return Embedded(signature=self._signature(embedder), rows=rows, reason=reason)
        return Embedded(signature=None, rows=None, reason=reason or "no embedder is configured")

    def _name(self, place: int) -> str:
        return self._made[place].name if place in self._made else f"#{place}"

    def _who(self, place: int) -> str:
        """As `_name`, with the model: a provider may have several."""
        return _who(self._made[place]) if place in self._made else f"#{place}"

    def _embedder(self, place: int) -> Embedder:
        with self._lock:
            if place not in self._made:
                made = guarded(f"embedder {self._name(place)}", self._makers[place])
                listen = getattr(made, "listen", None)  # remote ones try again by themselves and tell of each failure
                if listen is not None:
                    listen(partial(self._note, _who(made)))
                self._made[place] = made
            return self._made[place]

    def _signature(self, embedder: Embedder) -> str:
        who, _, dim = identity(embedder).rpartition(":")
        return f"{who}{self._options.cut}:{dim}" + (INT8_SUFFIX if self._options.int8 else "")

    def _hash(self, text: str) -> str:
        """Under which the cache on disk has a text: what is embedded in pieces is another vector where they are cut
        otherwise."""
        whole = min(self._options.chunk_tokens, EmbeddingOptions.chunk_tokens) * tokens.CHARS_PER_TOKEN
        return content_hash(text if len(text) <= whole else f"{self._options.cut}{text}")

    def _note(self, name: str, reason: str) -> None:
        now, scope = self._clock(), getattr(self._asking, "scope", None)
        self.log.append((now, name, reason))
        del self.log[:-LOG_MAX]
        if scope is not None:
            with suppress(StoreError):  # a store that cannot be written now has other worries
                self._store.note_embedding(scope, now, name, reason)

    def _embed_all(self, embedder: Embedder, texts: Sequence[str], scope: Scope) -> NDArray[np.float32]:
        if embedder.name in INSTANT_EMBEDDERS:
            return self._embed_texts(embedder, texts)  # no request whose size matters, and it bounds its memory itself
        import numpy as np

        if not texts:
            return np.zeros((0, embedder.dim), dtype=np.float32)
        parts = [
            self._embed_batch(embedder, texts[start : start + self._options.batch], scope)
            for start in range(0, len(texts), self._options.batch)
        ]
        return np.concatenate(parts) if len(parts) != 1 else parts[0]

    def _embed_cached(self, embedder: Embedder, texts: Sequence[str], scope: Scope) -> NDArray[np.float32]:
        joined = TEXT_SEPARATOR.join(texts)
        key = f"{identity(embedder)}:{content_hash(joined)}"  # nothing that anybody asked lies in memory
        rows = self._cache.get(key)
        if rows is None:
            rows = self._embed_all(embedder, texts, scope)
            self._cache.put(key, rows)
        return rows

    def _embed_batch(self, embedder: Embedder, texts: Sequence[str], scope: Scope) -> NDArray[np.float32]:
        return self._through_cache(
            embedder, texts, lambda places: self._embed_texts(embedder, [texts[place] for place in places]), scope
        )

    def _through_cache(
        self,
        embedder: Embedder,
        keys: Sequence[str],
        make: Callable[[Sequence[int]], NDArray[np.float32]],
        scope: Scope,
    ) -> NDArray[np.float32]:
        """One row a key; what the cache on disk lacks is made, by its places."""
        if not self._options.disk_cache_entries:
            return make(range(len(keys)))
        import numpy as np

        hashes = [self._hash(key) for key in keys]
        known = self._store.cached_vectors(scope, identity(embedder), hashes)
        missing = [place for place, hash in enumerate(hashes) if hash not in known]
        if missing:
            fresh = make(missing)
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
            return self._ask(embedder, texts)
        import numpy as np

        pieces: list[str] = []
        owners: list[int] = []
        for place, text in enumerate(texts):
            for piece in self._pieces(text):
                pieces.append(piece)
                owners.append(place)
        rows = self._ask(embedder, pieces)
        pooled = np.zeros((len(texts), rows.shape[1]), dtype=np.float32)
        np.add.at(pooled, owners, rows)
        norms = np.sqrt(np.square(pooled).sum(axis=1, keepdims=True))
        norms[norms == 0] = 1.0
        pooled /= norms
        return pooled

    def _pieces(self, text: str) -> list[str]:
        chars_max = self._options.chunk_tokens * tokens.CHARS_PER_TOKEN
        return chunks(text, chars_max, chars_max - self._options.chunk_overlap_tokens * tokens.CHARS_PER_TOKEN)

    def _ask(self, embedder: Embedder, pieces: Sequence[str]) -> NDArray[np.float32]:
        """The embedder, unless a batch job has answered already."""
        answers = [rows for whose, rows in self._given if whose == embedder.signature]
        if not answers:
            return answered(embedder, embedder.embed, pieces)
        import numpy as np

        rows = np.zeros((len(pieces), embedder.dim), dtype=np.float32)
        missing = []
        for place, key in enumerate(map(piece_key, pieces)):
            known = next((given[key] for given in answers if key in given), None)
            if known is None or known.shape != (embedder.dim,):
                missing.append(place)
            else:
                rows[place] = known
        if missing:
            rows[missing] = answered(embedder, embedder.embed, [pieces[place] for place in missing])
        return rows


def _who(embedder: Embedder) -> str:
    return f"{embedder.name}:{embedder.model}"


def piece_key(piece: str) -> str:
    """The name of a text in a provider's batch job."""
    return content_hash(piece)[:PIECE_KEY_CHARS]


def chunks(text: str, size: int, step: int) -> list[str]:
    """Pieces of `size` characters that begin every `step`. Worked: "abcdefg", 4, 3 gives abcd, defg."""
    if len(text) <= size:
        return [text]
    return [text[start : start + size] for start in range(0, len(text) - (size - step), max(1, step))]
