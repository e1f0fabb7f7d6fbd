"""Two worker processes over one store: jobs are done once, in the order of each conversation, and fairly."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from recollect import Memory
from recollect.assemble.tenants import Tenants
from recollect.config import load
from recollect.model.job import DONE, Job

NOISY, QUIET = 40, 4
TALKS = 4
LOOK_S, LOOKS_MAX = 0.25, 800
EXTRACT = "extract"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(request.getfixturevalue("postgres_url")) if request.param == "postgres" else str(tmp_path / "memory.db")


def opened(url: str) -> Tenants:
    return Tenants(load({"store": url, "worker": "off", "schedule": "off"}, {}, None), url=url)


@contextmanager
def workers(url: str, folder: Path, count: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """`recollect worker`, as often as wanted."""
    environment = {**os.environ, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "RECOLLECT_JOB_LEASE_S": "2"}
    command = [sys.executable, "-m", "recollect", "worker", "--store", url]
    running = [
        subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(count)
    ]
    try:
        yield running
    finally:
        for process in running:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                process.wait(60)


def talk(tenants: Tenants, tenant: str, count: int) -> None:
    memory = Memory.over(tenants.engine(tenant))
    for number in range(count):
        said = [{"role": "user", "content": f"I have {number + 2} cats and I live in house {number}."}]
        memory.add(said, user=f"u{number % TALKS}", session=f"s{number % TALKS}")


def learned(tenants: Tenants, names: list[str]) -> list[Job]:
    """Done extractions of these tenants, in the order they were finished."""
    found = []
    for name in names:
        found += [job for job in tenants.engine(name).jobs.list(state=DONE, limit=10_000) if job.kind == EXTRACT]
    return sorted(found, key=lambda job: (job.finished_at, job.id))


def finished(tenants: Tenants, names: list[str], count: int, worker: subprocess.Popen[bytes]) -> None:
    """Look, without working, until so many are done; the worker must live meanwhile."""
    for _ in range(LOOKS_MAX):
        if len(learned(tenants, names)) >= count:
            return
        with pytest.raises(subprocess.TimeoutExpired):
            worker.wait(LOOK_S)
    raise AssertionError(f"{len(learned(tenants, names))} of {count} are done")


@pytest.mark.slow
@pytest.mark.feature("SC-06")
@pytest.mark.feature("JB-01")
def test_a_noisy_tenant_does_not_starve_the_others_and_conversations_keep_their_order(url: str, tmp_path: Path) -> None:
    quiet = [f"quiet{number}" for number in range(QUIET)]
    with closing(opened(url)) as tenants:
        talk(tenants, "noisy", NOISY)
        for name in quiet:
            talk(tenants, name, 1)
        with workers(url, tmp_path, 2) as running:
            finished(tenants, ["noisy", *quiet], NOISY + QUIET, running[0])
        done = learned(tenants, ["noisy", *quiet])
        assert len({(job.scope.tenant, job.id) for job in done}) == len(done) == NOISY + QUIET
        assert {job.attempts for job in done} == {1}, "each was taken once"
        places = [place for place, job in enumerate(done) if job.scope.tenant != "noisy"]
        assert max(places) < NOISY // 2, f"the quiet ones were served at {places}"
        for session in range(TALKS):
            own = [job for job in done if job.scope.tenant == "noisy" and job.scope.session == f"s{session}"]
            assert len(own) == NOISY // TALKS
            assert [job.created_at for job in own] == sorted(job.created_at for job in own)


@pytest.mark.slow
@pytest.mark.feature("JB-03")
def test_what_a_killed_worker_held_is_done_by_the_other(url: str, tmp_path: Path) -> None:
    with closing(opened(url)) as tenants:
        talk(tenants, "acme", 16)
        with workers(url, tmp_path, 2) as (first, second):
            finished(tenants, ["acme"], 1, first)
            first.kill()
            finished(tenants, ["acme"], 16, second)
        done = learned(tenants, ["acme"])
        assert len(done) == 16
        for session in range(TALKS):
            own = [job for job in done if job.scope.session == f"s{session}"]
            assert [job.created_at for job in own] == sorted(job.created_at for job in own)
        assert Memory.over(tenants.engine("acme")).doctor() == []
