"""Periodic jobs: once in each period, whoever looks, and one run for all that was missed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory, registry
from recollect.contracts.store import Store
from recollect.jobs.runner import Runner
from recollect.jobs.schedule import Schedule, period_number
from recollect.jobs.worker import Worker
from recollect.model.job import DONE, Job
from recollect.model.scope import Scope
from tests.clock import START, Clock

DAY, WEEK = timedelta(days=1), timedelta(days=7)
PERIODS = {"decay": DAY, "prune": WEEK}


@pytest.fixture
def path(tmp_path: Path, clock: Clock) -> Path:
    with Memory(tmp_path / "m.db", clock=clock, config_file=tmp_path / "none.toml", worker="off") as memory:
        memory.add("something", user="ana")
    return tmp_path / "m.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with closing(registry.store(str(path), {})) as opened:
        yield opened


def schedule(store: Store, clock: Clock) -> Schedule:
    return Schedule(store, clock, tenant="default", periods=PERIODS)


def queued(store: Store) -> list[str]:
    return sorted(job.id for job in store.jobs(Scope(), ("queued",), everyone=True, limit=99))


def test_a_day_is_a_period_from_midnight_to_midnight() -> None:
    assert period_number(START, DAY) == 20605
    assert period_number(START.replace(hour=0), DAY) == 20605
    assert period_number(START.replace(hour=0) - timedelta(microseconds=1), DAY) == 20604


@pytest.mark.feature("JB-02")
def test_each_day_has_one_decay_and_each_week_one_prune(store: Store, clock: Clock) -> None:
    ticking = schedule(store, clock)
    assert ticking.tick() == 2
    assert ticking.tick() == 0
    week = period_number(START, WEEK)
    assert queued(store) == ["decay-20605", f"prune-{week}"]
    clock.forward(hours=24)
    assert (ticking.tick(), ticking.tick()) == (1, 0)
    assert "decay-20606" in queued(store)
    clock.forward(days=6)
    assert ticking.tick() == 2
    assert f"prune-{week + 1}" in queued(store)


@pytest.mark.feature("JB-02")
def test_two_processes_queue_one_run(store: Store, path: Path, clock: Clock) -> None:
    with closing(registry.store(str(path), {})) as other:
        assert (schedule(store, clock).tick(), schedule(other, clock).tick()) == (2, 0)


@pytest.mark.feature("JB-02")
def test_who_was_away_for_a_month_runs_once(store: Store, clock: Clock) -> None:
    schedule(store, clock).tick()
    clock.forward(days=30)
    assert schedule(store, clock).tick() == 2
    assert len(queued(store)) == 4


def test_a_store_nobody_wrote_to_is_left_alone_until_somebody_does(tmp_path: Path, clock: Clock) -> None:
    with closing(registry.store(str(tmp_path / "empty.db"), {})) as empty:
        ticking = schedule(empty, clock)
        assert ticking.tick() == 0
        assert empty.users(Scope()) == []
    with Memory(tmp_path / "empty.db", clock=clock, config_file=tmp_path / "none.toml", worker="off") as memory:
        memory.add("now there is something", user="ana")
        assert schedule(memory._running.store, clock).tick() == 2


def test_a_read_only_store_is_left_alone(path: Path, clock: Clock) -> None:
    with closing(registry.store(f"sqlite:///{path}?mode=ro", {})) as store:
        worker = Worker(lambda: False, rhythm=schedule(store, clock).tick, poll_s=0.01, lives_on_s=0)
        worker.wake()
        thread = worker._thread
        assert thread is not None
        thread.join(30)
        assert not thread.is_alive(), "it gave up"
        assert "read-only" in str(worker.last_failure)
        worker.close()


@pytest.mark.feature("JB-02")
def test_the_jobs_run_in_the_worker_of_a_process_that_lives_on(path: Path, clock: Clock) -> None:
    with Memory(path, clock=clock, config_file=path.parent / "none.toml", worker="off", schedule="on") as memory:
        engine = memory._running
        engine.store.note_given(Scope(user="ana"), ["hash"], clock(), expired=START)
        schedule(engine.store, clock).tick()
        assert memory.flush() == 0
        done = {job.kind: job for job in memory.jobs(state="done")}
        assert done["decay"].result == {"expired": 0, "retention": 0, "faded": 0, "cap": 0}
        assert done["prune"].result == {"waypoints": 0, "jobs": 0, "given": 0, "decisions": 0}
        clock.forward(days=40)
        schedule(engine.store, clock).tick()
        memory.flush()
        dropped = [job.result for job in memory.jobs(state="done") if job.kind == "prune"]
        assert max(one["jobs"] for one in dropped) >= 1, "jobs that were done a month ago are dropped"
        assert max(one["given"] for one in dropped) == 1, "and so is what an upstream gave"


@pytest.mark.feature("JB-02")
def test_a_worker_queues_and_does_them_without_being_woken(store: Store, clock: Clock) -> None:
    done = threading.Semaphore(0)

    def work(job: Job) -> None:
        store.change_job(job.scope, replace(job, state=DONE, finished_at=clock(), lease_until=None))
        done.release()

    with closing(Runner(store, dict.fromkeys(PERIODS, work), clock, tenant="default")) as runner:
        worker = Worker(runner.run_next, rhythm=schedule(store, clock).tick, poll_s=0.01, lives_on_s=0)
        worker.wake()
        assert done.acquire(timeout=60)
        assert done.acquire(timeout=60)
        clock.forward(hours=24)
        assert done.acquire(timeout=60)
        worker.close()
        assert runner.counts() == {"queued": 0, "running": 0, "done": 3, "dead": 0}


def test_a_worker_asks_for_periodic_work_only_after_a_while() -> None:
    asked: list[int] = []
    worker = Worker(lambda: False, rhythm=lambda: asked.append(1))
    worker.stand_by()
    assert worker._thread is None
    worker.wake()
    worker.close()
    assert asked == []


@pytest.mark.parametrize("rhythm, starts", [(None, False), (lambda: 0, True)])
def test_standing_by_starts_a_thread_where_something_comes_periodically(rhythm: Any, starts: bool) -> None:
    worker = Worker(lambda: False, rhythm=rhythm, lives_on_s=0)
    worker.stand_by()
    assert (worker._thread is not None) is starts
    worker.close()


@pytest.mark.parametrize("settings, starts", [({}, True), ({"schedule": "off"}, False), ({"worker": "off"}, False)])
def test_a_memory_that_is_used_for_a_while_stands_by_unless_told_otherwise(
    path: Path, clock: Clock, settings: dict[str, str], starts: bool
) -> None:
    with Memory(path, clock=clock, config_file=path.parent / "none.toml", **settings) as memory:
        worker = memory._running.worker
        assert worker._thread is None, "it has just begun"
        worker._begins = 0.0
        memory.count()
        assert (worker._thread is not None) is starts
