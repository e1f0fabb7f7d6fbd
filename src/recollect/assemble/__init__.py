"""The one place where parts meet: Settings -> running Engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from recollect import registry
from recollect.assemble.embedders import chain, embedders, off_reason, words
from recollect.assemble.models import llm_extractor, spent_today, utc_now
from recollect.config import Settings
from recollect.contracts.store import Store
from recollect.engine.cache import Cache
from recollect.engine.care import Care
from recollect.engine.conflicts import Conflicts
from recollect.engine.embedding import Embedding, EmbeddingOptions
from recollect.engine.extraction import Extraction
from recollect.engine.graph import GRAPH, Graph
from recollect.engine.learning import Learning
from recollect.engine.memories import Memories
from recollect.engine.parts import EngineOptions, Parts
from recollect.engine.recall import Recall
from recollect.engine.secrets import Secrets
from recollect.engine.transfer import Transfer
from recollect.engine.turns import EXTRACT, Turns
from recollect.errors import ConfigError
from recollect.jobs.runner import Runner
from recollect.jobs.worker import Worker
from recollect.model.scope import Scope
from recollect.write import domains
from recollect.write.gate import Gate
from recollect.write.gate import Options as Limits

__all__ = ["Engine", "embedders", "engine", "llm_extractor", "restore", "utc_now"]

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
    graph: Graph
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


def engine(settings: Settings, *, url: str, clock: Callable[[], datetime] = utc_now) -> Engine:
    """Open the store and put the parts together. Embedders are made on first use."""
    Scope(tenant=settings.tenant, agent=settings.agent)
    if clock().tzinfo is None:
        raise ConfigError("the clock gives times without a zone; return datetime.now(UTC), for example")
    store = registry.store(url, {"synchronous": settings.synchronous, "cache_bytes": settings.cache_mb * 1024 * 1024})
    parts = Parts(
        store=store,
        embedding=Embedding(
            chain(settings),
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
            off_reason=off_reason(settings),
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
        gate=_gate(settings),
        words=words(settings),
    )
    graph = Graph(parts)
    recall, learning = Recall(parts, graph.link), Learning(parts, follow_up=graph.signal)
    domain = None if settings.domain_schema is None else domains.load(settings.domain_schema)
    extractor = llm_extractor(settings, clock=clock, spent=lambda: spent_today(store, settings, clock()))
    turns = Turns(parts, Extraction(parts.gate, settings.extraction, llm=extractor, domain=domain), learning)
    handlers = {EXTRACT: turns.learn, GRAPH: graph.work}
    jobs = Runner(store, handlers, clock, tenant=settings.tenant, lease_s=settings.job_lease_s)
    worker = Worker(jobs.run_next)
    if settings.worker == "on":
        parts.bell.listen(worker.wake)
        if jobs.open_count():
            worker.wake()  # what another process promised and did not live to do
    return Engine(
        memories=Memories(parts, learning),
        turns=turns,
        conflicts=Conflicts(parts),
        jobs=jobs,
        worker=worker,
        recall=recall,
        transfer=Transfer(parts),
        care=Care(parts, recall, extractor.models if extractor else None),
        graph=graph,
        store=store,
        settings=settings,
    )


def _gate(settings: Settings) -> Gate:
    return Gate(
        Limits(
            adds_per_minute=settings.adds_per_minute,
            tenant_adds_per_minute=settings.tenant_adds_per_minute,
            searches_per_minute=settings.searches_per_minute,
            chars_per_day=settings.chars_per_day,
            entries_max=settings.entries_max,
        )
    )


def restore(backup: Path, settings: Settings, *, url: str) -> None:
    """Make the store at `url` hold what the backup holds."""
    registry.restore(backup, url, {"synchronous": settings.synchronous})
