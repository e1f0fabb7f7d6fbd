"""The verbs of the graph: who and what is known, how they are related, and what lies around them."""

from __future__ import annotations

from collections.abc import Sequence

from recollect.memory.opening import Opened
from recollect.model.graph import DEPTH_DEFAULT, Entity, KnownRelation, Walk, Waypoint

Entities = list[Entity]
KnownRelations = list[KnownRelation]
Waypoints = list[Waypoint]


class Graphing(Opened):
    """Looking at a memory as people and things. Each takes in what was written since it was last looked at."""

    def entities(
        self, *, user: str | None = None, name: str | None = None, type: str | None = None, limit: int = 100
    ) -> Entities:
        """Who and what records name, the most named first; `type` is one of person, company, place, project, tool,
        concept, event."""
        return self._running.graph.entities(self._scope(user), name=name, type=type, limit=limit)

    def entity(self, name: str, *, user: str | None = None) -> Entity:
        """By any of its names; `NotFound` when nobody goes by it."""
        return self._running.graph.entity(self._scope(user), name)

    def relations(
        self,
        *,
        user: str | None = None,
        entity: str | None = None,
        relation: str | None = None,
        limit: int = 100,
        include_ended: bool = False,
    ) -> KnownRelations:
        """What records state: of one entity, of one kind ("works at"), or all; the most stated first."""
        return self._running.graph.relations(
            self._scope(user), entity=entity, relation=relation, limit=limit, include_ended=include_ended
        )

    def graph(
        self, name: str, *, user: str | None = None, depth: int = DEPTH_DEFAULT, include_ended: bool = False
    ) -> Walk:
        """What lies within `depth` relations (at most 4) of an entity, in both directions."""
        return self._running.graph.walk(self._scope(user), name, depth=depth, include_ended=include_ended)

    def waypoints(self, ids: Sequence[str], *, user: str | None = None) -> Waypoints:
        """The link of each of these memories to the one most like it, of those that have one."""
        return self._running.graph.waypoints(self._scope(user), ids)

    def merge_entities(self, keep: str, other: str, *, user: str | None = None) -> Entity:
        """Two names mean the same: what is said of `other` is said of `keep`."""
        return self._running.graph.merge(self._scope(user), keep, other)
