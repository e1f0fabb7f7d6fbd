"""`/api/memory/…` about the engine: a dry retrieval, compaction, reindexing, and how everything is doing."""

from __future__ import annotations

import logging
import threading
from typing import Annotated, Any, Literal

from fastapi import APIRouter, BackgroundTasks, Request
from pydantic import Field

from recollect import config
from recollect.config import REMOTE_EMBEDDERS, Settings
from recollect.engine.vocabulary import type_of
from recollect.errors import RecollectError
from recollect.memory import Memory
from recollect.model.given import QUERY_CHARS_MAX
from recollect.model.query import Hit, Trace
from recollect.model.scope import NAME_CHARS_MAX, Scope
from recollect.surfaces.http.apis.omniroute.caller import Asking, Caller, Managing
from recollect.surfaces.http.apis.omniroute.settings import memory_settings, qdrant_settings
from recollect.surfaces.http.apis.omniroute.wire import Asked
from recollect.surfaces.http.noting import noting
from recollect.surfaces.http.strict import StrictRoute
from recollect.surfaces.omniroute import embedder_parts, reranker_mismatch, retrieval

RERANK = "rerank: "
"""What the status says of a reranker that does not work begins so."""
router = APIRouter(route_class=StrictRoute)
TOKENS_MAX = 16_000
DAYS = 30
MODELS = {
    "openai": ("text-embedding-3-small", "text-embedding-3-large"),
    "gemini": ("gemini-embedding-001",),
    "voyage": ("voyage-3.5", "voyage-3.5-lite"),
    "cohere": ("embed-v4.0",),
    "mistral": ("mistral-embed",),
    "bedrock": ("amazon.titan-embed-text-v2:0",),
    "ollama": ("nomic-embed-text", "bge-small", "bge-large"),
}
KEYLESS = ("bedrock", "ollama")
"""They find their credentials themselves, or need none."""
log = logging.getLogger("recollect.omniroute")


class Preview(Asked):
    """A question, and how it is to be answered."""

    query: Annotated[str, Field(min_length=1, max_length=QUERY_CHARS_MAX)]
    strategy: Literal["exact", "recent", "semantic", "hybrid"] | None = None
    max_tokens: int | None = Field(None, ge=0, le=TOKENS_MAX)
    api_key_id: Annotated[str, Field(max_length=NAME_CHARS_MAX)] | None = None
    session_id: Annotated[str, Field(max_length=NAME_CHARS_MAX)] | None = None
    limit: int = Field(20, ge=1, le=100)


class Summarize(Asked):
    """Which memories become one summary."""

    older_than_days: int = Field(DAYS, ge=1, le=365)
    api_key_id: Annotated[str, Field(max_length=NAME_CHARS_MAX)] | None = None
    dry_run: bool = False


class Reindex(Asked):
    force: bool = False


class Reindexing:
    """The tenants whose index is being brought up to date in this process: each once at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tenants: set[str] = set()

    def begin(self, tenant: str) -> bool:
        with self._lock:
            begun = tenant not in self._tenants
            self._tenants.add(tenant)
            return begun

    def run(self, tenant: str, memory: Memory) -> None:
        """After the answer: what fails is in the log and in engine-status, and the next run goes on."""
        try:
            memory.reindex()
        except RecollectError as error:
            log.warning("memory.reindex.failed", extra={"tenant": tenant, "code": error.code})
        finally:
            with self._lock:
                self._tenants.discard(tenant)


@router.get("/api/memory/health")
def health(asking: Managing) -> dict[str, Any]:
    """Tells a made-up user something, sees that it was learned, and deletes it."""
    found = asking.memory.probe("omniroute")
    answer: dict[str, Any] = {"working": found.working, "latencyMs": round(found.latency_ms, 1)}
    return answer | ({"error": found.error} if found.error else {})


@router.post("/api/memory/retrieve-preview")
def preview(asked: Preview, asking: Asking) -> dict[str, Any]:
    """What a chat would be told, without telling anybody."""
    kept = memory_settings(asking)
    options = retrieval(kept, strategy=asked.strategy, tokens_max=asked.max_tokens)
    hits = asking.memory.search(
        asked.query,
        user=asking.owner(asked.api_key_id),
        session=asked.session_id or None,
        only_session=bool(asked.session_id),
        k=asked.limit,
        explain=True,
        dry_run=True,
        **options,
    )
    tier = asking.tenants.engine(asking.who.tenant).vectors.name
    return {
        "memories": [_previewed(hit, by_qdrant=tier == "qdrant" and not hits.trace.fallback_reason) for hit in hits],
        "resolution": _resolution(
            hits.trace,
            options["strategy"],
            tier or vector_store(asking.memory.settings),
            reranker_mismatch(kept, asking.memory.settings),
        ),
        "totalTokensUsed": sum(hit.tokens for hit in hits),
        "budgetMaxTokens": options["tokens_max"],
    }


def _previewed(hit: Hit, *, by_qdrant: bool) -> dict[str, Any]:
    words, vectors = (hit.components.get(name) or None for name in ("keyword", "vector"))
    return {
        "id": hit.id,
        "type": type_of(hit.kind),
        "key": hit.record.key or "",
        "content": hit.content,
        "score": hit.score,
        "tokens": hit.tokens,
        "tier": _tier(words, vectors, by_qdrant=by_qdrant),
        "vecScore": vectors,
        "ftsScore": None if words is None else words / (1 + words),  # which has no upper end, within [0, 1]
    }


def _tier(words: float | None, vectors: float | None, *, by_qdrant: bool) -> str:
    """What found this memory. Newest first, where neither did, is the last resort of words."""
    if vectors is None:
        return "fts5"
    if words is not None:
        return "hybrid-rrf"
    return "qdrant" if by_qdrant else "vector"


def _resolution(trace: Trace, strategy: str, vectors: str, mismatch: str | None) -> dict[str, Any]:
    reasons = (trace.fallback_reason, mismatch)
    source, model, _ = embedder_parts(trace.embedder)
    return {
        "embeddingSource": source,
        "embeddingModel": model,
        "vectorStore": "none" if source is None else vectors,
        "strategyUsed": "exact" if strategy == "recent" else strategy,
        "rerankApplied": trace.reranked,
        "fallbackReason": "; ".join(filter(None, reasons)) or None,
    }


@router.post("/api/memory/summarize")
def summarize(asking: Asking, asked: Summarize | None = None) -> dict[str, Any]:
    """One summary in place of what is old: where previews still show some of that, several, for one is hidden when its
    oldest part is. The originals are hidden, and can be brought back."""
    asked = asked or Summarize.model_validate({})
    done = asking.memory.compact(
        user=asking.owner(asked.api_key_id),
        older_than_days=asked.older_than_days,
        retention_days=memory_settings(asking)["retentionDays"],
        keyed=True,
        typed=True,
        dry_run=asked.dry_run,
    )
    return {
        "candidates": done.candidates,
        "tokensSaved": done.tokens_saved,
        "totalTokens": done.tokens_total,
        "deletedCount": done.archived,
        "summaryId": done.summary_id,
        "dryRun": done.dry_run,
    }


@router.post("/api/memory/reindex")
def reindex(asking: Managing, request: Request, after: BackgroundTasks, asked: Reindex | None = None) -> dict[str, Any]:
    """Give what lacks them its vectors, after the answer. `engine-status` says how many are left."""
    pending = asking.memory.status().needs_reindex
    reindexing: Reindexing = request.app.state.reindexing
    wanted = pending > 0 or (asked is not None and asked.force)
    started = wanted and reindexing.begin(asking.who.tenant)
    if started:
        after.add_task(reindexing.run, asking.who.tenant, asking.memory)
    else:  # asked for all the same, as the audit log tells of it elsewhere
        with noting(asking.tenants, asking.who)("reindex", None) as noted:
            noted((), 0)
    return {"started": started, "pending": pending}


@router.get("/api/memory/embedding-providers")
def embedding_providers(asking: Managing) -> dict[str, Any]:
    return {"providers": providers(asking)}


def providers(asking: Caller) -> list[dict[str, Any]]:
    """Every provider of embeddings, whether there is a key for it, and the models it is known to have."""
    settings = asking.tenants.engine(asking.who.tenant).settings
    keys = config.pairs(settings.api_keys)
    chosen = settings.embedder
    found = []
    for name in REMOTE_EMBEDDERS:
        has_key = bool(keys.get(name)) or (name == chosen and bool(settings.embedder_api_key))
        models = [{"id": f"{name}/{model}", "name": model} for model in MODELS[name]]
        found.append({"provider": name, "hasKey": has_key, "needsKey": name not in KEYLESS, "models": models})
    return found


@router.get("/api/settings/qdrant/embedding-models")
def embedding_models(asking: Managing) -> dict[str, Any]:
    """Every model that could make the vectors."""
    return {"models": [model for one in providers(asking) for model in one["models"]]}


@router.get("/api/memory/engine-status")
def engine_status(asking: Managing) -> dict[str, Any]:
    status = asking.memory.status()
    settings = asking.tenants.engine(asking.who.tenant).settings
    kept, qdrant = memory_settings(asking), qdrant_settings(asking)
    tier = asking.tenants.engine(asking.who.tenant).vectors.state(Scope(tenant=asking.who.tenant))
    source, model, dim = embedder_parts(status.embedder)
    unusable = next((one.removeprefix(RERANK) for one in status.degraded if one.startswith(RERANK)), None)
    vectors = status.facts.vectors.get(status.embedder, 0) if status.embedder else 0
    return {
        "keyword": {"available": True, "backend": "fts5", "entries": status.facts.records},
        "embedding": {
            "available": status.embedder is not None,
            "source": source,
            "model": model,
            "dimensions": dim,
            "signature": status.embedder,
            "reason": status.embedder_reason,
            "cacheStats": {"hits": status.cache_hits, "misses": status.cache_misses},
        },
        "vectorStore": {
            "available": status.embedder is not None,
            "backend": tier.name if tier.name != "local" else vector_store(settings),
            "selected": kept["vectorStore"],
            "vectors": vectors,
            "needsReindex": status.needs_reindex,
        },
        "qdrant": {
            "enabled": qdrant["enabled"],
            "configured": tier.name == "qdrant",
            "healthy": tier.name == "qdrant" and tier.breaker == "closed",
            "behind": tier.behind,
            "error": tier.last_failure,
        },
        "rerank": {
            "enabled": kept["rerankEnabled"],
            "available": settings.rerank != "off" and unusable is None,
            "model": kept["rerankProviderModel"],
            "reason": unusable,
        },
    }


def vector_store(settings: Settings) -> str:
    """Where vectors lie: beside the rows, in the same database."""
    postgres = (settings.store or "").startswith(("postgres://", "postgresql://"))
    return "postgresql" if postgres else "sqlite-vec"
