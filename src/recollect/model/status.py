"""How a memory is doing: what it holds, which embedders and models it has, what they cost, whether it learns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from recollect.model.batch import Facts
from recollect.model.tier import TierState


@dataclass(frozen=True, kw_only=True)
class EmbedderState:
    """One embedder that could be chosen."""

    name: str
    usable: bool
    signature: str | None = None
    reason: str | None = None
    """Why it cannot be used now."""


@dataclass(frozen=True, kw_only=True)
class ModelState:
    """One provider as a status page shows it."""

    provider: str
    model: str | None
    breaker: str
    last_failure: str | None
    """Why it does not answer; None once it did again."""


@dataclass(frozen=True, kw_only=True)
class Spent:
    """The counters of one provider for one tenant on one day."""

    day: date
    tenant: str
    provider: str
    requests: int = 0
    failures: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Status:
    """How the engine is doing."""

    facts: Facts
    embedder: str | None
    embedder_reason: str | None
    needs_reindex: int
    """Items without a vector of the current embedder."""
    cache_hits: int
    cache_misses: int
    embedder_log: tuple[tuple[datetime, str, str], ...] = ()
    """Failed attempts for the tenant, oldest first: when, which embedder, why; empty once what it may quote is gone."""
    recall_failure: str | None = None
    """Why recalls were last not counted or vectors not filled in after a search."""
    jobs: Mapping[str, int] = field(default_factory=dict)
    """State -> how many."""
    gate: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Level -> what was refused, or passed -> how often, in this process."""
    models: tuple[ModelState, ...] = ()
    spent: tuple[Spent, ...] = ()
    """What language models cost, newest day first."""
    degraded: tuple[str, ...] = ()
    """Parts that were set up and do not answer, and why: `replica: …`, `redis: …`, `embedder: …`, `llm: …`."""
    tier: TierState | None = None
    """What finds near vectors; None: not told."""


@dataclass(frozen=True, kw_only=True)
class Probe:
    """What a self-check found."""

    working: bool
    latency_ms: float
    error: str | None = None
