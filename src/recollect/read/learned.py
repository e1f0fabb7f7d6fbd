"""The default ranking: a weighted sum of the signals, with weights learned from question sets.

`weights.json` beside this file holds one number per signal, the signal's mean, and two numbers that turn the sum into
a score in 0..1 which reads like a probability: of candidates scored 0.3, about three in ten were evidence. There are
two sets, with vectors and for words alone. The file is written by `python -m recollect.evals.learn`; nothing here
learns. Why linear, and what each signal is worth: `docs/decisions/0003-learned-ranking.md`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from recollect.read.candidates import POOL_MAX
from recollect.read.field import Given, Plot, Ranked, allowed_places
from recollect.read.fuse import recent
from recollect.read.plan import Asked
from recollect.read.signals import NAMES, SIGNALS, Measured, measure

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

GROUPS: Final = tuple(dict.fromkeys(group for group, _ in SIGNALS.values()))
SIGNAL_WORDS: Final[dict[str, str]] = {
    "words": "the words of the question",
    "neighbours": "the turns around it",
    "meaning": "its meaning",
    "session": "its conversation",
    "time": "its date",
    "author": "who said it",
    "form": "its form",
}
"""What the components of a hit mean to a person."""

PRIOR_SHARE: Final = 0.5


@dataclass(frozen=True, kw_only=True, eq=False)
class Weights:
    """One set of weights, in the order of `signals.NAMES`; a signal that is not in the file weighs nothing."""

    weights: Floats
    means: Floats
    by_group: Floats
    """(groups, signals): the weights, each in the row of its group."""
    slope: float
    offset: float

    def linear(self, matrix: Floats) -> Floats:
        """The weighted sum of (signals, candidates); 0 is a candidate with average signals."""
        return self.weights @ matrix - self._average

    @cached_property
    def _average(self) -> float:
        return float(self.weights @ self.means)

    @cached_property
    def _average_parts(self) -> Floats:
        return (self.by_group @ self.means)[:, None]

    def parts(self, matrix: Floats) -> Floats:
        """(groups, candidates): what each group of signals adds to that sum."""
        return self.by_group @ matrix - self._average_parts

    def probability(self, linear: Floats) -> NDArray[np.float64]:
        """The sum as a score in 0..1. Worked: slope 1, offset -2: a sum of 2 gives 0.5.

        The numbers were fitted on full pools, in which evidence is rare. Among few candidates it is less so: the odds
        grow with the square root of how much smaller the pool is (set by hand; the order stays the same).
        """
        prior = PRIOR_SHARE * math.log(POOL_MAX / max(1, min(POOL_MAX, len(linear))))
        against = linear.astype(np.float64)
        against *= -self.slope
        against -= self.offset + prior
        np.exp(against, out=against)
        against += 1.0
        chance: NDArray[np.float64] = 1.0 / against
        return chance


def rank(
    plots: Sequence[Plot],
    asked: Asked,
    *,
    word_vectors: Floats | None = None,
    wanted: int = 0,
    weights: Weights | None = None,
) -> Ranked:
    """Candidates, best first. `word_vectors`: embeddings of `asked.words`; `wanted`: how many places are needed."""
    with_vectors = any(plot.cosine is not None for plot in plots)
    if not with_vectors and not any(len(rows) for plot in plots for rows in plot.postings.rows.values()):
        return recent(plots, allowed_places(plots))
    chosen = weights or shipped("with_vectors" if with_vectors else "words_only")
    found = measure(plots, asked, word_vectors=word_vectors, wanted=wanted)
    linear = chosen.linear(found.matrix)
    order = _best_first(found.places, linear)
    return _with_rest(
        found,
        Ranked(
            places=found.places[order],
            scores=chosen.probability(linear[order]),
            keys=order,
            components=partial(_components, chosen, found.matrix),
            tier="hybrid" if with_vectors else "keyword",
            pool=len(order),
        ),
    )


def _components(weights: Weights, matrix: Floats, at: NDArray[np.int64]) -> Given:
    """What each group adds to the sum of the candidates `at`; nothing to those beyond the pool."""
    return partial(_parts, weights, matrix.take(at, axis=1, mode="clip"), at < matrix.shape[1])


def _parts(weights: Weights, signals: Floats, among: NDArray[np.bool_]) -> dict[str, Floats]:
    """`among`: which of them are candidates of the pool."""
    return dict(zip(GROUPS, np.where(among, weights.parts(signals), np.float32(0)), strict=True))


def _best_first(places: NDArray[np.int64], linear: Floats) -> NDArray[np.int64]:
    """By the sum; the newer place first among equals."""
    order = (-linear).argsort()
    falling = linear[order]
    if (falling[1:] == falling[:-1]).any():
        newest = (-places).argsort()
        order = newest[(-linear[newest]).argsort(kind="stable")]
    return order


def _with_rest(found: Measured, ranked: Ranked) -> Ranked:
    """Puts what lies beyond the pool after it, each a little lower than the one before."""
    count = len(found.rest)
    if not count:
        return ranked
    last = float(ranked.scores[-1]) if ranked.pool else 0.0
    falling = last * (1.0 - np.arange(1, count + 1) / (count + 1.0))
    return replace(
        ranked,
        places=np.concatenate((ranked.places, found.rest)),
        scores=np.concatenate((ranked.scores, falling)),
        keys=np.concatenate((ranked.keys, ranked.pool + np.arange(count))),
    )


@lru_cache(maxsize=4)
def shipped(name: str) -> Weights:
    """A set of the file beside this module: "with_vectors" or "words_only"."""
    text = resources.files("recollect.read").joinpath("weights.json").read_text(encoding="utf-8")
    return parse(json.loads(text)[name])


def parse(entry: Mapping[str, Any]) -> Weights:
    """One set as it stands in the file."""
    weights = np.array([entry["weights"].get(name, 0.0) for name in NAMES], dtype=np.float32)
    means = np.array([entry["means"].get(name, 0.0) for name in NAMES], dtype=np.float32)
    by_group = np.zeros((len(GROUPS), len(NAMES)), dtype=np.float32)
    for place, name in enumerate(NAMES):
        by_group[GROUPS.index(SIGNALS[name][0]), place] = weights[place]
    return Weights(
        weights=weights,
        means=means,
        by_group=by_group,
        slope=float(entry["calibration"]["slope"]),
        offset=float(entry["calibration"]["offset"]),
    )
