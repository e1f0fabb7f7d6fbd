"""Records become entries: analysed once, with a vector when there is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from recollect.model.batch import Entries
from recollect.model.columns import EVERGREEN
from recollect.model.record import Record
from recollect.rules import indexing
from recollect.rules.bulk_index import Beside, default_index
from recollect.rules.texts import Texts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def embedding_texts(records: Sequence[Record]) -> Texts:
    """What the embedder is given for each record."""
    return Texts(
        indexing.embedding_text(record.content, speaker=record.speaker, occurred_at=record.occurred_at)
        for record in records
    )


def entries(records: Sequence[Record], vectors: NDArray[np.float32] | None, embedded: Texts | None = None) -> Entries:
    """Ready to be written; without vectors they are found by their words. `embedded`: the texts that were embedded; as
    long as they are the contents, they are split into words only once."""
    contents = [record.content for record in records]
    texts = embedded if embedded == contents else Texts(contents)
    beside: dict[int, Beside] = {}
    evergreen: list[int] = []
    for place, record in enumerate(records):
        if record.speaker or record.key or record.occurred_at is not None:
            beside[place] = record.speaker, record.occurred_at, record.key
        if record.evergreen:
            evergreen.append(place)
    indexed = default_index().index(texts, beside)
    for place in evergreen:
        indexed.flags[place] |= EVERGREEN
    return Entries(records=records, terms=indexed.terms, lengths=indexed.lengths, flags=indexed.flags, vectors=vectors)
