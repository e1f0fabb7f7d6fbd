"""Behind PgBouncer in transaction mode: nothing may be expected of the connection that served the last transaction."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import psycopg
import pytest

from recollect import registry
from recollect.errors import Forbidden, StoreBusy
from recollect.model.scope import Scope
from recollect.storage.postgres.connect import Connections, Limits
from recollect.storage.postgres.database import PostgresDatabase, restore
from recollect.storage.sql.store import SqlStore
from tests.contracts.building import add, columns_of, record
from tests.pooler import transaction_pooler
from tests.roles import application_role
from tests.services import ServiceMissing, services_required

pytestmark = pytest.mark.slow

ACME = Scope(tenant="acme", user="ana")
OTHER = Scope(tenant="other", user="ana")
THREADS, ROUNDS = 6, 12
"""Each statement is sent more than five times on each connection: from then on psycopg would have it prepared."""


def through(url: str, stack: ExitStack) -> str:
    try:
        return stack.enter_context(transaction_pooler(url))
    except ServiceMissing as missing:
        if services_required():
            pytest.fail(f"PgBouncer is required here (RECOLLECT_REQUIRE_SERVICES): {missing}", pytrace=False)
        pytest.skip(f"no PgBouncer: {missing}")


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def store_at(url: str, stack: ExitStack) -> SqlStore:
    store = registry.store(url, {})
    assert isinstance(store, SqlStore)
    return stack.enter_context(closing(store))


def contents(store: SqlStore, scope: Scope) -> list[str]:
    return sorted(found.content for found in store.scan(scope))


@pytest.mark.feature("ST-15")
def test_many_threads_write_and_read_though_connections_change_hands(postgres_url: str, stack: ExitStack) -> None:
    """From the empty database on: the tables are made through it, too."""
    store = store_at(through(postgres_url, stack), stack)
    scopes = [Scope(tenant="acme", user=f"user {n}") for n in range(THREADS)]

    def work(scope: Scope) -> list[str]:
        for n in range(ROUNDS):
            add(store, record(f"{scope.user} drinks tea {n}", scope), vectors=True)
            assert len(contents(store, scope)) == n + 1
            assert columns_of(store, scope).has_vector.all()
        return contents(store, scope)

    with ThreadPoolExecutor(THREADS) as pool:
        for scope, found in zip(scopes, pool.map(work, scopes), strict=True):
            assert found == sorted(f"{scope.user} drinks tea {n}" for n in range(ROUNDS))
    with psycopg.connect(postgres_url) as direct:
        row = direct.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
            "AND application_name <> ''"
        ).fetchone()
    assert row is not None
    assert row[0] > 1, "transactions went to several connections of the server"


def test_a_backup_streams_through_it_and_comes_back(postgres_url: str, stack: ExitStack, tmp_path: Path) -> None:
    url = through(postgres_url, stack)
    store = store_at(url, stack)
    for n in range(20):
        add(store, record(f"tea {n}", ACME), vectors=True)
    store.database.backup(tmp_path / "backup")
    add(store, record("too late", ACME))
    restore(tmp_path / "backup", url)
    assert contents(store, ACME) == sorted(f"tea {n}" for n in range(20))


@pytest.mark.feature("SC-06")
def test_the_wall_between_tenants_stands_though_they_share_connections(
    postgres_url: str, stack: ExitStack, tmp_path: Path
) -> None:
    _, role = stack.enter_context(application_role(postgres_url))
    store = store_at(through(role, stack), stack)

    def work(thread: int) -> None:
        scope = (ACME, OTHER)[thread % 2]
        for n in range(ROUNDS):
            add(store, record(f"{scope.tenant} {thread} {n}", scope))
            assert all(text.startswith(scope.tenant) for text in contents(store, scope))

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(work, range(THREADS)))
    assert len(contents(store, ACME)) == len(contents(store, OTHER)) == ROUNDS * THREADS // 2
    database = store.database
    assert isinstance(database, PostgresDatabase)
    for _ in range(THREADS):
        with database.reading() as session:
            assert session.one("SELECT count(*) FROM item") == (0,), "who says nothing sees nothing, on any of them"
    with pytest.raises(Forbidden, match="role that owns the tables"):
        database.backup(tmp_path / "backup")
    assert not (tmp_path / "backup").exists()


def test_the_time_limit_of_a_statement_goes_with_each_transaction(postgres_url: str, stack: ExitStack) -> None:
    url = through(postgres_url, stack)
    hurried = Connections(url, limits=Limits(statement_timeout_s=0.2))
    patient = Connections(url)
    stack.callback(hurried.close)
    stack.callback(patient.close)
    for _ in range(THREADS):
        with pytest.raises(StoreBusy, match="statement timeout"), hurried.reader() as connection:
            connection.execute("SELECT pg_sleep(30)")
        with patient.reader() as connection:
            assert connection.pooled
            assert connection.execute("SHOW statement_timeout").fetchone() == ("1min",)


def test_a_direct_connection_is_known_as_one(postgres_url: str) -> None:
    connections = Connections(postgres_url)
    with closing(connections.connect()) as connection:
        assert not connection.pooled
        assert connection.prepare_threshold is not None
