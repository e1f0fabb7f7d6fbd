"""The best rows are the same ones that sorting everything would give."""

from __future__ import annotations

import numpy as np
import pytest

from recollect.model.columns import Postings
from recollect.read import candidates
from recollect.read.field import Plot

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


@pytest.mark.parametrize("shown", [1, 7, 20, 39, 40])
def test_hidden_rows_count_in_no_scale_whether_few_or_many_are_hidden(shown: int) -> None:
    chance = np.random.default_rng(shown)
    values = chance.normal(size=40).astype(np.float32)
    values[chance.permutation(40)[:2]] = (90.0, -90.0)
    kept = values.copy()
    allowed = np.zeros(40, dtype=np.bool_)
    allowed[chance.permutation(40)[:shown]] = True
    plot = Plot(
        columns=None,  # type: ignore[arg-type]
        allowed=allowed,
        conditions=[],
        postings=Postings(rows={}, counts={}),
        cosine=None,
        offset=0,
    )
    assert candidates._extreme(np.minimum, values, plot) == values[allowed].min()
    assert candidates._extreme(np.maximum, values, plot) == values[allowed].max()
    assert (values == kept).all()


def test_postings_without_some_rows_are_those_of_the_others() -> None:
    rows = {"tea": np.array([0, 2, 5]), "cup": np.array([1, 3]), "milk": np.array([5])}
    counts = {term: held.astype(np.float32) + 1 for term, held in rows.items()}
    gone = np.zeros(6, dtype=np.bool_)
    gone[5] = True
    left = Postings(rows=rows, counts=counts).without(gone)
    assert {term: held.tolist() for term, held in left.rows.items()} == {"tea": [0, 2], "cup": [1, 3], "milk": []}
    assert {term: tf.tolist() for term, tf in left.counts.items()} == {"tea": [1, 3], "cup": [2, 4], "milk": []}
    assert rows["tea"].tolist() == [0, 2, 5]
