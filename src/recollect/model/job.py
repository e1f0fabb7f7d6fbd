"""Work that was promised: a job is written in the same transaction as what it is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from recollect.model.scope import Scope

JOB_STATES = ("queued", "running", "done", "dead")
QUEUED, RUNNING, DONE, DEAD = JOB_STATES


@dataclass(frozen=True, kw_only=True)
class Job:
    """One piece of background work of one space. A dead one has failed for good; its error says why."""

    id: str
    kind: str
    scope: Scope
    payload: Mapping[str, Any] = field(default_factory=dict)
    state: str = QUEUED
    attempts: int = 0
    run_at: datetime
    """Not before this; a failed attempt moves it into the future."""
    lease_until: datetime | None = None
    """A running job that is not finished by then belongs to a dead worker and may be claimed again."""
    claim: str | None = None
    """Which claim of it is running: only the holder can finish it."""
    created_at: datetime
    finished_at: datetime | None = None
    error: str | None = None
    result: Mapping[str, Any] = field(default_factory=dict)

    def done(self, now: datetime, result: Mapping[str, Any]) -> Job:
        """The same, finished, with what came of it."""
        return replace(self, state=DONE, finished_at=now, lease_until=None, error=None, result=result)
