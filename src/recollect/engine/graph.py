"""The graph: brought up to date with the records, and read.

It is an index derived from records, with a mark of its own: whoever reads it first takes in what was written since, so
one reads one's own writes; a job does the same in the background after learning. Each step is short and one
transaction, so that a crash or another process in between costs nothing.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from recollect.contracts.store import Reader
from recollect.engine.parts import Parts
from recollect.errors import Conflict, InvalidInput, InvalidState, NotFound, StoreReadOnly
from recollect.lifecycle import retention
from recollect.model.batch import Batch
from recollect.model.claim import ENTITY_TYPES
from recollect.model.graph import (
    DEPTH_DEFAULT,
    DEPTH_MAX,
    Entity,
    Growth,
    KnownRelation,
    Links,
    Ties,
    Ungraphed,
    Walk,
    Waypoint,
)
from recollect.model.ids import new_id
from recollect.model.job import Job
from recollect.model.record import ACTIVE, LAYERS, ONCE_CURRENT, STATUSES, Neighbour, Record
from recollect.model.scope import Scope
from recollect.rules import naming
from recollect.write import accept
from recollect.write.ties import ties_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from recollect.model.columns import Columns

SUMMARY, LLM = "summary", "llm"
GRAPH = "graph"
"""The kind of the job."""
SETTLE_S = 2.0
"""How long after the last of several writes the job begins."""
STEP = 200
"""Records taken in at once."""
STEPS_MAX = 1_000_000
LINKED_AT_ONCE = 64
"""Memories compared with all others at once."""
LINKING_S = 0.5
"""How long a look at waypoints may make those that are missing."""
WAYPOINT_SIMILARITY = 0.75
LIST_MAX = 10_000
NODES_MAX = 500
EDGES_MAX = 2_000
_MEMORY, _ACTIVE = LAYERS.index("memory"), STATUSES.index(ACTIVE)
Entities = list[Entity]
Relations = list[KnownRelation]
Waypoints = list[Waypoint]
Neighbours = list[Neighbour]


class Graph:
    """Entities, relations and walks of the spaces a scope sees; waypoints between memories."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    # --- reading ------------------------------------------------------------------------------------------------

    def entities(self, scope: Scope, *, name: Any = None, type: Any = None, limit: Any = 100) -> Entities:
        """By name, else those that most records name."""
        limit = accept.whole(limit, "limit", 1, LIST_MAX)
        name = None if name is None else _name(name)
        if type is not None:
            accept.one_of(type, ENTITY_TYPES, "type")
        self.catch_up(scope)
        found = self._parts.store.entities(scope, name=name, type=type, limit=limit)
        if not found:
            self._require_made(scope)
        return found

    def entity(self, scope: Scope, name: Any) -> Entity:
        self.catch_up(scope)
        found = self._parts.store.entities(scope, name=_name(name), limit=1)
        if not found:
            raise self._unknown(scope, name)
        return found[0]

    def neighbours(self, scope: Scope, id: Any) -> Neighbours:
        """Records at the other end of a record's links, by kind, the strongest first. What is gone is left out."""
        store = self._parts.store
        found = store.get(scope, [accept.identifier(id)])
        if not found:
            raise NotFound(f"there is no record {id!r}; it may have been deleted")
        own = found[0].scope.own
        edges = store.edges(own, [id])[:EDGES_MAX]
        ends = [edge.target if edge.source == id else edge.source for edge in edges]
        # An import may name any id as the other end: what belongs to another user is not shown.
        seen = (own, own.shared.own)
        others = {one.id: one for one in store.get(own, list(dict.fromkeys(ends))) if one.scope.own in seen}
        linked = [
            Neighbour(kind=edge.kind, outgoing=edge.source == id, weight=edge.weight, record=others[end])
            for edge, end in zip(edges, ends, strict=True)
            if end in others and end != id
        ]
        return sorted(linked, key=lambda one: (one.kind, not one.outgoing, -one.weight))

    def relations(
        self, scope: Scope, *, entity: Any = None, relation: Any = None, limit: Any = 100, include_ended: bool = False
    ) -> Relations:
        """Those of an entity, of a kind ("works at"), or all; the most stated first."""
        limit = accept.whole(limit, "limit", 1, LIST_MAX)
        self.catch_up(scope)
        return self._parts.store.relations(
            scope,
            entity=None if entity is None else _name(entity),
            relation=None if relation is None else naming.relation_key(_name(relation, "relation")),
            now=self._parts.clock(),
            include_ended=include_ended,
            cutoffs=self._cutoffs(),
            limit=limit,
        )

    def walk(self, scope: Scope, name: Any, *, depth: Any = DEPTH_DEFAULT, include_ended: bool = False) -> Walk:
        """What lies around an entity."""
        depth = accept.whole(depth, "depth", 1, DEPTH_MAX)
        self.catch_up(scope)
        found = self._parts.store.walk(
            scope,
            _name(name),
            depth=depth,
            now=self._parts.clock(),
            include_ended=include_ended,
            cutoffs=self._cutoffs(),
            nodes_max=NODES_MAX,
            edges_max=EDGES_MAX,
        )
        if found is None:
            raise self._unknown(scope, name)
        return found

    def waypoints(self, scope: Scope, ids: Any) -> Waypoints:
        """The links out of these memories; what has none yet is given one, as far as there is time."""
        if isinstance(ids, str) or not isinstance(ids, Sequence) or not 0 < len(ids) <= LIST_MAX:
            raise InvalidInput(f"ids must be a list of 1 to {LIST_MAX:,} ids of memories")
        wanted = [accept.identifier(id) for id in ids]
        for space in _spaces(scope):
            self.link(space, LINKING_S)
        known = self._parts.store.waypoints(scope, wanted)
        return [known[id] for id in dict.fromkeys(wanted) if id in known]

    def key_relations(self, reader: Reader, limit: int, *, now: datetime, trust_min: float = 0.0) -> Relations:
        """What is stated most often and holds then, as far as the graph knows by now: nothing is caught up."""
        return reader.relations(now=now, cutoffs=self._cutoffs(now), trust_min=trust_min, limit=limit)

    def _cutoffs(self, now: datetime | None = None) -> dict[str, datetime]:
        return retention.cutoffs(self._parts.options.ageing.retention_days, now or self._parts.clock())

    def merge(self, scope: Scope, keep: Any, other: Any) -> Entity:
        """Two names mean one: what is said of `other` is said of `keep`."""
        self.catch_up(scope)
        own, store = scope.own, self._parts.store
        found = [store.entities(own, name=_name(name), limit=1, own=True) for name in (keep, other)]
        for name, known in zip((keep, other), found, strict=True):
            if not known:
                raise self._unknown(own, name)
        kept, merged = found[0][0], found[1][0]
        if kept.id == merged.id:
            raise InvalidState(f"{keep!r} and {other!r} are the same entity already: {kept.name}")
        if not store.merge_entities(own, kept.id, merged.id, self._parts.clock()):
            raise Conflict(f"{keep!r} or {other!r} was forgotten meanwhile; look again")
        return self.entity(own, keep)

    def _require_made(self, scope: Scope) -> None:
        """Nothing found in a graph that could not be made is no answer."""
        store = self._parts.store
        if self.behind(scope) and not store.entities(scope, limit=1):
            raise StoreReadOnly(
                "the graph of this store was never made, and the store is read-only; run `recollect graph` once where "
                "it can be written"
            )

    def _unknown(self, scope: Scope, name: Any) -> NotFound:
        self._require_made(scope)
        near = self._parts.store.names_like(scope, str(name))
        hint = f"similar names: {', '.join(near)}" if near else "`recollect graph` lists who and what is known"
        return NotFound(f"nobody and nothing called {str(name)!r} is known here; {hint}")

    # --- keeping up ---------------------------------------------------------------------------------------------

    def signal(self, scope: Scope) -> Job:
        """The job that brings the graph up to date once the writing has settled."""
        now = self._parts.clock()
        run_at = now + timedelta(seconds=SETTLE_S)
        return Job(id=new_id(now), kind=GRAPH, scope=scope.own, run_at=run_at, created_at=now)

    def ask(self, scope: Scope, *, everyone: bool) -> int:
        """Promise to take in what is not known yet, of the scope's own space or of all of its tenant; how many jobs
        that makes. Plain texts queue none when they are written."""
        store = self._parts.store
        users = store.users(scope) if everyone else [scope.user]
        spaces = [Scope(tenant=scope.tenant, user=user) for user in users]
        behind = [own for own in spaces if (step := store.ungraphed(own, limit=1)) is not None and step.records]
        for own in behind:
            store.write(own, Batch(jobs=(replace(self.signal(own), run_at=self._parts.clock()),)))
        return len(behind)

    def work(self, job: Job) -> None:
        """Do the job: names and relations, then waypoints."""
        grown = self._grow(job.scope.own)
        linked = self._link(job.scope.own)
        finished = job.done(self._parts.clock(), {"records": grown, "waypoints": linked})
        self._parts.store.change_job(job.scope, finished)

    def catch_up(self, scope: Scope) -> int:
        """Take in what was written since into the spaces the scope sees; returns how many records."""
        return sum(self._grow(space) for space in _spaces(scope))

    def behind(self, scope: Scope) -> list[Scope]:
        """The spaces a scope sees in which there is something that the graph does not know."""
        return [space for space in _spaces(scope) if self._parts.store.ungraphed(space, limit=1) is not None]

    def link(self, scope: Scope, budget_s: float | None = None) -> int:
        """Give memories their waypoints, within a time if one is given; returns how many got one."""
        deadline = None if budget_s is None else time.monotonic() + budget_s
        return self._link(scope.own, deadline)

    def _grow(self, own: Scope) -> int:
        """Step by step; returns how many records."""
        done = 0
        for _ in range(STEPS_MAX):
            step = self._parts.store.ungraphed(own, limit=STEP)
            if step is None:
                break
            ties = [_ties(record, step) for record in step.records]
            try:
                self._parts.store.grow_graph(own, Growth(step=step, ties=ties, now=self._parts.clock()))
            except StoreReadOnly:
                break  # who may only read sees what is there
            except Conflict:
                continue  # another process took this step
            done += len(step.records)
        return done

    def _link(self, own: Scope, deadline: float | None = None) -> int:
        """Steps of memories without a waypoint. Without an embedder there is nothing to compare."""
        signature, store, done = self._parts.embedding.signature(), self._parts.store, 0
        if signature is None:
            return 0
        for _ in range(STEPS_MAX):
            step = store.unlinked(own, limit=LINKED_AT_ONCE)
            if step is None or (deadline is not None and time.monotonic() > deadline):
                break
            links = self._links(own, step, signature)
            try:
                store.link_waypoints(own, links)
            except StoreReadOnly:
                break
            except Conflict:
                continue
            done += len(links.links)
        return done

    def _links(self, own: Scope, step: Ungraphed, signature: str) -> Links:
        """The most similar other memory of each, by an exact product with the space's vectors."""
        fresh = [record for record in step.records if record.current and record.status == ACTIVE]
        known = self._parts.store.waypoints(own, [record.id for record in fresh])
        fresh = [
            record for record in fresh if record.id not in known or known[record.id].created_at <= record.updated_at
        ]
        now = self._parts.clock()
        if not fresh:
            return Links(step=step, now=now)
        with self._parts.store.reading(own, signature=signature) as reader:
            own_space = {record.item >> 32 for record in fresh}
            space = next((one for one in reader.spaces if one.columns.space in own_space), None)
            if space is None or not space.columns.vectors_any:
                return Links(step=step, now=now)
            pairs = _most_similar(space.columns, fresh)
            others = reader.records([item for _, item, _ in pairs])
        links, back = [], []
        for record, item, similarity in pairs:
            other = others.get(item)
            if other is None:
                continue
            links.append((record.id, other.id, similarity))
            if record.sectors[:1] != other.sectors[:1]:
                back.append((other.id, record.id, similarity))
        return Links(step=step, links=links, back=back, now=now)


def _spaces(scope: Scope) -> list[Scope]:
    return list(dict.fromkeys((scope.own, Scope(tenant=scope.tenant))))


def _ties(record: Record, step: Ungraphed) -> Ties:
    """What came with the record, else what its text says. What never was part of the memory says nothing; what a model
    retells ties nobody to anything, for what is so was said in the conversation or learned from it."""
    if record.status not in ONCE_CURRENT:
        return Ties()
    told = step.told.get(record.item)
    if told is None:
        own = record.layer in ("memory", "override") and record.provenance.source in ("user", "import")
        told = ties_of(record.content, record.speaker, own=own)
        if record.layer == SUMMARY and record.metadata.get("built_by") == LLM:
            told = replace(told, relations=())
    if record.confidence >= 1.0:
        return told
    return replace(
        told,
        relations=tuple(
            replace(relation, confidence=round(min(relation.confidence, record.confidence), 4))
            for relation in told.relations
        ),
    )


def _most_similar(columns: Columns, records: Sequence[Record]) -> list[tuple[Record, int, float]]:
    """(record, item of the other memory, cosine) for each that has one similar enough."""
    import numpy as np

    open_rows = (columns.layer == _MEMORY) & (columns.status == _ACTIVE) & np.isinf(columns.until) & columns.has_vector
    rows: NDArray[np.int64] = np.flatnonzero(open_rows)
    numbers = np.array([record.item & 0xFFFFFFFF for record in records], dtype=np.int64)
    places = np.searchsorted(columns.numbers, numbers)
    found = []
    there = places < len(columns)
    there[there] &= columns.numbers[places[there]] == numbers[there]
    there[there] &= columns.has_vector[places[there]]
    asked = np.flatnonzero(there)
    if not len(asked) or len(rows) < 2:
        return []
    scores = columns.vectors[places[asked]] @ columns.vectors[rows].T
    scores[np.arange(len(asked)), np.searchsorted(rows, places[asked]).clip(max=len(rows) - 1)] = -1.0
    best = scores.argmax(axis=1)
    for line, at in enumerate(asked.tolist()):
        similarity = float(scores[line, best[line]])
        if similarity >= WAYPOINT_SIMILARITY:
            found.append((records[at], columns.item(int(rows[best[line]])), min(1.0, similarity)))
    return found


def _name(value: Any, what: str = "name") -> str:
    found = accept.label(value, what)
    if found is None:
        raise InvalidInput(f"the {what} is missing; say whom or what you mean")
    return found
