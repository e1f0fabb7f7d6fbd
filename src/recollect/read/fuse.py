"""Fusion by formula: reciprocal ranks, weighted scores, the composite, or newest first.

Every function takes the whole field and returns candidates, best first, with scores in 0..1. Ties go to the newer
item. A channel that has nothing is replaced by the other; with neither, the newest come first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from recollect.model.record import Record
from recollect.read.field import Plot, Ranked, allowed_places, joined, keyword_scores, picked, vector_scores
from recollect.read.presets import Preset, words_alone
from recollect.read.sectors import Sought
from recollect.rules import decay
from recollect.rules.decay import DAY_S, live_strength
from recollect.rules.fusion import composite, min_max, rank_score, reciprocal_rank, reciprocal_rank_best, weighted
from recollect.rules.relevance import mentions, telling

if TYPE_CHECKING:
    from numpy.typing import NDArray

POOL_MAX = 1000
RECENT_MAX = 100
METADATA_PRESET = "omniroute"
"""Whose questions also look into metadata."""
BARELY = 1e-6
"""A similarity that is one, of what is found by its words alone."""


def fuse(
    plots: Sequence[Plot],
    terms: Mapping[str, int],
    preset: Preset,
    *,
    k: int,
    now_s: float,
    sought: Sought | None = None,
    also: Sequence[int] = (),
) -> Ranked:
    """Candidates by the preset's formula. `sought`: the sectors of the question, where the composite asks them;
    `also`: places that count as matches of words too, after all others."""
    allowed = allowed_places(plots)
    if preset.fusion == "recent":
        return recent(plots, allowed)
    words = keyword_scores(plots, terms) if preset.channels != "vector" else None
    vectors = vector_scores(plots) if preset.channels != "keyword" else None
    if preset.channels == "vector" and vectors is None:
        words = keyword_scores(plots, terms)
    if words is not None:
        words = np.where(allowed, words, 0.0).astype(np.float32)
        words = _with_also(words, also)
        if not (words > 0).any():
            words = None
    if vectors is not None:
        vectors = np.where(allowed, np.maximum(vectors, 0.0), 0.0).astype(np.float32)
    if words is None and vectors is None:
        return recent(plots, allowed)
    if preset.fusion == "composite":
        return _composite(plots, words, vectors, preset, k=k, now_s=now_s, sought=sought)
    formula: Callable[..., Ranked] = {"rrf": _rrf, "weighted": _weighted}[preset.fusion]
    return formula(plots, words, vectors, preset, k=k, now_s=now_s)


def by_metadata(
    preset: Preset,
    query: str,
    plots: Sequence[Plot],
    read: Callable[[Sequence[int]], None],
    records: Mapping[int, Record],
) -> list[int]:
    """Places whose metadata has a word asked for: OmniRoute's keyword score looks at content, key and metadata, of
    which the index holds two. The newest hundred are looked at; for other presets, or one channel alone, none."""
    if preset.name != METADATA_PRESET or preset.fusion != "rrf" or preset.channels != "both":
        return []
    words = telling(query)
    if not words:
        return []
    places = recent(plots, allowed_places(plots)).places.tolist()
    read(places)
    return [place for place in places if place in records and mentions(words, records[place].metadata)]


def _with_also(words: NDArray[np.float32], also: Sequence[int]) -> NDArray[np.float32]:
    found = words[words > 0]
    places = [place for place in also if not words[place]]
    words[places] = found.min() / 2 if len(found) else 1.0
    return words


def recent(plots: Sequence[Plot], allowed: NDArray[np.bool_]) -> Ranked:
    """The newest hundred, scored by their rank."""
    places = np.flatnonzero(allowed)
    order = np.lexsort((-places, -joined(plots, "time")[places]))[:RECENT_MAX]
    places = places[order]
    scores = rank_score(np.arange(len(places), dtype=np.float64))
    return Ranked(places=places, scores=scores, keys=places, components=picked({}), tier="recent", pool=len(places))


def _top(scores: NDArray[np.float32], count: int, found: NDArray[np.bool_] | None = None) -> NDArray[np.int64]:
    """Places that were found (by default: with a positive score), best first, newer first among equals."""
    places = np.flatnonzero(scores > 0 if found is None else found)
    if len(places) > count:
        cut = np.partition(scores[places], len(places) - count)[len(places) - count]
        places = places[scores[places] >= cut]
    return places[np.lexsort((-places, -scores[places]))][:count]


def _rrf(
    plots: Sequence[Plot],
    words: NDArray[np.float32] | None,
    vectors: NDArray[np.float32] | None,
    preset: Preset,
    *,
    k: int,
    now_s: float,
) -> Ranked:
    size = sum(len(plot.columns) for plot in plots)
    total = np.zeros(size, dtype=np.float64)
    components: dict[str, NDArray[Any]] = {}
    channels = 0
    for name, scores, count in (("keyword", words, POOL_MAX), ("vector", vectors, preset.vector_top_k)):
        if scores is None:
            continue
        channels += 1
        top = _top(scores, count)
        total[top] += reciprocal_rank(1.0 + np.arange(len(top)), preset.rrf_k)
        components[name] = _only(scores, top)
    best = reciprocal_rank_best(preset.rrf_k, channels)
    order = _top(total.astype(np.float32), POOL_MAX)
    order = order[np.lexsort((-order, -total[order]))]
    return Ranked(
        places=order,
        scores=total[order] / best,
        keys=order,
        components=picked(components | {"rrf": total}),
        tier=_tier(components),
        pool=len(order),
    )


def _weighted(
    plots: Sequence[Plot],
    words: NDArray[np.float32] | None,
    vectors: NDArray[np.float32] | None,
    preset: Preset,
    *,
    k: int,
    now_s: float,
) -> Ranked:
    if preset.rank_scores:
        pool = k * preset.candidate_multiplier
        text = _rank_scores(words, pool)
        meaning = None if vectors is None else _only(vectors, _top(vectors, pool))
    else:
        text = None if words is None else min_max(words)
        meaning = None if vectors is None else min_max(vectors)
    channels = {name: scores for name, scores in (("keyword", text), ("vector", meaning)) if scores is not None}
    if meaning is None:
        total = text  # a word match must be returnable when there are no vectors to weigh it against
    elif text is None and not preset.rank_scores:
        total = meaning
    else:
        other = 0.0 if text is None else text
        total = weighted(meaning, other, vector_weight=preset.vector_weight, text_weight=preset.text_weight)
    weights = {"keyword": preset.text_weight, "vector": preset.vector_weight}
    components = {name: scores for name, scores in channels.items() if len(channels) == 1 or weights[name]}
    found = np.logical_or.reduce([scores > 0 for scores in (words, vectors) if scores is not None])
    if preset.rank_scores:
        found &= np.asarray(total) > 0
    order = _top(np.asarray(total, dtype=np.float32), POOL_MAX, found)
    return Ranked(
        places=order,
        scores=np.clip(np.asarray(total)[order].astype(np.float64), 0.0, 1.0),
        keys=order,
        components=picked(components),
        tier=_tier(channels),
        pool=len(order),
    )


def _composite(
    plots: Sequence[Plot],
    words: NDArray[np.float32] | None,
    vectors: NDArray[np.float32] | None,
    preset: Preset,
    *,
    k: int,
    now_s: float,
    sought: Sought | None = None,
) -> Ranked:
    """0.6·similarity + 0.2·salience + 0.1·recency + 0.1·waypoint, for what is similar at all."""
    similarity = vectors if vectors is not None else min_max(words if words is not None else np.zeros(0, np.float32))
    if sought is not None:
        main, allowed = similarity, allowed_places(plots)
        similarity = sought.similarity(plots, main, allowed, k=k, least=preset.min_score)
        if words is not None and not similarity.any() and words_alone(preset) is not None:
            named = _best_named(words, allowed)
            similarity = sought.similarity(plots, np.maximum(main, BARELY), named, k=k, least=0.0)
    age_days = (now_s - joined(plots, "time")) / DAY_S
    strength_age = (now_s - joined(plots, "strength_at")) / DAY_S
    salience = live_strength(joined(plots, "strength"), joined(plots, "decay_rate"), strength_age)
    recency = decay.recency(age_days)
    total = np.where(similarity > 0, composite(similarity, salience, recency, 0.0), 0.0).astype(np.float32)
    order = _top(total, POOL_MAX)
    components: dict[str, NDArray[Any]] = {"similarity": similarity, "salience": salience, "recency": recency}
    if words is not None:
        components["keyword"] = words
    return Ranked(
        places=order,
        scores=np.clip(total[order].astype(np.float64), 0.0, 1.0),
        keys=order,
        components=picked(components),
        tier="vector" if vectors is not None else "keyword",
        pool=len(order),
    )


def _best_named(words: NDArray[np.float32], allowed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """What holds most of the words asked for; nothing, where nothing holds any."""
    held = np.where(allowed, words, 0.0)
    best: NDArray[np.bool_] = (held > 0) & (held >= held.max(initial=0.0))
    return best


def _rank_scores(words: NDArray[np.float32] | None, pool: int) -> NDArray[np.float32] | None:
    """1/(1 + rank), the best word match first with rank 0."""
    if words is None:
        return None
    top = _top(words, pool)
    scores = np.zeros(len(words), dtype=np.float32)
    scores[top] = rank_score(np.arange(len(top)))
    return scores


def _only(scores: NDArray[np.float32], places: NDArray[np.int64]) -> NDArray[np.float32]:
    """The scores of these places; the others have none."""
    kept = np.zeros(len(scores), dtype=np.float32)
    kept[places] = scores[places]
    return kept


def _tier(components: Mapping[str, object]) -> str:
    return "hybrid" if len(components) == 2 else next(iter(components))
