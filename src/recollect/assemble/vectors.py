"""The vector tier that settings ask for: made once for a store, and shared by its tenants."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from recollect import registry
from recollect.assemble.options import encryption_key
from recollect.config import Settings, shown
from recollect.contracts.store import Store
from recollect.engine.vectors.tier import VectorTier
from recollect.errors import ConfigError, MissingExtra, StoreReadOnly, TierFailed

log = logging.getLogger("recollect.vectors")
_SQLITE = "sqlite:///"
_POSTGRES = ("postgresql:", "postgres:")


class Chosen(NamedTuple):
    """What compares vectors."""

    tier: VectorTier | None
    """None: this process itself."""
    unusable: str | None = None
    """Why the tier that was asked for is not there."""


def vector_tier(settings: Settings, store: Store) -> Chosen:
    """Vectors are compared in process where the settings say so, or where the tier does not work here (which is
    logged, once). What is named and not installed, or cannot be an address, is an error."""
    chosen = chosen_store(settings)
    if chosen == "local":
        return Chosen(None)
    try:
        return Chosen(VectorTier(registry.vector_index(chosen, _OPTIONS[chosen](settings, store)), store))
    except MissingExtra:
        raise
    except (TierFailed, StoreReadOnly) as error:
        log.warning("vectors.tier.unusable", extra={"tier": chosen, "reason": str(error)})
        return Chosen(None, f"{chosen} does not work here: {error}")


def chosen_store(settings: Settings) -> str:
    """`local`, `sqlite-vec`, `pgvector` or `qdrant`."""
    if settings.vector_store != "auto":
        return settings.vector_store
    return "qdrant" if qdrant_url(settings) else "local"


def qdrant_url(settings: Settings) -> str | None:
    """Where Qdrant answers; None: nobody said."""
    if settings.qdrant_url:
        return settings.qdrant_url
    if not settings.qdrant_host:
        return None
    host = settings.qdrant_host
    if "://" in host:
        return host if urlsplit(host).port else f"{host.rstrip('/')}:{settings.qdrant_port}"
    return f"http://{host}:{settings.qdrant_port}"


def _sqlite_vec(settings: Settings, store: Store) -> dict[str, Any]:
    url = store.url
    if not url.startswith(_SQLITE) and ":memory:" not in url:
        raise ConfigError(
            "vector_store = sqlite-vec goes with a SQLite store; with PostgreSQL use pgvector, qdrant or local"
        )
    return {
        "path": Path(url.removeprefix(_SQLITE)) if url.startswith(_SQLITE) else None,
        "store": store.identity(),
        "key": encryption_key(settings),
        "extension": settings.sqlite_vec_extension,
        "timeout_s": settings.vector_timeout_ms / 1000,
    }


def _pgvector(settings: Settings, store: Store) -> dict[str, Any]:
    if not store.url.startswith(_POSTGRES):
        raise ConfigError("vector_store = pgvector goes with a PostgreSQL store; with SQLite use sqlite-vec")
    return {
        "store": store,
        "exact_max": settings.pgvector_exact_max,
        "quantization": settings.pgvector_quantization,
        "timeout_s": settings.vector_timeout_ms / 1000,
        "connections_max": settings.postgres_connections_max,
    }


def _qdrant(settings: Settings, store: Store) -> dict[str, Any]:
    url = qdrant_url(settings)
    if url is None:
        raise ConfigError("vector_store = qdrant needs qdrant_url, such as http://localhost:6333")
    if url != ":memory:" and not url.startswith("path:"):
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ConfigError(
                f"qdrant_url must be an address such as http://localhost:6333, not {shown('qdrant_url', url)!r}"
            )
    return {
        "url": url,
        "api_key": settings.qdrant_api_key,
        "collection": settings.qdrant_collection,
        "quantization": settings.qdrant_quantization,
        "content": settings.qdrant_content == "on",
        "timeout_s": settings.vector_timeout_ms / 1000,
        "store": store.identity() or store.url,
    }


_OPTIONS = {"sqlite-vec": _sqlite_vec, "pgvector": _pgvector, "qdrant": _qdrant}
