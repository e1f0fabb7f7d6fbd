"""Jobs: queued with what they are about, claimed by one worker at a time, one running job a space."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from recollect.errors import JobTaken
from recollect.model.batch import Batch
from recollect.model.job import DONE, QUEUED, RUNNING, Job
from recollect.model.notice import JOBS
from recollect.model.scope import Scope
from recollect.storage.sql.database import Session
from recollect.storage.sql.rows import Row, from_us, to_json, to_us, us, when

_COLUMNS = (
    "tenant, id, owner, agent, session, project, kind, payload, state, attempts, run_at, lease_until, claim, "
    "created_at, finished_at, error, result"
)
_PUT = f"INSERT INTO job (space, {_COLUMNS}) VALUES ({', '.join('?' * 18)})"
OPEN = "state IN ('queued', 'running')"
"""As the indexes of open jobs say it: only who says it too is spared a walk through all that were ever done."""
_PUT_OFF = "(attempts > 0 OR run_at > created_at)"
"""Waits on purpose. What was to be done at once is due whatever the clock says: it may have been set back since."""
_FREE = (
    f"((state = 'queued' AND (run_at <= ? OR NOT {_PUT_OFF})) OR (state = 'running' AND lease_until <= ?)) "
    "AND NOT EXISTS "
    "(SELECT 1 FROM job AS other WHERE other.space = job.space AND other.state = 'running' AND other.lease_until > ?) "
    "AND "
    "(SELECT 1 FROM job AS earlier WHERE earlier.space = job.space AND earlier.state IN ('queued', 'running') "
    "AND earlier.kind = job.kind AND coalesce(earlier.session, '') = coalesce(job.session, '') "
    "AND job.session IS NOT NULL "
    "AND (earlier.attempts > 0 OR +earlier.run_at <= ?) "
    "AND (earlier.created_at, earlier.id) < (job.created_at, job.id) LIMIT 1) IS NULL"
)
"""Due, or left behind by a worker that died; nobody works on that space; and nothing of the same kind that was said
earlier in that conversation is due as well or waits for another try: it has few of them, and then it is done or dead.
What waits on purpose and was never tried is not waited for. With a plus SQLite does not look for them by time, where
all that wait are, but by conversation. PostgreSQL looks for a value that is not there job by job, until one is free;
for what does not exist it would look of all of them first."""
PUT_OFF_MAX = 10
GONE = "the reason may have quoted what was deleted since"


def write(session: Session, scope: Scope, space: int, batch: Batch) -> tuple[Job, ...]:
    """Queue the follow-up jobs of a batch. Returns the jobs that were written as running: those their writer asked to
    do himself, and may."""
    jobs = [job if job.state != RUNNING or _may_begin(session, space, job) else _waiting(job) for job in batch.jobs]
    if jobs:
        session.many(_PUT, [(space, *_row(job)) for job in jobs])
    if any(job.state == QUEUED and job.run_at <= job.created_at for job in jobs):
        session.tell(JOBS, scope.tenant)
    for job in batch.signals:
        signal(session, space, job)
    return tuple(job for job in jobs if job.state == RUNNING)


def _may_begin(session: Session, space: int, job: Job) -> bool:
    """Nobody works on the space, whose row this transaction holds, and nothing of its kind stands before it."""
    row = session.one(
        f"SELECT 1 FROM job WHERE space = ? AND {OPEN} AND (state = 'running' OR kind = ?) LIMIT 1",
        (space, job.kind),
    )
    return row is None


def _waiting(job: Job) -> Job:
    return replace(job, state=QUEUED, attempts=0, lease_until=None, claim=None)


def put_once(session: Session, space: int, job: Job) -> int:
    """Queue a job whose id says which it is; 0: somebody did so before."""
    session.tell(JOBS, job.scope.tenant)
    return session.run(f"{_PUT} ON CONFLICT (tenant, id) DO NOTHING", (space, *_row(job)))


def signal(session: Session, space: int, job: Job) -> None:
    """Put off the queued job that will do this work too, or queue one; what other sessions wait for may begin.

    It is put off by no more than `PUT_OFF_MAX` times the delay since it was queued: steady signals must not starve it.
    """
    waiting = f"space = ? AND kind = ? AND {OPEN} AND state = 'queued' AND attempts = 0"
    same = (space, job.kind, job.scope.session or "")
    labels = (job.scope.agent or "", job.scope.project or "")
    run_at = us(job.run_at)
    latest = PUT_OFF_MAX * (run_at - us(job.created_at))
    moved = session.run(
        "UPDATE job SET run_at = CASE WHEN created_at + ? < ? THEN created_at + ? ELSE ? END "
        f"WHERE {waiting} AND coalesce(session, '') = ? AND coalesce(agent, '') = ? AND coalesce(project, '') = ?",
        (latest, run_at, latest, run_at, *same, *labels),
    )
    if not moved:
        session.run(_PUT, (space, *_row(job)))
    now = us(job.created_at)
    begin = f"UPDATE job SET run_at = ? WHERE {waiting} AND coalesce(session, '') <> ? AND run_at > ?"
    if session.run(begin, (now, *same, now)):
        session.tell(JOBS, job.scope.tenant)


def hasten(session: Session, scope: Scope, kinds: Sequence[str], now: datetime, *, space: int | None) -> int:
    """Jobs of these kinds that wait for their time need wait no longer."""
    within, whose = ("tenant = ?", scope.tenant) if space is None else ("space = ?", space)
    marks = ", ".join("?" * len(kinds))
    session.tell(JOBS, scope.tenant)
    return session.run(
        f"UPDATE job SET run_at = ? WHERE {within} AND kind IN ({marks}) AND {OPEN} AND state = 'queued' "
        "AND run_at > ?",
        (us(now), whose, *kinds, us(now)),
    )


def due(
    session: Session,
    scope: Scope,
    now: datetime,
    *,
    space: int | None,
    kind: str | None = None,
    beside: Sequence[int] = (),
) -> tuple[str, int] | None:
    """The job to take next and its space, of a space or of the whole tenant, of one kind or of any, in no space of
    those it is to be `beside`; only looking."""
    within, whose = ("tenant = ?", scope.tenant) if space is None else ("space = ?", space)
    params: list[object] = [whose]
    if kind is not None:
        within = f"{within} AND kind = ?"
        params.append(kind)
    if beside:
        within = f"{within} AND space NOT IN ({', '.join('?' * len(beside))})"
        params += beside
    row = session.one(
        f"SELECT id, space FROM job WHERE {within} AND {OPEN} AND {_FREE} ORDER BY run_at, id LIMIT 1",
        [*params, *_free(now)],
    )
    return None if row is None else (row[0], row[1])


def open_count(session: Session, scope: Scope, now: datetime | None, *, space: int | None) -> int:
    """Jobs that are queued or running; with `now` without those that wait for their time."""
    within, whose = ("tenant = ?", scope.tenant) if space is None else ("space = ?", space)
    params: list[object] = [whose]
    if now is not None:
        within += f" AND NOT (state = 'queued' AND attempts = 0 AND run_at > ? AND {_PUT_OFF})"
        params.append(us(now))
    row = session.one(f"SELECT count(*) FROM job WHERE {within} AND {OPEN}", params)
    return int(row[0]) if row else 0


def claim(session: Session, scope: Scope, id: str, *, now: datetime, lease_until: datetime, claim: str) -> Job | None:
    """Take it, unless somebody was faster. It and its space are held (`hold_job`)."""
    taken = session.run(
        f"UPDATE job SET state = ?, attempts = attempts + 1, lease_until = ?, claim = ? "
        f"WHERE tenant = ? AND id = ? AND {_FREE}",
        (RUNNING, us(lease_until), claim, scope.tenant, id, *_free(now)),
    )
    return find(session, scope, id) if taken else None


def change(session: Session, scope: Scope, job: Job) -> None:
    """Write a job's new state. Only who holds it can."""
    changed = session.run(
        "UPDATE job SET state = ?, attempts = ?, run_at = ?, lease_until = ?, finished_at = ?, error = ?, result = ? "
        "WHERE tenant = ? AND id = ? AND state = 'running' AND claim = ?",
        (
            job.state,
            job.attempts,
            us(job.run_at),
            to_us(job.lease_until),
            to_us(job.finished_at),
            job.error,
            to_json(dict(job.result)),
            scope.tenant,
            job.id,
            job.claim,
        ),
    )
    if changed != 1:
        raise JobTaken(f"job {job.id} is held by another worker now; its effects are that worker's to write")


def retry(session: Session, scope: Scope, id: str, now: datetime) -> int:
    """Give a dead job another life."""
    session.tell(JOBS, scope.tenant)
    return session.run(
        "UPDATE job SET state = 'queued', attempts = 0, run_at = ?, finished_at = NULL "
        "WHERE tenant = ? AND id = ? AND state = 'dead'",
        (us(now), scope.tenant, id),
    )


def find(session: Session, scope: Scope, id: str) -> Job | None:
    row = session.one(f"SELECT {_COLUMNS} FROM job WHERE tenant = ? AND id = ?", (scope.tenant, id))
    return None if row is None else _job_of(row)


def find_all(session: Session, scope: Scope, states: Sequence[str], *, everyone: bool, limit: int) -> list[Job]:
    """Newest first."""
    marks = ", ".join("?" * len(states))
    owned, params = _owned(scope, everyone=everyone)
    rows = session.all(
        f"SELECT {_COLUMNS} FROM job WHERE tenant = ? AND state IN ({marks}){owned} "
        f"ORDER BY created_at DESC, id DESC LIMIT {limit}",
        [scope.tenant, *states, *params],
    )
    return [_job_of(row) for row in rows]


def counts(session: Session, scope: Scope, *, everyone: bool) -> dict[str, int]:
    owned, params = _owned(scope, everyone=everyone)
    rows = session.all(
        f"SELECT state, count(*) FROM job WHERE tenant = ?{owned} GROUP BY state", [scope.tenant, *params]
    )
    return {row[0]: row[1] for row in rows}


def _owned(scope: Scope, *, everyone: bool) -> tuple[str, list[object]]:
    """The condition that a job is of the scope's user, and its parameters."""
    return ("", []) if everyone else (" AND coalesce(owner, '') = ?", [scope.user or ""])


def trim(session: Session, scope: Scope, before: datetime) -> int:
    """Drop finished jobs older than that; dead ones stay until somebody looked at them."""
    return session.run(
        "DELETE FROM job WHERE tenant = ? AND state = ? AND finished_at < ?", (scope.tenant, DONE, us(before))
    )


def forget(session: Session, scope: Scope, space: int) -> None:
    """Reasons of failures may quote what a job was given; after a deletion in the space none is kept."""
    session.run(
        "UPDATE job SET error = ? WHERE tenant = ? AND space = ? AND error IS NOT NULL", (GONE, scope.tenant, space)
    )
    session.run(
        "UPDATE job SET result = ? WHERE tenant = ? AND space = ? AND result LIKE ?",
        ("{}", scope.tenant, space, '%"fallback"%'),
    )


def _free(now: datetime) -> tuple[int, int, int, int]:
    """The parameters of `_FREE`."""
    moment = us(now)
    return moment, moment, moment, moment


def _row(job: Job) -> tuple[object, ...]:
    scope = job.scope
    return (
        scope.tenant,
        job.id,
        scope.user,
        scope.agent,
        scope.session,
        scope.project,
        job.kind,
        to_json(dict(job.payload)),
        job.state,
        job.attempts,
        us(job.run_at),
        to_us(job.lease_until),
        job.claim,
        us(job.created_at),
        to_us(job.finished_at),
        job.error,
        to_json(dict(job.result)),
    )


def _job_of(row: Row) -> Job:
    return Job(
        scope=Scope(tenant=row[0], user=row[2], agent=row[3], session=row[4], project=row[5]),
        id=row[1],
        kind=row[6],
        payload=json.loads(row[7]),
        state=row[8],
        attempts=row[9],
        run_at=when(row[10]),
        lease_until=from_us(row[11]),
        claim=row[12],
        created_at=when(row[13]),
        finished_at=from_us(row[14]),
        error=row[15],
        result=json.loads(row[16]),
    )
