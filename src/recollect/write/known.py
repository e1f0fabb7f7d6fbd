"""What is known already that a claim may repeat, extend or contradict: the nearest current memories of a scope."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np

from recollect.contracts.store import Reader, SpaceReader
from recollect.model.columns import NOTHING, Columns
from recollect.model.ids import without_case
from recollect.model.record import ACTIVE, LAYERS, ROLES, STATUSES, Record
from recollect.model.scope import Scope
from recollect.rules.bm25 import bm25
from recollect.rules.text import default_analyser
from recollect.write.verify.background import Background

if TYPE_CHECKING:
    from numpy.typing import NDArray

BY_VECTOR_MAX = 6
BY_WORDS_MAX = 5
ALL_MAX = 12
"""So few memories are all looked at."""
COSINE_MIN = 0.25
BY_SLOT_MAX = 4
OVERRIDES_MAX = 50
"""The newest overrides are always looked at: nothing may slip past them because it is worded otherwise."""
WORDS_MIN = 0.2
"""Share of the weight of a text's words that a memory must have in common with it."""
BEGINNING_CHARS = 300
"""Of a text that may be known word for word, so much is looked up by its words."""
SAME_MAX = 50
"""Of the memories that have all its words, so many of the newest are compared."""
_MEMORY, _OVERRIDE = LAYERS.index("memory"), LAYERS.index("override")
_ACTIVE = STATUSES.index(ACTIVE)
_USER = ROLES.index("user")


@dataclass(frozen=True, kw_only=True)
class Known:
    """A current memory or override near a claim."""

    record: Record
    cosine: float | None
    """None: one of the two has no vector."""


@dataclass(frozen=True, kw_only=True)
class Surroundings:
    """The memories near a claim, and what they stand out from."""

    near: list[Known]
    background: Background


def surroundings(
    reader: Reader,
    scope: Scope,
    terms: Mapping[str, int],
    vector: NDArray[np.float32] | None,
    slot: Sequence[str] = (),
    *,
    same: bool = False,
) -> Surroundings:
    """The memories most like a text by meaning and by words, and the newest of its slot, of all spaces the reader sees,
    as far as the labels of the scope show them.

    `slot`: terms by which memories of the same slot are told, see `recollect.write.verify.slots`. `same`: only ones
    that may have the same text are asked for, beside the overrides; where vectors tell, words are not looked up.
    """
    cosines: dict[int, float | None] = {}
    holding: Counter[str] = Counter()
    count = 0
    for space in reader.spaces:
        if same and vector is not None and space.columns.vectors_complete:
            count += _nearest_in(space, scope, {}, vector, cosines, holding, ())
        else:
            count += _nearest_in(space, scope, terms, vector, cosines, holding, slot)
    records = reader.records(list(cosines)) if cosines else {}
    near = [Known(record=records[item], cosine=cosine) for item, cosine in cosines.items() if item in records]
    return Surroundings(near=near, background=Background(count=count, holding=holding))


def _nearest_in(
    space: SpaceReader,
    scope: Scope,
    terms: Mapping[str, int],
    vector: NDArray[np.float32] | None,
    cosines: dict[int, float | None],
    holding: Counter[str],
    slot: Sequence[str],
) -> int:
    """Fills `cosines` by item and `holding` by term; returns how many memories the space has."""
    columns = space.columns
    holds = ((columns.layer == _MEMORY) | (columns.layer == _OVERRIDE)) & _stands(columns, scope)
    rows = np.flatnonzero(holds)
    if not len(rows):
        return 0
    cosine = _cosines(columns, rows, vector)
    by_words: list[int] = []
    if terms:
        postings = space.postings(tuple(terms))
        for term in terms:
            found = postings.rows.get(term)
            holding[term] += 0 if found is None else int(np.count_nonzero(holds[found]))
        scored = bm25(terms, postings, columns.length)
        by_words = _best(scored.scores[rows], BY_WORDS_MAX, WORDS_MIN * sum(scored.weights.values()))
    if len(rows) <= ALL_MAX:
        chosen = dict.fromkeys(range(len(rows)))
    else:
        chosen = dict.fromkeys(by_words)
        if cosine is not None:
            chosen.update(dict.fromkeys(_best(cosine, BY_VECTOR_MAX, COSINE_MIN)))
        chosen.update(dict.fromkeys(_of_slot(space, slot, rows)))
        chosen.update(dict.fromkeys(np.flatnonzero(columns.layer[rows] == _OVERRIDE)[-OVERRIDES_MAX:].tolist()))
    cosines.update({columns.item(int(rows[at])): None if cosine is None else float(cosine[at]) for at in chosen})
    return len(rows)


def _stands(columns: Columns, scope: Scope) -> NDArray[np.bool_]:
    """Current rows that the labels of the scope show."""
    stands: NDArray[np.bool_] = columns.status == _ACTIVE
    for codes, names, label in (
        (columns.agent, columns.agents, scope.agent),
        (columns.project, columns.projects, scope.project),
    ):
        if label is not None:
            stands &= (codes == NOTHING) | (codes == (names.index(label) if label in names else NOTHING))
    return stands


def only_name(space: SpaceReader, scope: Scope) -> str | None:
    """The one name under which the user of a space has spoken or that he gave as his own, as far as the labels of the
    scope show; None where there is none, or another person spoke there too."""
    columns = space.columns
    if not columns.speakers:
        return None
    own = (columns.role == _USER) | (columns.layer == _MEMORY)
    said = own & (columns.speaker != NOTHING) & _stands(columns, scope)
    codes = np.unique(columns.speaker[said])
    return columns.speakers[int(codes[0])] if len(codes) == 1 else None


def told_of(space: SpaceReader, scope: Scope, words: Sequence[str]) -> bool:
    """Whether one current memory of a space holds all these words."""
    return bool(len(_holding(space, scope, (term for word in words for term in default_analyser().terms(word)))))


def same_text(reader: Reader, scope: Scope, text: str, now: datetime) -> list[Record]:
    """The user's own memories under these labels, oldest first, whose text differs in letter case and spaces alone."""
    wanted = without_case(text)
    end = wanted.find(" ", BEGINNING_CHARS)
    terms = default_analyser().terms(wanted if end < 0 else wanted[:end])
    items = [
        space.columns.item(int(row)) for space in reader.spaces for row in _holding(space, scope, terms)[-SAME_MAX:]
    ]
    return [
        record
        for record in reader.records(items).values()
        if (record.user, record.agent, record.project) == (scope.user, scope.agent, scope.project)
        and (record.expires_at is None or record.expires_at > now)
        and without_case(record.content) == wanted
    ]


def _holding(space: SpaceReader, scope: Scope, terms: Iterable[str]) -> NDArray[np.intp]:
    """Rows of the current memories that have all of these terms; none where there are no terms."""
    wanted, columns = tuple(dict.fromkeys(terms)), space.columns
    held = space.postings(wanted).rows if wanted and columns.has_memories else {}
    if not wanted or len(held) < len(wanted):
        return np.empty(0, dtype=np.intp)
    common, *others = sorted(held.values(), key=len)  # most often the rarest term leaves next to nothing
    for other in others:
        common = common[np.isin(common, other, kind="table")]
    rows: NDArray[np.intp] = common[(columns.layer[common] == _MEMORY) & _stands(columns, scope)[common]]
    return rows


def _of_slot(space: SpaceReader, slot: Sequence[str], rows: NDArray[np.intp]) -> list[int]:
    """Places among `rows` of the newest memories that have a word of the slot."""
    held = list(space.postings(slot).rows.values()) if slot else []
    if not held:
        return []
    telling = np.flatnonzero(np.isin(rows, np.concatenate(held)))
    return [int(place) for place in telling[-BY_SLOT_MAX:]]


def _cosines(
    columns: Columns, rows: NDArray[np.intp], vector: NDArray[np.float32] | None
) -> NDArray[np.float32] | None:
    if vector is None or columns.vectors.shape[1] != len(vector):
        return None
    vectors = columns.vectors if len(rows) == len(columns) else columns.vectors[rows]
    product: NDArray[np.float32] = np.vecdot(vectors, vector)
    return product


def _best(scores: NDArray[np.float32], count: int, least: float) -> list[int]:
    """Places of the highest scores that are high enough."""
    if len(scores) > count:
        places = np.argpartition(scores, len(scores) - count)[-count:]
    else:
        places = np.arange(len(scores))
    return [int(place) for place in places if scores[place] >= least]
