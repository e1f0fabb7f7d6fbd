"""The field of a recall: all spaces a query sees, side by side, with their channel scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from recollect.model.columns import Columns, Postings
from recollect.rules.bm25 import Bm25, bm25
from recollect.rules.once import once

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

FEW_OF = 4
"""One row of so many is few: picking rows costs more for each than going over all of them."""
ONE_THREAD_WORK_MAX = 1 << 19
"""Multiplications up to which OpenBLAS does not share a product of two matrices with other cores either."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Plot:
    """One space in the field."""

    columns: Columns
    allowed: NDArray[np.bool_]
    conditions: list[tuple[str, NDArray[np.bool_]]]
    postings: Postings
    cosine: NDArray[np.float32] | None
    """Similarity to the query per row; None when there are no vectors to compare."""
    vector: NDArray[np.float32] | None = None
    """The query's, where `cosine` is nearly right alone: what is looked at closer is compared with this."""
    offset: int
    """Where this space's rows begin in the field."""
    words: Bm25 | None = None
    """BM25 of the question's terms by their worth, where it is known already."""
    vectors_of: Callable[[NDArray[np.int64]], NDArray[np.float32]] | None = None
    """Reads the vectors of some rows, where the columns hold none."""

    @cached_property
    def visible(self) -> int:
        """How many rows are allowed."""
        return int(np.count_nonzero(self.allowed))

    @property
    def all_allowed(self) -> bool:
        return self.visible == len(self.allowed)

    @cached_property
    def few_shown(self) -> bool:
        """Whether so few rows are allowed that the others are better left alone: turns among many memories."""
        return self.visible * FEW_OF < len(self.allowed)

    @cached_property
    def shown(self) -> NDArray[np.int64]:
        """The rows that are allowed."""
        return np.flatnonzero(self.allowed)

    @cached_property
    def hidden(self) -> NDArray[np.int64]:
        """The rows that are not allowed."""
        return np.flatnonzero(~self.allowed)


@dataclass(frozen=True, kw_only=True, eq=False)
class Ranked:
    """Candidates, best first: places in the field, scores in 0..1, and what each channel or signal gave."""

    places: NDArray[np.int64]
    scores: NDArray[np.float64]
    keys: NDArray[np.int64]
    """What `components` knows each of them by."""
    components: Components
    tier: str
    pool: int = 0


Given = Callable[[], "Mapping[str, NDArray[np.float32]]"]
Components = Callable[["NDArray[np.int64]"], Given]
"""What each channel or signal gave to the candidates with these keys. Asked for the winners alone, at the end, and
worked out when somebody reads it; until then nothing is kept of the other candidates."""


def picked(values: Mapping[str, NDArray[Any]]) -> Components:
    """Components out of arrays over the whole field; their keys are places."""

    def given(places: NDArray[np.int64]) -> Given:
        found = {name: one[places].astype(np.float32) for name, one in values.items()}
        return lambda: found

    return given


class Signals:
    """What each channel or signal gave to the hits of one recall: put together for all of them when one is read."""

    def __init__(self, given: Given) -> None:
        self._given = given

    def of(self, at: int) -> Mapping[str, float]:
        return self._each[at] if self._each else {}

    @once
    def _each(self) -> list[dict[str, float]]:
        found = self._given()
        return [
            dict(zip(found, each, strict=True)) for each in zip(*[one.tolist() for one in found.values()], strict=True)
        ]


def products(vectors: NDArray[np.float32], matrix: NDArray[np.float32], rows: NDArray[np.int64]) -> NDArray[np.float32]:
    """(vectors, rows): the product of each vector with each of those rows of the matrix. The few vectors stand on the
    right, in columns: so the product takes a quarter of the time that it takes the other way round."""
    step = max(1, ONE_THREAD_WORK_MAX // max(1, vectors.size))
    columns = np.ascontiguousarray(vectors.T)
    parts = [matrix.take(rows[at : at + step], axis=0) @ columns for at in range(0, max(1, len(rows)), step)]
    found = parts[0] if len(parts) == 1 else np.concatenate(parts)
    return np.ascontiguousarray(found.T)


def keyword_scores(plots: Sequence[Plot], terms: Mapping[str, int]) -> NDArray[np.float32]:
    """BM25 of every place; each space with its own statistics."""
    parts = [bm25(terms, plot.postings, plot.columns.length, mean=plot.columns.length_mean).scores for plot in plots]
    return np.concatenate(parts) if len(parts) != 1 else parts[0]


def vector_scores(plots: Sequence[Plot]) -> NDArray[np.float32] | None:
    """Cosine of every place, 0 where there is no vector; None when no space has any."""
    if all(plot.cosine is None for plot in plots):
        return None
    parts = [np.zeros(len(plot.columns), np.float32) if plot.cosine is None else plot.cosine for plot in plots]
    return np.concatenate(parts) if len(parts) != 1 else parts[0]


def joined(plots: Sequence[Plot], name: str) -> NDArray[np.float64]:
    """A column over the whole field."""
    parts = [getattr(plot.columns, name) for plot in plots]
    return np.concatenate(parts) if len(parts) != 1 else parts[0]


def allowed_places(plots: Sequence[Plot]) -> NDArray[np.bool_]:
    return np.concatenate([plot.allowed for plot in plots]) if len(plots) != 1 else plots[0].allowed


def locate(plots: Sequence[Plot], place: int) -> tuple[Plot, int]:
    """The space and row of a place."""
    for plot in plots[::-1] if len(plots) > 1 else plots:
        if place >= plot.offset:
            return plot, place - plot.offset
    raise IndexError(place)
