"""Records become entries: analysed once, with a vector when there is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from recollect.model.batch import Entry
from recollect.model.columns import EVERGREEN
from recollect.model.record import Record
from recollect.rules import indexing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EVERGREEN_TAG = "evergreen"
"""A record with this tag does not age."""


def embedding_texts(records: Sequence[Record]) -> list[str]:
    """What the embedder is given for each record."""
    return [
        indexing.embedding_text(record.content, speaker=record.speaker, occurred_at=record.occurred_at)
        for record in records
    ]


def entries(records: Sequence[Record], vectors: NDArray[np.float32] | None) -> tuple[Entry, ...]:
    """Ready to be written; without vectors they are found by their words."""
    rows = [None] * len(records) if vectors is None else list(vectors)
    return tuple(_entry(record, row) for record, row in zip(records, rows, strict=True))


def _entry(record: Record, vector: NDArray[np.float32] | None) -> Entry:
    indexed = indexing.index(record.content, speaker=record.speaker, occurred_at=record.occurred_at, key=record.key)
    return Entry(
        record=record,
        terms=indexed.terms,
        length=indexed.length,
        flags=indexed.flags | (EVERGREEN if EVERGREEN_TAG in record.tags else 0),
        vector=vector,
    )
