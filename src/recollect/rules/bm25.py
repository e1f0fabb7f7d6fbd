"""BM25 over posting arrays, with the statistics of one space.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with the idf that is never
negative: ln(1 + (n - df + 0.5) / (df + 0.5)). Worked number: n = 10, df = 1, tf = 1, document of average length:
idf = ln(1 + 9.5 / 1.5) = 1.992, weight tf·(k1 + 1) / (tf + k1) = 1, score 1.992.

Pure numpy: the caller brings the postings. Nothing here reads a store or analyses text.
"""

from __future__ import annotations

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
    coverage: NDArray[np.float32]
    """Share of the question's idf mass whose terms stand in the row, 0..1."""
    idf: dict[str, float]
    """Weight of each asked term."""


def idf(n: int, df: int) -> float:
    """Weight of a term that stands in `df` of `n` documents."""
    return float(np.log1p((n - df + 0.5) / (df + 0.5)))


def bm25(
    asked: Mapping[str, int],
    postings: Postings,
    length: NDArray[np.float32],
    *,
    k1: float = K1,
    b: float = B,
) -> Bm25:
    """Scores all rows for the `asked` terms (term to multiplicity in the question)."""
    n = len(length)
    scores = np.zeros(n, dtype=np.float32)
    covered = np.zeros(n, dtype=np.float32)
    weights: dict[str, float] = {}
    if n == 0:
        return Bm25(scores=scores, coverage=covered, idf=weights)
    average = max(float(length.mean()), 1.0)
    norm = (k1 * (1 - b)) + (k1 * b / average) * length
    mass = 0.0
    for term, times in asked.items():
        rows = postings.rows.get(term)
        df = 0 if rows is None else len(rows)
        weight = idf(n, df)
        weights[term] = weight
        mass += weight * times
        if rows is None or df == 0:
            continue
        tf = postings.counts[term]
        scores[rows] += (weight * times * (k1 + 1)) * tf / (tf + norm[rows])
        covered[rows] += weight * times
    if mass > 0:
        covered /= mass
    return Bm25(scores=scores, coverage=covered, idf=weights)
