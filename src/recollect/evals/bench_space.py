"""A space held in memory only: `Columns` and postings built straight from messages.

Training looks at every question of every data set many times; going through a store each time would measure the disk.
The same indexing rules as the write path are used, so that what is learned here fits what is searched there.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from recollect.model.columns import NOTHING, Columns, Postings
from recollect.model.record import KINDS, LAYERS, ROLES, STATUSES
from recollect.rules.indexing import embedding_text, index

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from recollect.contracts.embedder import Embedder
    from recollect.evals.datasets import Message, Space


@dataclass(frozen=True, kw_only=True, eq=False)
class BenchSpace:
    """A space of a data set, ready to be ranked."""

    columns: Columns
    ids: tuple[str, ...]
    """Message id of each row."""
    rows: dict[str, NDArray[np.int64]]
    counts: dict[str, NDArray[np.float32]]

    def postings(self, terms: Iterable[str]) -> Postings:
        known = [term for term in terms if term in self.rows]
        return Postings(
            rows={term: self.rows[term] for term in known},
            counts={term: self.counts[term] for term in known},
        )


def build(space: Space, embedder: Embedder | None) -> BenchSpace:
    """Indexes and embeds every message of `space`."""
    messages = space.messages
    rows: dict[str, list[int]] = defaultdict(list)
    counts: dict[str, list[int]] = defaultdict(list)
    lengths = np.zeros(len(messages), dtype=np.float32)
    flags = np.zeros(len(messages), dtype=np.int32)
    for row, message in enumerate(messages):
        entry = index(message.content, speaker=message.name, occurred_at=message.occurred_at)
        lengths[row] = entry.length
        flags[row] = entry.flags
        for term, tf in entry.terms.items():
            rows[term].append(row)
            counts[term].append(tf)
    if embedder is None:
        vectors = np.zeros((len(messages), 0), dtype=np.float32)
    else:
        texts = [embedding_text(m.content, speaker=m.name, occurred_at=m.occurred_at) for m in messages]
        vectors = embedder.embed(texts)
    return BenchSpace(
        columns=_columns(messages, lengths, flags, vectors),
        ids=tuple(message.id for message in messages),
        rows={term: np.asarray(found, dtype=np.int64) for term, found in rows.items()},
        counts={term: np.asarray(found, dtype=np.float32) for term, found in counts.items()},
    )


def _columns(
    messages: Sequence[Message],
    lengths: NDArray[np.float32],
    flags: NDArray[np.int32],
    vectors: NDArray[np.float32],
) -> Columns:
    n = len(messages)
    sessions = tuple(dict.fromkeys(message.session for message in messages))
    speakers = tuple(dict.fromkeys(message.name for message in messages if message.name))
    session_code = {name: code for code, name in enumerate(sessions)}
    speaker_code = {name: code for code, name in enumerate(speakers)}
    session = np.asarray([session_code[message.session] for message in messages], dtype=np.int32)
    position = np.zeros(n, dtype=np.int32)
    before = np.full(n, NOTHING, dtype=np.int32)
    after = np.full(n, NOTHING, dtype=np.int32)
    last: dict[int, int] = {}
    for row, code in enumerate(session.tolist()):
        if code in last:
            before[row] = last[code]
            after[last[code]] = row
            position[row] = position[last[code]] + 1
        last[code] = row
    none = np.full(n, NOTHING, dtype=np.int32)
    times = [message.occurred_at.timestamp() if message.occurred_at else 0.0 for message in messages]
    time = np.asarray(times, dtype=np.float64)
    forever = np.full(n, np.inf, dtype=np.float64)
    return Columns(
        space=1,
        generation=1,
        numbers=np.arange(n, dtype=np.int64),
        vectors=vectors,
        has_vector=np.einsum("ij,ij->i", vectors, vectors) > 0,
        layer=np.full(n, LAYERS.index("turn"), dtype=np.int8),
        kind=np.full(n, KINDS.index("note"), dtype=np.int8),
        status=np.full(n, STATUSES.index("active"), dtype=np.int8),
        role=np.asarray([ROLES.index(message.role) for message in messages], dtype=np.int8),
        speaker=np.asarray([speaker_code.get(m.name or "", NOTHING) for m in messages], dtype=np.int32),
        speakers=speakers,
        session=session,
        sessions=sessions,
        session_codes=session_code,
        agent=none,
        agents=(),
        project=none,
        projects=(),
        position=position,
        before=before,
        after=after,
        time=time,
        created=time,
        since=time,
        until=forever,
        expires=forever,
        length=lengths,
        flags=flags,
        strength=np.full(n, 0.5, dtype=np.float32),
        strength_at=time,
        decay_rate=np.zeros(n, dtype=np.float32),
        sectors=np.ones(n, dtype=np.uint8),
    )
