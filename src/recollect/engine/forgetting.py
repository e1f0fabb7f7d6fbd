"""Deleting: a record with all its versions, the memories that rest on nothing else, and every retelling of it.

Summaries and profiles retell turns and memories. Before anything is removed they are made anew without it, and their
older versions go in the same transaction as the record itself. Who writes one meanwhile is refused by the store,
because what he read has changed; what he wrote a moment before is looked for afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import datetime

from recollect.engine.compaction import Compacting
from recollect.engine.effects import DERIVED_FROM, MERGED_FROM
from recollect.engine.memories import Memories
from recollect.engine.parts import Parts
from recollect.engine.profiles import SOURCES, Profiles
from recollect.engine.summaries import Summaries
from recollect.errors import InvalidState
from recollect.model.batch import Batch
from recollect.model.layers import PROFILE_KEY, summary_key
from recollect.model.record import SUPERSEDED, Record
from recollect.model.scope import Scope
from recollect.write import accept

MERGES_MAX = 10


@dataclass(kw_only=True)
class _Told:
    """What may retell the records that go."""

    sessions: dict[Scope, int] = field(default_factory=dict)
    """Space and session of each turn -> the item of the summary that was made without it."""
    spaces: dict[Scope, int] = field(default_factory=dict)
    """Those whose profile may rest on them -> the item of the profile that was made without them."""


class Forgetting:
    """Removes for good."""

    def __init__(
        self, parts: Parts, memories: Memories, profiles: Profiles, summaries: Summaries, compacting: Compacting
    ) -> None:
        self._parts = parts
        self._memories = memories
        self._profiles = profiles
        self._summaries = summaries
        self._compacting = compacting

    def delete(self, scope: Scope, given: Sequence[str]) -> int:
        """Gone with all versions and with memories whose only source it was; returns how many records."""
        wanted = {id: self._deletable(scope, id) for id in dict.fromkeys(map(accept.identifier, given))}
        versions: dict[str, None] = {}
        frontier = list(wanted)
        while frontier:
            found = self._baseless(scope, frontier, {*wanted, *versions})
            frontier = [id for id in found if id not in wanted and id not in versions]
            versions.update(dict.fromkeys(frontier))
        count, ids = len(wanted) + len(versions), dict.fromkeys(wanted)
        apart = self._compacting.dissolve(scope, ids, versions)
        if apart.summaries:  # what came back out of one is another version now
            wanted = {id: self._memories.get(scope, id) for id in ids}
        chains = self._parts.store.versions_of(scope, list(versions))
        versions.update(
            dict.fromkeys(id for baseless, chain in chains.items() for id in self._earlier(baseless, chain))
        )
        doomed = self._all_versions(scope, wanted, versions)
        told, gone, now = _retold(doomed.values()), frozenset(doomed), self._parts.clock()
        self._retell(told, gone, apart.summaries)
        stale = self._stale(told, gone, apart.summaries)
        self._parts.store.delete(scope, list(wanted), now, versions=[*versions, *stale])
        late = self._stale(told, gone, apart.summaries)
        if late:
            self._parts.store.delete(scope, [], now, versions=late)
        for user in {record.user for record in doomed.values()}:
            self._parts.forget(Scope(tenant=scope.tenant, user=user))
        if (stale and self._summaries.asks_model) or late:
            self._promise(told, now)
        return count + apart.count

    def _promise(self, told: _Told, now: datetime) -> None:
        """What was made in haste or taken back is made properly by a job."""
        for scope in told.sessions:
            signals = tuple(replace(job, run_at=now) for job in self._summaries.signals(scope, now))
            self._parts.store.write(scope.own, Batch(signals=signals))
        for space in told.spaces:
            self._profiles.ask(space)
        self._parts.bell.ring()

    def _deletable(self, scope: Scope, id: str) -> Record:
        record = self._memories.get(scope, id)
        if record.status == SUPERSEDED:
            raise InvalidState(f"{id} is an old version; delete the record itself, which takes all its versions along")
        return record

    def _baseless(self, scope: Scope, ids: Sequence[str], doomed: Set[str]) -> list[str]:
        """Versions of memories that were drawn from these and rest on nothing that stays. What somebody gave as a text
        rests on itself."""
        store, found = self._parts.store, []
        for record in store.get(scope, ids):
            own = record.scope.own
            edges = [edge for edge in store.edges(own, [record.id]) if edge.kind in (DERIVED_FROM, MERGED_FROM)]
            drawn = [edge.source for edge in edges if edge.target == record.id]
            for memory in store.get(own, list(dict.fromkeys(drawn))):
                if memory.provenance.reference is not None and self._sources(own, memory.id) <= doomed:
                    found.append(memory.id)
        return found

    def _earlier(self, id: str, chain: Sequence[Record]) -> Iterator[str]:
        """Of all versions those before this one that were the same memory, edited or hidden since: they rest on what it
        rests on. What it superseded was made another time, and has sources of its own."""
        following: Record | None = None
        for version in reversed(chain):
            if following is not None:
                if version.created_at != following.created_at or self._sources(version.scope.own, version.id):
                    return
                yield version.id
            if following is not None or version.id == id:
                following = version

    def _sources(self, own: Scope, id: str, depth: int = 0) -> Set[str]:
        """What a memory was drawn from, with the sources of what was merged into it."""
        sources: set[str] = set()
        for edge in self._parts.store.edges(own, [id]):
            if edge.source == id and edge.kind == DERIVED_FROM:
                sources.add(edge.target)
            elif edge.source == id and edge.kind == MERGED_FROM and depth < MERGES_MAX:
                sources |= self._sources(own, edge.target, depth + 1)
        return sources

    # --- what retells them --------------------------------------------------------------------------------------

    def _all_versions(self, scope: Scope, wanted: dict[str, Record], versions: Iterable[str]) -> dict[str, Record]:
        """Every version that goes, by id: a profile may rest on one that was current long ago."""
        store = self._parts.store
        doomed = {record.id: record for record in store.get(scope, list(versions))}
        doomed |= wanted
        memories = [id for id, record in wanted.items() if record.layer == "memory"]  # turns have one version
        for chain in store.versions_of(scope, memories).values():
            doomed |= {version.id: version for version in chain}
        return doomed

    def _retell(self, told: _Told, doomed: frozenset[str], apart: frozenset[str]) -> None:
        """Make summaries and profiles anew without what goes. `apart`: compactions that told it once."""
        for scope in told.sessions:
            if self._summaries.current(scope) is not None:
                made = self._summaries.remake(scope, doomed)
                if made is not None:
                    told.sessions[scope] = made.item
        for space in told.spaces:
            current = self._profiles.current(space)
            if current is not None and _rests_on(current, doomed | apart):
                made = self._profiles.remake(space, doomed)
                if made is not None:
                    told.spaces[space] = made.item

    def _stale(self, told: _Told, doomed: frozenset[str], apart: frozenset[str]) -> list[str]:
        """Versions that tell what goes: of a summary all but the one just made, of a profile those that rest on it."""
        store = self._parts.store
        found = [
            version.id
            for scope, made in told.sessions.items()
            for version in store.keyed(scope, summary_key(scope))
            if version.item != made and version.layer == "summary"
        ]
        found += [
            version.id
            for space, made in told.spaces.items()
            for version in store.keyed(space, PROFILE_KEY)
            if version.item != made and _rests_on(version, doomed | apart)
        ]
        return [id for id in found if id not in doomed]


def _retold(doomed: Iterable[Record]) -> _Told:
    told = _Told()
    for record in doomed:
        own = record.scope.own
        if record.layer == "turn" and record.session is not None:
            told.sessions[record.scope] = 0
        elif record.layer == "memory":
            told.spaces[own] = 0
    return told


def _rests_on(profile: Record, doomed: frozenset[str]) -> bool:
    return profile.layer == "profile" and not doomed.isdisjoint(profile.metadata.get(SOURCES, ()))
