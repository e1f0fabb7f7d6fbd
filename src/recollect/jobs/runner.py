"""Running jobs: claim one, do it, finish it, or put it back with the reason.

A handler commits its effects together with the end of its job, so a job that runs twice has its effects once: whoever
lost the claim is refused (`JobTaken`). While a handler works, its lease is renewed from a second thread.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from recollect.contracts.store import Store
from recollect.engine import events
from recollect.engine.turns import EXTRACT
from recollect.errors import JobTaken, NotFound, RecollectError, StoreError
from recollect.jobs.retry import next_try
from recollect.model.job import DEAD, JOB_STATES, QUEUED, RUNNING, Job
from recollect.model.scope import Scope
from recollect.write import accept

LEASE_S = 15.0
WAIT_S = 0.02
"""Between two looks at jobs that others hold."""
WRITER_WAIT_S = 0.25
"""For a write that is under way, which takes milliseconds; one that hangs must not keep a worker from the others."""
ERROR_CHARS_MAX = 500
KEPT_DAYS = 30
"""How long a finished job can be looked up."""
TRIM_EVERY = 1000
LIST_MAX = 10_000
LOOKED_AT_MAX = 1000
ROUNDS_MAX = 20
"""Of jobs that queue others which wait for their time, in one `sync`."""

Handlers = Mapping[str, Callable[[Job], object]]
"""What a handler returns reaches a caller who waits for its job in the same process."""
Jobs = list[Job]


ABANDONED_MAX = 25
"""A job that was begun so often and never ended kills whoever does it. More often than one that fails is tried: workers
are also killed for what is not the job's fault."""
_ABANDONED = (
    f"it was begun {ABANDONED_MAX} times and never ended: its worker was killed, ran out of memory or lost the store. "
    "Look in the log of the system for what befell it, then retry the job."
)


class Abandoned(Exception):
    """Whoever did a job never came back, and it was tried often enough. It stands with the job; nobody is given it."""


class Runner:
    """Does the jobs of one tenant, one at a time for each caller."""

    def __init__(
        self,
        store: Store,
        handlers: Handlers,
        clock: Callable[[], datetime],
        *,
        tenant: str,
        lease_s: float = LEASE_S,
        heart: Heart | None = None,
    ) -> None:
        """`heart`: one that several runners share; it is then stopped by whoever made it."""
        self._store = store
        self._handlers = handlers
        self._clock = clock
        self._tenant = Scope(tenant=tenant)
        self._lease = timedelta(seconds=lease_s)
        self._own_heart = heart is None
        self._heart = heart or Heart(store, clock, lease_s=lease_s)
        self._done = 0
        self._closed = threading.Event()

    def run_next(self, scope: Scope | None = None) -> bool:
        """Do the next job that is due: of a space, or of the whole tenant. False: there was none."""
        return self._run_next(scope) is not None

    def work(self) -> bool:
        """The same for whoever has other work as well: somebody who writes to the last space with jobs is hardly waited
        for (`StoreBusy`)."""
        return self._run_next(None, wait_s=WRITER_WAIT_S) is not None

    def _run_next(
        self, scope: Scope | None, kind: str | None = None, *, wait_s: float | None = None
    ) -> tuple[str, object] | None:
        """The id of the job that was worked on, and what its handler returned; None: there was none."""
        if self._closed.is_set():
            return None
        now = self._clock()
        job = self._store.claim_job(
            scope or self._tenant,
            now=now,
            lease_until=now + self._lease,
            claim=secrets.token_hex(8),
            everyone=scope is None,
            kind=kind,
            wait_s=wait_s,
        )
        return None if job is None else (job.id, self._work(job))

    def begun(self, job: Job) -> Job:
        """A job that is about to be written, as one that its writer will do himself, at once: see `finish`."""
        lease_until = self._clock() + self._lease
        return replace(job, state=RUNNING, attempts=1, lease_until=lease_until, claim=secrets.token_hex(8))

    def _work(self, job: Job) -> object:
        if job.attempts > ABANDONED_MAX:  # else it would kill worker after worker
            self._put_back(replace(job, attempts=ABANDONED_MAX), Abandoned(_ABANDONED))
            return None
        self._heart.begin(job)
        try:
            return self._handle(job)
        finally:
            self._heart.end(job)

    def _handle(self, job: Job) -> object:
        handler = self._handlers.get(job.kind)
        try:
            if handler is None:
                raise NotFound(f"this Recollect has no handler for jobs of kind {job.kind!r}; upgrade it")
            outcome = handler(job)
            self._trim()
            return outcome
        except JobTaken:
            return None  # its effects are another worker's to write
        except Exception as error:
            self._put_back(job, error)
            return None

    def _put_back(self, job: Job, error: Exception) -> None:
        """A failure of any kind is kept with the job; nothing else may stop the worker."""
        now = self._clock()
        again = next_try(job.attempts, now)
        reason = f"{error.code}: {error}" if isinstance(error, RecollectError) else f"{type(error).__name__}: {error}"
        try:
            self._store.change_job(
                job.scope,
                replace(
                    job,
                    state=DEAD if again is None else QUEUED,
                    run_at=again or job.run_at,
                    lease_until=None,
                    finished_at=now if again is None else None,
                    error=reason[:ERROR_CHARS_MAX],
                ),
            )
        except JobTaken:
            return  # another does it now: nothing failed
        except StoreError:
            pass  # the store is away: the lease ends and somebody claims it again
        if job.kind == EXTRACT:
            events.extraction_failed(job, error, dead=again is None)

    def _trim(self) -> None:
        self._done += 1
        if self._done % TRIM_EVERY == 1:  # with the first one too: most processes do few
            self._store.trim_jobs(self._tenant, self._clock() - timedelta(days=KEPT_DAYS))

    # --- waiting ------------------------------------------------------------------------------------------------

    def flush(self, scope: Scope | None = None, *, timeout_s: float | None = None) -> int:
        """Do and wait for everything that is due or running; returns how many jobs are left when time is up."""
        wait_s = accept.seconds(timeout_s, "timeout_s")
        deadline = None if wait_s is None else time.monotonic() + wait_s
        while not self._closed.is_set():
            if deadline is not None and time.monotonic() >= deadline:
                break
            if not self.run_next(scope):
                if not self.pressing(scope):
                    return 0
                time.sleep(WAIT_S)
        return self.pressing(scope)

    def sync(self, kinds: Sequence[str], scope: Scope | None = None, *, timeout_s: float | None = None) -> int:
        """Like `flush`, and jobs of these kinds that wait for their time are done as well, with those they queue."""
        wait_s = accept.seconds(timeout_s, "timeout_s")
        deadline = None if wait_s is None else time.monotonic() + wait_s
        self._hasten(kinds, scope)
        for _ in range(ROUNDS_MAX):
            left = self.flush(scope, timeout_s=None if deadline is None else max(0.0, deadline - time.monotonic()))
            if left or not self._hasten(kinds, scope):
                return left
        return self.open_count(scope)

    def _hasten(self, kinds: Sequence[str], scope: Scope | None) -> int:
        return self._store.hasten_jobs(scope or self._tenant, kinds, self._clock(), everyone=scope is None)

    def finish(
        self, ids: tuple[str, ...], scope: Scope, kind: str | None = None, *, held: tuple[Job, ...] = ()
    ) -> dict[str, object]:
        """Do and wait for these jobs of a space, and what stands before them; what those done here returned, by id.

        With their `kind`, others are left to whoever works in the background. `held`: those `begun` here.
        """
        done = {job.id: self._work(job) for job in held}
        outcomes = {id: outcome for id, outcome in done.items() if outcome is not None}
        for id in ids:
            while id not in outcomes and not self._closed.is_set():
                ran = self._run_next(scope, kind)
                if ran is not None and ran[1] is not None:
                    outcomes[ran[0]] = ran[1]
                if (ran is None or ran[0] != id) and not self._waits(scope, id):
                    break
                if ran is None:
                    time.sleep(WAIT_S)
        return outcomes

    def _waits(self, scope: Scope, id: str) -> bool:
        """Is it still to be done, now? One that failed waits for its next try, which may be far away, and what came
        later in the same conversation waits with it."""
        job = self._store.job(scope, id)
        if job is None or job.state not in (RUNNING, QUEUED) or (job.state == QUEUED and job.attempts):
            return False
        return job.state == RUNNING or not any(
            other.attempts
            and (other.kind, other.scope.session) == (job.kind, job.scope.session)
            and (other.created_at, other.id) < (job.created_at, job.id)
            for other in self._store.jobs(scope, (QUEUED,), everyone=False, limit=LOOKED_AT_MAX)
        )

    def open_count(self, scope: Scope | None = None) -> int:
        """Queued or running, at whatever time."""
        return self._store.open_jobs(scope or self._tenant, everyone=scope is None)

    def pressing(self, scope: Scope | None = None) -> int:
        """Like `open_count`, without those that wait for their time."""
        return self._store.open_jobs(scope or self._tenant, everyone=scope is None, now=self._clock())

    def list(self, *, state: str | None = None, limit: int = 100) -> Jobs:
        """Newest first."""
        if state is not None:
            accept.one_of(state, JOB_STATES, "state")
        accept.whole(limit, "limit", 1, LIST_MAX)
        return self._store.jobs(self._tenant, (state,) if state else JOB_STATES, everyone=True, limit=limit)

    def get(self, id: str) -> Job:
        found = self._store.job(self._tenant, accept.identifier(id))
        if found is None:
            raise NotFound(f"there is no job {id!r}: finished ones are kept for {KEPT_DAYS} days")
        return found

    def retry(self, id: str) -> bool:
        """Queue a dead job again; False: it is not dead."""
        self.get(id)
        return self._store.retry_job(self._tenant, id, self._clock())

    def counts(self, scope: Scope | None = None) -> dict[str, int]:
        """How many there are in each state; of one user, or of the memory that is shared, where a scope is given."""
        found = self._store.job_counts(scope or self._tenant, everyone=scope is None)
        return {state: found.get(state, 0) for state in JOB_STATES}

    def close(self) -> None:
        """Whoever still waits is let go after the job he is doing."""
        self._closed.set()
        if self._own_heart:
            self._heart.stop()


class Heart:
    """Renews the leases of jobs that take long, from one thread that is started by the first of them."""

    def __init__(self, store: Store, clock: Callable[[], datetime], *, lease_s: float = LEASE_S) -> None:
        self._store = store
        self._clock = clock
        self._lease = timedelta(seconds=lease_s)
        self._interval_s = lease_s / 3
        self._running: dict[tuple[str, str], Job] = {}
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def begin(self, job: Job) -> None:
        with self._lock:
            self._running[job.scope.tenant, job.id] = job
            if self._thread is None and not self._stopped.is_set():
                self._thread = threading.Thread(target=self._beat, name="recollect-heart", daemon=True)
                self._thread.start()

    def end(self, job: Job) -> None:
        with self._lock:
            self._running.pop((job.scope.tenant, job.id), None)

    def stop(self) -> None:
        self._stopped.set()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join()

    def _beat(self) -> None:
        while not self._stopped.wait(self._interval_s):
            with self._lock:
                running = list(self._running.values())
            for job in running:
                self._renew(job)

    def _renew(self, job: Job) -> None:
        try:
            self._store.change_job(job.scope, replace(job, state=RUNNING, lease_until=self._clock() + self._lease))
        except (JobTaken, StoreError):
            return  # then the handler's commit is refused, and the job is done by somebody else
