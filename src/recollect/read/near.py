"""Cosines of a space whose vectors lie in a tier: of the nearest, of what is newer than the tier, and of word matches.

A tier names the few hundred nearest rows. What changed since it last followed the store, and the rows that the words of
the question match best, are read from the store and compared exactly, so that a write is found at once and a word match
has its true similarity. All other rows are further away than the last of the nearest; they count as a sample of them
does on average. A question narrowed to few rows is compared exactly with all of those.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import numpy as np

from recollect.contracts.store import SpaceReader
from recollect.model.columns import NUMBER_BITS
from recollect.model.tier import Mark, Nearest

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from recollect.model.columns import Columns, Postings

NEAREST: Final = 300
"""Rows asked of a tier."""
FRESH_MAX: Final = 2000
"""Changes that a tier may be behind; with more it has to catch up first."""
MATCHES_MAX: Final = 300
"""Rows that match words whose similarity is read."""
SAMPLE: Final = 64
NARROW_MAX: Final = 2000
"""Up to so many allowed rows are all compared exactly."""
FOUND_MIN: Final = 100
"""With fewer of the nearest among the allowed rows, up to NARROW_MOST of those are compared exactly."""
NARROW_MOST: Final = 20_000
_NUMBER_MASK: Final = (1 << NUMBER_BITS) - 1
_CHUNK: Final = 2000


class Behind(Exception):
    """The tier has not taken in enough of the space to answer for it."""


class Near:
    """The similarity of every row of one space to a question, exact where `known`."""

    def __init__(self, space: SpaceReader, vector: NDArray[np.float32], nearest: Nearest | None) -> None:
        columns, stamp = space.columns, space.stamp
        self._space = space
        self._vector = vector
        self.cosine: NDArray[np.float32] = np.zeros(len(columns), dtype=np.float32)
        self.known: NDArray[np.bool_] = ~columns.has_vector
        self._below = 1.0
        mark = Mark(epoch=stamp.epoch)
        if nearest is not None and nearest.mark is not None and nearest.mark.epoch == stamp.epoch:
            mark = nearest.mark
            rows, found = _rows(columns, nearest.items)
            self.cosine[rows] = nearest.scores[found]
            self.known[rows] = True
            if len(nearest.scores):
                self._below = float(nearest.scores.min())
        fresh = space.changed_since(mark, limit=FRESH_MAX)
        if fresh is None:
            raise Behind(f"more than {FRESH_MAX} changes behind")
        self.fresh = len(fresh)
        self._read(fresh[columns.has_vector[fresh]])

    def match(self, postings: Postings, scores: NDArray[np.float32] | None) -> None:
        """Read the rows that words match best: by their `scores`, else by how many of the words they have."""
        if scores is None:
            scores = np.zeros(len(self.cosine), dtype=np.float32)
            for rows in postings.rows.values():
                scores[rows] += 1.0
        places = np.flatnonzero(scores > 0)
        if len(places) > MATCHES_MAX:
            places = places[np.argpartition(scores[places], len(places) - MATCHES_MAX)[-MATCHES_MAX:]]
        self._read(np.sort(places[~self.known[places]]))
        self._estimate()

    def narrowed(self, allowed: NDArray[np.bool_]) -> NDArray[np.float32]:
        """With exact similarities where few rows are allowed."""
        open_rows = allowed & ~self.known
        count = int(np.count_nonzero(open_rows))
        if not count or bool(allowed.all()):
            return self.cosine
        if count <= NARROW_MAX or int(np.count_nonzero(allowed & self.known)) < FOUND_MIN:
            self._read(np.flatnonzero(open_rows)[-NARROW_MOST:])
        return self.cosine

    def _estimate(self) -> None:
        rest = np.flatnonzero(~self.known)
        if not len(rest):
            return
        sample = rest[:: max(1, len(rest) // SAMPLE)][:SAMPLE]
        self._read(sample)
        self.cosine[~self.known] = min(self._below, float(self.cosine[sample].mean()))

    def _read(self, rows: NDArray[np.int64]) -> None:
        for start in range(0, len(rows), _CHUNK):
            part = rows[start : start + _CHUNK]
            self.cosine[part] = self._space.vectors(part) @ self._vector
            self.known[part] = True


def found(space: SpaceReader, vector: NDArray[np.float32] | None, nearest: Mapping[int, Nearest] | None) -> Near | None:
    """None: the columns hold the vectors, or there is nothing to compare."""
    if nearest is None or vector is None or not space.columns.vectors_any:
        return None
    return Near(space, vector, nearest.get(space.columns.space))


def _rows(columns: Columns, items: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Rows of the items that are there still and have a vector, and which of the items these are."""
    if not len(columns) or not len(items):
        return np.zeros(0, dtype=np.int64), np.zeros(len(items), dtype=np.bool_)
    numbers = items & _NUMBER_MASK
    places = np.minimum(np.searchsorted(columns.numbers, numbers), len(columns) - 1)
    there = (columns.numbers[places] == numbers) & (items >> NUMBER_BITS == columns.space) & columns.has_vector[places]
    return places[there], there
