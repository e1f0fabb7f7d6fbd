"""Workers and writers on one PostgreSQL: whom nobody need wait for is not waited for."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta

import pytest

from recollect.errors import StoreBusy
from recollect.model.job import Job
from recollect.model.scope import Scope
from recollect.storage.postgres.database import PostgresDatabase
from recollect.storage.sql import spaces, working
from recollect.storage.sql.store import SqlStore
from tests.contracts.building import ANA, at
from tests.contracts.test_store_jobs import BOB, done, job, queue


@pytest.fixture
def store(postgres_url: str) -> Iterator[SqlStore]:
    with closing(SqlStore(PostgresDatabase(postgres_url))) as opened:
        yield opened


def claim(store: SqlStore, name: str, *, seconds: float = 10, wait_s: float | None = None) -> Job | None:
    until = at(seconds) + timedelta(seconds=30)
    return store.claim_job(Scope(), now=at(seconds), lease_until=until, claim=name, everyone=True, wait_s=wait_s)


@pytest.mark.feature("SC-06")
def test_a_space_that_somebody_writes_to_is_left_for_later(store: SqlStore) -> None:
    queue(store, job("held", seconds=1))
    queue(store, job("free", BOB, seconds=2))
    with store.database.writing(ANA) as session:
        space = spaces.state(session, ANA.tenant, ANA.user)
        assert space is not None
        session.lock("space", [space.id])
        found = claim(store, "w1")
        assert found is not None
        assert found.id == "free"
        with pytest.raises(StoreBusy):
            claim(store, "w2", wait_s=0.01)
    last = claim(store, "w3", wait_s=0.01)
    assert last is not None
    assert last.id == "held"


@pytest.mark.feature("SC-06")
def test_a_worker_that_hangs_while_it_ends_its_job_keeps_nobody_from_others(store: SqlStore) -> None:
    queue(store, job("held", seconds=1))
    queue(store, job("free", BOB, seconds=2))
    hanging = claim(store, "w1")
    assert hanging is not None
    with store.database.writing(ANA) as session:
        working.change(session, ANA, done(hanging))
        found = claim(store, "w2", seconds=500)
        assert found is not None
        assert found.id == "free"
        with pytest.raises(StoreBusy):
            claim(store, "w3", seconds=500, wait_s=0.01)
    assert claim(store, "w4", seconds=500) is None, "it was ended after all"


def test_a_write_that_takes_a_moment_is_waited_for(store: SqlStore) -> None:
    queue(store, job("held", seconds=1))
    with ThreadPoolExecutor() as pool:
        with store.database.writing(ANA) as session:
            space = spaces.state(session, ANA.tenant, ANA.user)
            assert space is not None
            session.lock("space", [space.id])
            waiting = pool.submit(claim, store, "w1", wait_s=30)
            with pytest.raises(TimeoutError):
                waiting.result(0.2)
        assert waiting.result() is not None
