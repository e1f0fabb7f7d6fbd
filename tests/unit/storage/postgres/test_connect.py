"""PostgreSQL in every mood: what a person is told, and that nothing secret is in it."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from urllib.parse import quote, urlsplit

import psycopg
import pytest

from recollect import registry
from recollect.errors import (
    ConfigError,
    Conflict,
    InvalidInput,
    MissingExtra,
    RecollectError,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreUnavailable,
    TooLarge,
)
from recollect.storage.postgres import connect
from recollect.storage.postgres.connect import Limits
from recollect.storage.postgres.database import PostgresDatabase
from recollect.storage.postgres.errors import translate
from recollect.storage.postgres.session import translate as translate_sql
from recollect.storage.sql.store import SqlStore
from tests.contracts.building import ANA, add, columns_of, execute, record
from tests.proxy import Proxy
from tests.services import free_port

SECRET = "hunter2"


@contextmanager
def opened(url: str, **limits: float) -> Iterator[SqlStore]:
    with closing(SqlStore(PostgresDatabase(url, limits=Limits(**limits)))) as store:  # type: ignore[arg-type]
        yield store


def with_options(url: str, options: str) -> str:
    return f"{url}{'&' if urlsplit(url).query else '?'}options={quote(options)}"


def everything_said(error: BaseException) -> str:
    return "".join(traceback.format_exception(error))


# --- addresses ------------------------------------------------------------------------------------------------------


def test_a_store_shows_its_address_without_the_password(postgres_url: str) -> None:
    password = urlsplit(postgres_url).password
    with opened(postgres_url) as store:
        assert store.facts(ANA).url == store.url
        assert f":{password}@" not in store.url
        assert urlsplit(store.url).path == urlsplit(postgres_url).path


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://ana:{SECRET}@127.0.0.1:1/memory",
        f"postgresql://ana:{SECRET}@no-such-host.invalid/memory?connect_timeout=2",
    ],
)
def test_a_server_that_cannot_be_reached_is_told_with_what_to_check(url: str) -> None:
    with pytest.raises(StoreUnavailable, match="Check that the server runs") as caught:
        registry.store(url, {})
    assert SECRET not in everything_said(caught.value)


@pytest.mark.parametrize(
    "url", [f"postgresql://ana:{SECRET}@db/m?nonsense=1", f"postgresql://ana:{SECRET}%zz@db/m", "postgresql://[::1/m"]
)
def test_an_address_that_is_none_is_refused_without_repeating_the_password(url: str) -> None:
    with pytest.raises(ConfigError, match="no PostgreSQL address") as caught:
        registry.store(url, {})
    assert SECRET not in everything_said(caught.value)


def test_a_database_that_does_not_exist_is_told(postgres_url: str) -> None:
    url = postgres_url.replace(urlsplit(postgres_url).path, "/there_is_no_such_database")
    with pytest.raises(StoreUnavailable, match="there_is_no_such_database"):
        registry.store(url, {})


def test_nothing_listens_there() -> None:
    with pytest.raises(StoreUnavailable, match="refused"):
        registry.store(f"postgresql://127.0.0.1:{free_port()}/x", {})


def test_the_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtra, match=r"pip install 'recollect\[postgres\]'"):
        registry.store("postgresql://127.0.0.1/x", {})


# --- errors ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "state, expected",
    [
        ("53100", StoreFull),
        ("55P03", StoreBusy),
        ("57014", StoreBusy),
        ("40P01", StoreBusy),
        ("40001", StoreBusy),
        ("53300", StoreBusy),
        ("25006", StoreReadOnly),
        ("42501", StoreReadOnly),
        ("23505", Conflict),
        ("54000", TooLarge),
        ("XX001", StoreCorrupt),
        ("XX002", StoreCorrupt),
        ("22021", InvalidInput),
        ("57P01", StoreUnavailable),
        ("08006", StoreUnavailable),
        ("28P01", StoreUnavailable),
        ("3D000", StoreUnavailable),
        ("42P01", StoreError),
        ("42601", StoreError),
    ],
)
def test_what_the_server_says_becomes_an_error_a_person_can_act_on(state: str, expected: type[RecollectError]) -> None:
    error = translate(psycopg.errors.lookup(state)("what it said\nmore"), "postgresql://db/m")
    assert type(error) is expected
    assert ("what it said" in str(error)) is (state != "23505"), "a caller must not learn what else is there"
    assert ("postgresql://db/m" in str(error)) is (state != "23505")


def test_a_lost_connection_is_told_as_unavailable() -> None:
    assert type(translate(psycopg.OperationalError("server closed the connection"), "x")) is StoreUnavailable
    assert type(translate(psycopg.DataError("text cannot contain NUL"), "x")) is InvalidInput


def test_parameters_are_translated_and_percent_signs_stay() -> None:
    assert translate_sql("SELECT ? WHERE a LIKE '10%' AND b = ?") == "SELECT %s WHERE a LIKE '10%%' AND b = %s"


def test_a_percent_sign_in_sql_text_is_a_percent_sign(postgres_url: str) -> None:
    with opened(postgres_url) as store, store._database.reading() as session:
        assert session.all("SELECT ? || '%', 7 % 4 = 3", ("a",)) == [("a%", True)]


def test_a_key_too_long_for_an_index_is_told_and_nothing_is_written(postgres_url: str) -> None:
    key = "".join(chr(0x4E00 + n) for n in range(5000))
    with opened(postgres_url) as store:
        with pytest.raises(TooLarge, match="Shorten it"):
            add(store, record("a", key=key))
        assert list(store.scan(ANA)) == []


# --- what others do to the server -----------------------------------------------------------------------------------


def test_somebody_elses_lock_is_told_as_busy_and_reading_goes_on(postgres_url: str) -> None:
    with opened(postgres_url, lock_timeout_s=0.05) as store:
        add(store, record("there"))
        with psycopg.connect(postgres_url) as somebody:
            somebody.execute("SELECT * FROM recollect.space FOR UPDATE")
            with pytest.raises(StoreBusy, match="nothing was written"):
                add(store, record("not now"))
            assert [found.content for found in store.scan(ANA)] == ["there"]
        add(store, record("now"))
        assert columns_of(store).numbers.tolist() == [0, 1]


def test_a_statement_that_runs_out_of_time_is_told_as_busy(postgres_url: str) -> None:
    with opened(with_options(postgres_url, "-cstatement_timeout=50")) as store, pytest.raises(StoreBusy):
        execute(store, "SELECT pg_sleep(20)")


def test_a_read_only_server_is_read_and_refuses_to_be_written(postgres_url: str) -> None:
    read_only = with_options(postgres_url, "-cdefault_transaction_read_only=on")
    with pytest.raises(StoreReadOnly):
        registry.store(read_only, {})
    with opened(postgres_url) as store:
        add(store, record("there"))
    with opened(read_only) as store:
        assert [found.content for found in store.scan(ANA)] == ["there"]
        assert len(columns_of(store)) == 1
        with pytest.raises(StoreReadOnly, match="nothing was changed"):
            add(store, record("no"))


def disconnect_all(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_connections_that_the_server_closed_are_replaced_unnoticed(postgres_url: str) -> None:
    with opened(postgres_url) as store:
        with ExitStack() as several:
            for _ in range(3):
                several.enter_context(store.reading(ANA, signature=None))
        disconnect_all(postgres_url)
        add(store, record("after"))
        disconnect_all(postgres_url)
        assert [found.content for found in store.scan(ANA)] == ["after"]


def test_a_connection_lost_in_a_write_is_told_and_nothing_was_written(postgres_url: str) -> None:
    with opened(postgres_url) as store:
        add(store, record("there"))

        def interrupted() -> None:
            with store._database.writing() as session:
                session.run("DELETE FROM item")
                disconnect_all(postgres_url)
                session.run("DELETE FROM posting")

        with pytest.raises(StoreUnavailable, match="Nothing was acknowledged"):
            interrupted()
        assert [found.content for found in store.scan(ANA)] == ["there"]
        assert store.check(ANA, repair=False) == []


def test_more_readers_than_connections_wait_and_are_told(postgres_url: str) -> None:
    with opened(postgres_url, lock_timeout_s=0.05) as store, ExitStack() as several:
        add(store, record("there"))
        for _ in range(connect.CONNECTIONS_MAX):
            several.enter_context(store.reading(ANA, signature=None))
        with pytest.raises(StoreBusy, match="connections of this process"):
            store.get(ANA, ["x"])
        several.close()
        assert len(list(store.scan(ANA))) == 1


def test_a_closed_store_keeps_no_connection(postgres_url: str) -> None:
    with opened(postgres_url) as store:
        add(store, record("there"))
        assert connections_of(postgres_url) > 0
    assert connections_of(postgres_url) == 0


def connections_of(url: str) -> int:
    """Those of stores; the server needs a moment to forget one that was closed, so it is waited for by its lock."""
    with psycopg.connect(url, autocommit=True) as admin:
        row = admin.execute(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND application_name = 'recollect'"
        ).fetchone()
    assert row is not None
    return int(row[0])


# --- the server's own check -----------------------------------------------------------------------------------------


def test_the_servers_own_check_is_used_where_it_is_installed(postgres_url: str) -> None:
    with opened(postgres_url) as store:
        add(store, record("a"), record("b"), vectors=True)
        assert store.check(ANA, repair=False) == []
        with psycopg.connect(postgres_url, autocommit=True) as admin:
            admin.execute("CREATE EXTENSION amcheck SCHEMA public")
        assert store.check(ANA, repair=True) == []


@pytest.mark.parametrize("index", ["item_key_3", "item_id_3", "item_changed", "api_key_hash"])
def test_an_index_that_is_missing_is_told_with_what_makes_it(postgres_url: str, index: str) -> None:
    with opened(postgres_url) as store:
        add(store, record("a"))
        assert store.check(ANA, repair=False) == []
        with psycopg.connect(postgres_url, autocommit=True) as admin:
            admin.execute(f"DROP INDEX recollect.{index}".encode())
        (found,) = store.check(ANA, repair=True)
        assert (found.code, found.repaired) == ("index", False)
        assert f"INDEX {index.removesuffix('_3')} ON" in found.message


def test_the_size_is_that_of_our_tables(postgres_url: str) -> None:
    with opened(postgres_url) as store:
        before = store.facts(ANA).bytes
        add(store, *(record(f"text {n}") for n in range(2000)))
        assert store.facts(ANA).bytes > before > 0


def test_a_search_reads_postings_through_the_index(postgres_url: str) -> None:
    with opened(postgres_url) as store:
        add(store, *(record(f"apple pear {n}") for n in range(3000)))
        execute(store, "ANALYZE posting")
        with store._database.reading() as session:
            ((space,),) = session.all("SELECT id FROM space")
            plan = session.all(
                "EXPLAIN SELECT number, count, rest FROM posting WHERE space = ? AND term = ANY(?) AND number > ?",
                (space, ["17", "18"], -1),
            )
        assert f"posting_{space >> 27}_pkey" in str(plan)


def test_many_stores_of_other_programs_in_the_same_database_are_left_alone(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute("CREATE TABLE item (price int); CREATE TABLE vector (x int); CREATE TABLE meta (y int)")
        admin.execute("DROP TABLE vector")
    with opened(postgres_url) as store:
        add(store, record("ours"))
    with psycopg.connect(postgres_url) as admin:
        assert admin.execute("SELECT count(*) FROM item").fetchone() == (0,)
        tables = admin.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'recollect'").fetchall()
    assert ("posting",) in tables


# --- every wait has an end ------------------------------------------------------------------------------------------


def through(proxy: Proxy, url: str) -> str:
    parts = urlsplit(url)
    user = parts.netloc.rpartition("@")[0]
    return parts._replace(netloc=f"{user}@127.0.0.1:{proxy.port}").geturl()


@contextmanager
def proxied(url: str, **limits: float) -> Iterator[tuple[Proxy, SqlStore]]:
    parts = urlsplit(url)
    assert parts.hostname is not None
    assert parts.port is not None
    with Proxy(parts.hostname, parts.port) as proxy, opened(through(proxy, url), **limits) as store:
        yield proxy, store


def test_a_statement_that_runs_longer_than_the_limit_is_ended_by_the_server(postgres_url: str) -> None:
    with opened(postgres_url, statement_timeout_s=0.05) as store:
        with pytest.raises(StoreBusy, match="statement timeout"):
            execute(store, "SELECT pg_sleep(20)")
        add(store, record("afterwards"))
        assert [found.content for found in store.scan(ANA)] == ["afterwards"]


@pytest.mark.parametrize("many", [False, True])
def test_what_a_frozen_process_has_begun_to_write_is_given_up_by_the_server(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, many: bool
) -> None:
    """Others wait for its locks. After statements that were sent many at a time, only the end of the whole counts."""
    monkeypatch.setattr(connect, "STATEMENTS_A_WRITE", 2)
    monkeypatch.setattr(connect, "GRACE_S", 0.1)
    with opened(postgres_url) as other, opened(postgres_url, statement_timeout_s=0.2) as frozen:
        add(other, record("a first one"))
        with other.database.reading(ANA) as reader:
            version = reader.one("SELECT current_setting('server_version_num')::int")
        if many and version is not None and version[0] < connect.ENDS_WRITES:
            pytest.skip("this server cannot end a whole write")

        def freeze() -> None:
            with frozen.database.writing(ANA) as session:
                session.run("UPDATE space SET generation = generation + 1")
                if many:
                    session.many("UPDATE space SET contributions = ?", [(7,), (8,)])
                add(other, record("whoever waits gets it"))
                session.one("SELECT 1")

        with pytest.raises(StoreUnavailable):
            freeze()
        with other.database.reading(ANA) as reader:
            assert reader.all("SELECT generation, contributions FROM space") == [(2, 2)]


def test_a_backup_may_take_longer_than_the_limit(postgres_url: str) -> None:
    with opened(postgres_url, statement_timeout_s=0.05) as store:
        with store._database._connections.reader(unhurried=True) as connection:  # type: ignore[attr-defined]
            assert connection.execute("SELECT 1 FROM pg_sleep(0.2)").fetchone() == (1,)
        with pytest.raises(StoreBusy), store._database.reading() as session:
            session.one("SELECT 1 FROM pg_sleep(0.2)")


def test_a_server_that_falls_silent_is_told_and_used_again_when_it_answers(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connect, "GRACE_S", 0.1)
    with proxied(postgres_url, statement_timeout_s=0.3) as (proxy, store):
        add(store, record("before"))
        with ExitStack() as several:
            for _ in range(3):
                several.enter_context(store.reading(ANA, signature=None))
        proxy.faults.silent = True
        with pytest.raises(StoreUnavailable, match=r"no answer for 0\.4 s"):
            add(store, record("into the dark"))
        assert store._database._connections._idle == [], "nobody waits as long for each of the others"  # type: ignore[attr-defined]
        proxy.faults.silent = False
        proxy.drop_all()
        add(store, record("after"))
        found = {one.content for one in store.scan(ANA)}
        assert {"before", "after"} <= found
        assert store.check(ANA, repair=False) == []


def test_a_server_that_goes_on_speaking_is_not_silent(postgres_url: str) -> None:
    rows = "SELECT repeat('x', 10000), pg_sleep(0.2) FROM generate_series(1, 8)"
    with opened(postgres_url, silence_s=1.0) as store:
        with store._database.reading() as session:
            assert len(session.all(rows)) == 8
        with pytest.raises(StoreUnavailable, match="no answer for 1 s"), store._database.reading() as session:
            session.one("SELECT 1 FROM pg_sleep(3)")


@pytest.mark.feature("RS-05")
def test_connections_cut_in_the_middle_are_told_and_what_was_acknowledged_is_there(postgres_url: str) -> None:
    acknowledged, told = [], []
    with proxied(postgres_url) as (proxy, store):
        for number in range(40):
            proxy.faults.cut = number % 4 == 1
            try:
                add(store, record(f"text {number}", id=str(number)))
                acknowledged.append(str(number))
            except StoreUnavailable as error:
                told.append(str(error))
        proxy.faults.cut = False
        assert told
        assert all("Nothing was acknowledged" in said for said in told)
        assert len(acknowledged) >= 30
        there = [found.id for found in store.scan(ANA)]
        assert set(acknowledged) <= set(there)
        assert len(there) == len(set(there))
        assert store.check(ANA, repair=False) == []
