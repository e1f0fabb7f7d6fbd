"""The hot tier a person set up, if any."""

from __future__ import annotations

import hashlib
from dataclasses import fields

from recollect import registry
from recollect.config import Settings
from recollect.config.serving import ServerSettings
from recollect.contracts.hot_tier import HotTier
from recollect.contracts.store import Store
from recollect.engine.hot import HotAnswers

_OF_THE_PROCESS = frozenset(one.name for one in fields(ServerSettings)) | {"redis_url", "redis_timeout_ms", "worker"}
"""Settings that no answer depends on: processes that differ in them alone share their answers."""


def hot_tier(settings: Settings, store: Store) -> HotTier | None:
    """Not connected before its first use."""
    if not settings.redis_url:
        return None
    store_id = store.identity()
    if store_id is None:
        return None
    options = {"timeout_s": settings.redis_timeout_ms / 1000, "store_id": store_id}
    return registry.hot_tier(settings.redis_url, options)


def hot_answers(settings: Settings, tier: HotTier | None, store: Store) -> HotAnswers | None:
    if tier is None or settings.redis_cache == "off":
        return None
    said = [
        (one.name, getattr(settings, one.name))
        for one in fields(settings)
        if one.name not in _OF_THE_PROCESS and not one.metadata.get("secret")
    ]
    return HotAnswers(tier, store, hashlib.sha256(repr(said).encode("utf-8", "surrogatepass")).hexdigest())
