"""Is it alive, is it ready, how much does it do."""

from __future__ import annotations

import math
from typing import Any

from anyio import to_thread
from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import Response

from recollect.assemble.tenants import Tenants
from recollect.config import REMOTE_EMBEDDERS
from recollect.engine.degraded import names
from recollect.errors import StoreError
from recollect.surfaces.http import observe
from recollect.surfaces.http.native.care import Admin, tenants_of
from recollect.surfaces.http.native.types import Out
from recollect.surfaces.http.problems import problem
from recollect.surfaces.http.strict import StrictRoute
from recollect.surfaces.http.surface import principal_of
from recollect.surfaces.told import told
from recollect.version import VERSION

router = APIRouter(route_class=StrictRoute, tags=["health"])
PUBLIC = frozenset(("/health", "/ready", "/openapi.json"))
OPENMEMORY_VERSION = "2.0-hsg-tiered"
READY_S = 5.0
TOGETHER = frozenset(REMOTE_EMBEDDERS) - {"bedrock", "ollama"}
"""Embedders whose service takes several texts in one request; what computes here has no requests to save."""


@router.head("/health", include_in_schema=False)  # watchers that want the status alone
@router.get("/health", summary="Alive, with what it is; OpenMemory's shape and ours in one")
async def health(request: Request) -> dict[str, Any]:
    return sign_of_life(tenants_of(request))


def sign_of_life(server: Tenants) -> dict[str, Any]:
    """Asks neither the store nor an embedder: whether those answer is what /ready and /v1/status say."""
    settings = server.settings
    provider, dimensions = server.embedder()
    return {
        "ok": True,
        "status": "ok",
        "service": "recollect",
        "recollect": VERSION,
        "version": OPENMEMORY_VERSION,
        "embedding": {
            "provider": provider,
            "fallback_chain": [] if settings.embedder_fallback == "none" else [settings.embedder_fallback],
            "dimensions": dimensions,
            "mode": settings.embed_mode,
            "batch_support": settings.embed_mode == "simple" and provider in TOGETHER,
            "advanced_parallel": settings.embed_parallel == "on",
            "embed_delay_ms": settings.embedder_delay_ms,
            "configured": provider != "none",
        },
        "tier": "hybrid",
        "dim": dimensions,
        "cache": settings.embedding_cache_entries,
        "expected": {"recall": None, "qps": None, "ram": None, "use": "any"},
    }


@router.head("/ready", include_in_schema=False)
@router.get("/ready", summary="Can it answer: the store is there", responses={503: {"description": "Not yet"}})
async def ready(request: Request) -> Any:
    server = tenants_of(request)
    try:
        await to_thread.run_sync(_ask, server)
    except StoreError as error:
        return problem(503, error.code, told(error), headers={"Retry-After": str(math.ceil(READY_S))})
    missing = names(server.degraded())
    return {"ready": True, **({"degraded": missing} if missing else {})}


def _ask(server: Tenants) -> None:
    server.store.tenants_due(server.now(), limit=1)
    if server.hot is not None:
        server.hot.ping()


class Pong(Out):
    """Who one is here."""

    tenant: str
    user: str | None
    role: str


@router.get("/v1/ping", summary="Is the credential good, and whose is it?")
async def ping(request: Request) -> Pong:
    return Pong.model_validate(principal_of(request))


@router.get(
    "/metrics",
    summary="Counters for Prometheus",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def metrics(who: Admin) -> Response:
    return Response(observe.metrics(), media_type=CONTENT_TYPE_LATEST)
