"""Periodic jobs: once in each period, however many processes look, and once for all the periods that nobody was there.

A job of a period has an id that says so ("decay-20605"), so that it cannot be queued twice. The worker asks; a process
that lives for a moment never does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

from recollect.contracts.store import Store
from recollect.model.job import Job
from recollect.model.scope import Scope

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def period_number(now: datetime, period: timedelta) -> int:
    """Which period it is, counted from 1970. Worked: with a day, 1 June 2026 is 20605 from midnight to midnight UTC."""
    return (now - _EPOCH) // period


class Schedule:
    """Queues what has become due."""

    def __init__(
        self, store: Store, clock: Callable[[], datetime], *, tenant: str, periods: Mapping[str, timedelta]
    ) -> None:
        self._store = store
        self._clock = clock
        self._tenant = Scope(tenant=tenant)
        self._periods = periods
        self._seen: dict[str, int] = {}
        """Kind -> the last period known to have its job: the store need not be asked again."""

    def tick(self) -> int:
        """Queue the jobs of the periods that have begun; returns how many this process queued."""
        now = self._clock()
        queued = 0
        for kind, period in self._periods.items():
            number = period_number(now, period)
            if self._seen.get(kind) == number:
                continue
            id = f"{kind}-{number}"
            job = Job(id=id, kind=kind, scope=self._tenant, run_at=now, created_at=now)
            mine = self._store.schedule_job(self._tenant, job)
            queued += mine
            if mine or self._store.job(self._tenant, id) is not None:
                self._seen[kind] = number  # an empty tenant is asked again: it may be written to
        return queued
