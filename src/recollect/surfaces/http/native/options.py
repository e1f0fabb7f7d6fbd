"""What of a preset or a layout one request may change."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from recollect.surfaces.http.native.fields import Asked, Share, one_of

PRESET_NAMES = (
    "recollect", "rrf", "weighted", "composite", "omniroute", "osaurus", "openclaw", "memoryos", "openmemory",
)  # fmt: skip
LAYOUT_NAMES = ("recollect", "osaurus", "memoryos", "omniroute")
SECTION_NAMES = (
    "date", "overrides", "domain", "profile", "working", "summaries", "relationships", "excerpts", "documents",
    "memories", "recaps", "question",
)  # fmt: skip
Days = Annotated[float, Field(ge=0, le=36_500)]
Weight = Annotated[float, Field(ge=0, le=1e6)]


class SearchOptions(Asked):
    """What of a preset a search may change; see the page about presets."""

    strategy: one_of(("exact", "recent", "semantic", "hybrid")) | None = None  # type: ignore[valid-type]
    fusion: one_of(("learned", "rrf", "weighted", "composite", "recent")) | None = None  # type: ignore[valid-type]
    channels: one_of(("both", "keyword", "vector")) | None = None  # type: ignore[valid-type]
    rrf_k: int | None = Field(None, ge=0, le=10_000)
    vector_top_k: int | None = Field(None, ge=1, le=10_000)
    vector_weight: Weight | None = None
    text_weight: Weight | None = None
    candidate_multiplier: int | None = Field(None, ge=1, le=100)
    rank_scores: bool | None = None
    half_life_days: Annotated[float, Field(ge=1 / 1440, le=36_500)] | None = None
    mmr_lambda: Share | None = None
    mmr_fetch: float | None = Field(None, ge=1, le=10)
    min_score: Share | None = None
    retention_days: Days | None = None
    summary_retention_days: Days | None = None
    retold_last: bool | None = None
    window: int | None = Field(None, ge=0, le=50)
    sectors: bool | None = None
    newer: bool | None = None
    graph: Share | None = None
    rerank: bool | None = None
    waypoints: bool | None = None
    tokens_max: int | None = Field(None, ge=0, le=1_000_000)


class RecallOptions(SearchOptions):
    """What of a preset a tenant may change for all its searches: also how many are found."""

    k: int | None = Field(None, ge=1, le=1000)


class ContextOptions(Asked):
    """What of a layout a context may change; see the page about context."""

    base: list[one_of(SECTION_NAMES)] | None = Field(None, max_length=20)  # type: ignore[valid-type]
    base_when_asked: list[one_of(SECTION_NAMES)] | None = Field(None, max_length=20)  # type: ignore[valid-type]
    asked: list[one_of(SECTION_NAMES)] | None = Field(None, max_length=20)  # type: ignore[valid-type]
    base_share: Share | None = None
    memory_share: Share | None = None
    profile_tokens: int | None = Field(None, ge=100, le=50_000)
    working_tokens: int | None = Field(None, ge=50, le=10_000)
    summary_tokens: int | None = Field(None, ge=50, le=10_000)
    excerpt_tokens: int | None = Field(None, ge=50, le=20_000)
    memory_tokens: int | None = Field(None, ge=0, le=1_000_000)
    relationship_tokens: int | None = Field(None, ge=50, le=5_000)
    summary_retention_days: Days | None = None
    window: int | None = Field(None, ge=0, le=50)
    k: int | None = Field(None, ge=0, le=1000)
    trust_min: Share | None = None
    opening: str | None = Field(None, max_length=1000)
    fence: bool | None = None
    all_known: bool | None = None
    group: bool | None = None
    joined: bool | None = None
    skip_session: bool | None = None
    skip_turns: list[str] | None = Field(None, max_length=5000)

    def given(self, *without: str) -> dict[str, Any]:
        found = super().given(*without)
        return {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}
