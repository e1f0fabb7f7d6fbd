"""Presets: named settings of the read path. Ours is the one that measures best; the others rank as their systems do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from recollect.errors import InvalidInput, UnknownName

FUSIONS = ("learned", "rrf", "weighted", "composite", "recent")


@dataclass(frozen=True, kw_only=True)
class Preset:
    """How one recall works. Each field can be overridden per query."""

    name: str
    fusion: str = "learned"
    """learned: weights learned from data; rrf, weighted, composite: `recollect.rules.fusion`; recent: newest first."""
    channels: str = "both"
    """both, keyword or vector. A channel that cannot answer is replaced by the other, then by newest first."""
    rrf_k: int = 60
    vector_top_k: int = 100
    """Candidates the vector channel gives to rrf."""
    vector_weight: float = 0.7
    text_weight: float = 0.3
    candidate_multiplier: int = 4
    """weighted by rank: candidates per side are k times this."""
    rank_scores: bool = False
    """weighted: score words by their rank, 1/(1 + rank), and vectors by their cosine, as OpenClaw does."""
    half_life_days: float = 0.0
    """0: scores do not age."""
    mmr_lambda: float = 1.0
    """1: no diversity wanted."""
    mmr_fetch: float = 2.0
    min_score: float = 0.0
    retention_days: float = 0.0
    """Older records are not shown; 0: no limit. Overrides are always shown."""
    summary_retention_days: float = 0.0
    """Older summaries are not shown; 0: no limit."""
    retold_last: bool = False
    """Summaries and profiles come after what they retell, unless the query names layers."""
    k: int = 10
    """Hits given when the caller does not say how many."""
    window: int = 0
    """Neighbouring turns returned with each hit, on either side."""
    sectors: bool = False
    """composite: ask the sectors of the question, the best of each."""
    newer: bool = False
    """Of two statements that give one thing different values, the later one comes first."""
    graph: float = 0.0
    """What a record gains that names several of the entities a question names; 0: the graph is not asked."""
    rerank: bool = True
    """The reranker that is configured sees the best candidates; without one this changes nothing."""
    waypoints: bool = False
    """The best results lead along their waypoints, one hop; for composite fusion."""
    tokens_max: int | None = None
    """Stop when the hits' texts exceed this; the first is always given. None: no limit; 0: nothing."""


OPENCLAW_MIN_SCORE = 0.35
OPENMEMORY_MIN_SCORE = 0.3

PRESETS: Mapping[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset(name="recollect", newer=True, retold_last=True),
        Preset(name="rrf", fusion="rrf"),
        Preset(name="weighted", fusion="weighted"),
        Preset(name="composite", fusion="composite", sectors=True, waypoints=True),
        Preset(name="omniroute", fusion="rrf", vector_top_k=20, tokens_max=2000, retention_days=30),
        Preset(
            name="osaurus",
            fusion="weighted",
            half_life_days=30,
            mmr_lambda=0.7,
            mmr_fetch=2.0,
            window=2,
            summary_retention_days=180,
            k=30,
        ),
        Preset(name="openclaw", fusion="weighted", rank_scores=True, min_score=OPENCLAW_MIN_SCORE),
        Preset(name="memoryos", fusion="composite"),
        Preset(name="openmemory", fusion="composite", min_score=OPENMEMORY_MIN_SCORE, sectors=True, waypoints=True),
    )
}

_RANGES: Mapping[str, tuple[float, float]] = {
    "rrf_k": (0, 10_000),
    "vector_top_k": (1, 10_000),
    "vector_weight": (0, 1e6),
    "text_weight": (0, 1e6),
    "candidate_multiplier": (1, 100),
    "half_life_days": (0, 36_500),
    "mmr_lambda": (0, 1),
    "mmr_fetch": (1, 10),
    "min_score": (0, 1),
    "retention_days": (0, 36_500),
    "summary_retention_days": (0, 36_500),
    "k": (1, 1000),
    "window": (0, 50),
    "graph": (0, 1),
    "tokens_max": (0, 1_000_000),
}
HALF_LIFE_DAYS_MIN = 1 / 1440
"""A minute; 0 turns ageing off."""
STRATEGIES: Mapping[str, Mapping[str, Any]] = {
    "exact": {"fusion": "recent"},
    "recent": {"fusion": "recent"},
    "semantic": {"channels": "vector"},
    "hybrid": {"channels": "both"},
}
"""OmniRoute's names: newest first (filtered by the query's words), by meaning, by both."""
TOKENS_CAP = {"omniroute": 8000}
"""Presets whose token budget is cut to a maximum, as their system does."""

_WHOLE = ("rrf_k", "vector_top_k", "candidate_multiplier", "window", "tokens_max", "k")
_SWITCHES = ("rank_scores", "newer", "sectors", "waypoints", "retold_last", "rerank")
_CHOICES = {"fusion": FUSIONS, "channels": ("both", "keyword", "vector")}


def choose(name: str, overrides: Mapping[str, Any], defaults: Mapping[str, Any] | None = None) -> Preset:
    """The preset with a query's own values. Unknown names and values out of range are refused."""
    if name not in tuple(PRESETS):  # without a hash, which not everything has
        raise UnknownName(f"unknown preset {name!r}; the presets are {', '.join(PRESETS)}")
    changes = {**(defaults or {}), **overrides}
    if "strategy" in changes:
        strategy = changes.pop("strategy")
        if strategy not in STRATEGIES:
            raise UnknownName(f"unknown strategy {strategy!r}; the strategies are {', '.join(STRATEGIES)}")
        changes |= STRATEGIES[strategy]
    if not changes:
        return PRESETS[name]
    known = {field.name for field in fields(Preset)} - {"name"}
    for option, value in changes.items():
        if option not in known:
            raise UnknownName(f"unknown recall option {option!r}; the options are {', '.join(sorted(known))}")
        _require_valid(option, value)
    chosen = replace(PRESETS[name], **changes)
    if name in TOKENS_CAP and chosen.tokens_max is not None:
        chosen = replace(chosen, tokens_max=min(chosen.tokens_max, TOKENS_CAP[name]))
    return chosen


def words_alone(preset: Preset) -> float | None:
    """What the best match of words has when its vector says nothing: the share of words. None: it needs no exception.

    OpenClaw's 0.3 for words lies below its minimum of 0.35: a name that only one text holds would not be found. Nor
    would OpenMemory find a name in a long document, whose vector is of everything it says. A minimum above that one
    was asked for, and holds.
    """
    if preset.name == "openmemory":
        return 0.0 if preset.min_score <= OPENMEMORY_MIN_SCORE else None
    weights = preset.vector_weight + preset.text_weight
    if not preset.rank_scores or not weights or preset.min_score > OPENCLAW_MIN_SCORE:
        return None
    return preset.text_weight / weights


def _require_valid(option: str, value: Any) -> None:
    if option in _CHOICES:
        if value not in _CHOICES[option]:
            raise UnknownName(f"unknown {option} {value!r}; choose one of {', '.join(_CHOICES[option])}")
    elif option in _SWITCHES:
        if not isinstance(value, bool):
            raise InvalidInput(f"{option} must be true or false, not {value!r}")
    elif option != "tokens_max" or value is not None:
        low, high = _RANGES[option]
        if option in _WHOLE and not isinstance(value, int):
            raise InvalidInput(f"{option} must be a whole number from {low:g} to {high:g}, not {value!r}")
        tiny = option == "half_life_days" and isinstance(value, int | float) and 0 < value < HALF_LIFE_DAYS_MIN
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high or tiny:
            raise InvalidInput(f"{option} must be a number from {low:g} to {high:g}, not {value!r}")
