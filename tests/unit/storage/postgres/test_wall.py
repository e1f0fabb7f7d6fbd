"""Row-level security: what a role that does not own the tables can see and change, whatever SQL it writes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

import recollect.storage.sql as shared_sql
from recollect import Memory, registry
from recollect.assemble.tenants import Tenants
from recollect.config import load
from recollect.errors import Forbidden, StoreReadOnly
from recollect.model.batch import Batch
from recollect.model.job import Job
from recollect.model.scope import Scope
from recollect.storage.postgres import wall
from recollect.storage.sql.database import EVERYTHING
from recollect.storage.sql.numbering import part_of
from tests.contracts.building import START, add, record
from tests.roles import application_role

OURS, THEIRS = Scope(tenant="ours", user="ana"), Scope(tenant='their\'s \\ "own" ü', user="ana")
NOBODYS = {"meta", "embedder"}
TABLES = (
    "SELECT relname, relrowsecurity FROM pg_class WHERE relkind IN ('r', 'p') "
    "AND relnamespace = 'recollect'::regnamespace ORDER BY 1"
)
PARTS = "SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relispartition"


@pytest.fixture
def role_url(postgres_url: str) -> Iterator[str]:
    """Two tenants with something in most tables, and the address of a role that owns none of them."""
    with application_role(postgres_url) as (_, url):
        for scope in (OURS, THEIRS):
            with Memory(postgres_url, tenant=scope.tenant, embedder="synthetic", worker="off") as memory:
                memory.add([{"role": "user", "content": "I live in Lisbon with Tom and my dog Rex."}], user="ana")
                memory.flush()
                gone = memory.add("soon gone", user="ana")
                memory.delete(gone.records[0].id)
        yield url


@pytest.fixture
def raw(role_url: str) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    with psycopg.connect(role_url, options="-csearch_path=recollect", autocommit=True) as connection:
        yield connection


def tables(connection: psycopg.Connection[tuple[object, ...]]) -> list[str]:
    parts = {str(name) for (name,) in connection.execute(PARTS).fetchall()}
    return [str(name) for name, _ in connection.execute(TABLES).fetchall() if name not in NOBODYS | parts]


def counts(connection: psycopg.Connection[tuple[object, ...]]) -> dict[str, int]:
    return {name: _count(connection, name) for name in tables(connection)}


def _count(connection: psycopg.Connection[tuple[object, ...]], table: str) -> int:
    row = connection.execute(f"SELECT count(*) FROM {table}".encode()).fetchone()
    assert row is not None
    return int(str(row[0]))


def test_every_table_is_behind_the_wall_but_those_that_are_nobodys(postgres_url: str) -> None:
    with closing(registry.store(postgres_url, {})), psycopg.connect(postgres_url) as connection:
        assert {name for name, walled in connection.execute(TABLES).fetchall() if not walled} == NOBODYS


@pytest.mark.feature("SC-06")
def test_a_part_of_a_table_shows_nothing_and_takes_nothing(raw: psycopg.Connection[tuple[object, ...]]) -> None:
    """The role was granted all tables of the schema, and those are among them."""
    raw.execute("SELECT set_config('recollect.tenant', %s, false)", (OURS.tenant,))
    part = f"item_{part_of(OURS.tenant)}"
    assert _count(raw, "item") > 0
    assert _count(raw, part) == 0
    assert raw.execute(f"DELETE FROM {part}".encode()).rowcount == 0
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
        raw.execute(f"INSERT INTO {part} SELECT * FROM item".encode())


def test_every_transaction_of_the_store_says_whose_it_is() -> None:
    folder = Path(next(iter(shared_sql.__path__)))
    bare = [
        f"{path.name}:{number}"
        for path in sorted(folder.glob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r"_database\.(reading|writing)\(\)", line)
    ]
    assert bare == []


@pytest.mark.feature("SC-06")
def test_who_says_nothing_sees_nothing(raw: psycopg.Connection[tuple[object, ...]]) -> None:
    assert set(counts(raw).values()) == {0}


@pytest.mark.feature("SC-06")
def test_hand_written_sql_sees_the_rows_of_its_own_tenant_alone(
    raw: psycopg.Connection[tuple[object, ...]], postgres_url: str
) -> None:
    with psycopg.connect(postgres_url, options="-csearch_path=recollect") as owner:
        everything = counts(owner)
    raw.execute("SELECT set_config('recollect.tenant', %s, false)", (OURS.tenant,))
    own = counts(raw)
    filled = [name for name, count in everything.items() if count]
    assert {"item", "posting", "vector", "job", "tombstone", "space"} <= set(filled)
    for name in filled:
        assert 0 < own[name] < everything[name], name
    assert raw.execute("SELECT DISTINCT tenant FROM item").fetchall() == [(OURS.tenant,)]
    joined = (
        "SELECT count(*) FROM vector JOIN posting ON posting.space = vector.item >> 32 "
        "JOIN space ON space.id = posting.space WHERE space.tenant <> %s"
    )
    assert raw.execute(joined, (OURS.tenant,)).fetchone() == (0,)


@pytest.mark.feature("SC-06")
@pytest.mark.parametrize("table", ["item", "posting", "vector", "job", "space", "tombstone"])
def test_hand_written_sql_cannot_change_or_delete_what_is_another_tenants(
    raw: psycopg.Connection[tuple[object, ...]], postgres_url: str, table: str
) -> None:
    raw.execute("SELECT set_config('recollect.tenant', 'nobody at all', false)")
    assert raw.execute(f"DELETE FROM {table}".encode()).rowcount == 0
    column = {"posting": "count", "vector": "embedder"}.get(table, "tenant")
    assert raw.execute(f"UPDATE {table} SET {column} = {column}".encode()).rowcount == 0
    with psycopg.connect(postgres_url, options="-csearch_path=recollect") as owner:
        assert _count(owner, table) > 0


@pytest.mark.feature("SC-06")
@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE item SET tenant = 'theirs'",
        "UPDATE space SET tenant = 'theirs'",
        "UPDATE posting SET space = (SELECT max(id) + 1 FROM space)",
        "INSERT INTO tenant_setting (tenant, name, value) VALUES ('theirs', 'llm', '1')",
        "INSERT INTO posting (space, term, number, count) SELECT max(id) + 1, 'x', 1, 1 FROM space",
        "INSERT INTO told (item, data) VALUES ((99::bigint << 32) + 1, '{}')",
    ],
)
def test_nothing_can_be_put_under_another_tenants_name(raw: psycopg.Connection[tuple[object, ...]], sql: str) -> None:
    raw.execute("SELECT set_config('recollect.tenant', %s, false)", (OURS.tenant,))
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
        raw.execute(sql.encode())


@pytest.mark.feature("SC-06")
def test_what_is_asked_of_all_tenants_can_be_read_and_not_changed(
    raw: psycopg.Connection[tuple[object, ...]],
) -> None:
    raw.execute("SET recollect.everyone = 'on'")
    seen = {name for name, count in counts(raw).items() if count}
    assert seen == {"space", "job"}, "and api_key, which is empty here"
    for table in ("space", "job", "api_key"):
        assert raw.execute(f"DELETE FROM {table}".encode()).rowcount == 0


@pytest.mark.feature("SC-06")
def test_a_store_behind_the_wall_serves_every_tenant_its_own(role_url: str) -> None:
    with closing(registry.store(role_url, {})) as store:
        assert store._database._walled  # type: ignore[attr-defined]
        assert store.tenants() == sorted([OURS.tenant, THEIRS.tenant])
        for scope in (OURS, THEIRS):
            add(store, *(record(f"one of many {n}", scope) for n in range(20)), vectors=True)
            assert {one.scope.tenant for one in store.scan(scope)} == {scope.tenant}
            job = Job(id="later", kind="note", scope=scope, run_at=START, created_at=START)
            store.write(scope, Batch(jobs=(job,)))
            assert store.check(scope, repair=False) == []
        assert {tenant for tenant, _ in store.tenants_due(START, limit=9)} == {OURS.tenant, THEIRS.tenant}


@pytest.mark.feature("SC-06")
def test_a_backup_of_who_is_shown_a_part_is_refused_and_leaves_nothing(role_url: str, tmp_path: Path) -> None:
    with closing(registry.store(role_url, {})) as store, pytest.raises(Forbidden, match="role that owns the tables"):
        store.backup(OURS, tmp_path / "backup")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.feature("SC-06")
def test_the_server_itself_refuses_who_wants_everything_and_is_shown_a_part(
    raw: psycopg.Connection[tuple[object, ...]],
) -> None:
    """Whatever table a copy comes to first."""
    for table in tables(raw):
        raw.execute(f"BEGIN{wall.enter(EVERYTHING)}")
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
            raw.execute(f"SELECT count(*) FROM {table}".encode())
        raw.execute("ROLLBACK")


@pytest.mark.feature("SC-06")
@pytest.mark.parametrize("there", ["source", "target"])
def test_a_migration_of_who_is_shown_a_part_is_refused(
    role_url: str, postgres_url: str, tmp_path: Path, there: str
) -> None:
    """As a source it would be all but empty, and compared through the same wall."""
    file = str(tmp_path / "memory.db")
    with Memory(file, embedder="synthetic", worker="off") as memory:
        memory.add("kept", user="ana")
    source, target = (role_url, str(tmp_path / "new.db")) if there == "source" else (file, role_url)
    with psycopg.connect(postgres_url, options="-csearch_path=recollect") as owner:
        before = counts(owner)
    with pytest.raises(Forbidden, match="role that owns the tables"):
        Memory.migrate(source, target, config_file=tmp_path / "none.toml")
    with psycopg.connect(postgres_url, options="-csearch_path=recollect") as owner:
        assert counts(owner) == before
        assert owner.execute("SELECT count(*) FROM meta WHERE name = 'copy'").fetchone() == (0,)
    if there == "source":
        assert Memory.migrate(file, target, config_file=tmp_path / "none.toml").rows, "the target is as empty as it was"


@pytest.mark.feature("SC-06")
def test_who_looks_at_one_tenant_after_the_other_is_told_as_much_as_the_owner(
    role_url: str, postgres_url: str, tmp_path: Path
) -> None:
    """Status, totals, export and what is to be mended or indexed anew."""
    with psycopg.connect(postgres_url, options="-csearch_path=recollect", autocommit=True) as owner:
        owner.execute("DELETE FROM posting WHERE term = (SELECT min(term) FROM posting)")
        owner.execute("DELETE FROM item WHERE item = (SELECT min(item) FROM vector)")
        owner.execute("UPDATE space SET analyser = 0 WHERE id = (SELECT max(id) FROM space)")

    def told(url: str) -> dict[str, object]:
        with closing(Tenants(load({"embedder": "synthetic", "worker": "off"}, {}, None), url=url)) as tenants:
            found: dict[str, object] = {"doctor": tenants.doctor()}
            for tenant in tenants.store.tenants():
                memory = Memory.over(tenants.engine(tenant))
                found[tenant] = (
                    replace(memory.status().facts, url=""),
                    memory.totals(everyone=True),
                    memory.count(everyone=True),
                    list(memory.export())[1:],
                    memory.users(),
                )
            return found

    as_owner, as_role = told(postgres_url), told(role_url)
    assert as_role == as_owner
    assert any(as_owner["doctor"].values())  # type: ignore[attr-defined]
    with closing(registry.store(role_url, {})) as store:
        assert [store.analyser_version(one) for one in (OURS, THEIRS)].count(0) == 1


def test_a_role_that_may_not_write_is_told_so(postgres_url: str) -> None:
    with application_role(postgres_url) as (name, url):
        with psycopg.connect(postgres_url, autocommit=True) as owner:
            owner.execute(f"REVOKE INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA recollect FROM {name}".encode())
        with closing(registry.store(url, {})) as store, pytest.raises(StoreReadOnly, match="may write"):
            add(store, record("no", OURS))
