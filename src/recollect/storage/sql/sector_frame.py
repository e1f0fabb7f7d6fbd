"""Vectors of one sector of one space, kept in memory and brought up to date with what changed since.

Read only where a sector has an embedder of its own; see `recollect.storage.sql.snapshots`, which holds these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from recollect.model.columns import Columns
from recollect.storage.sql.rows import NUMBER_MASK

Load = Callable[[Sequence[int] | None], tuple[NDArray[np.int64], NDArray[np.float32]]]
"""Items that have a vector, ascending, and the vectors: of the items given, or of all."""


class SectorFrame:
    """Numbers of items, ascending, and their vectors; not safe for two threads at once."""

    def __init__(self, dim: int) -> None:
        self.generation = -1
        self.numbers: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self.vectors: NDArray[np.float32] = np.zeros((0, dim), dtype=np.float32)

    @property
    def nbytes(self) -> int:
        return self.numbers.nbytes + self.vectors.nbytes

    def update(self, changed: Sequence[int] | None, deleted: Sequence[int], load: Load, generation: int) -> None:
        """Take in items that are new or changed (None: all there are), and let go of deleted ones (numbers)."""
        if changed is None or changed:
            items, vectors = load(changed)
            numbers = items & NUMBER_MASK
        else:
            numbers, vectors = np.zeros(0, dtype=np.int64), self.vectors[:0]
        stale = np.array([*(item & NUMBER_MASK for item in changed or ()), *deleted], dtype=np.int64)
        if len(stale) or len(numbers):
            kept = ~np.isin(self.numbers, np.concatenate((stale, numbers)))
            numbers = np.concatenate((self.numbers[kept], numbers))
            vectors = np.concatenate((self.vectors[kept], vectors))
            order = np.argsort(numbers, kind="stable")
            self.numbers, self.vectors = numbers[order], vectors[order]
        self.generation = generation

    def rows_of(self, columns: Columns) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """As rows of the columns; what they do not show is left out."""
        if not len(columns) or not len(self.numbers):
            return np.zeros(0, dtype=np.int64), self.vectors[:0]
        places = np.searchsorted(columns.numbers, self.numbers)
        known = columns.numbers[np.minimum(places, len(columns) - 1)] == self.numbers
        return places[known], self.vectors[known]
