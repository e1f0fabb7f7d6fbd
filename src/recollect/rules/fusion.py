"""Ways to make one score of several channels' scores. For one number or a whole column."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def reciprocal_rank(rank: Any, k: int) -> Any:
    """1/(k + rank), rank from 1. Worked: k 60: rank 1 0.0164, rank 10 0.0143; k 20: 0.0476 and 0.0333."""
    return 1.0 / (k + rank)


def reciprocal_rank_best(k: int, channels: int) -> float:
    """The highest sum there can be: rank 1 in every channel. Worked: k 20, two channels: 0.0952."""
    return channels / (k + 1)


def rank_score(rank: Any) -> Any:
    """OpenClaw's score of a keyword rank (0 is best): 1/(1 + max(0, rank))."""
    return 1.0 / (1.0 + np.maximum(0.0, rank))


def weighted(vector: Any, text: Any, *, vector_weight: float, text_weight: float) -> Any:
    """Weighted mean; weights are normalised to sum 1. Worked: 0.9 and 0.5 at 0.7/0.3 give 0.78."""
    total = max(vector_weight + text_weight, 1e-9)
    return (vector_weight * vector + text_weight * text) / total


def composite(similarity: Any, salience: Any, recency: Any, waypoint: Any) -> Any:
    """OpenMemory's 0.6·similarity + 0.2·salience + 0.1·recency + 0.1·waypoint. Worked: .8 .5 1 0 give .68."""
    return 0.6 * similarity + 0.2 * salience + 0.1 * recency + 0.1 * waypoint


def min_max(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Scale to 0..1; all equal becomes all 0 (or all 1 when positive)."""
    if not len(values):
        return values
    low, high = float(values.min()), float(values.max())
    if high <= low:
        return values * 0 + (1.0 if high > 0 else 0.0)
    return (values - low) / (high - low)
