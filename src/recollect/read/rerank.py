"""Reranking: a second, slower look at the best candidates by a model that reads question and text together.

The model is not asked here: it may wait for a network, and a recall runs inside a read transaction. One recall offers
its best candidates, the engine asks the model, and a second recall is told what it said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from recollect.read.field import Components, Given, Plot, Ranked, locate
from recollect.read.shape import taken

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from recollect.model.record import Record
    from recollect.read.plan import Asked

TERMS_MIN = 2
"""A question of one word is answered by the word."""
LEAD_DECIDED = 0.5
"""A first candidate that is so far ahead of the second stays first whatever is said."""


@dataclass(frozen=True, kw_only=True)
class Offer:
    """Asks a recall for its best candidates."""

    top_n: int


@dataclass(frozen=True, kw_only=True)
class Judged:
    """What a reranker said: item -> 0..1."""

    scores: Mapping[int, float]
    weight: float
    by: str


@dataclass(frozen=True, kw_only=True)
class Offered:
    item: int
    text: str


def skipped(asked: Asked, ranked: Ranked) -> str | None:
    """Why there is nothing to rerank; None: there is."""
    if len(ranked.places) < 2:
        return "fewer than two candidates"
    if len(asked.terms) < TERMS_MIN:
        return "a question of one word"
    if float(ranked.scores[0] - ranked.scores[1]) >= LEAD_DECIDED:
        return "the first is far ahead"
    return None


def offered(plots: Sequence[Plot], places: Sequence[int], records: Mapping[int, Record]) -> tuple[Offered, ...]:
    """The candidates whose rows are there."""
    found = []
    for place in places:
        if place in records:
            plot, row = locate(plots, place)
            found.append(Offered(item=plot.columns.item(row), text=records[place].content))
    return tuple(found)


def blend(plots: Sequence[Plot], ranked: Ranked, judged: Judged) -> tuple[Ranked, int]:
    """Both scores by their weight, and how many were judged.

    What was not judged counts as judged 0, so that it never comes above a better candidate that was. Worked, with
    weight 0.5: fused 0.8 and judged 0.2 is 0.5; fused 0.6 and judged 0.9 is 0.75; fused 0.5 and not judged is 0.25.
    """
    said = np.zeros(len(ranked.places), dtype=np.float64)
    known = np.zeros(len(ranked.places), dtype=np.bool_)
    for at, place in enumerate(ranked.places.tolist()):
        plot, row = locate(plots, place)
        score = judged.scores.get(plot.columns.item(row))
        if score is not None:
            said[at], known[at] = score, True
        if known.sum() == len(judged.scores):
            break
    scores = (1.0 - judged.weight) * np.clip(ranked.scores, 0.0, 1.0) + judged.weight * said
    by_key = {int(key): value for key, value, one in zip(ranked.keys, said, known, strict=True) if one}
    order = np.argsort(-scores, kind="stable")
    ranked = replace(ranked, scores=scores, components=_with(ranked.components, by_key))
    return taken(ranked, order), int(known.sum())


def _with(components: Components, said: Mapping[int, float]) -> Components:
    """The channels' numbers and, beside them, the reranker's."""

    def found(keys: NDArray[np.int64]) -> Given:
        own = np.array([said.get(int(key), 0.0) for key in keys], dtype=np.float32)
        others = components(keys)
        return lambda: {**others(), "rerank": own}

    return found
