"""What works with less than was set up, and why: for status pages, `/ready` and a header of every answer."""

from __future__ import annotations

from collections.abc import Sequence

from recollect.contracts.hot_tier import HotTier
from recollect.contracts.store import Store
from recollect.engine.vectors.tier import VectorTier


def degraded(
    store: Store,
    *,
    hot: HotTier | None,
    tier: VectorTier | None,
    tier_unusable: str | None = None,
    rerank: str | None = None,
    embedder: str | None = None,
    llm: str | None = None,
) -> tuple[str, ...]:
    """`name: reason` of every part that is left alone. `tier_unusable`: why a tier that was asked for is not there;
    `rerank`: why the last reordering was done without; `embedder` and `llm`: why the one that was chosen does not
    answer, and what happens instead."""
    reasons = {
        "replica": store.replica_failure,
        "notices": None if store.notices is None else store.notices.problem,
        "redis": None if hot is None else hot.degraded,
        "vectors": tier_unusable if tier is None else tier.failure,
        "rerank": rerank,
        "embedder": embedder,
        "llm": llm,
    }
    return tuple(f"{name}: {reason}" for name, reason in reasons.items() if reason)


def names(reasons: Sequence[str]) -> list[str]:
    """Only which parts those are: for answers that anybody may read."""
    return [reason.partition(":")[0] for reason in reasons]
