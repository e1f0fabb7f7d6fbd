"""Periodic jobs: once in each period, whoever looks, and one run for all that was missed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from recollect import Memory, registry
from recollect.contracts.store import Store
from recollect.jobs.schedule import Schedule, period_number
from recollect.jobs.worker import Worker
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
        worker = Worker(lambda: False, rhythm=schedule(store, clock).tick, poll_s=0.01)
        worker.stand_by()
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
        schedule(engine.store, clock).tick()
        assert memory.flush() == 0
        done = {job.kind: job for job in memory.jobs(state="done")}
        assert done["decay"].result == {"expired": 0, "retention": 0, "faded": 0, "cap": 0}
        assert done["prune"].result == {"waypoints": 0, "jobs": 0, "decisions": 0}
        clock.forward(days=40)
        schedule(engine.store, clock).tick()
        memory.flush()
        dropped = [job.result["jobs"] for job in memory.jobs(state="done") if job.kind == "prune"]
        assert max(dropped) >= 1, "jobs that were done a month ago are dropped"


def test_a_worker_asks_for_periodic_work_only_after_a_while(store: Store, clock: Clock) -> None:
    asked: list[int] = []
    worker = Worker(lambda: False, rhythm=lambda: asked.append(1), poll_s=600)
    worker.stand_by()
    worker.wake()
    worker.close()
    assert asked == []


def test_without_a_rhythm_standing_by_starts_nothing() -> None:
    worker = Worker(lambda: False)
    worker.stand_by()
    assert worker._thread is None
    worker.close()


def test_the_schedule_can_be_turned_off(path: Path, clock: Clock) -> None:
    for value, starts in (("off", False), ("on", True)):
        with Memory(path, clock=clock, config_file=path.parent / "none.toml", schedule=value) as memory:
            assert (memory._running.worker._thread is not None) is starts
