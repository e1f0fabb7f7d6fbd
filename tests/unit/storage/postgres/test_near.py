"""The pgvector tier on a real server: when it scans, when it uses the graph, what it keeps apart, how it fails."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import numpy as np
import psycopg
import pytest

from recollect import Memory, registry
from recollect.errors import ConfigError, TierFailed
from recollect.model.tier import Mark, Points, TierSpace
from recollect.storage.postgres import binary, near, near_rows, near_tables
from recollect.storage.postgres.near import PgVector
from tests.contracts.building import vector
from tests.roles import application_role

DIM = 16
OURS = TierSpace(tenant="ours", space=1, signature=f"test:a:{DIM}")
BESIDE = TierSpace(tenant="ours", space=2, signature=f"test:a:{DIM}")
THEIRS = TierSpace(tenant='their\'s \\ "own"', space=1, signature=f"test:a:{DIM}")
Opened = Callable[..., PgVector]


@pytest.fixture
def opened(postgres_url: str) -> Iterator[Opened]:
    """Opens the tier of one store, each time as another process would."""
    with ExitStack() as stack:
        store = stack.enter_context(closing(registry.store(postgres_url, {})))

        def open_index(**options: Any) -> PgVector:
            given = {"store": store, "timeout_s": 20.0, "exact_max": 30, **options}
            made = stack.enter_context(closing(registry.vector_index("pgvector", given)))
            assert isinstance(made, PgVector)
            return made

        yield open_index


@pytest.fixture
def owner(postgres_url: str) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(postgres_url, options="-csearch_path=recollect_vectors,public", autocommit=True) as connection:
        yield connection


def points(numbers: range, layer: str = "memory", dim: int = DIM) -> Points:
    return Points(
        items=list(numbers),
        vectors=np.stack([vector(number, dim) for number in numbers]),
        payloads=[{"layer": layer}] * len(numbers),
    )


def fill(index: PgVector, space: TierSpace, numbers: range, layer: str = "memory") -> None:
    index.put(space, points(numbers, layer))
    index.move(space, Mark(epoch=0, generation=numbers.stop))


def nearest(question: int, numbers: range, k: int) -> list[int]:
    return sorted(numbers, key=lambda number: -float(vector(question, DIM) @ vector(number, DIM)))[:k]


def in_graph(owner: psycopg.Connection[Any], space: TierSpace) -> tuple[bool, int, int]:
    """Whether the space is searched by the graph; its points, and those of them that are in the graph."""
    row = owner.execute(
        "SELECT held.graph, held.points, (SELECT count(*) FROM points_16 AS p WHERE p.part = held.part AND p.graph) "
        "FROM held WHERE tenant = %s AND space = %s",
        (space.tenant, space.space),
    ).fetchone()
    assert row is not None
    return row[0], row[1], row[2]


def plan(index: PgVector, space: TierSpace) -> str:
    """How the server would search the graph."""
    table = index._there(space)
    assert table is not None
    question = binary.vector(vector(1, DIM))
    asked = near_rows.Asked(space=space, table=table, question=question, k=5, layers=())
    with index._read(space.tenant, near_rows.SEARCH + "; SET LOCAL enable_sort = off") as cursor:
        held = near_rows.held_of(cursor, space)
        assert held is not None
        statement, given = near_rows.graph_statement(asked, held)
        return "\n".join(line for (line,) in cursor.execute(f"EXPLAIN {statement}".encode(), given, binary=False))


@pytest.mark.feature("ST-04")
def test_a_space_is_scanned_while_it_is_small_and_enters_the_graph_when_it_has_grown(
    opened: Opened, owner: psycopg.Connection[Any]
) -> None:
    index = opened()
    fill(index, OURS, range(30))
    assert in_graph(owner, OURS) == (False, 30, 0)
    assert index.search(OURS, vector(7, DIM), 5).items.tolist() == nearest(7, range(30), 5)
    fill(index, OURS, range(30, 90))
    assert in_graph(owner, OURS) == (True, 90, 90)
    assert index.search(OURS, vector(7, DIM), 5).items.tolist() == nearest(7, range(90), 5)
    fill(index, BESIDE, range(5))
    assert in_graph(owner, BESIDE) == (False, 5, 0), "a small space costs no graph"


def test_the_graph_of_one_partition_answers(opened: Opened) -> None:
    index = opened()
    fill(index, OURS, range(90))
    said = plan(index, OURS)
    assert said.count("Index Scan using") == 1, said
    assert "_data_idx" in said, "the index on the vectors, not the key"
    assert "Sort" not in said


def test_the_count_that_decides_is_right_whatever_comes_twice(opened: Opened, owner: psycopg.Connection[Any]) -> None:
    index = opened()
    for _ in range(2):
        fill(index, OURS, range(20))
        fill(index, OURS, range(10, 25))
    index.remove(OURS, [1, 2, 3, 99])
    index.remove(OURS, [3])
    assert in_graph(owner, OURS) == (False, 22, 0)
    assert index.count(OURS) == 22


def test_processes_that_begin_at_once_make_the_tables_once_and_lose_nothing(
    opened: Opened, owner: psycopg.Connection[Any]
) -> None:
    together = threading.Barrier(4)

    def follow(number: int) -> None:
        together.wait()
        fill(opened(), OURS, range(number * 15, number * 15 + 20))  # five of them are the next one's too

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(follow, range(4)))
    assert in_graph(owner, OURS) == (True, 65, 65)
    assert sorted(opened().items(OURS)) == list(range(65))


def test_a_space_killed_on_its_way_into_the_graph_is_whole_and_goes_on(
    opened: Opened, owner: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(near_rows, "GRAPH_FLOATS", 10 * DIM)
    index = opened()
    index.put(OURS, points(range(30)))
    real = near_rows.enter_graph
    entered: list[int | None] = []

    def die(*given: Any, **more: Any) -> int | None:
        if entered:
            raise KeyboardInterrupt
        entered.append(real(*given, **more))
        return entered[0]

    index.put(OURS, points(range(30, 60)))
    with monkeypatch.context() as dying:
        dying.setattr(near_rows, "enter_graph", die)
        with pytest.raises(KeyboardInterrupt):
            index.move(OURS, Mark(epoch=0, generation=1))
    used, held, inside = in_graph(owner, OURS)
    assert (used, held) == (False, 60)
    assert 0 < inside < 60
    assert index.search(OURS, vector(7, DIM), 60).items.tolist() == nearest(7, range(60), 60)
    index.move(OURS, Mark(epoch=0, generation=2))
    assert in_graph(owner, OURS) == (True, 60, 60)


def test_a_rare_layer_in_a_crowd_is_found_whole(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(near_rows, "SCAN_MAX", 40)
    index = opened()
    fill(index, BESIDE, range(600))
    fill(index, OURS, range(1000, 1200), "turn")
    fill(index, OURS, range(1200, 1204), "memory")
    found = index.search(OURS, vector(7, DIM), 4, layers=["memory"])
    assert found.items.tolist() == nearest(7, range(1200, 1204), 4)
    assert len(index.search(OURS, vector(7, DIM), 150).items) == 150


@pytest.mark.parametrize("dim, index", [(DIM, "full"), (2500, "half"), (4500, None)])
def test_a_dimension_gets_the_index_that_it_fits_in(opened: Opened, dim: int, index: str | None) -> None:
    tier = opened(exact_max=3)
    wide = TierSpace(tenant="ours", space=1, signature=f"test:wide:{dim}")
    tier.put(wide, points(range(8), dim=dim))
    tier.move(wide, Mark(epoch=0, generation=1))
    table = tier._there(wide)
    assert table is not None
    assert table.index == index
    assert tier.search(wide, vector(5, dim), 1).items.tolist() == [5]


def test_the_quantization_of_a_table_that_is_there_stays(opened: Opened) -> None:
    fill(opened(), OURS, range(90))
    other = opened(quantization="half")
    table = other._there(OURS)
    assert table is not None
    assert table.index == "full"
    assert other.search(OURS, vector(7, DIM), 5).items.tolist() == nearest(7, range(90), 5)


# --- kept apart -----------------------------------------------------------------------------------------------------


def test_vectors_are_partitioned_by_tenant_and_every_key_begins_with_it(
    opened: Opened, owner: psycopg.Connection[Any]
) -> None:
    fill(opened(), OURS, range(3))
    divided = (
        "SELECT partstrat, partnatts FROM pg_partitioned_table JOIN pg_class ON pg_class.oid = partrelid "
        "WHERE relnamespace = 'recollect_vectors'::regnamespace"
    )
    assert owner.execute(divided).fetchall() == [("h", 1)]
    keys = owner.execute(
        "SELECT conrelid::regclass::text, attname FROM pg_constraint JOIN pg_attribute "
        "ON attrelid = conrelid AND attnum = conkey[1] WHERE contype = 'p' "
        "AND connamespace = 'recollect_vectors'::regnamespace"
    ).fetchall()
    assert len(keys) == 2 + near_tables.PARTITIONS
    assert {first for _, first in keys} == {"tenant"}
    inside = owner.execute("SELECT DISTINCT tableoid FROM points_16").fetchall()
    assert len(inside) == 1


@pytest.mark.feature("SC-06")
def test_the_server_itself_keeps_tenants_apart_in_the_tier(opened: Opened, postgres_url: str) -> None:
    index = opened()
    fill(index, OURS, range(40))
    fill(index, THEIRS, range(100, 140))
    with application_role(postgres_url) as (name, url), psycopg.connect(postgres_url, autocommit=True) as owner:
        owner.execute(f"GRANT USAGE ON SCHEMA recollect_vectors TO {name}".encode())
        owner.execute(
            f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA recollect_vectors TO {name}".encode()
        )
        with psycopg.connect(url, options="-csearch_path=recollect_vectors,public", autocommit=True) as raw:
            for table in ("points_16", "held"):
                assert raw.execute(f"SELECT count(*) FROM {table}".encode()).fetchone() == (0,)
            raw.execute("SELECT set_config('recollect.tenant', 'ours', false)")
            assert raw.execute("SELECT tenant, count(*) FROM points_16 GROUP BY 1").fetchall() == [("ours", 40)]
            assert raw.execute("SELECT tenant FROM held").fetchall() == [("ours",)]
            with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
                raw.execute("UPDATE points_16 SET tenant = 'theirs'")
            parts = [
                raw.execute(f"SELECT count(*) FROM points_16_{number}".encode()).fetchone()
                for number in range(near_tables.PARTITIONS)
            ]
            assert set(parts) == {(0,)}, "past the table that has the policy, nothing is shown"
        with closing(near.create({"url": url, "timeout_s": 20.0, "exact_max": 30})) as walled:
            fill(walled, OURS, range(40, 60))
            assert walled.search(OURS, vector(7, DIM), 60).items.tolist() == nearest(7, range(60), 60)
            assert walled.search(THEIRS, vector(7, DIM), 5).items.tolist() == nearest(7, range(100, 140), 5)
            assert walled.spaces("ours") == [OURS]
            walled.drop(OURS)
        assert (index.count(OURS), index.count(THEIRS)) == (0, 40)


# --- failing --------------------------------------------------------------------------------------------------------


@pytest.mark.feature("ST-13")
def test_a_role_that_may_not_make_tables_is_told_what_to_do_and_searches_go_on(
    postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    settings: dict[str, Any] = {"vector_store": "pgvector", "worker": "off", "vector_timeout_ms": 20_000}
    with (
        application_role(postgres_url) as (_, url),
        caplog.at_level(logging.WARNING, "recollect.vectors"),
        Memory(url, **settings) as memory,
    ):
        memory.add("The cellar key hangs behind the clock", user="u")
        assert memory.search("cellar key", user="u")[0].tier == "hybrid"
    [entry] = caplog.records
    assert entry.message == "vectors.tier.unusable"
    assert "recollect doctor" in entry.reason  # type: ignore[attr-defined]
    assert "GRANT" in entry.reason  # type: ignore[attr-defined]


@pytest.mark.feature("ST-06")
def test_a_schema_that_somebody_dropped_is_made_again_and_filled(postgres_url: str) -> None:
    settings: dict[str, Any] = {"vector_store": "pgvector", "worker": "off", "vector_timeout_ms": 20_000}
    with Memory(postgres_url, **settings) as memory:
        memory.add("The cellar key hangs behind the clock", user="u")
        assert memory.doctor() == []
        state = memory.status().tier
        assert state is not None
        assert (state.name, state.configured, state.shape["schema"]) == ("pgvector", "pgvector", "recollect_vectors")
        with psycopg.connect(postgres_url, autocommit=True) as owner:
            owner.execute("DROP SCHEMA recollect_vectors CASCADE")
        found = memory.search("cellar key", user="u")
        assert "pgvector" in str(found.trace.fallback_reason)
        assert len(found) == 1
        assert memory.doctor() == []
        assert memory.search("cellar key", user="u").trace.fallback_reason is None


@pytest.mark.feature("RS-05")
def test_a_search_that_waits_too_long_is_ended_and_the_tier_catches_up_afterwards(postgres_url: str) -> None:
    settings: dict[str, Any] = {"vector_store": "pgvector", "worker": "off", "vector_timeout_ms": 300}
    with Memory(postgres_url, **settings) as memory, psycopg.connect(postgres_url) as other:
        memory.add("The cellar key hangs behind the clock", user="u")
        tier = memory._running.tier
        assert tier is not None
        memory._running.vectors.follow(memory._scope())
        other.execute("LOCK TABLE recollect_vectors.held IN ACCESS EXCLUSIVE MODE")
        found = memory.search("cellar key", user="u")
        assert [hit.content for hit in found] == ["The cellar key hangs behind the clock"]
        assert "pgvector does not answer" in str(found.trace.fallback_reason)
        other.rollback()
        assert tier.probe()
        assert memory.doctor() == []
        assert memory.search("cellar key", user="u").trace.fallback_reason is None


def test_a_store_that_is_no_postgresql_is_refused(tmp_path: Path) -> None:
    with closing(registry.store(str(tmp_path / "memory.db"), {})) as store, pytest.raises(ConfigError, match="SQLite"):
        registry.vector_index("pgvector", {"store": store})


def test_nobody_at_the_address_is_a_failed_tier() -> None:
    with pytest.raises(TierFailed, match="cannot be used"):
        registry.vector_index("pgvector", {"url": "postgresql://nobody@127.0.0.1:1/none"})
