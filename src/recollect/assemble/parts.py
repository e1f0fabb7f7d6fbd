"""What every part of the engine is given, from settings: embedding, caches, limits, options."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import fields
from datetime import datetime

from recollect.assemble.embedders import chain, not_fetched, off_reason, sector_chains, words
from recollect.assemble.hot import hot_answers, hot_tier
from recollect.assemble.options import engine_options
from recollect.assemble.protection import secrets
from recollect.assemble.reranking import chosen as reranker_of
from recollect.assemble.reranking import reranking
from recollect.assemble.vectors import Chosen, vector_tier
from recollect.config import Settings
from recollect.contracts.embedder import Embedder
from recollect.contracts.hot_tier import HotTier
from recollect.contracts.store import Store
from recollect.engine.cache import Cache
from recollect.engine.parts import Parts
from recollect.engine.reranking import Reranking
from recollect.engine.vectors.embedding import Embedding, EmbeddingOptions
from recollect.engine.vectors.sector_embedding import SectorEmbedding
from recollect.jobs.runner import Heart
from recollect.write.gate import Gate
from recollect.write.gate import Options as Limits

RECORD_CACHE_EVICT_SHARE = 0.2
_EMBEDDING = (
    "embed", "static", "onnx", "gguf", "hub", "ollama", "aws", "api_keys", "synthetic", "chunk", "sector", "vector_q",
    "multimodal",
)  # fmt: skip
"""How the names of settings begin that say how vectors are made."""


class Common:
    """What the engines of several tenants share: the store, the heart of running jobs, and embedders, which are large
    and know no tenant. Engines whose settings ask for the same embedders get the same ones."""

    def __init__(self, store: Store, heart: Heart, hot: HotTier | None, vectors: Chosen) -> None:
        self.store = store
        self.heart = heart
        self.hot = hot
        self.vectors = vectors
        self._lock = threading.Lock()
        self._rerankers: dict[tuple[object, ...], Reranking | None] = {}
        self._made: dict[tuple[object, ...], tuple[Embedding, SectorEmbedding, Callable[[], Embedder | None]]] = {}

    def embedding(
        self, settings: Settings, clock: Callable[[], datetime]
    ) -> tuple[Embedding, SectorEmbedding, Callable[[], Embedder | None]]:
        chosen = tuple(getattr(settings, one.name) for one in fields(settings) if one.name.startswith(_EMBEDDING))
        with self._lock:
            if chosen not in self._made:
                self._made[chosen] = (*_embedding(settings, self.store, clock), words(settings))
            return self._made[chosen]

    def reranking(self, settings: Settings) -> Reranking | None:
        chosen = reranker_of(settings)
        with self._lock:
            if chosen not in self._rerankers:
                self._rerankers[chosen] = reranking(settings)
            return self._rerankers[chosen]


def parts(
    settings: Settings,
    store: Store,
    clock: Callable[[], datetime],
    common: Common | None = None,
    *,
    scrub: Callable[[str], str] | None = None,
) -> Parts:
    """The same for every part of one engine. Embedders are made on first use."""
    if common is None:
        embedding, sectors = _embedding(settings, store, clock)
        compared, vectors = words(settings), vector_tier(settings, store)
    else:
        embedding, sectors, compared = common.embedding(settings, clock)
        vectors = common.vectors
    hot = hot_tier(settings, store) if common is None else common.hot
    return Parts(
        store=store,
        embedding=embedding,
        sectors=sectors,
        clock=clock,
        opened_at=clock(),
        records=Cache(settings.record_cache_entries, settings.record_cache_ttl_s, evict_share=RECORD_CACHE_EVICT_SHARE),
        options=engine_options(settings),
        secrets=secrets(settings, scrub),
        gate=Gate(
            Limits(
                adds_per_minute=settings.adds_per_minute,
                tenant_adds_per_minute=settings.tenant_adds_per_minute,
                searches_per_minute=settings.searches_per_minute,
                chars_per_day=settings.chars_per_day,
            ),
            hot,
        ),
        hot=hot_answers(settings, hot, store),
        words=compared,
        reranking=reranking(settings) if common is None else common.reranking(settings),
        tier=vectors.tier,
        tier_unusable=vectors.unusable,
    )


def _embedding(settings: Settings, store: Store, clock: Callable[[], datetime]) -> tuple[Embedding, SectorEmbedding]:
    """What makes vectors: of every item, and of sectors that have an embedder of their own."""
    options = EmbeddingOptions(
        cache_entries=settings.embedding_cache_entries,
        cache_ttl_s=settings.embedding_cache_ttl_s,
        disk_cache_entries=settings.embedding_disk_cache_entries,
        batch=settings.embedding_batch,
        chunk_tokens=settings.chunk_tokens,
        chunk_overlap_tokens=min(settings.chunk_overlap_tokens, settings.chunk_tokens // 2),
        int8=settings.vector_quantization == "int8",
    )
    main = Embedding(chain(settings), store, options, clock, off_reason=off_reason(settings))
    if (reason := not_fetched(settings)) is not None:
        main.log.append((clock(), settings.embedder, reason))
    own: dict[str, Embedding] = {}
    for sectors, make in sector_chains(settings).values():
        own |= dict.fromkeys(sectors, Embedding([make], store, options, clock))
    return main, SectorEmbedding(main, own, parallel=settings.embed_parallel == "on")
