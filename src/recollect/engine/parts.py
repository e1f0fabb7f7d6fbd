"""What every part of the engine is given: the store, the embedding service, a clock and options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from recollect.contracts.embedder import Embedder
from recollect.contracts.store import Store
from recollect.engine.cache import Cache
from recollect.engine.hot import HotAnswers
from recollect.engine.recall_policy import RecallPolicy
from recollect.engine.reranking import Reranking
from recollect.engine.secrets import Secrets
from recollect.engine.vectors.embedding import Embedding
from recollect.engine.vectors.sector_embedding import SectorEmbedding
from recollect.engine.vectors.tier import VectorTier
from recollect.model.ageing import Policy
from recollect.model.batch import Milestone, Stamped, Written
from recollect.model.ids import new_id
from recollect.model.job import Job
from recollect.model.layers import PROFILE_JOB
from recollect.model.scope import DEFAULT_TENANT, Scope
from recollect.read.said import forget_texts
from recollect.write.gate import Gate
from recollect.write.verify.literal import DEDUP, SEMANTIC

PROFILE_DELAY_S = 5.0
"""Who writes hundreds of memories at once gets one new profile for them, when he pauses."""


@dataclass(frozen=True, kw_only=True)
class EngineOptions:
    tenant: str = DEFAULT_TENANT
    content_chars_max: int = 1_000_000
    preset: str = "recollect"
    rrf_k: int = 60
    vector_top_k: int = 20
    min_score: float = 0.3
    backfill_ms: int = 30
    backfill_items_max: int = 0
    """When more vectors are missing, searches leave them to a provider's batch jobs; 0: no limit."""
    verification: bool = True
    verification_guards: bool = True
    thresholds: tuple[float, float] = (DEDUP, SEMANTIC)
    """Without guards: the word overlap and the similarity above which a statement repeats a known one."""
    recall_options: Mapping[str, Any] = field(default_factory=dict)
    """Values of the preset's options, where a query says nothing."""
    profile_threshold: int = 0
    """Memories after which the profile is made anew; 0: it is only made when asked for."""
    profile_tokens_max: int = 2000
    summaries: bool = True
    summary_debounce_s: float = 60.0
    summary_tokens_max: int = 400
    ageing: Policy = field(default_factory=Policy)
    recall_policy: RecallPolicy | None = None
    """Which sessions may search and get contexts; None: all."""
    citations: bool = True
    """Passages of files say in a context where they stand."""
    recalls_kept: int = 500
    """Of each user's questions, so many are remembered with what they found."""
    decay_lambda: float | None = None
    """How fast what comes without a rate and shows no sector fades, a day; None: as fast as the semantic one does."""


class Bell:
    """Rings when a job was queued; whoever works listens."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        self._listeners.append(listener)

    def ring(self) -> None:
        for listener in self._listeners:
            listener()


@dataclass(frozen=True, kw_only=True)
class Parts:
    """The same for every part of one engine."""

    store: Store
    embedding: Embedding
    clock: Callable[[], datetime]
    opened_at: datetime
    records: Cache[Stamped]
    """By id; valid while the space's stamp is the same."""
    secrets: Secrets
    gate: Gate = field(default_factory=Gate)
    words: Callable[[], Embedder | None] = lambda: None
    """The bundled embedder, by which the judge compares words; None: by their letters alone."""
    bell: Bell = field(default_factory=Bell)
    options: EngineOptions = field(default_factory=EngineOptions)
    sectors: SectorEmbedding
    reranking: Reranking | None = None
    hot: HotAnswers | None = None
    """Answers that processes share; None: there is no hot tier, or it keeps none."""
    tier: VectorTier | None = None
    """An index of vectors that follows the store; None: vectors are compared in process."""
    tier_unusable: str | None = None
    """Why the one that was asked for is not there."""

    @property
    def instant(self) -> bool:
        """Whether all embedders of a question are in this process."""
        return self.embedding.instant and self.sectors.instant

    @property
    def searches_at_once(self) -> bool:
        """Whether a search reads all it needs in one transaction, asking nobody outside of this process."""
        return self.tier is None and self.reranking is None and self.instant

    def milestone(self, scope: Scope, now: datetime) -> Milestone | None:
        """What a write of memories is to be followed by when there have been enough of them."""
        every = self.options.profile_threshold
        if not every:
            return None
        return Milestone(every=every, job=self.profile_job(scope, now))

    def profile_job(self, scope: Scope, now: datetime) -> Job:
        """A new profile of the scope's own space, when whoever writes there pauses."""
        soon = now + timedelta(seconds=PROFILE_DELAY_S)
        return Job(id=new_id(now), kind=PROFILE_JOB, scope=scope.own, run_at=soon, created_at=now)

    def forget(self, own: Scope) -> None:
        """Something in a space was removed for good: drop what is kept of its texts beside the store."""
        forget_texts()
        if self.hot is not None:
            self.hot.forget(own)

    def heed(self, written: Written) -> Written:
        """Call the worker when a write reached its milestone."""
        if written.reached:
            self.bell.ring()
        return written
