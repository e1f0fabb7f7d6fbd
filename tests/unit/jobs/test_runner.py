"""Jobs: done once, retried with growing pauses, buried with their reason, kept alive while they work."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from recollect import registry
from recollect.contracts.store import Store
from recollect.errors import Conflict, NotFound
from recollect.jobs.retry import ATTEMPTS_MAX, next_try
from recollect.jobs.runner import ABANDONED_MAX, Runner
from recollect.jobs.worker import Worker
from recollect.model.batch import Batch
from recollect.model.job import DONE, Job
from recollect.model.scope import Scope
from tests.clock import START, Clock

ANA = Scope(user="ana")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(registry.store(str(tmp_path / "m.db"), {})) as opened:
        yield opened


def queue(store: Store, clock: Clock, *ids: str, kind: str = "work", scope: Scope = ANA) -> None:
    now = clock()
    jobs = tuple(Job(id=id, kind=kind, scope=scope, run_at=now, created_at=now) for id in ids)
    store.write(scope, Batch(jobs=jobs))


def finish(store: Store, clock: Clock, job: Job) -> None:
    store.change_job(job.scope, Job(**{**vars(job), "state": DONE, "finished_at": clock(), "lease_until": None}))


@pytest.mark.parametrize("attempts, seconds", [(1, 1), (2, 2), (3, 4), (4, 8), (5, None), (9, None)])
def test_pauses_double_until_the_last_try(attempts: int, seconds: int | None) -> None:
    assert next_try(attempts, START) == (None if seconds is None else START + timedelta(seconds=seconds))


@pytest.mark.feature("JB-03")
def test_a_job_that_kills_its_worker_is_buried_after_as_many_tries(
    store: Store, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever is killed says nothing: only the lease ends. What stands behind it is done then."""
    tried: list[str] = []
    with closing(Runner(store, {"extract": lambda job: finish(store, clock, job)}, clock, tenant="default")) as runner:
        queue(store, clock, "j1", "j2", kind="extract")
        for number in range(ABANDONED_MAX):
            claimed = store.claim_job(
                ANA, now=clock(), lease_until=clock() + timedelta(seconds=9), claim=str(number), everyone=True
            )
            assert claimed is not None
            tried.append(claimed.id)
            clock.forward(seconds=10)
        assert tried == ["j1"] * ABANDONED_MAX
        assert runner.run_next()
        assert runner.get("j1").state == "dead"
        assert runner.get("j1").attempts == ABANDONED_MAX
        assert "never ended" in (runner.get("j1").error or "")
        assert [record.__dict__["dead"] for record in caplog.records if record.name == "recollect.memory"] == [True]
        assert runner.counts() == {"queued": 1, "running": 0, "done": 0, "dead": 1}
        assert runner.run_next()
        assert runner.get("j2").state == DONE
        assert runner.retry("j1")
        assert runner.run_next()
        assert runner.get("j1").state == DONE, "another life has as many tries"


def test_a_job_that_fails_is_tried_again_later_and_buried_in_the_end(store: Store, clock: Clock) -> None:
    tried: list[int] = []

    def fail(job: Job) -> None:
        tried.append(job.attempts)
        raise RuntimeError("no luck")

    with closing(Runner(store, {"work": fail}, clock, tenant="default")) as runner:
        queue(store, clock, "j1")
        for _ in range(ATTEMPTS_MAX):
            assert runner.run_next()
            assert not runner.run_next()  # not due yet
            clock.forward(seconds=60)
        assert tried == [1, 2, 3, 4, 5]
        (job,) = runner.list(state="dead")
        assert job.error == "RuntimeError: no luck"
        assert runner.counts() == {"queued": 0, "running": 0, "done": 0, "dead": 1}
        assert runner.retry("j1")
        assert runner.run_next()
        assert tried[-1] == 1


def test_a_kind_nobody_knows_says_what_to_do(store: Store, clock: Clock) -> None:
    with closing(Runner(store, {}, clock, tenant="default")) as runner:
        queue(store, clock, "j1", kind="future")
        assert runner.run_next()
        assert "upgrade" in str(runner.get("j1").error)
        with pytest.raises(NotFound):
            runner.get("other")


def test_a_long_job_keeps_its_lease_while_it_works(store: Store, clock: Clock) -> None:
    renewed = threading.Event()

    class Watching:
        """The store, with an ear for renewals."""

        def __getattr__(self, name: str) -> object:
            return getattr(store, name)

        def change_job(self, scope: Scope, job: Job) -> None:
            store.change_job(scope, job)
            if job.state == "running":
                renewed.set()

    def work(job: Job) -> None:
        assert renewed.wait(30)
        finish(store, clock, job)

    with closing(Runner(Watching(), {"work": work}, clock, tenant="default", lease_s=0.1)) as runner:  # type: ignore[arg-type]
        queue(store, clock, "j1")
        assert runner.run_next()
        assert runner.get("j1").state == "done"


def test_the_effects_of_a_worker_that_lost_its_job_are_not_written(store: Store, clock: Clock) -> None:
    def slow(job: Job) -> None:
        clock.forward(minutes=5)
        other = store.claim_job(
            ANA, now=clock(), lease_until=clock() + timedelta(minutes=1), claim="other", everyone=False
        )
        assert other is not None
        finish(store, clock, job)  # raises JobTaken: the claim is the other's

    with closing(Runner(store, {"work": slow}, clock, tenant="default")) as runner:
        queue(store, clock, "j1")
        assert runner.run_next()
        job = runner.get("j1")
        assert (job.state, job.claim, job.attempts) == ("running", "other", 2)


def test_flushing_one_space_leaves_the_others_alone(store: Store, clock: Clock) -> None:
    with closing(Runner(store, {"work": lambda job: finish(store, clock, job)}, clock, tenant="default")) as runner:
        queue(store, clock, "a1", "a2")
        queue(store, clock, "b1", scope=Scope(user="bob"))
        assert runner.flush(ANA) == 0
        assert [job.id for job in runner.list(state="queued")] == ["b1"]
        assert runner.flush(timeout_s=30) == 0
        assert runner.open_count() == 0


@pytest.mark.parametrize("verb", ["flush", "sync"])
def test_what_was_to_be_done_at_once_is_done_although_the_clock_went_back(
    store: Store, clock: Clock, verb: str
) -> None:
    done: list[str] = []

    def work(job: Job) -> None:
        done.append(job.id)
        finish(store, clock, job)

    with closing(Runner(store, {"work": work}, clock, tenant="default")) as runner:
        queue(store, clock, "now")
        now = clock()
        later = Job(id="later", kind="work", scope=ANA, run_at=now + timedelta(seconds=5), created_at=now)
        store.write(ANA, Batch(jobs=(later,)))
        clock.forward(days=-1)
        assert runner.pressing() == 1
        assert (runner.flush() if verb == "flush" else runner.sync(("other",))) == 0
        assert done == ["now"]
        assert runner.open_count() == 1  # it waits on purpose


def test_flushing_gives_up_when_its_time_is_over(store: Store, clock: Clock) -> None:
    def fail(job: Job) -> None:
        raise RuntimeError("no luck")

    with closing(Runner(store, {"work": fail}, clock, tenant="default")) as runner:
        queue(store, clock, "j1")
        assert runner.flush(timeout_s=0.05) == 1


def test_a_worker_does_what_there_is_and_waits_to_be_woken(store: Store, clock: Clock) -> None:
    done = threading.Semaphore(0)

    def work(job: Job) -> None:
        finish(store, clock, job)
        done.release()

    with closing(Runner(store, {"work": work}, clock, tenant="default")) as runner:
        worker = Worker(runner.run_next, poll_s=60)
        for id in ("j1", "j2"):
            queue(store, clock, id)
            worker.wake()
            assert done.acquire(timeout=60)
        worker.close()
        queue(store, clock, "j3")
        worker.wake()
        assert [job.id for job in runner.list(state="queued")] == ["j3"]


def test_a_worker_outlives_whatever_goes_wrong(store: Store, clock: Clock) -> None:
    done = threading.Semaphore(0)
    asked: list[int] = []

    def look() -> bool:
        asked.append(1)
        done.release()
        if len(asked) == 1:
            raise RuntimeError("no luck")
        return False

    with closing(Worker(look, poll_s=60)) as worker:
        for _ in range(2):
            worker.wake()
            assert done.acquire(timeout=60), "it still looks for work"
    assert worker.last_failure == "no luck"


def test_sync_does_what_jobs_queue_for_later_while_it_works(store: Store, clock: Clock) -> None:
    done: list[str] = []

    def later(id: str, kind: str) -> None:
        now = clock()
        job = Job(id=id, kind=kind, scope=ANA, run_at=now + timedelta(hours=1), created_at=now)
        store.write(ANA, Batch(jobs=(job,)))

    def work(job: Job) -> None:
        done.append(job.id)
        if job.id == "first":
            later("second", "work")
        elif job.id == "second":
            later("other", "other")
        finish(store, clock, job)

    with closing(Runner(store, {"work": work, "other": work}, clock, tenant="default")) as runner:
        later("first", "work")
        assert runner.sync(("work",), ANA) == 0
        assert done == ["first", "second"]
        assert runner.open_count(ANA) == 1, "what is of another kind waits for its time"


def test_sync_ends_where_jobs_queue_themselves_for_ever(store: Store, clock: Clock) -> None:
    def again(job: Job) -> None:
        now = clock()
        following = Job(id=f"{job.id}+", kind="work", scope=ANA, run_at=now + timedelta(hours=1), created_at=now)
        store.write(ANA, Batch(jobs=(following,)))
        finish(store, clock, job)

    with closing(Runner(store, {"work": again}, clock, tenant="default")) as runner:
        queue(store, clock, "j")
        assert runner.sync(("work",)) == 1


class Owner:
    """Somebody who may forget to close it."""


def test_a_worker_whose_owner_is_gone_does_what_is_due_and_ends() -> None:
    done: list[str] = []
    due = ["a", "b"]
    owner = Owner()
    worker = Worker(lambda: bool(due) and not done.append(due.pop()), poll_s=60)
    worker.belongs_to(owner, lambda: done.append("left"))
    del owner
    worker.wake()
    assert worker._thread is not None
    worker._thread.join(30)
    assert done == ["b", "a", "left"]
    assert not worker.running
    worker.wake()
    assert not worker._thread.is_alive(), "it does not begin again"


def test_a_worker_whose_owner_is_there_goes_on() -> None:
    looked = [threading.Event(), threading.Event()]
    owner, looks = Owner(), iter(looked)
    worker = Worker(lambda: bool(next(looks).set()), poll_s=60)
    worker.belongs_to(owner, lambda: None)
    with closing(worker):
        for look in looked:
            worker.wake()
            assert look.wait(30)
        assert worker.running


@pytest.mark.parametrize("taken", [True, False])
def test_a_failure_is_told_of_by_whoever_still_holds_the_job(
    store: Store, clock: Clock, caplog: pytest.LogCaptureFixture, taken: bool
) -> None:
    """Who lost it has no say: what he runs into are the effects of whoever took it over."""

    def work(job: Job) -> None:
        if taken:
            clock.forward(seconds=60)
            other = store.claim_job(ANA, now=clock(), lease_until=clock(), claim="other", everyone=True)
            assert other is not None
            finish(store, clock, other)
        raise Conflict("a record with this id is there already")

    with closing(Runner(store, {"extract": work}, clock, tenant="default")) as runner:
        queue(store, clock, "j1", kind="extract")
        assert runner.run_next()
        told = [record.message for record in caplog.records if record.name == "recollect.memory"]
        assert told == ([] if taken else ["memory.extraction.background.failed"])
        assert runner.get("j1").state == (DONE if taken else "queued")
