"""What a store must do for the graph: part of `recollect.contracts.store.Store`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from recollect.model.graph import Entity, Growth, KnownRelation, Links, MergedName, Ungraphed, Walk, Waypoint
from recollect.model.scope import Scope

Entities = list[Entity]
KnownRelations = list[KnownRelation]
MergedNames = list[MergedName]
Cutoffs = Mapping[str, datetime]
Names = list[str]


class GraphKeeping(Protocol):
    """Entities, relations and waypoints, made of what records say."""

    def ungraphed(self, scope: Scope, *, limit: int) -> Ungraphed | None:
        """The next records of the scope's own space that the graph does not know; None: it knows them all."""

    def grow_graph(self, scope: Scope, growth: Growth) -> None:
        """Take one step in, in one transaction. `Conflict`: somebody else took it meanwhile."""

    def unlinked(self, scope: Scope, *, limit: int) -> Ungraphed | None:
        """Like `ungraphed`: memories that were not yet given a waypoint, or changed since."""

    def link_waypoints(self, scope: Scope, links: Links) -> None:
        """Like `grow_graph`."""

    def waypoints(self, scope: Scope, ids: Sequence[str]) -> dict[str, Waypoint]:
        """The waypoint of each of these records that has one to a current record."""

    def travel(self, scope: Scope, travelled: Sequence[tuple[int, str, str]], gain: float) -> None:
        """Waypoints led to these (item of the target, source, target): they grow, up to 1."""

    def prune_waypoints(self, scope: Scope, below: float, *, everyone: bool) -> int:
        """Drop waypoints of the scope's own space (`everyone`: of the tenant) that are weaker; returns how many."""

    def merge_entities(self, scope: Scope, keep: str, other: str, now: datetime) -> bool:
        """All that is said of the entity `other` is said of `keep` from now on. False: one of them is not there."""

    def merged_names(self, scope: Scope, *, everyone: bool) -> MergedNames:
        """The names of the scope's own space (`everyone`: of the tenant) that mean somebody by a merge."""

    def entities(
        self, scope: Scope, *, name: str | None = None, type: str | None = None, limit: int, own: bool = False
    ) -> Entities:
        """By name, else those that most current records name; of the spaces the scope sees, or its `own` alone."""

    def names_like(self, scope: Scope, name: str) -> Names:
        """A few names that begin alike."""

    def relations(
        self,
        scope: Scope,
        *,
        entity: str | None = None,
        relation: str | None = None,
        now: datetime,
        include_ended: bool = False,
        cutoffs: Cutoffs | None = None,
        trust_min: float = 0.0,
        limit: int,
    ) -> KnownRelations:
        """What records state, the most stated first: of one entity, of one kind, or of all. What only records state
        that have expired, are older than the cutoff of their layer, less trusted or of another label is left out."""

    def walk(
        self,
        scope: Scope,
        name: str,
        *,
        depth: int,
        now: datetime,
        include_ended: bool = False,
        cutoffs: Cutoffs | None = None,
        nodes_max: int,
        edges_max: int,
    ) -> Walk | None:
        """What lies within so many relations of an entity, in both directions; None: nobody goes by that name."""
