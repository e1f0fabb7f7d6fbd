"""What OmniRoute's two faces, HTTP and MCP, have in common: whose memories, how they are searched, how times read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from recollect.config import REMOTE_EMBEDDERS, Settings
from recollect.config.checking import pairs
from recollect.engine.files.workspace_search import made_by
from recollect.model.record import Record

POOL = "key:"
"""The user of a key's own pool is this and the key's id."""
LAYERS = ("memory", "override")
"""What is a memory to this interface; turns, profiles and summaries of conversations are not."""
PRESET = "omniroute"


@dataclass(frozen=True, kw_only=True)
class Pool:
    """The memories of an `apiKeyId`: all of a user's, or those of his that carry a mark."""

    user: str
    mark: str | None = None
    """The tag of a pool inside a user's memory, and how its keys begin: a name may be in several pools."""

    @property
    def tags(self) -> tuple[str, ...]:
        return () if self.mark is None else (self.mark,)

    def key(self, name: str) -> str:
        return name if self.mark is None else f"{self.mark}:{name}"


TOKENS_USED_MAX: Final = 8000
"""However many are asked for; the preset holds to it as well."""


def pool_of(record: Record, asked: str) -> str | None:
    """The `apiKeyId` a record was added under; `asked` where it lies in no pool of its own, None: all keys share it."""
    named = next((tag.removeprefix(POOL) for tag in record.tags if tag.startswith(POOL)), None)
    return named if named is not None or record.user is None else asked


def key_of(record: Record) -> str:
    """The name a record was added under, without the pool it lies in."""
    key = record.key or ""
    return next((key[len(tag) + 1 :] for tag in record.tags if tag.startswith(POOL) and key.startswith(f"{tag}:")), key)


STRATEGIES: Final = ("recent", "semantic", "hybrid")
VECTOR_STORES: Final = ("sqlite-vec", "qdrant")
SOURCES: Final = dict.fromkeys(REMOTE_EMBEDDERS, "remote") | {"onnx": "transformers", "gguf": "transformers"}
"""What its `embeddingSource` calls our embedders; those that look words up are `static`."""
DAYS_MAX: Final = 365
"""The most that `retentionDays` says."""


def fields_of(settings: Settings) -> dict[str, Any]:
    """That system's fields, as far as the settings say something else than it does by itself. They say it in their own
    words or in that system's, which is one and the same setting."""
    found: dict[str, Any] = {"maxTokens": settings.gateway_tokens_max}
    days = float(pairs(settings.retention_days).get("memory", "0"))
    if days > 0:
        found["retentionDays"] = max(1, min(DAYS_MAX, int(days)))
    strategy = pairs(settings.recall_options).get("strategy")
    if strategy in STRATEGIES:
        found["strategy"] = strategy
    if settings.vector_store in VECTOR_STORES:
        found["vectorStore"] = settings.vector_store
    if settings.rerank not in ("off", "onnx"):  # a model of this machine has no name there: it is turned on by hand
        named = f"{settings.rerank}/{settings.rerank_model}" if settings.rerank_model else settings.rerank
        found |= {"rerankEnabled": True, "rerankProviderModel": named}
    return found


def retrieval(kept: dict[str, Any], *, strategy: str | None = None, tokens_max: int | None = None) -> dict[str, Any]:
    """The options of a search: what the settings say, where a request says nothing else."""
    return {
        "layers": LAYERS,
        "preset": PRESET,
        "strategy": strategy or kept["strategy"],
        "tokens_max": min(TOKENS_USED_MAX, kept["maxTokens"] if tokens_max is None else tokens_max),
        "retention_days": kept["retentionDays"],
        "rerank": bool(kept["rerankEnabled"]),
    }


def reranker_mismatch(kept: dict[str, Any], settings: Settings) -> str | None:
    """Why the reranker that was asked for is not the one that is used; None: it is, or none was asked for.

    Which models see the texts is the server's decision: a tenant turns its reranker on and off.
    """
    if not kept["rerankEnabled"]:
        return None
    if settings.rerank == "off":
        return "no reranker is configured on this server (rerank)"
    provider, _, model = str(kept["rerankProviderModel"] or settings.rerank).partition("/")
    if provider == settings.rerank and (not model or not settings.rerank_model or model == settings.rerank_model):
        return None
    own = settings.rerank + (f"/{settings.rerank_model}" if settings.rerank_model else "")
    return f"this server reranks with {own}, not with {kept['rerankProviderModel']}"


def moment(at: datetime) -> str:
    """As JavaScript writes times: 2026-06-01T12:00:00.000Z."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def embedder_parts(signature: str | None) -> tuple[str | None, str | None, int | None]:
    """Source, model and dimensions of an embedder's signature, in its words. Worked: "openai:small:8" is `remote`,
    `openai/small` and 8."""
    if signature is None:
        return None, None, None
    name, model = made_by(signature)
    source = SOURCES.get(str(name), "static")
    last = signature.removesuffix(":int8").rpartition(":")[2]
    return source, f"{name}/{model}" if source == "remote" else model, int(last) if last.isdigit() else None
