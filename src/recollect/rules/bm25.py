"""BM25 over posting arrays, with the statistics of one space.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with the idf that is never
negative: ln(1 + (n - df + 0.5) / (df + 0.5)). Worked number: n = 10, df = 1, tf = 1, document of average length:
idf = ln(1 + 9.5 / 1.5) = 1.992, weight tf·(k1 + 1) / (tf + k1) = 1, score 1.992.

Pure numpy: the caller brings the postings. Nothing here reads a store or analyses text. A static prior of how common
words are in general was measured as a smoothing of idf in small spaces and gained nothing; there is none.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from recollect.model.columns import Postings

K1: Final = 1.2
B: Final = 0.75


@dataclass(frozen=True, kw_only=True, eq=False)
class Bm25:
    """The outcome for one question in one space."""

    scores: NDArray[np.float32]
    """BM25 of every row."""
    weights: dict[str, float]
    """Asked weight times idf, of each asked term."""


def idf(n: int, df: int) -> float:
    """Weight of a term that stands in `df` of `n` documents."""
    return math.log1p((n - df + 0.5) / (df + 0.5))


def saturate(
    tf: NDArray[np.float32],
    length: NDArray[np.float32],
    length_mean: float,
    *,
    k1: float = K1,
    b: float = B,
) -> NDArray[np.float32]:
    """tf·(k1 + 1) / (tf + k1·(1 - b + b·length/mean)). Worked: tf 2 at mean length gives 2·2.2/3.2 = 1.375."""
    norm = length * (k1 * b / length_mean)
    norm += k1 * (1 - b)
    gained: NDArray[np.float32] = tf * (k1 + 1)
    gained /= tf + norm
    return gained


def bm25(
    asked: Mapping[str, float] | Mapping[str, int],
    postings: Postings,
    length: NDArray[np.float32],
    *,
    mean: float | None = None,
    count: int | None = None,
    k1: float = K1,
    b: float = B,
) -> Bm25:
    """Scores all rows for the `asked` terms (term to its weight in the question); `mean`: of the lengths, where it is
    known; `count`: how many of the rows the postings speak of, where not of all."""
    n = len(length)
    if mean is None:
        mean = max(float(np.add.reduce(length)) / n, 1.0) if n else 1.0
    scores = np.zeros(n, dtype=np.float32)
    norm = length * (k1 * b / mean)
    norm += k1 * (1 - b)
    weights: dict[str, float] = {}
    for term, asked_weight in asked.items():
        rows = postings.rows.get(term)
        df = 0 if rows is None else len(rows)
        weights[term] = weight = asked_weight * idf(n if count is None else count, df)
        if rows is not None and df:
            # Written out instead of calling `saturate`: this is the innermost work of a search.
            tf = postings.counts[term]
            gain = norm.take(rows)
            gain += tf
            np.divide(tf, gain, out=gain)
            gain *= weight * (k1 + 1)
            scores[rows] += gain
    return Bm25(scores=scores, weights=weights)
