"""The schema of a PostgreSQL database: made by whoever comes first, upgraded in one transaction, refused when newer."""

from __future__ import annotations

import multiprocessing
import re
import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from recollect.errors import NewerSchema, NotADatabase, StoreBusy, StoreError, StoreReadOnly, StoreUnavailable
from recollect.storage.postgres import migrate
from recollect.storage.postgres.database import MIGRATIONS, PostgresDatabase
from recollect.storage.sql.migration import Migration, load
from recollect.storage.sql.store import SqlStore
from recollect.storage.sqlite import database as sqlite
from tests.contracts.building import ANA, add, columns_of, execute, record

NEWEST = load(MIGRATIONS)[-1].version
_never = threading.Event()
NEXT = Migration(version=NEWEST + 1, name="note", sql="ALTER TABLE item ADD COLUMN note TEXT NOT NULL DEFAULT 'none';")
BROKEN = Migration(
    version=NEWEST + 2, name="broken", sql="ALTER TABLE item ADD COLUMN more TEXT; SELECT * FROM nowhere;"
)


@contextmanager
def opened(url: str, migrations: list[Migration] | None = None) -> Iterator[SqlStore]:
    with closing(SqlStore(PostgresDatabase(url, migrations=migrations))) as store:
        yield store


def value(url: str, sql: str) -> object:
    with psycopg.connect(url) as connection:
        row = connection.execute(sql.encode()).fetchone()
    return None if row is None else row[0]


def test_both_databases_have_the_same_schema_versions_tables_and_columns(postgres_url: str) -> None:
    steps = load(MIGRATIONS)
    assert [(step.version, step.name) for step in steps] == [(s.version, s.name) for s in load(sqlite.MIGRATIONS)]
    with opened(postgres_url) as postgres, closing(SqlStore(sqlite.SqliteDatabase(None))) as embedded:
        with postgres._database.reading() as session:
            rows = session.all(
                "SELECT relname || '.' || attname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid "
                "WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition "
                "AND attnum > 0 AND NOT attisdropped"
            )
        with embedded._database.reading() as session:
            expected = session.all(
                "SELECT t.name || '.' || c.name FROM sqlite_schema t, pragma_table_info(t.name) c "
                "WHERE t.type = 'table'"
            )
    only_here = {"vector.code", "sector_vector.code"}
    assert {row[0] for row in rows} == {row[0] for row in expected} | only_here


def test_a_migration_is_applied_once_and_keeps_what_was_there(postgres_url: str) -> None:
    with opened(postgres_url) as store:
        add(store, record("kept"), vectors=True)
    for _ in range(2):
        with opened(postgres_url, [*load(MIGRATIONS), NEXT]) as store:
            assert store.facts(ANA).schema_version == NEXT.version
            assert [found.content for found in store.scan(ANA)] == ["kept"]
    assert value(postgres_url, "SELECT note FROM recollect.item") == "none"


def test_steps_that_fail_leave_the_database_exactly_as_it_was(postgres_url: str) -> None:
    with opened(postgres_url) as store:
        add(store, record("kept"))
    with pytest.raises(StoreError, match="nowhere"):
        PostgresDatabase(postgres_url, migrations=[*load(MIGRATIONS), NEXT, BROKEN])
    columns = "SELECT count(*) FROM information_schema.columns WHERE column_name IN ('note', 'more')"
    assert value(postgres_url, columns) == 0
    with opened(postgres_url) as store:
        assert store.facts(ANA).schema_version == NEWEST
        add(store, record("goes on"))


def test_a_newer_schema_is_refused_and_left_alone(postgres_url: str) -> None:
    with opened(postgres_url, [*load(MIGRATIONS), NEXT]) as store:
        add(store, record("kept"))
    with pytest.raises(NewerSchema, match="pip install -U recollect"):
        PostgresDatabase(postgres_url)
    assert value(postgres_url, "SELECT value FROM recollect.meta WHERE name = 'schema_version'") == str(NEXT.version)


def _open_and_add(url: str, name: str, migrations: list[Migration]) -> None:
    with opened(url, migrations) as store:
        add(store, record(f"by {name}"))


@pytest.mark.slow
@pytest.mark.parametrize("before", ["nothing", "version 1"])
def test_several_processes_may_start_at_once(postgres_url: str, before: str) -> None:
    steps = [*load(MIGRATIONS), NEXT]
    if before == "version 1":
        with opened(postgres_url) as store:
            add(store, record("old"))
    spawn = multiprocessing.get_context("spawn")
    children = [spawn.Process(target=_open_and_add, args=(postgres_url, str(n), steps)) for n in range(4)]
    for child in children:
        child.start()
    for child in children:
        child.join(120)
        assert child.exitcode == 0
    with opened(postgres_url, steps) as store:
        assert len(list(store.scan(ANA))) == (5 if before == "version 1" else 4)
        assert store.check(ANA, repair=False) == []


def test_several_threads_may_make_the_same_schema_at_once(postgres_url: str) -> None:
    """A server that waited for the others must not believe what it had looked up before it waited."""
    start = threading.Barrier(6)

    def open_it(url: str) -> int:
        start.wait(60)
        with opened(url) as store:
            return store.facts(ANA).schema_version

    with ThreadPoolExecutor(6) as pool:
        for n in range(4):
            url = f"{postgres_url}?options=-csearch_path%3Dschema{n}"
            assert [done.result(60) for done in [pool.submit(open_it, url) for _ in range(6)]] == [NEWEST] * 6


def test_the_url_may_choose_another_schema(postgres_url: str) -> None:
    mine = f"{postgres_url}?options=-csearch_path%3Dmine"
    with opened(mine) as store, opened(postgres_url) as other:
        add(store, record("in mine"), vectors=True)
        add(other, record("in the usual place"))
        assert [found.content for found in store.scan(ANA)] == ["in mine"]
        assert columns_of(store).has_vector.all()
    assert value(postgres_url, "SELECT content FROM mine.item") == "in mine"


def test_pgvector_may_be_installed_in_any_schema(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute('CREATE SCHEMA "my Extensions"; CREATE EXTENSION vector SCHEMA "my Extensions"')
    with opened(postgres_url) as store:
        add(store, record("a"), vectors=True)
        assert columns_of(store).has_vector.all()
        assert store.check(ANA, repair=False) == []


def test_a_schema_that_holds_tables_of_another_program_is_refused(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute("CREATE SCHEMA recollect; CREATE TABLE recollect.item (price int)")
    with pytest.raises(NotADatabase, match="another program"):
        PostgresDatabase(postgres_url)
    assert value(postgres_url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'recollect'") == 1


def test_a_database_that_cannot_hold_every_text_is_refused(postgres_server: str) -> None:
    name = f"recollect_{uuid.uuid4().hex}"
    with psycopg.connect(postgres_server, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name} ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0".encode())
        try:
            with pytest.raises(StoreUnavailable, match="SQL_ASCII"):
                PostgresDatabase(urlunsplit(urlsplit(postgres_server)._replace(path=f"/{name}")))
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@contextmanager
def limited_user(url: str) -> Iterator[tuple[str, str]]:
    """A role that may connect and nothing else; yields its name and a URL with it."""
    name = f"limited_{uuid.uuid4().hex[:12]}"
    parts = urlsplit(url)
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(f"CREATE ROLE {name} LOGIN PASSWORD 'x'".encode())
        try:
            host = parts.netloc.rpartition("@")[2]
            yield name, urlunsplit(parts._replace(netloc=f"{name}:x@{host}"))
        finally:
            admin.execute(f"DROP OWNED BY {name} CASCADE; DROP ROLE {name}".encode())


def test_a_user_who_may_not_make_the_schema_is_told_who_can(postgres_url: str) -> None:
    with limited_user(postgres_url) as (_, url), pytest.raises(StoreUnavailable, match="CREATE SCHEMA"):
        PostgresDatabase(url)


def test_a_user_who_may_not_add_pgvector_is_told_who_can(postgres_url: str) -> None:
    with limited_user(postgres_url) as (name, url):
        with psycopg.connect(postgres_url, autocommit=True) as admin:
            admin.execute(f"CREATE SCHEMA recollect AUTHORIZATION {name}".encode())
        with pytest.raises(StoreUnavailable, match="CREATE EXTENSION vector"):
            PostgresDatabase(url)
        assert value(postgres_url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'recollect'") == 0
        with psycopg.connect(postgres_url, autocommit=True) as admin:
            admin.execute("CREATE EXTENSION vector SCHEMA public")
        with opened(url) as store:
            add(store, record("works now"), vectors=True)
            assert columns_of(store).has_vector.all()


def test_a_user_who_may_only_read_reads(postgres_url: str) -> None:
    with opened(postgres_url) as store:
        add(store, record("there"))
    with limited_user(postgres_url) as (name, url):
        with psycopg.connect(postgres_url, autocommit=True) as admin:
            admin.execute(f"GRANT USAGE ON SCHEMA recollect TO {name}".encode())
            admin.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA recollect TO {name}".encode())
        with opened(url) as store:
            assert [found.content for found in store.scan(ANA)] == ["there"]
            with pytest.raises(StoreReadOnly, match="may write"):
                add(store, record("no"))
            with pytest.raises(StoreReadOnly):
                execute(store, "DELETE FROM item")


# --- while others serve ---------------------------------------------------------------------------------------------

INDEX = Migration(version=NEWEST + 1, name="index", sql="CREATE INDEX item_reference ON item (tenant, reference);")
VALID = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'recollect.item_reference'::regclass"


@pytest.mark.slow
@pytest.mark.feature("ST-15")
def test_a_server_answers_while_a_newer_one_waits_for_its_tables(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step that wants a table for itself does not make everybody queue up behind it: whoever reads and writes waits
    for as long as one try at most."""
    tried = threading.Event()
    with opened(postgres_url) as old, ThreadPoolExecutor(1) as pool:
        add(old, record("before"))
        with psycopg.connect(postgres_url) as long_reader:
            long_reader.execute("SELECT count(*) FROM recollect.item")  # holds the table until its transaction ends

            def migrated() -> list[str]:
                monkeypatch.setattr(migrate, "sleep", lambda pause_s: tried.set())
                with opened(postgres_url, [*load(MIGRATIONS), NEXT]) as new:
                    return [found.content for found in new.scan(ANA)]

            monkeypatch.setattr(migrate, "TRIES", 10_000)
            done = pool.submit(migrated)
            assert tried.wait(60)
            for n in range(5):
                add(old, record(f"meanwhile {n}"))
            assert len(list(old.scan(ANA))) == 6
            assert not done.done()
        assert len(done.result(60)) == 6
        add(old, record("after"))
        assert len(list(old.scan(ANA))) == 7, "and it goes on with the newer schema"
    assert value(postgres_url, "SELECT count(*) FROM recollect.item WHERE note = 'none'") == 7


def test_tables_that_are_never_free_are_told_and_nothing_is_changed(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(migrate, "sleep", pauses.append)
    monkeypatch.setattr(migrate, "TRIES", 3)
    with opened(postgres_url) as store, psycopg.connect(postgres_url) as holder:
        add(store, record("kept"))
        holder.execute("SELECT count(*) FROM recollect.item")
        with pytest.raises(StoreBusy, match="pg_stat_activity"):
            PostgresDatabase(postgres_url, migrations=[*load(MIGRATIONS), NEXT])
    assert len(pauses) == 2
    assert pauses[0] < pauses[1]
    assert value(postgres_url, "SELECT value FROM recollect.meta WHERE name = 'schema_version'") == str(NEWEST)


def test_a_process_that_waits_too_long_for_another_to_migrate_is_told(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate, "TURN_WAIT_S", 0.0)
    with psycopg.connect(postgres_url) as other:
        other.execute(f"SELECT pg_advisory_xact_lock({migrate.LOCK_KEY})".encode())
        with pytest.raises(StoreBusy, match="another process"):
            PostgresDatabase(postgres_url)


@pytest.mark.slow
def test_an_index_on_a_table_in_use_is_made_without_holding_up_who_writes(postgres_url: str) -> None:
    """While it is made a transaction that was there before is waited for; writes meanwhile are not."""
    with opened(postgres_url) as old, ThreadPoolExecutor(1) as pool:
        add(old, record("before"))
        with psycopg.connect(postgres_url) as long_writer:
            long_writer.execute("UPDATE recollect.item SET reference = 'x'")

            def migrated() -> None:
                with opened(postgres_url, [*load(MIGRATIONS), INDEX]):
                    return

            done = pool.submit(migrated)
            making = "SELECT count(*) FROM pg_stat_progress_create_index WHERE command = 'CREATE INDEX CONCURRENTLY'"
            for _ in range(600):
                if value(postgres_url, making):
                    break
                _never.wait(0.05)
            assert value(postgres_url, making) == 1
            add(old, record("meanwhile"))
            assert not done.done()
        done.result(60)
    assert value(postgres_url, VALID) is True


def test_an_index_on_a_column_that_the_same_upgrade_adds_is_made_with_it(postgres_url: str) -> None:
    both = Migration(version=NEWEST + 1, name="both", sql=f"{NEXT.sql} CREATE INDEX item_note ON item (tenant, note);")
    with opened(postgres_url) as store:
        add(store, record("kept"))
    with opened(postgres_url, [*load(MIGRATIONS), both]) as store:
        add(store, record("and more"))
    assert value(postgres_url, "SELECT count(*) FROM pg_indexes WHERE indexname = 'item_note'") == 1


def test_every_index_of_the_migrations_is_seen_by_whoever_makes_them_beforehand() -> None:
    for step in load(MIGRATIONS):
        said = migrate.without_comments(step.sql)
        assert len(migrate.INDEX.findall(said)) == len(re.findall(r"\bINDEX\b", said)), step.name
