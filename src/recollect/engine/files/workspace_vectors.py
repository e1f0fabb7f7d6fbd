"""Another embedder for a whole workspace: its vectors are made first, and take the place of the old ones at once.

An item has one vector. If files were given new ones one after the other, a search would meanwhile see vectors of two
embedders, could compare its question with half of them, and the other half would fall below its least score. So nothing
is written until all are made; then one transaction swaps them. Killed before it, the old vectors are all there; what a
remote embedder answered lies in the cache on disk and is not asked for again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import accumulate

from recollect.engine.documents import Documents
from recollect.engine.parts import Parts
from recollect.engine.recall import Recall
from recollect.model.batch import Vectors
from recollect.model.document import DOCUMENT, Document
from recollect.model.record import LAYERS, Record
from recollect.model.scope import Scope
from recollect.write.entries import embedding_texts

MADE_AT_ONCE = 256
CUT_WORDS = 2
"""A fingerprint is the way of cutting, in so many words, and the signature of the embedder where there are vectors."""
NO_ANSWER = "the embedder did not answer; the vectors are made with the next sync"
ENDED = "it was ended before all vectors were made; the next sync goes on"
SIGNED_AT_ONCE = 500
MENDED_MAX = 10_000


def signature_of(document: Document) -> str | None:
    """Who made the vectors of a document; None: it has none, or is to be read anew."""
    words = document.fingerprint.split(" ", CUT_WORDS)
    return words[CUT_WORDS] if len(words) > CUT_WORDS else None


def most_common(documents: Iterable[Document], *, besides: str | None) -> str | None:
    """Who made the vectors of most of these documents, other than the one named."""
    counts = Counter(found for one in documents if (found := signature_of(one)) not in (None, besides))
    return counts.most_common(1)[0][0] if counts else None


def change(
    parts: Parts,
    keeper: Documents,
    recall: Recall,
    documents: Sequence[Document],
    signature: str,
    told: Callable[[int], bool],
) -> tuple[list[Document], str | None]:
    """Vectors of this embedder for all passages of these documents of one space, or for none; then why none.

    `told` hears how many documents are done, and says whether to go on. Returns the documents as they are now; one
    that is to be read anew stays so.
    """
    own = documents[0].scope.own
    found = parts.store.passages(own, [one.id for one in documents])
    ends = list(accumulate(len(found[one.id]) for one in documents))
    records = [record for one in documents for record in found[one.id]]
    failure = _swap(parts, own, records, signature, lambda made: told(bisect_right(ends, made)))
    if failure is not None:
        return [], failure
    if records:
        recall.embed_sectors(records)
    changed = [replace(one, fingerprint=_signed(one, signature)) for one in documents if one.fingerprint]
    for start in range(0, len(changed), SIGNED_AT_ONCE):
        keeper.look_again(changed[start : start + SIGNED_AT_ONCE])
    return changed, None


def _swap(
    parts: Parts, own: Scope, records: Sequence[Record], signature: str, made: Callable[[int], bool]
) -> str | None:
    """All vectors are held in memory until they are written together: 4 bytes a dimension each."""
    import numpy as np

    rows = []
    for start in range(0, len(records), MADE_AT_ONCE):
        step = records[start : start + MADE_AT_ONCE]
        embedded = parts.embedding.embed(embedding_texts(step), own)
        if embedded.rows is None or embedded.signature != signature:  # another that stands in for it is another
            return NO_ANSWER
        rows.append(embedded.rows)
        if not made(start + len(step)):
            return ENDED
    if rows:
        items = tuple(record.item for record in records)
        parts.store.write_vectors(own, Vectors(signature=signature, items=items, rows=np.concatenate(rows)))
    return None


def _signed(document: Document, signature: str) -> str:
    """Its fingerprint when somebody else has made its vectors; how it is cut stays."""
    return " ".join([*document.fingerprint.split(" ", CUT_WORDS)[:CUT_WORDS], signature])


def without_vector(parts: Parts, scope: Scope, collection: str, signature: str) -> set[int]:
    """The items of a workspace's passages that have no vector of this embedder."""
    import numpy as np

    found: set[int] = set()
    layer = LAYERS.index(DOCUMENT)
    with parts.store.reading(scope, signature=signature, matrix=parts.tier is None) as reader:
        for space in reader.spaces:
            columns = space.columns
            if collection not in columns.projects:
                continue
            mine = (columns.project == columns.projects.index(collection)) & (columns.layer == layer)
            rows = np.flatnonzero(mine & ~columns.has_vector & np.isinf(columns.until))
            found.update(columns.item(int(row)) for row in rows)
    return found


def mend(parts: Parts, recall: Recall, scope: Scope, signature: str | None) -> None:
    """Passages that another embedder has taken over since (a process with other settings was at work) get vectors of
    today's again. `scope` has the labels of the workspace."""
    own = scope.own
    if signature is None or not parts.store.pending_count(own, signature):
        return
    pending = parts.store.pending_vectors(own, signature, limit=MENDED_MAX)
    lacking = [record for _, record in pending if record.project == scope.project and record.layer == DOCUMENT]
    recall.embed_records([record for record in lacking if record.scope.own == own])
