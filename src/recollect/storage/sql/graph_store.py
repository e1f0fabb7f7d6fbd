"""The part of the store that keeps the graph: see `recollect.contracts.store.Store`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from recollect.model.columns import NUMBER_BITS
from recollect.model.graph import Entity, Growth, KnownRelation, Links, MergedName, Ungraphed, Walk, Waypoint
from recollect.model.scope import Scope
from recollect.storage.sql import graphing, linking, resolving, spaces, walking
from recollect.storage.sql.database import Database, Session
from recollect.storage.sql.rows import us
from recollect.storage.sql.seen import Seen
from recollect.storage.sql.telling import MERGED, Tellings

NEAR_MAX = 5


class GraphStore:
    """Entities, relations and waypoints."""

    _database: Database
    _tellings: Tellings

    # --- growing ------------------------------------------------------------------------------------------------

    def ungraphed(self, scope: Scope, *, limit: int) -> Ungraphed | None:
        return self._next(scope, "graphed", limit)

    def grow_graph(self, scope: Scope, growth: Growth) -> None:
        with self._database.writing(scope) as session:
            graphing.grow(session, _own(session, scope), growth)

    def unlinked(self, scope: Scope, *, limit: int) -> Ungraphed | None:
        return self._next(scope, "linked", limit)

    def link_waypoints(self, scope: Scope, links: Links) -> None:
        with self._database.writing(scope) as session:
            linking.link(session, _own(session, scope), links)

    def _next(self, scope: Scope, mark: str, limit: int) -> Ungraphed | None:
        with self._database.reading(scope) as session:
            state = spaces.state(session, scope.tenant, scope.user)
            return None if state is None else graphing.ungraphed(session, state.id, mark=mark, limit=limit)

    def waypoints(self, scope: Scope, ids: Sequence[str]) -> dict[str, Waypoint]:
        with self._database.reading(scope) as session:
            return linking.of(session, _visible(session, scope), ids)

    def travel(self, scope: Scope, travelled: Sequence[tuple[int, str, str]], gain: float) -> None:
        pairs = sorted((item >> NUMBER_BITS, source, target) for item, source, target in travelled)
        with self._database.writing(scope) as session:
            session.lock("space", sorted({pair[0] for pair in pairs}))
            linking.travel(session, scope, pairs, gain)

    def prune_waypoints(self, scope: Scope, below: float, *, everyone: bool) -> int:
        with self._database.writing(scope) as session:
            owned = spaces.of_tenant(session, scope.tenant)
            wanted = [state.id for user, state in owned if everyone or user == scope.user]
            session.lock("space", wanted)
            return linking.prune(session, wanted, below)

    def merge_entities(self, scope: Scope, keep: str, other: str, now: datetime) -> bool:
        with self._tellings.writing(scope, MERGED) as (session, tell):
            state = spaces.state(session, scope.tenant, scope.user)
            if state is None:
                return False
            session.lock("space", [state.id])
            there = walking.entities(session, [(state.id, keep), (state.id, other)])
            if len(there) < 2:
                return False
            spaces.reserve(session, scope, 0)  # what was read before is no longer so
            graphing.merge(session, state.id, keep, other, us(now))
            tell()
            return True

    def merged_names(self, scope: Scope, *, everyone: bool) -> list[MergedName]:
        with self._database.reading(scope) as session:
            return [
                MergedName(user=user, name=name, known_as=known_as)
                for user, state in spaces.of_tenant(session, scope.tenant)
                if everyone or user == scope.user
                for name, known_as in resolving.merged(session, state.id)
            ]

    # --- reading ------------------------------------------------------------------------------------------------

    def entities(
        self, scope: Scope, *, name: str | None = None, type: str | None = None, limit: int, own: bool = False
    ) -> list[Entity]:
        with self._database.reading(scope) as session:
            seen = _visible(session, scope)
            if own:
                state = spaces.state(session, scope.tenant, scope.user)
                seen = [] if state is None else [state.id]
            if name is None:
                return walking.listed(session, seen, type=type, limit=limit)
            found = walking.entities(session, walking.find(session, seen, name))
            return [entity for entity in found.values() if type in (None, entity.type)][:limit]

    def names_like(self, scope: Scope, name: str) -> list[str]:
        with self._database.reading(scope) as session:
            return resolving.near(session, _visible(session, scope), name, limit=NEAR_MAX)

    def relations(
        self,
        scope: Scope,
        *,
        entity: str | None = None,
        relation: str | None = None,
        now: datetime,
        include_ended: bool = False,
        cutoffs: Mapping[str, datetime] | None = None,
        trust_min: float = 0.0,
        limit: int,
    ) -> list[KnownRelation]:
        with self._database.reading(scope) as session:
            seen = _visible(session, scope)
            nodes = None if entity is None else walking.find(session, seen, entity)
            which = Seen.by(scope, now, cutoffs, include_ended=include_ended, trust_min=trust_min)
            return walking.relations(session, seen, nodes=nodes, relation=relation, which=which, limit=limit)

    def walk(
        self,
        scope: Scope,
        name: str,
        *,
        depth: int,
        now: datetime,
        include_ended: bool = False,
        cutoffs: Mapping[str, datetime] | None = None,
        nodes_max: int,
        edges_max: int,
    ) -> Walk | None:
        with self._database.reading(scope) as session:
            seen = _visible(session, scope)
            start = walking.find(session, seen, name)
            if not start:
                return None
            return walking.walk(
                session,
                seen,
                start,
                depth=depth,
                which=Seen.by(scope, now, cutoffs, include_ended=include_ended),
                nodes_max=nodes_max,
                edges_max=edges_max,
            )


def _visible(session: Session, scope: Scope) -> list[int]:
    return [state.id for state in spaces.visible(session, scope)]


def _own(session: Session, scope: Scope) -> int:
    state = spaces.state(session, scope.tenant, scope.user)
    assert state is not None, "what is written into the graph was read from this space"
    return state.id
