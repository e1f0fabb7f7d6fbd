"""What is known already that a claim may repeat, extend or contradict: the nearest current memories of a scope."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from recollect.contracts.store import Reader, SpaceReader
from recollect.model.columns import Columns
from recollect.model.record import ACTIVE, LAYERS, STATUSES, Record
from recollect.rules.bm25 import bm25

if TYPE_CHECKING:
    from numpy.typing import NDArray

BY_VECTOR_MAX = 16
BY_WORDS_MAX = 12
_MEMORY, _ACTIVE = LAYERS.index("memory"), STATUSES.index(ACTIVE)


@dataclass(frozen=True, kw_only=True)
class Known:
    """A current memory near a claim."""

    record: Record
    cosine: float | None
    """None: one of the two has no vector."""


def nearest(reader: Reader, terms: Mapping[str, int], vector: NDArray[np.float32] | None) -> list[Known]:
    """The memories most like a text by meaning and by words, of all spaces the reader sees."""
    cosines: dict[int, float | None] = {}
    for space in reader.spaces:
        cosines.update(_nearest_in(space, terms, vector))
    records = reader.records(list(cosines)) if cosines else {}
    return [Known(record=records[item], cosine=cosine) for item, cosine in cosines.items() if item in records]


def _nearest_in(
    space: SpaceReader, terms: Mapping[str, int], vector: NDArray[np.float32] | None
) -> dict[int, float | None]:
    columns = space.columns
    rows = np.flatnonzero((columns.layer == _MEMORY) & (columns.status == _ACTIVE))
    if not len(rows):
        return {}
    cosine = _cosines(columns, rows, vector)
    by_words = bm25(terms, space.postings(tuple(terms)), columns.length).scores[rows]
    chosen = dict.fromkeys(_best(by_words, BY_WORDS_MAX))
    if cosine is not None:
        chosen.update(dict.fromkeys(_best(cosine, BY_VECTOR_MAX)))
    return {columns.item(int(rows[at])): None if cosine is None else float(cosine[at]) for at in chosen}


def _cosines(
    columns: Columns, rows: NDArray[np.intp], vector: NDArray[np.float32] | None
) -> NDArray[np.float32] | None:
    if vector is None or columns.vectors.shape[1] != len(vector):
        return None
    vectors = columns.vectors if len(rows) == len(columns) else columns.vectors[rows]
    product: NDArray[np.float32] = np.einsum("ij,j->i", vectors, vector)
    return product


def _best(scores: NDArray[np.float32], count: int) -> list[int]:
    """Places of the highest scores above 0."""
    if len(scores) > count:
        places = np.argpartition(scores, len(scores) - count)[-count:]
    else:
        places = np.arange(len(scores))
    return [int(place) for place in places if scores[place] > 0]
