"""The part of the store that keeps decisions, conflicts and jobs: see `recollect.contracts.store.Store`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from recollect.model.decision import Decision, OpenConflict
from recollect.model.job import Job
from recollect.model.scope import Scope
from recollect.storage.sql import deciding, spaces, working
from recollect.storage.sql.database import Database

LOST_MAX = 100
"""So many faster ones are waited for in one look."""


class WorkStore:
    """What was decided, what is open, and what is still to be done."""

    _database: Database

    def decisions(
        self, scope: Scope, *, memory_id: str | None = None, job: str | None = None, limit: int
    ) -> list[Decision]:
        with self._database.reading(scope) as session:
            state = spaces.state(session, scope.tenant, scope.user)
            return (
                []
                if state is None
                else deciding.decisions(session, state.id, memory_id=memory_id, job=job, limit=limit)
            )

    def conflict(self, scope: Scope, id: str) -> OpenConflict | None:
        with self._database.reading(scope) as session:
            return deciding.conflict(session, scope, id)

    def conflicts(self, scope: Scope, *, everyone: bool, resolved: bool, limit: int) -> list[OpenConflict]:
        with self._database.reading(scope) as session:
            seen = None if everyone else [state.id for state in spaces.visible(session, scope)]
            return deciding.conflicts(session, scope, seen, resolved=resolved, limit=limit)

    def claim_job(
        self,
        scope: Scope,
        *,
        now: datetime,
        lease_until: datetime,
        claim: str,
        everyone: bool,
        kind: str | None = None,
        wait_s: float | None = None,
    ) -> Job | None:
        written_to: dict[int, str] = {}
        """Spaces that somebody writes to now, and a job of each: looked at last, and only then waited for."""
        for _ in range(LOST_MAX):  # whoever loses one to a faster worker looks again: there may be others
            found = self._due(scope, now, everyone=everyone, kind=kind, beside=tuple(written_to))
            patience_s: float | None = 0
            if found is None:
                if not written_to:
                    return None
                (space, id), *_ = written_to.items()
                found, patience_s, written_to = (id, space), wait_s, {}
            id, space = found
            with self._database.writing(scope, durable=False) as session:  # lost in a power cut: claimed again
                held = session.hold_job(space, scope.tenant, id, wait_s=patience_s)
                taken = (
                    working.claim(session, scope, id, now=now, lease_until=lease_until, claim=claim) if held else None
                )
            if taken is not None:
                return taken
            if not held and patience_s == 0:
                written_to[space] = id
        return None

    def _due(
        self, scope: Scope, now: datetime, *, everyone: bool, kind: str | None, beside: tuple[int, ...] = ()
    ) -> tuple[str, int] | None:
        with self._database.reading(scope) as session:  # most looks find nothing: no write lock for them
            state = None if everyone else spaces.state(session, scope.tenant, scope.user)
            if not everyone and state is None:
                return None
            return working.due(session, scope, now, space=state.id if state else None, kind=kind, beside=beside)

    def change_job(self, scope: Scope, job: Job) -> None:
        with self._database.writing(scope, durable=False) as session:  # what it did is not in here: done again
            working.change(session, scope, job)

    def retry_job(self, scope: Scope, id: str, now: datetime) -> bool:
        with self._database.writing(scope) as session:
            return working.retry(session, scope, id, now) == 1

    def job(self, scope: Scope, id: str) -> Job | None:
        with self._database.reading(scope) as session:
            return working.find(session, scope, id)

    def jobs(self, scope: Scope, states: Sequence[str], *, everyone: bool, limit: int) -> list[Job]:
        with self._database.reading(scope) as session:
            return working.find_all(session, scope, states, everyone=everyone, limit=limit)

    def hasten_jobs(self, scope: Scope, kinds: Sequence[str], now: datetime, *, everyone: bool) -> int:
        with self._database.writing(scope) as session:
            state = None if everyone else spaces.state(session, scope.tenant, scope.user)
            if not everyone and state is None:
                return 0
            return working.hasten(session, scope, kinds, now, space=state.id if state else None)

    def open_jobs(self, scope: Scope, *, everyone: bool, now: datetime | None = None) -> int:
        with self._database.reading(scope) as session:
            state = None if everyone else spaces.state(session, scope.tenant, scope.user)
            if not everyone and state is None:
                return 0
            return working.open_count(session, scope, now, space=state.id if state else None)

    def contributions(self, scope: Scope) -> int:
        with self._database.reading(scope) as session:
            return spaces.contributions(session, scope)

    def job_counts(self, scope: Scope, *, everyone: bool) -> dict[str, int]:
        with self._database.reading(scope) as session:
            return working.counts(session, scope, everyone=everyone)

    def trim_jobs(self, scope: Scope, before: datetime) -> int:
        with self._database.writing(scope) as session:
            return working.trim(session, scope, before)

    def schedule_job(self, scope: Scope, job: Job) -> bool:
        with self._database.reading(scope) as session:  # most looks find it there: no write lock for them
            if working.find(session, scope, job.id) is not None or not spaces.of_tenant(session, scope.tenant):
                return False
        with self._database.writing(scope) as session:
            return working.put_once(session, spaces.made(session, scope.shared), job) == 1

    def trim_decisions(self, scope: Scope, before: datetime) -> int:
        with self._database.writing(scope) as session:
            return deciding.trim(session, scope, before)
