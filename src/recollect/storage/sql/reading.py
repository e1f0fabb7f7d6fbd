"""One read transaction over the spaces a scope sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from recollect.model.columns import NUMBER_BITS, Columns, Postings
from recollect.model.decision import OpenConflict
from recollect.model.graph import KnownRelation, Waypoint
from recollect.model.query import Filter
from recollect.model.record import Record
from recollect.model.scope import Scope
from recollect.model.tier import Mark, SpaceStamp
from recollect.rules import quantize
from recollect.storage.sql import conditions, deciding, linking, resolving, spaces, walking
from recollect.storage.sql import versions as versioning
from recollect.storage.sql.database import Session
from recollect.storage.sql.rows import NUMBER_MASK, RECORD_COLUMNS, record_of, space_range
from recollect.storage.sql.seen import Seen
from recollect.storage.sql.snapshots import Snapshots, SpaceState, View

ITEMS_A_QUERY_MAX = 500
STEPS_BACK_MAX = 8
"""How far back the chain of what replaced what is followed in a search."""
QUESTIONS_MAX = 20
LONGER_MAX = 100
HEXADECIMAL = frozenset("0123456789abcdef")


class SqlSpaceReader:
    """One space: columns from the cache, postings and conditions from the database."""

    def __init__(
        self, session: Session, snapshots: Snapshots, state: SpaceState, view: View, user: str | None = None
    ) -> None:
        self._session = session
        self._snapshots = snapshots
        self._state = state
        self._view = view
        self._user = user
        self._columns: Columns | None = None

    @property
    def id(self) -> int:
        return self._state.id

    @property
    def columns(self) -> Columns:
        if self._columns is None:
            self._columns = self._snapshots.columns(self._session, self._state, self._view, self._embedder)
        return self._columns

    def _embedder(self) -> int | None:
        if self._view.signature is None:
            return None
        return spaces.embedder_id(self._session, self._view.signature, create=False)

    def postings(self, terms: Sequence[str]) -> Postings:
        return self._snapshots.postings(self._session, self._state, self._view, self.columns, terms)

    def longer(self, beginning: str) -> list[str]:
        rows = self._session.all(
            "SELECT DISTINCT term FROM posting WHERE space = ? AND term >= ? AND term < ? "
            f"ORDER BY term LIMIT {LONGER_MAX}",
            (self._state.id, f"{beginning}0", f"{beginning}g"),
        )
        return [term for (term,) in rows if HEXADECIMAL.issuperset(term)]

    def sector_vectors(self, sector: str, signature: str) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        embedder = spaces.embedder_id(self._session, signature, create=False)
        if embedder is None:
            return np.zeros(0, dtype=np.int64), np.zeros((0, quantize.dim_of(signature)), dtype=np.float32)
        return self._snapshots.sector_vectors(
            self._session, self._state, self._view, self.columns, sector, signature, embedder
        )

    @property
    def stamp(self) -> SpaceStamp:
        state = self._state
        return SpaceStamp(space=state.id, user=self._user, epoch=state.epoch, generation=state.generation)

    def vectors(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        columns, signature = self.columns, self._view.signature
        if self._view.matrix or signature is None:
            return columns.vectors.take(rows, axis=0)
        embedder, dim = self._embedder(), quantize.dim_of(signature)
        found = np.zeros((len(rows), dim), dtype=np.float32)
        if embedder is None or not len(rows):
            return found
        items = columns.numbers[rows] | (columns.space << NUMBER_BITS)
        held, vectors = self._session.vectors_of(embedder, items.tolist(), dim=dim, signature=signature)
        order = np.argsort(items)
        found[order[np.searchsorted(items[order], held)]] = vectors
        return found

    def changed_since(self, mark: Mark, *, limit: int) -> NDArray[np.int64] | None:
        within, bounds = self._session.of_space(self._state.id)
        rows = self._session.all(
            f"SELECT item FROM item WHERE {within} AND changed >= ? AND (changed > ? OR item > ?) "
            f"ORDER BY item LIMIT {limit + 1}",
            (*bounds, mark.generation, mark.generation, mark.item),
        )
        if len(rows) > limit:
            return None
        numbers = np.fromiter((row[0] & NUMBER_MASK for row in rows), np.int64, len(rows))
        known = self.columns.numbers
        places = np.searchsorted(known, numbers)
        return places[known[np.minimum(places, len(known) - 1)] == numbers] if len(known) else places[:0]

    @property
    def analyser_version(self) -> int:
        return self._state.analyser

    def matching(self, filter: Filter) -> NDArray[np.bool_] | None:
        if not conditions.needs_database(filter):
            return None
        low, high = space_range(self._state.id)
        params: list[object] = [low, high]
        where = conditions.text_prefilter(filter, params)
        where += conditions.words_prefilter(filter, params, self._session.may_hold)
        rows = self._session.all(
            f"SELECT item, {conditions.JUDGED} FROM item WHERE item BETWEEN ? AND ?{where}", params
        )
        numbers = [row[0] & NUMBER_MASK for row in rows if conditions.judge(filter, *row[1:])]
        return np.isin(self.columns.numbers, np.array(numbers, dtype=np.int64))


class SqlReader:
    """See `recollect.contracts.store.Reader`."""

    def __init__(self, session: Session, scope: Scope, spaces: Sequence[SqlSpaceReader]) -> None:
        self._session = session
        self._scope = scope
        self.spaces = spaces

    def records(self, items: Sequence[int]) -> dict[int, Record]:
        found: dict[int, Record] = {}
        for start in range(0, len(items), ITEMS_A_QUERY_MAX):
            part = items[start : start + ITEMS_A_QUERY_MAX]
            for row in self._session.all(_records_sql(len(part)), part):
                found[row[0]] = record_of(row)
        return found

    def sources(self, ids: Sequence[str], kind: str = "derived_from") -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        marks = ", ".join("?" * len(ids))
        for space in self.spaces if ids else ():
            rows = self._session.all(
                f"SELECT source, target FROM edge WHERE space = ? AND source IN ({marks}) AND kind = ?",
                [space.id, *ids, kind],
            )
            for source, target in rows:
                found.setdefault(source, []).append(target)
        return found

    def replaced(self, ids: Sequence[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        looked_at: Sequence[object] = ids
        within, bounds = self._session.of_tenant(self._scope.tenant)
        for _ in range(STEPS_BACK_MAX):
            if not looked_at:
                break
            marks = ", ".join("?" * len(looked_at))
            rows = self._session.all(
                f"SELECT id, previous_version_id FROM item WHERE {within} AND id IN ({marks}) "
                "AND previous_version_id IS NOT NULL",
                [*bounds, *looked_at],
            )
            looked_at = [before for id, before in rows if id not in found]
            found.update((id, before) for id, before in rows)
        return found

    def versions(self, id: str) -> list[Record]:
        return versioning.chain(self._session, self._scope.tenant, id)

    def waypoints(self, ids: Sequence[str]) -> dict[str, Waypoint]:
        return linking.of(self._session, [space.id for space in self.spaces], ids)

    def naming(self, keys: Sequence[str]) -> dict[str, list[int]]:
        return resolving.items_naming(self._session, [space.id for space in self.spaces], keys)

    def contested(self, id: str) -> list[tuple[OpenConflict, Record]]:
        return deciding.contested(self._session, self._scope, [space.id for space in self.spaces], id)

    def relations(
        self, *, now: datetime, cutoffs: Mapping[str, datetime], trust_min: float, limit: int
    ) -> list[KnownRelation]:
        which = Seen.by(self._scope, now, cutoffs, trust_min=trust_min)
        own = [space.id for space in self.spaces]
        return walking.relations(self._session, own, nodes=None, relation=None, which=which, limit=limit)

    def questions(self) -> tuple[OpenConflict, ...]:
        own = [space.id for space in self.spaces]
        return tuple(deciding.questions(self._session, self._scope, own, limit=QUESTIONS_MAX))


@lru_cache(maxsize=64)
def _records_sql(count: int) -> str:
    return f"SELECT {RECORD_COLUMNS} FROM item WHERE item IN ({', '.join('?' * count)})"
