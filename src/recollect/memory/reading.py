"""The verbs that read: search, list, history, and what was decided and is to be done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from recollect.engine.filters import ACTIVE_ONLY, make_filter
from recollect.errors import Contradictory
from recollect.memory.opening import Opened
from recollect.model.decision import Decision, OpenConflict
from recollect.model.given import require_flags, require_one_answer
from recollect.model.job import Job
from recollect.model.query import Hits
from recollect.model.recalled import Recalled
from recollect.model.record import Neighbour, Record

Records = list[Record]
Neighbours = list[Neighbour]
"""Spelled out here because `list` is a verb of Memory."""
Conflicts = list[OpenConflict]
Decisions = list[Decision]
Recalls = list[Recalled]
Jobs = list[Job]


class Reading(Opened):
    """Getting out of a memory, and looking at how it came about."""

    def search(
        self,
        /,
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
        status: Iterable[str] = ACTIVE_ONLY,
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
        """The best `k` records for a question (the preset's number, usually 10), each with a score in 0..1 and reasons.

        Reads the user's space and the shared one; without a user, the shared one. `options` change the preset for this
        query (see `recollect.read.presets`).
        """
        require_flags(explain=explain, dry_run=dry_run, only_session=only_session, include_expired=include_expired)
        if only_session and session is None:
            raise Contradictory("only_session needs a session; name it with session=…")
        filter = make_filter(
            layers=layers,
            kinds=kinds,
            tags=tags,
            metadata=metadata,
            sector=sector,
            status=status,
            key=key,
            contains=contains,
            since=since,
            until=until,
            valid_at=valid_at,
            as_of=as_of,
            include_expired=include_expired,
            only_session=only_session,
        )
        return self._running.recall.search(
            query,
            self._scope(user, agent, session, project),
            k=k,
            filter=filter,
            users=users,
            now=now,
            preset=preset,
            options=options,
            explain=explain,
            dry_run=dry_run,
        )

    def get(self, id: str) -> Record:
        """One record; `NotFound` when there is none."""
        return self._running.memories.get(self._scope(), id)

    def list(
        self,
        /,
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
        """Newest first. `filters` as in `search`; `everyone` lists all users of the tenant."""
        require_one_answer(user, everyone)
        scope = self._scope(user, agent, session, project)
        wanted = make_filter(**({"only_session": session is not None} | filters))
        found = self._running.memories.list(scope, wanted, limit=limit, offset=offset, everyone=everyone)
        return self._running.profiles.told(scope, found, wanted)

    def count(
        self,
        /,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        project: str | None = None,
        everyone: bool = False,
        **filters: Any,
    ) -> int:
        """How many records `list` would find."""
        require_one_answer(user, everyone)
        scope = self._scope(user, agent, session, project)
        wanted = make_filter(**({"only_session": session is not None} | filters))
        return self._running.memories.count(scope, wanted, everyone=everyone)

    def history(self, id: str) -> Records:
        """All versions of a record, oldest first."""
        return self._running.memories.history(self._scope(), id)

    def neighbours(self, id: str) -> Neighbours:
        """Records that a record is linked with: what it was drawn from, what was drawn from it, what is most alike."""
        return self._running.graph.neighbours(self._scope(), id)

    def conflicts(self, *, user: str | None = None, everyone: bool = False, resolved: bool = False) -> Conflicts:
        """What must be asked or reviewed, oldest first."""
        require_one_answer(user, everyone)
        require_flags(resolved=resolved)
        return self._running.conflicts.list(self._scope(user), everyone=everyone, resolved=resolved)

    def decisions(self, *, user: str | None = None, memory_id: str | None = None, limit: int = 100) -> Decisions:
        """What was decided about claims and why, newest first; with `memory_id` about one record, which `user` sees."""
        return self._running.conflicts.decisions(self._scope(user), memory_id=memory_id, limit=limit)

    def recalls(self, id: str, *, user: str | None = None, limit: int = 20) -> Recalls:
        """When a record was recalled, by which question and why, newest first: of the questions of that user, else of
        the one it belongs to."""
        return self._running.recall.log.of(self._scope(user), id, limit=limit)

    def jobs(self, *, state: str | None = None, limit: int = 100) -> Jobs:
        """Background work, newest first; `state` is one of queued, running, done, dead."""
        return self._running.jobs.list(state=state, limit=limit)

    def job(self, id: str) -> Job:
        return self._running.jobs.get(id)

    def retry(self, job_id: str) -> bool:
        """Queue a dead job again."""
        return self._running.jobs.retry(job_id)
