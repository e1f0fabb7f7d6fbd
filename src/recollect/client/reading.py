"""The verbs that read: search, context, lists, profiles, the graph, and what was decided and is to be done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from recollect.client import opening, wire
from recollect.client.opening import Opened, as_sent, flags, identifier, moment, several, whole, whose, without_defaults
from recollect.client.wire import understood
from recollect.errors import InvalidInput
from recollect.model.context import Context
from recollect.model.decision import Decision, OpenConflict
from recollect.model.graph import DEPTH_DEFAULT, Entity, KnownRelation, Walk, Waypoint
from recollect.model.job import Job
from recollect.model.layers import Profile
from recollect.model.query import Hits
from recollect.model.recalled import Recalled
from recollect.model.record import Neighbour, Record

Records = list[Record]
Neighbours = list[Neighbour]
"""Spelled out here because `list` is a verb."""
Conflicts = list[OpenConflict]
Decisions = list[Decision]
Recalls = list[Recalled]
Jobs = list[Job]
Entities = list[Entity]
KnownRelations = list[KnownRelation]
Waypoints = list[Waypoint]


class Reading(Opened):
    """Getting out of a memory on a server."""

    def search(
        self,
        query: str,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        project: str | None = None,
        users: Sequence[str] = (),
        k: int | None = None,
        layers: Iterable[str] = (),
        kinds: Iterable[str] = (),
        tags: Iterable[str] = (),
        metadata: Mapping[str, Any] | None = None,
        sector: str | None = None,
        status: Iterable[str] = ("active",),
        key: str | None = None,
        contains: str | None = None,
        since: date | str | None = None,
        until: date | str | None = None,
        valid_at: date | str | None = None,
        as_of: date | str | None = None,
        include_expired: bool = False,
        only_session: bool = False,
        now: date | str | None = None,
        preset: str | None = None,
        explain: bool = False,
        dry_run: bool = False,
        **options: Any,
    ) -> Hits:
        """See `Memory.search`."""
        if query is None:  # a server takes it for a wish to see the newest
            raise InvalidInput("the query must be text, not NoneType")
        given = {
            "users": users,
            **({} if k is None else whole(k=k)),
            "layers": layers,
            "kinds": kinds,
            "tags": tags,
            "metadata": metadata,
            "sector": sector,
            "key": key,
            "contains": contains,
            "since": since,
            "until": until,
            "valid_at": valid_at,
            "as_of": as_of,
            "now": now,
            "preset": preset,
            **flags(include_expired=include_expired, only_session=only_session, explain=explain, dry_run=dry_run),
        }
        said = as_sent({**without_defaults(given), **({} if status == ("active",) else {"status": status})})
        labels = self._labels(user, agent, session, project)
        body = {"query": query, **labels, **said, "trace": True, "options": options}
        return understood(wire.hits, self._http.ask("search", body=body))

    def context(
        self,
        query: str | None = None,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        project: str | None = None,
        format: str | None = None,
        tokens_max: int | None = None,
        now: date | str | None = None,
        layout: str | None = None,
        used: bool = False,
        **options: Any,
    ) -> Context:
        """See `Memory.context`."""
        size = {} if tokens_max is None else whole(tokens_max=tokens_max)
        given = {"query": query, "format": format, **size, "now": now, "layout": layout, **flags(used=used)}
        labels = self._labels(user, agent, session, project)
        body = {**as_sent(without_defaults(given)), **labels, "options": options}
        return understood(wire.context, self._http.ask("context", body=body))

    def timeline(
        self,
        *,
        user: str | None = None,
        agent: str | None = None,
        project: str | None = None,
        about: str | None = None,
        since: date | str | None = None,
        until: date | str | None = None,
        layers: Sequence[str] = (),
        limit: int = 100,
    ) -> Records:
        """See `Memory.timeline`."""
        query = {
            **self._labels(user, agent, None, project),
            **whose(about=about),
            "since": moment(since, "since"),
            "until": moment(until, "until"),
            "layer": several(layers, "layers"),
            **whole(limit=limit),
        }
        return understood(_records, self._http.get("timeline", query=query))

    def get(self, id: str) -> Record:
        """See `Memory.get`."""
        return understood(wire.record, self._http.get("memories", identifier(id)))

    def list(
        self,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        project: str | None = None,
        limit: int = 100,
        offset: int = 0,
        everyone: bool = False,
        **filters: Any,
    ) -> Records:
        """See `Memory.list`."""
        body = {**self._labels(user, agent, session, project), **as_sent(filters)}
        query = {**whole(limit=limit, offset=offset), **flags(everyone=everyone)}
        return understood(_records, self._http.ask("memories", "list", body=body, query=query))

    def count(
        self,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        project: str | None = None,
        everyone: bool = False,
        **filters: Any,
    ) -> int:
        """See `Memory.count`."""
        body = {**self._labels(user, agent, session, project), **as_sent(filters)}
        answer = self._http.ask("memories", "list", body=body, query={"limit": 1, **flags(everyone=everyone)})
        return understood(lambda plain: int(plain["total"]), answer)

    def history(self, id: str) -> Records:
        """See `Memory.history`."""
        return understood(_records, self._http.get("memories", identifier(id), "history"))

    def neighbours(self, id: str) -> Neighbours:
        """See `Memory.neighbours`."""
        answer = self._http.get("memories", identifier(id), "neighbours")
        return understood(lambda plain: [wire.neighbour(one) for one in plain["neighbours"]], answer)

    def overrides(self, *, user: str | None = None) -> Records:
        """See `Memory.overrides`."""
        return understood(_records, self._http.get("overrides", query=whose(user=user)))

    def profile(self, *, user: str | None = None) -> Profile:
        """See `Memory.profile`."""
        return understood(wire.profile, self._http.get("profile", query=whose(user=user)))

    # --- what was decided, and what is to be done ---------------------------------------------------------------

    def conflicts(self, *, user: str | None = None, everyone: bool = False, resolved: bool = False) -> Conflicts:
        """See `Memory.conflicts`."""
        query = {**whose(user=user), **flags(everyone=everyone, resolved=resolved)}
        answer = self._http.get("conflicts", query=query)
        return understood(lambda plain: [wire.conflict(one) for one in plain["conflicts"]], answer)

    def decisions(self, *, user: str | None = None, memory_id: str | None = None, limit: int = 100) -> Decisions:
        """See `Memory.decisions`."""
        query = {**whose(user=user, memory_id=memory_id), **whole(limit=limit)}
        answer = self._http.get("decisions", query=query)
        return understood(lambda plain: [wire.decision(one) for one in plain["decisions"]], answer)

    def recalls(self, id: str, *, user: str | None = None, limit: int = 20) -> Recalls:
        """See `Memory.recalls`."""
        query = {**whose(user=user), **whole(limit=limit)}
        answer = self._http.get("memories", identifier(id), "recalls", query=query)
        return understood(lambda plain: [wire.recalled(one) for one in plain["recalls"]], answer)

    def jobs(self, *, state: str | None = None, limit: int = 100) -> Jobs:
        """See `Memory.jobs`."""
        answer = self._http.get("jobs", query={**whose(state=state), **whole(limit=limit)})
        return understood(lambda plain: [wire.job(one) for one in plain["jobs"]], answer)

    def job(self, id: str) -> Job:
        """See `Memory.job`."""
        return understood(wire.job, self._http.get("jobs", identifier(id, "job")))

    # --- the graph ----------------------------------------------------------------------------------------------

    def entities(
        self, *, user: str | None = None, name: str | None = None, type: str | None = None, limit: int = 100
    ) -> Entities:
        """See `Memory.entities`."""
        answer = self._http.get("entities", query={**whose(user=user, name=name, type=type), **whole(limit=limit)})
        return understood(lambda plain: [wire.entity(one) for one in plain["entities"]], answer)

    def entity(self, name: str, *, user: str | None = None) -> Entity:
        """See `Memory.entity`."""
        return understood(wire.entity, self._http.get("entities", opening.name(name), query=whose(user=user)))

    def relations(
        self,
        *,
        user: str | None = None,
        entity: str | None = None,
        relation: str | None = None,
        limit: int = 100,
        include_ended: bool = False,
    ) -> KnownRelations:
        """See `Memory.relations`."""
        query = {
            **whose(user=user, entity=entity, relation=relation),
            **whole(limit=limit),
            **flags(include_ended=include_ended),
        }
        answer = self._http.get("relations", query=query)
        return understood(lambda plain: [wire.relation(one) for one in plain["relations"]], answer)

    def graph(
        self, name: str, *, user: str | None = None, depth: int = DEPTH_DEFAULT, include_ended: bool = False
    ) -> Walk:
        """See `Memory.graph`."""
        query = {**whose(user=user), **whole(depth=depth), **flags(include_ended=include_ended)}
        return understood(wire.walk, self._http.get("graph", opening.name(name), query=query))

    def waypoints(self, ids: Sequence[str], *, user: str | None = None) -> Waypoints:
        """See `Memory.waypoints`."""
        answer = self._http.ask("waypoints", body={"ids": [identifier(id) for id in ids], **whose(user=user)})
        return understood(lambda plain: [wire.waypoint(one) for one in plain["waypoints"]], answer)


def _records(plain: Any) -> list[Record]:
    return wire.records(plain["records"])
