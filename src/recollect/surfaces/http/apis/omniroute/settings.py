"""`/api/settings/memory` and `/api/settings/qdrant`: fields in its words, and what each does here.

A field that Recollect has a setting for sets it, for the tenant. The others are kept as they were given and read back
unchanged: those of retrieval hold for this interface, the rest say what is wanted once there is such a part.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from fastapi import APIRouter
from pydantic import Field

from recollect import config
from recollect.assemble.tenants import Tenants
from recollect.assemble.vectors import chosen_store, qdrant_url
from recollect.config.foreign.omniroute import API_NAMES, QDRANT_API_NAMES
from recollect.engine.vectors.tier_care import TierCare
from recollect.errors import NotConfigured
from recollect.model.scope import Scope
from recollect.surfaces.http.apis.omniroute.caller import Caller, Managing
from recollect.surfaces.http.apis.omniroute.wire import Asked, Strict
from recollect.surfaces.http.noting import set_settings
from recollect.surfaces.http.strict import StrictRoute
from recollect.surfaces.omniroute import fields_of

router = APIRouter(route_class=StrictRoute)
KEPT = "omniroute."
"""How the names begin that are kept for this interface and are no settings of ours."""
WITHOUT_QDRANT = "Qdrant is not configured on this server: vectors lie beside the memories"
RESULTS_MAX = 20
Text = Annotated[str, Field(min_length=1, max_length=1000)]
Source = Literal["remote", "static", "transformers", "auto"]

OURS: Mapping[str, tuple[str, ...]] = {
    "enabled": ("gateway_inject", "gateway_extract"),
    "maxTokens": ("gateway_tokens_max",),
    "skillsEnabled": ("skills",),
}
"""Field -> the settings of a tenant it sets."""


class MemorySettings(Strict):
    """The twelve fields, with that system's defaults and ranges. What a request leaves out stays as it is."""

    enabled: bool = False
    max_tokens: int = Field(2000, ge=0, le=16_000)
    retention_days: int = Field(30, ge=1, le=365)
    strategy: Literal["recent", "semantic", "hybrid"] = "hybrid"
    skills_enabled: bool = False
    embedding_source: Source = "auto"
    embedding_provider_model: Text | None = None
    transformers_enabled: bool = False
    static_enabled: bool = False
    rerank_enabled: bool = False
    rerank_provider_model: Text | None = None
    vector_store: Literal["sqlite-vec", "qdrant", "auto"] = "auto"


class QdrantSettings(Strict):
    enabled: bool = False
    host: Text | None = None
    port: int = Field(6333, ge=1, le=65_535)
    api_key: Annotated[str, Field(max_length=10_000)] | None = None
    collection: Text = "omniroute_memory"
    embedding_model: Text = "openai/text-embedding-3-small"
    quantization: Literal["none", "int8", "binary"] = "none"
    has_api_key: bool | None = None
    active: dict[str, Any] | None = None
    """These two are told and not set: who sends back what was answered changes nothing by them."""


class Search(Asked):
    query: Annotated[str, Field(min_length=1, max_length=100_000)]
    top_k: int = 10


@router.get("/api/settings/memory")
def get_memory_settings(asking: Managing) -> dict[str, Any]:
    return memory_settings(asking)


@router.put("/api/settings/memory")
def set_memory_settings(asked: MemorySettings, asking: Managing) -> dict[str, Any]:
    given = asked.given
    changes: dict[str, Any] = {}
    for field, value in given.items():
        changes |= {name: _ours(value) for name in OURS[field]} if field in OURS else {KEPT + API_NAMES[field]: value}
    set_settings(asking.tenants, asking.who, changes)
    return memory_settings(asking)


def memory_settings(asking: Caller) -> dict[str, Any]:
    return settings_of(asking.tenants, asking.who.tenant)


def settings_of(tenants: Tenants, tenant: str) -> dict[str, Any]:
    """The twelve fields as they hold: what Recollect does where it does something, else what was kept, else what the
    settings say."""
    own, settings = tenants.in_force(tenant)
    fields: dict[str, Any] = MemorySettings.defaults() | fields_of(settings)
    fields |= {field: own[KEPT + name] for field, name in API_NAMES.items() if KEPT + name in own}
    there = settings.gateway_upstream is not None or "gateway_inject" in own  # without a gateway nothing is injected
    return fields | {
        "enabled": there and "on" in (settings.gateway_inject, settings.gateway_extract),
        "skillsEnabled": settings.skills == "on",
    }


def _ours(value: Any) -> Any:
    return ("on" if value else "off") if isinstance(value, bool) else value


@router.get("/api/settings/qdrant")
def get_qdrant_settings(asking: Managing) -> dict[str, Any]:
    return qdrant_settings(asking)


@router.put("/api/settings/qdrant")
def set_qdrant_settings(asked: QdrantSettings, asking: Managing) -> dict[str, Any]:
    """An empty `apiKey` removes the key; what stands in its place in an answer leaves it as it is."""
    given = asked.given
    if given.get("apiKey", "") in (config.HIDDEN, None):
        given.pop("apiKey", None)
    kept = {field: value for field, value in given.items() if field in QDRANT_API_NAMES}
    changes = {KEPT + QDRANT_API_NAMES[field]: None if value == "" else value for field, value in kept.items()}
    set_settings(asking.tenants, asking.who, changes)
    return qdrant_settings(asking)


def qdrant_settings(asking: Caller) -> dict[str, Any]:
    """The fields as they were kept, else as the server has them; of the key only whether there is one. Which Qdrant is
    used is the server's to say, for all its tenants: `active` is that one."""
    own = asking.tenants.own(asking.who.tenant)
    active = active_qdrant(asking.tenants.settings)
    fields: dict[str, Any] = QdrantSettings.defaults() | (active or {})
    fields |= {field: own[KEPT + name] for field, name in QDRANT_API_NAMES.items() if KEPT + name in own}
    has_key = bool(fields["apiKey"])
    shown = None if active is None else {name: value for name, value in active.items() if name != "apiKey"}
    return fields | {"apiKey": config.HIDDEN if has_key else None, "hasApiKey": has_key, "active": shown}


def active_qdrant(settings: config.Settings) -> dict[str, Any] | None:
    """The Qdrant of this server, in that system's fields; None: it has none."""
    url = qdrant_url(settings)
    if chosen_store(settings) != "qdrant" or url is None:
        return None
    parts = urlsplit(url)
    return {
        "enabled": True,
        "host": parts.hostname or url,
        "port": parts.port or settings.qdrant_port,
        "apiKey": settings.qdrant_api_key,
        "collection": settings.qdrant_collection,
        "quantization": settings.qdrant_quantization,
    }


def _qdrant(asking: Caller) -> TierCare:
    vectors = asking.tenants.engine(asking.who.tenant).vectors
    if vectors.name != "qdrant":
        raise NotConfigured(WITHOUT_QDRANT)
    return vectors


@router.get("/api/settings/qdrant/health")
def qdrant_health(asking: Managing) -> dict[str, Any]:
    """Asked now: `GET /readyz`, with how long it took."""
    vectors = asking.tenants.engine(asking.who.tenant).vectors
    if vectors.name != "qdrant":
        return {"ok": False, "healthy": False, "configured": False, "latencyMs": None, "error": WITHOUT_QDRANT}
    found = vectors.health()
    latency = None if found.latency_ms is None else round(found.latency_ms, 1)
    return {"ok": found.ok, "healthy": found.ok, "configured": True, "latencyMs": latency, "error": found.error}


@router.post("/api/settings/qdrant/search")
def qdrant_search(asked: Search, asking: Managing) -> dict[str, Any]:
    """What Qdrant itself finds, over all keys of the tenant, of what is still shown; `topK` is held in 1 to 20."""
    found = _qdrant(asking).search(Scope(tenant=asking.who.tenant), asked.query, asked.top_k)
    results = [
        {
            "id": record.id,
            "memoryId": record.id,
            "score": round(score, 6),
            "apiKeyId": asking.key_id(record),
            "sessionId": record.session,
            "key": record.key,
            "content": record.content,
        }
        for record, score in found
    ]
    return {"ok": True, "results": results, "topK": max(1, min(RESULTS_MAX, asked.top_k))}


@router.post("/api/settings/qdrant/cleanup")
def qdrant_cleanup(asking: Managing) -> dict[str, Any]:
    """Takes out of Qdrant what has expired, and what is older than the retention where the tenant has set one."""
    days = asking.tenants.own(asking.who.tenant).get(KEPT + API_NAMES["retentionDays"])
    deleted = _qdrant(asking).cleanup(
        Scope(tenant=asking.who.tenant), retention_days=None if days is None else float(str(days))
    )
    return {"ok": True, "deleted": deleted, "retentionDays": days}
