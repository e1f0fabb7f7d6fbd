"""The test services themselves: a real PostgreSQL with pgvector, a database per test, nothing left behind."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from recollect import Memory
from tests.databases import Databases
from tests.services import PostgresRun, fresh_database, services_required

ROOT = Path(__file__).parents[2]


def test_postgres_has_pgvector_and_answers_a_nearest_neighbour_query(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        connection.execute("CREATE EXTENSION vector")
        connection.execute("CREATE TABLE item (id int PRIMARY KEY, v vector(2))")
        connection.execute("INSERT INTO item VALUES (1, '[1,0]'), (2, '[0,1]'), (3, '[0.9,0.1]')")
        rows = connection.execute("SELECT id FROM item ORDER BY v <=> '[1,0]' LIMIT 2").fetchall()
        version = connection.execute("SHOW server_version_num").fetchone()
    assert rows == [(1,), (3,)]
    assert version is not None
    assert int(version[0]) >= 150000


@pytest.mark.parametrize("turn", [1, 2])
def test_every_test_gets_an_empty_database_of_its_own(postgres_url: str, turn: int) -> None:
    with psycopg.connect(postgres_url) as connection:
        connection.execute("CREATE TABLE only_here (turn int)")
        assert connection.execute("SELECT count(*) FROM only_here").fetchone() == (0,)


def test_a_database_is_dropped_although_somebody_is_still_connected(postgres_server: str) -> None:
    with fresh_database(postgres_server) as url:
        left_open = psycopg.connect(url)
    name = url.rpartition("/")[2]
    with psycopg.connect(postgres_server) as admin:
        assert admin.execute("SELECT count(*) FROM pg_database WHERE datname = %s", [name]).fetchone() == (0,)
    left_open.close()


@pytest.fixture(scope="module")
def reused(postgres_server: str, postgres_stores: Databases) -> Iterator[Databases]:
    """As it is where databases lie on a disk."""
    with closing(Databases(postgres_server, postgres_stores.template, again=True)) as databases:
        yield databases


def which(url: str) -> int:
    """A database, whatever its name."""
    with psycopg.connect(url) as connection:
        [(found,)] = connection.execute("SELECT oid FROM pg_database WHERE datname = current_database()").fetchall()
    return int(found)


def test_a_store_is_given_once_where_copies_are_quick(postgres_server: str, postgres_stores: Databases) -> None:
    with closing(Databases(postgres_server, postgres_stores.template, again=False)) as copies:
        with copies.one() as url:
            first = which(url)
        with psycopg.connect(postgres_server) as admin:
            assert not admin.execute("SELECT 1 FROM pg_database WHERE oid = %s", [first]).fetchall()
        with copies.one() as other:
            assert which(other) != first


def test_an_emptied_store_is_given_again_as_another_one(reused: Databases) -> None:
    with reused.one() as url:
        with Memory(url, worker="off") as memory:
            memory.add([{"role": "user", "content": "Ana lives in Lisbon"}], user="ana", session="s")
        first, left_open = which(url), psycopg.connect(url)
    with reused.one() as again:
        assert (which(again), again != url) == (first, True)
        with psycopg.connect(again) as connection:
            assert connection.execute("SELECT count(*) FROM recollect.space").fetchone() == (0,)
            assert connection.execute("SELECT count(*) FROM recollect.item").fetchone() == (0,)
    left_open.close()


def test_a_spare_store_that_somebody_holds_is_not_given_again(reused: Databases) -> None:
    with reused.one() as url:
        first = which(url)
    left_open = psycopg.connect(url)
    with reused.one() as again:
        assert which(again) != first
    left_open.close()


@pytest.mark.parametrize(
    "change",
    [
        "CREATE TABLE public.more (id int)",
        "ALTER TABLE recollect.item ADD COLUMN more int",
        "ALTER TABLE recollect.space DISABLE ROW LEVEL SECURITY",
        "DROP TABLE recollect.edge CASCADE",
        "CREATE SCHEMA more",
    ],
)
def test_a_store_that_was_changed_is_not_given_again(reused: Databases, change: str) -> None:
    with reused.one() as url:
        first = which(url)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(change.encode())
    with reused.one() as again:
        assert which(again) != first


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.skipif("RECOLLECT_TEST_POSTGRES" in os.environ, reason="an existing server is used")
def test_a_killed_run_leaves_a_server_that_the_next_run_drops(postgres_server: str, tmp_path: Path) -> None:
    script = textwrap.dedent("""
        import os, sys
        from tests.services import PostgresRun
        run = PostgresRun(sys.argv[1])
        run.hold()
        print(run.url(), flush=True)
        os.kill(os.getpid(), 9)
    """)
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", script, "killed0test"], env=environment, cwd=tmp_path, capture_output=True, text=True
    )
    orphan = done.stdout.strip()
    assert orphan.startswith("postgresql://"), done.stderr
    assert _answers(orphan)

    next_run = PostgresRun("next00test0")
    next_run.hold()
    try:
        assert _answers(next_run.url())
        assert not _answers(orphan)
        assert _answers(postgres_server), "the server of a run that is alive must stay"
    finally:
        url = next_run.url()
        next_run.release()
    assert not _answers(url)


def _answers(url: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            return connection.execute("SELECT 1").fetchone() == (1,)
    except psycopg.OperationalError:
        return False


@pytest.mark.parametrize("value, required", [("1", True), ("yes", True), ("0", False), ("", False)])
def test_services_are_required_where_the_environment_says_so(value: str, required: bool) -> None:
    assert services_required({"RECOLLECT_REQUIRE_SERVICES": value}) is required


def test_services_are_optional_by_default() -> None:
    assert services_required({}) is False
