"""The one place where parts meet: Settings -> running Engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

from recollect import registry
from recollect.config import Settings
from recollect.contracts.embedder import Embedder
from recollect.contracts.store import Store
from recollect.engine.cache import Cache
from recollect.engine.care import Care, EmbedderState
from recollect.engine.conflicts import Conflicts
from recollect.engine.embedding import Embedding, EmbeddingOptions
from recollect.engine.extraction import Extraction
from recollect.engine.learning import Learning
from recollect.engine.memories import Memories
from recollect.engine.parts import EngineOptions, Parts
from recollect.engine.recall import Recall
from recollect.engine.secrets import Secrets
from recollect.engine.transfer import Transfer
from recollect.engine.turns import EXTRACT, Turns
from recollect.errors import ConfigError, EmbeddingFailed
from recollect.jobs.runner import Runner
from recollect.jobs.worker import Worker
from recollect.model.scope import Scope
from recollect.write import domains
from recollect.write.gate import Gate
from recollect.write.gate import Options as Limits

RECORD_CACHE_EVICT_SHARE = 0.2


@dataclass(frozen=True, kw_only=True)
class Engine:
    """Everything a user can ask for."""

    memories: Memories
    turns: Turns
    conflicts: Conflicts
    recall: Recall
    transfer: Transfer
    care: Care
    jobs: Runner
    worker: Worker
    store: Store
    settings: Settings

    def close(self) -> None:
        """The running job is finished; what is queued stays queued."""
        self.worker.close()
        self.jobs.close()
        self.recall.flush()
        self.store.close()


def utc_now() -> datetime:
    return datetime.now(UTC)


def engine(settings: Settings, *, url: str, clock: Callable[[], datetime] = utc_now) -> Engine:
    """Open the store and put the parts together. Embedders are made on first use."""
    Scope(tenant=settings.tenant, agent=settings.agent)
    if clock().tzinfo is None:
        raise ConfigError("the clock gives times without a zone; return datetime.now(UTC), for example")
    store = registry.store(url, {"synchronous": settings.synchronous, "cache_bytes": settings.cache_mb * 1024 * 1024})
    parts = Parts(
        store=store,
        embedding=Embedding(
            _chain(settings),
            store,
            EmbeddingOptions(
                cache_entries=settings.embedding_cache_entries,
                cache_ttl_s=settings.embedding_cache_ttl_s,
                disk_cache_entries=settings.embedding_disk_cache_entries,
                batch=settings.embedding_batch,
                chunk_tokens=settings.chunk_tokens,
                chunk_overlap_tokens=min(settings.chunk_overlap_tokens, settings.chunk_tokens // 2),
                int8=settings.vector_quantization == "int8",
            ),
            clock,
            off_reason="embeddings are turned off (embedder = none)" if settings.embedder == "none" else None,
        ),
        clock=clock,
        records=Cache(settings.record_cache_entries, settings.record_cache_ttl_s, evict_share=RECORD_CACHE_EVICT_SHARE),
        options=EngineOptions(
            tenant=settings.tenant,
            content_chars_max=settings.content_chars_max,
            preset=settings.preset,
            rrf_k=settings.rrf_k,
            vector_top_k=settings.vector_top_k,
            backfill_ms=settings.backfill_ms,
            verification=settings.verification == "on",
            verification_guards=settings.verification_guards == "on",
        ),
        secrets=Secrets(on=settings.secrets == "mask"),
        gate=Gate(
            Limits(
                adds_per_minute=settings.adds_per_minute,
                tenant_adds_per_minute=settings.tenant_adds_per_minute,
                chars_per_day=settings.chars_per_day,
                entries_max=settings.entries_max,
            )
        ),
        words=_words(settings),
    )
    recall, learning = Recall(parts), Learning(parts)
    domain = None if settings.domain_schema is None else domains.load(settings.domain_schema)
    turns = Turns(parts, Extraction(parts.gate, settings.extraction, domain=domain), learning)
    jobs = Runner(store, {EXTRACT: turns.learn}, clock, tenant=settings.tenant, lease_s=settings.job_lease_s)
    worker = Worker(jobs.run_next)
    if settings.worker == "on":
        parts.bell.listen(worker.wake)
        if jobs.open_jobs():
            worker.wake()  # what another process promised and did not live to do
    return Engine(
        memories=Memories(parts, learning),
        turns=turns,
        conflicts=Conflicts(parts),
        jobs=jobs,
        worker=worker,
        recall=recall,
        transfer=Transfer(parts),
        care=Care(parts, recall),
        store=store,
        settings=settings,
    )


def restore(backup: Path, settings: Settings, *, url: str) -> None:
    """Make the store at `url` hold what the backup holds."""
    registry.restore(backup, url, {"synchronous": settings.synchronous})


def embedders(settings: Settings) -> list[EmbedderState]:
    """Every embedder there is, and whether these settings and this installation can use it."""
    states = []
    for name in registry.EMBEDDERS:
        try:
            signature = registry.embedder(name, _embedder_options(settings)).signature
        except (ConfigError, EmbeddingFailed) as error:
            states.append(EmbedderState(name=name, usable=False, reason=str(error)))
        else:
            states.append(EmbedderState(name=name, usable=True, signature=signature))
    return states


def _words(settings: Settings) -> Callable[[], Embedder | None]:
    """The bundled embedder, made on first use; none where embeddings are turned off."""

    @cache
    def made() -> Embedder | None:
        return None if settings.embedder == "none" else registry.embedder("static", {"path": None})

    return made


def _embedder_options(settings: Settings) -> dict[str, Any]:
    return {"path": settings.static_model, "onnx_model": settings.onnx_model, "dim": settings.synthetic_dim}


def _chain(settings: Settings) -> list[Callable[[], Embedder]]:
    """The embedders to try, in order. `auto` is what a person configured, else the bundled one."""
    first = settings.embedder
    if first == "auto":
        first = "onnx" if settings.onnx_model else "static"
    names = [name for name in (first, settings.embedder_fallback) if name not in ("none", "auto")]
    if settings.embedder_fallback == "auto":
        names.append("static")
    return [partial(registry.embedder, name, _embedder_options(settings)) for name in dict.fromkeys(names)]
