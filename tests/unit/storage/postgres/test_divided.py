"""Tables divided by tenant: where rows lie, what is looked into, and databases that were there before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from recollect import Memory
from recollect.errors import Conflict, InvalidState, StoreFull
from recollect.model.batch import Batch
from recollect.model.scope import Scope
from recollect.storage.postgres import database, migrate
from recollect.storage.postgres.database import MIGRATIONS, PostgresDatabase
from recollect.storage.sql import numbering, spaces
from recollect.storage.sql.migration import Migration, load
from recollect.storage.sql.store import SqlStore
from tests.contracts.building import ANA, START, add, edit, entries, record
from tests.roles import application_role

STEPS = load(MIGRATIONS)
BEFORE = [step for step in STEPS if step.version < 8]
UNDIVIDED = "?options=-csearch_path%3Drecollect%20-crecollect.divided%3Doff"
TENANTS = [f"tenant {n}" for n in range(12)] + ["ä ü ß", "東京", "'; --"]
BY_SPACE = ("posting", "edge", "decision", "entity", "alias", "mention", "statement", "recall")
BY_ITEM = ("item", "vector", "sector_vector", "told")


@contextmanager
def opened(url: str, migrations: list[Migration] | None = None) -> Iterator[SqlStore]:
    with closing(SqlStore(PostgresDatabase(url, migrations=migrations))) as store:
        yield store


def rows(url: str, sql: str, params: Any = ()) -> list[tuple[Any, ...]]:
    with psycopg.connect(url, options="-csearch_path=recollect,public") as connection:
        return connection.execute(sql.encode(), params).fetchall()


def parts(url: str) -> dict[str, list[int]]:
    """The parts of each divided table that hold anything."""
    found: dict[str, list[int]] = {}
    for table in (*BY_SPACE, *BY_ITEM):
        held = rows(url, f"SELECT DISTINCT tableoid::regclass::text FROM {table}")
        found[table] = sorted(int(name.rpartition("_")[2]) for (name,) in held)
    return found


def talk(url: str, tenant: str) -> None:
    """Something in most tables."""
    with Memory(url, tenant=tenant, embedder="synthetic", worker="off") as memory:
        memory.add([{"role": "user", "content": "I live in Lisbon with Tom and my dog Rex."}], user="ana", session="s")
        memory.flush()
        memory.add("Ana drinks tea.", user="ana", key="drink")
        (id,) = memory.add("Ana drinks coffee.", user="ana", key="drink").ids
        memory.search("What does Ana drink?", user="ana")
        memory.get(id)
        memory.history(id)
        memory.list(user="ana")
        memory.entities(user="ana")
        (gone,) = memory.add("soon gone", user="ben").ids
        memory.delete(gone)
        assert memory.doctor() == []


# --- numbers --------------------------------------------------------------------------------------------------------


@pytest.mark.feature("SC-06")
def test_the_number_of_a_space_carries_the_hash_of_its_tenant(postgres_store_url: str) -> None:
    with opened(postgres_store_url) as store:
        for tenant in TENANTS:
            add(store, record("tea", Scope(tenant=tenant, user="ana")))
    sql = "SELECT id, tenant, first_item(tenant), last_item(tenant) FROM space ORDER BY id & 134217727"
    found = rows(postgres_store_url, sql)
    assert [numbering.counted(id) for id, *_ in found] == list(range(1, len(TENANTS) + 1))
    for id, tenant, first, last in found:
        assert id == numbering.divided(numbering.counted(id), tenant)
        assert first == numbering.part_of(tenant) << 59
        assert last == first + (1 << 59) - 1
    assert len({id >> numbering.COUNT_BITS for id, *_ in found}) > 6, "else nothing is shown here"


def test_a_space_cannot_have_a_number_of_another_part(postgres_store_url: str) -> None:
    with opened(postgres_store_url) as store:
        add(store, record("tea"))
    with pytest.raises(psycopg.errors.CheckViolation, match="in_its_part"):
        rows(postgres_store_url, "UPDATE space SET id = id # (1 << 27) RETURNING id")


def test_when_all_numbers_are_given_it_is_said_and_nothing_is_written(postgres_store_url: str) -> None:
    with opened(postgres_store_url) as store:
        add(store, record("tea"))
        rows(postgres_store_url, "SELECT setval(pg_get_serial_sequence('space', 'id'), %s)", ((1 << 27) - 2,))
        last = add(store, record("last", Scope(user="ben")))[0]
        assert numbering.counted(last.item >> 32) == (1 << 27) - 1
        with pytest.raises(StoreFull, match="all numbers"):
            add(store, record("too late", Scope(user="cy")))
        add(store, record("who is there goes on"))
        assert [found.content for found in store.scan(Scope(user="cy"))] == []


def test_asking_for_a_space_that_is_there_uses_up_no_number(postgres_store_url: str) -> None:
    with opened(postgres_store_url) as store:
        for _ in range(3):
            with store.database.writing(ANA) as session:
                first = spaces.made(session, ANA)
        add(store, record("tea", Scope(user="ben")))
    assert numbering.counted(first) == 1
    assert rows(postgres_store_url, "SELECT id & 134217727 FROM space ORDER BY 1") == [(1,), (2,)]


def test_a_number_that_leaves_no_room_for_the_hash_is_refused() -> None:
    with pytest.raises(InvalidState, match="134217727"):
        numbering.divided(1 << 27, "acme")


# --- where rows lie -------------------------------------------------------------------------------------------------


@pytest.mark.feature("SC-06")
def test_a_tenant_lies_in_one_part_of_every_table(postgres_store_url: str) -> None:
    one, other = "tenant 0", next(name for name in TENANTS if numbering.part_of(name) != numbering.part_of("tenant 0"))
    talk(postgres_store_url, one)
    own = numbering.part_of(one)
    filled = {table for table, held in parts(postgres_store_url).items() if held}
    assert filled >= {"item", "posting", "vector", "edge", "decision", "entity", "alias", "mention", "recall"}
    assert all(held in ([], [own]) for held in parts(postgres_store_url).values())
    talk(postgres_store_url, other)
    both = sorted([own, numbering.part_of(other)])
    assert all(held == both for table, held in parts(postgres_store_url).items() if table in filled)


@pytest.mark.feature("SC-06")
def test_who_works_for_one_tenant_looks_into_one_part_of_every_table(postgres_store_url: str) -> None:
    """By the server's own count of scans. `doctor` is not among what is done: it looks for links into nowhere."""
    tenant = "tenant 0"
    with Memory(postgres_store_url, tenant=tenant, embedder="synthetic", worker="off") as memory:
        for _ in range(7):  # more often than a statement is planned anew each time
            memory.add([{"role": "user", "content": "I live in Lisbon with Tom."}], user="ana", session="s")
            memory.flush()
            memory.add("Ana drinks tea.", user="ana", key="drink")
            (id,) = memory.add("Ana drinks coffee.", user="ana", key="drink").ids
            memory.search("What does Ana drink?", user="ana")
            memory.get(id)
            memory.history(id)
            memory.list(user="ana")
            memory.entities(user="ana")
            memory.delete(id)
        memory.status()
        memory.erase(user="ana")
    looked = "SELECT relname FROM pg_stat_user_tables WHERE coalesce(seq_scan, 0) + coalesce(idx_scan, 0) > 0"
    names = {str(name) for (name,) in rows(postgres_store_url, looked)}
    divided = {name for name in names if name.rpartition("_")[0] in (*BY_SPACE, *BY_ITEM)}
    assert {"item", "posting", "vector", "mention"} <= {name.rpartition("_")[0] for name in divided}
    assert {int(name.rpartition("_")[2]) for name in divided} == {numbering.part_of(tenant)}


@pytest.mark.feature("SC-06")
@pytest.mark.parametrize("tenant", ["tenant 0", "tenant 1"])
def test_ids_and_keys_are_unique_as_on_an_undivided_table(postgres_store_url: str, tenant: str) -> None:
    """An id within a tenant, whoever has it; a key within a space, while it is current."""
    ana, ben = Scope(tenant=tenant, user="ana"), Scope(tenant=tenant, user="ben")
    with opened(postgres_store_url) as store:
        first = add(store, record("tea", ana, id="same", key="drink"))[0]
        with pytest.raises(Conflict, match="id or key"):
            add(store, record("coffee", ben, id="same"))
        statement = "INSERT INTO item SELECT (json_populate_record(i, %s::json)).* FROM item AS i"
        taken = f'{{"item": {first.item + 1}, "id": "another"}}'
        with pytest.raises(psycopg.errors.UniqueViolation, match="item_key"):
            rows(postgres_store_url, statement, (taken,))
        edit(store, first, "coffee", seconds=1)
        add(store, record("milk", ben, key="drink"))
        add(store, record("tea", Scope(tenant="another", user="ana"), id="same"))


# --- databases that were there before -------------------------------------------------------------------------------


@pytest.mark.feature("ST-15")
def test_a_database_that_holds_something_stays_as_it_is_and_works(postgres_url: str) -> None:
    with opened(postgres_url, BEFORE) as store:
        old = add(store, record("kept"), vectors=True)[0]
    with opened(postgres_url) as store:
        assert store.facts(ANA).schema_version == STEPS[-1].version
        assert not store.database.divided
        assert [found.item for found in store.get(ANA, [old.id])] == [old.item]
        add(store, record("more", Scope(tenant="another", user="ben")), vectors=True)
        assert store.check(ANA, repair=False) == []
    assert rows(postgres_url, "SELECT id FROM space ORDER BY id") == [(1,), (2,)]
    talk(postgres_url, "tenant 0")


@pytest.mark.feature("ST-15")
def test_an_empty_database_is_divided_and_keeps_its_grants(postgres_url: str) -> None:
    with opened(postgres_url, BEFORE) as store:
        assert not store.database.divided
    with psycopg.connect(postgres_url, autocommit=True) as owner:
        owner.execute("CREATE ROLE reader_of_divided NOLOGIN")
        try:
            owner.execute("GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA recollect TO reader_of_divided")
            with opened(postgres_url) as store:
                assert store.database.divided
            may = "SELECT has_table_privilege('reader_of_divided', %s, %s)"
            for table in (*BY_SPACE, *BY_ITEM, "job"):
                found = [owner.execute(may, (f"recollect.{table}", what)).fetchone() for what in ("SELECT", "DELETE")]
                assert found == [(True,), (False,)], table
        finally:
            owner.execute("DROP OWNED BY reader_of_divided CASCADE; DROP ROLE reader_of_divided")


def test_a_role_that_owns_nothing_makes_spaces_with_their_numbers(postgres_store_url: str) -> None:
    scope = Scope(tenant="tenant 1", user="ana")
    with application_role(postgres_store_url) as (_, url), opened(url) as store:
        made = add(store, record("tea", scope))[0]
        assert [found.content for found in store.get(scope, [made.id])] == ["tea"]
    assert made.item >> 59 == numbering.part_of("tenant 1")


@pytest.mark.parametrize("shape", ["divided", "undivided"])
def test_a_later_step_makes_its_index_on_either_shape(postgres_url: str, shape: str) -> None:
    """One that was left half made is made anew."""
    url = postgres_url + (UNDIVIDED if shape == "undivided" else "")
    later = Migration(
        version=STEPS[-1].version + 1,
        name="index",
        sql="CREATE INDEX item_reference ON item (tenant, reference); "
        "CREATE UNIQUE INDEX told_all ON told (data, item);",
    )
    with opened(url) as store:
        assert store.database.divided == (shape == "divided")
        add(store, record("kept"))
    half = "item_reference" if shape == "undivided" else "item_reference_3"
    with psycopg.connect(postgres_url, autocommit=True) as admin:  # as a process that was killed leaves it
        table = half.replace("_reference", "")
        admin.execute(f"CREATE INDEX {half} ON recollect.{table} (tenant, reference)".encode())
        admin.execute(
            f"UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'recollect.{half}'::regclass".encode()
        )
    with opened(url, [*STEPS, later]) as store:
        add(store, record("and more"))
    named = "indexrelid::regclass::text ~ '^(item_reference|told_all)'"
    found = rows(postgres_url, f"SELECT indexrelid::regclass, indisvalid FROM pg_index WHERE {named}")
    each = 1 if shape == "undivided" else 1 + numbering.PARTS
    assert len(found) == 2 * each
    assert all(valid for _, valid in found)
    joined = rows(postgres_url, "SELECT count(*) FROM pg_inherits WHERE inhparent = 'item_reference'::regclass")
    assert joined == [(each - 1,)]


@pytest.mark.parametrize("source, target", [("divided", "undivided"), ("undivided", "divided")])
def test_a_restore_brings_the_shape_of_the_dump_and_open_stores_go_on(
    postgres_url: str, postgres_store_url: str, tmp_path: Path, source: str, target: str
) -> None:
    """`postgres_store_url` is divided; the other is not."""
    urls = {"divided": postgres_store_url, "undivided": postgres_url + UNDIVIDED}
    scope = Scope(tenant="tenant 3", user="ana")
    with opened(urls[source]) as store:
        kept = add(store, record("kept", scope), vectors=True)[0]
        assert store.backup(scope, tmp_path / "dump") > 0
    with opened(urls[target]) as store:
        add(store, record("replaced", scope), vectors=True)
        database.restore(tmp_path / "dump", urls[target].partition("?")[0])
        assert store.database.divided == (source == "divided")
        assert [found.item for found in store.get(scope, [kept.id])] == [kept.item]
        more = add(store, record("more", scope), record("and more", scope), vectors=True)
        new = store.write(Scope(tenant="tenant 4"), Batch(entries=entries(record("new", Scope(tenant="tenant 4")))))
        assert [found.id for found in store.get(scope, [one.id for one in more])] == [one.id for one in more]
        assert store.delete(scope, [kept.id], START) == 1
        assert store.check(scope, repair=False) == []
    counted = [numbering.counted(one.item >> 32) for one in (kept, *new.records)]
    assert counted == [1, 2]


def test_the_setting_that_leaves_tables_undivided_is_the_one_the_step_asks_for() -> None:
    assert f"current_setting('{migrate.DIVIDED}', true) = 'off'" in STEPS[7].sql
