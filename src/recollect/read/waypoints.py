"""Results widened along waypoints: each of the best leads, by its one link, to the memory most like it.

An expansion weighs parent × link × 0.8 and is dropped below 0.1; it is the waypoint term of the composite score
(0.1 · waypoint). One hop only, and never to what the query may not see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from recollect.model.columns import NUMBER_BITS
from recollect.model.graph import Waypoint
from recollect.model.record import Record
from recollect.read.field import Given, Plot, Ranked, locate
from recollect.rules import decay
from recollect.rules.decay import DAY_S, live_strength
from recollect.rules.fusion import composite

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from recollect.model.query import Hit

FADE: Final = 0.8
WEIGHT_MIN: Final = 0.1
_NUMBER_MASK: Final = (1 << NUMBER_BITS) - 1


@dataclass(frozen=True, kw_only=True)
class Step:
    """How a result was reached: over which link, and what that was worth."""

    parent: str
    weight: float
    direct: bool = False
    """Whether the question alone would have found it: the link adds to its score, and was not the way to it."""


def expansion_weight(parent: float, link: float) -> float:
    """Worked: a parent of 0.9 over a link of 0.8 gives 0.576; below 0.1 it is 0."""
    weight = parent * link * FADE
    return weight if weight >= WEIGHT_MIN else 0.0


def expand(
    plots: Sequence[Plot],
    ranked: Ranked,
    records: Mapping[int, Record],
    links: Mapping[str, Waypoint],
    *,
    reach: int,
    now_s: float,
) -> tuple[Ranked, dict[int, Step]]:
    """The ranking with the waypoint term, and for each place that a link leads to how."""
    scores = dict(zip(ranked.places.tolist(), ranked.scores.tolist(), strict=True))
    steps: dict[int, Step] = {}
    best = ranked.places[:reach].tolist()
    direct = frozenset(best)
    for place in best:
        link = links.get(records[place].id) if place in records else None
        if link is None:
            continue
        target = _place_of(plots, link.item)
        weight = expansion_weight(scores[place], link.weight)
        if target is None or not weight or target == place:
            continue
        if target not in steps or steps[target].weight < weight:
            steps[target] = Step(parent=link.source, weight=weight, direct=target in direct)
    if not steps:
        return ranked, {}
    return _with_term(plots, ranked, scores, steps, now_s), steps


def _place_of(plots: Sequence[Plot], item: int) -> int | None:
    """Where an item lies in the field, if the query may see it."""
    for plot in plots:
        if plot.columns.space == item >> NUMBER_BITS:
            number = item & _NUMBER_MASK
            row = int(np.searchsorted(plot.columns.numbers, number))
            there = row < len(plot.columns) and int(plot.columns.numbers[row]) == number
            return plot.offset + row if there and plot.allowed[row] else None
    return None


def _with_term(
    plots: Sequence[Plot], ranked: Ranked, scores: dict[int, float], steps: Mapping[int, Step], now_s: float
) -> Ranked:
    for place, step in steps.items():
        term = float(composite(0.0, 0.0, 0.0, step.weight))
        scores[place] = scores[place] + term if place in scores else _unlike(plots, place, now_s) + term
    places = np.fromiter(scores, np.int64, len(scores))
    values = np.fromiter(scores.values(), np.float64, len(scores))
    order = np.lexsort((-places, -values))
    places, values = places[order], np.clip(values[order], 0.0, 1.0)
    before = ranked.components

    def components(keys: NDArray[np.int64]) -> Given:
        weights = [steps[place].weight if place in steps else 0.0 for place in keys.tolist()]
        others = before(keys)
        return lambda: {**others(), "waypoint": np.array(weights, dtype=np.float32)}

    return replace(ranked, places=places, scores=values, keys=places, components=components, pool=len(places))


def _unlike(plots: Sequence[Plot], place: int, now_s: float) -> float:
    """The score of what is not like the question at all: salience and recency alone."""
    plot, row = locate(plots, place)
    columns = plot.columns
    age_days = (now_s - float(columns.strength_at[row])) / DAY_S
    salience = live_strength(columns.strength[row], columns.decay_rate[row], age_days)
    recency = decay.recency((now_s - float(columns.time[row])) / DAY_S)
    return float(composite(0.0, salience, recency, 0.0))


def travelled(
    steps: Mapping[int, Step], records: Mapping[int, Record], hits: Sequence[Hit]
) -> tuple[tuple[int, str, str], ...]:
    """The links that led to hits, found without them or not: item, source, target."""
    if not steps:
        return ()
    parents = {records[place].id: step.parent for place, step in steps.items() if place in records}
    return tuple((hit.record.item, parents[hit.id], hit.id) for hit in hits if hit.id in parents)


def paths(
    steps: Mapping[int, Step], records: Mapping[int, Record], places: Sequence[int]
) -> dict[int, tuple[str, ...]]:
    """The ways to results over a link: only of what the question alone would not have found."""
    found = {place: steps[place] for place in places if place in steps} if steps else {}
    return {place: (step.parent, records[place].id) for place, step in found.items() if not step.direct}
