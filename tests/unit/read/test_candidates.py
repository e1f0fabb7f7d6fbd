"""The best rows are the same ones that sorting everything would give."""

from __future__ import annotations

import numpy as np
import pytest

from recollect.read import candidates

RNG = np.random.default_rng(3)


def best_by_sorting(values: np.ndarray, size: int) -> list[int]:
    order = np.lexsort((-np.arange(len(values)), -values))
    return [int(row) for row in order if values[row] > -np.inf][:size]


@pytest.mark.parametrize("count", [0, 1, 5, 299, 300, 301, 1000, candidates.SAMPLE_FROM, 20_000])
@pytest.mark.parametrize("size", [1, 300, 1000])
@pytest.mark.parametrize("kind", ["distinct", "ties", "all equal", "mostly hidden", "sorted", "reversed"])
def test_the_best_come_first_and_the_newer_among_equals(count: int, size: int, kind: str) -> None:
    values = RNG.random(count, dtype=np.float32)
    if kind == "ties":
        values = np.round(values * 20).astype(np.float32)
    elif kind == "all equal":
        values = np.zeros(count, dtype=np.float32)
    elif kind == "mostly hidden":
        values[RNG.random(count) < 0.99] = -np.inf
    elif kind in ("sorted", "reversed"):
        values.sort()
        values = values[::-1] if kind == "reversed" else values
    assert candidates._best(values, size).tolist() == best_by_sorting(values, size)
