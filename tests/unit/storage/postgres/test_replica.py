"""A replica answers searches, and never shows a process less than what it has written or seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from recollect import Memory
from recollect.errors import ConfigError
from recollect.model.scope import Scope
from recollect.storage.postgres.connect import Connections
from recollect.storage.postgres.database import PostgresDatabase
from recollect.storage.postgres.replica import FORGOTTEN_S, LEFT_ALONE_S, About, Notes, Replica
from recollect.storage.sql.snapshots import SpaceState
from recollect.storage.sql.store import SqlStore
from tests.contracts.building import ANA, add, at, record
from tests.postgres_own import OwnServer, own_server
from tests.proxy import Proxy
from tests.services import ServiceMissing, free_port, services_required

LOOKS_MAX = 500


def state(space: int, generation: int) -> SpaceState:
    return SpaceState(id=space, epoch=0, generation=generation, analyser=1, next_number=0)


# --- how far it must have come --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrote, shown, enough",
    [
        ([], {}, True),
        ([("t", "ana", 1, 5)], {}, False),
        ([("t", "ana", 1, 5)], {"ana": (1, 4)}, False),
        ([("t", "ana", 1, 5)], {"ana": (1, 5)}, True),
        ([("t", "ana", 1, 5), ("t", "ana", 1, 4)], {"ana": (1, 4)}, False),
        ([("t", "ana", 1, 5)], {"ana": (1, 9)}, True),
        ([("t", "bob", 2, 5)], {"ana": (1, 1)}, True),
        ([("u", "ana", 1, 5)], {"ana": (1, 1)}, True),
        ([("t", "", 3, 2)], {"ana": (1, 1)}, False),
        ([("t", "", 3, 2)], {"ana": (1, 1), "": (3, 2)}, True),
        ([("t", "ana", 1, None)], {"ana": (1, 7)}, False),
        ([("t", "ana", 1, None)], {}, True),
        ([("t", "ana", 1, None), ("t", "ana", 1, 3)], {"ana": (1, 7)}, False),
        ([("t", "ana", 1, None), ("t", "ana", 8, 1)], {"ana": (1, 7)}, False),
        ([("t", "ana", 1, None), ("t", "ana", 8, 1)], {}, False),
        ([("t", "ana", 1, None), ("t", "ana", 8, 1)], {"ana": (8, 1)}, True),
        ([("t", "ana", 1, None), ("t", "ana", 8, 2)], {"ana": (9, 1)}, True),
        ([("t", "ana", 1, None)], {"ana": (8, 1)}, True),
        ([("t", "ana", 8, 1), ("t", "ana", 1, 9)], {"ana": (1, 9)}, False),
        ([("t", "ana", 8, 1), ("t", "ana", 1, None)], {}, False),
    ],
)
def test_it_answers_when_it_shows_what_was_written(
    wrote: list[tuple[str, str, int, int | None]], shown: dict[str, tuple[int, int]], enough: bool
) -> None:
    notes = Notes()
    assert notes.note(wrote)
    found = {owner: state(*where) for owner, where in shown.items()}
    assert notes.reached("t", ["ana", ""], found) is enough
    assert notes.reached("t", ["ana", ""], found) is enough, "what is not reached stays noted"


@pytest.mark.parametrize(
    "before, shown, follows",
    [
        (True, {"ana": (1, 4)}, {"ana": (1, 4)}),
        (False, {"ana": (1, 4)}, {"ana": (8, 1)}),
        (True, {}, {}),
        (False, {}, {"ana": (8, 1)}),
    ],
)
def test_what_the_primary_shows_counts_more_than_notes_from_before_it_was_asked(
    before: bool, shown: dict[str, tuple[int, int]], follows: dict[str, tuple[int, int]]
) -> None:
    """A backup was restored, or somebody erased the space; or else the question was older than the write."""
    replica = Replica(Connections("postgresql://127.0.0.1/x"), primary=lambda: About(1, "s"))
    noted = 0
    for step in ("write", "ask") if before else ("ask", "write"):
        if step == "write":
            replica.wrote([("t", "ana", 8, 1)])
        else:
            noted = replica.noted
    replica.seen("t", ["ana"], {owner: state(*where) for owner, where in shown.items()}, noted)
    assert replica.shows("t", ["ana"], {owner: state(*where) for owner, where in follows.items()})


def test_after_more_notes_than_it_keeps_a_replica_is_left_alone() -> None:
    now = [0.0]
    connections = Connections("postgresql://127.0.0.1/x")
    replica = Replica(connections, primary=lambda: About(1, "s"), notes=Notes(2), monotonic=lambda: now[0])
    replica.wrote([("t", str(n), n, 1) for n in range(2)])
    assert replica.usable
    replica.wrote([("t", "2", 2, 1)])
    assert not replica.usable
    assert replica.problem is not None
    now[0] = FORGOTTEN_S
    assert replica.usable


# --- a real one -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pair(postgres_server: str) -> Iterator[tuple[OwnServer, OwnServer]]:
    """A primary and its replica, which streams."""
    try:
        with own_server() as primary:
            with closing(SqlStore(PostgresDatabase(primary.url))):
                pass
            with own_server(primary) as replica:
                yield primary, replica
    except ServiceMissing as missing:
        if services_required():
            pytest.fail(str(missing), pytrace=False)
        pytest.skip(str(missing))


def ask(server: OwnServer, sql: str) -> object:
    with psycopg.connect(server.url, autocommit=True) as connection:
        row = connection.execute(sql.encode()).fetchone()
        return row and row[0]


@contextmanager
def paused(replica: OwnServer) -> Iterator[None]:
    """It receives and does not show."""
    ask(replica, "SELECT pg_wal_replay_pause()")
    try:
        yield
    finally:
        ask(replica, "SELECT pg_wal_replay_resume()")


def caught_up(primary: OwnServer, replica: OwnServer) -> None:
    end = ask(primary, "SELECT pg_current_wal_lsn()")
    for _ in range(LOOKS_MAX):
        if ask(replica, f"SELECT pg_sleep(0.02) IS NOT NULL AND pg_last_wal_replay_lsn() >= '{end}'"):
            return
    raise AssertionError("the replica does not follow")


@pytest.fixture
def store(pair: tuple[OwnServer, OwnServer]) -> Iterator[SqlStore]:
    primary, replica = pair
    with closing(SqlStore(PostgresDatabase(primary.url, read_url=replica.url))) as opened:
        yield opened


def server_of(store: SqlStore, scope: Scope) -> tuple[str, int]:
    """Who answers a search of this scope, and how many rows it sees."""
    with store.reading(scope, signature=None, replica=True) as reader:
        row = reader._session.one("SELECT pg_is_in_recovery()")
        seen = sum(len(space.columns) for space in reader.spaces)
    assert row is not None
    return ("replica" if row[0] else "primary"), seen


@pytest.mark.slow
@pytest.mark.feature("RS-05")
def test_searches_go_to_the_replica_except_for_spaces_it_does_not_show_yet(
    pair: tuple[OwnServer, OwnServer], store: SqlStore
) -> None:
    scope, other = Scope(tenant="one", user="ana"), Scope(tenant="one", user="bob")
    add(store, record("first", scope))
    add(store, record("his", other))
    caught_up(*pair)
    assert server_of(store, scope) == ("replica", 1)
    assert server_of(store, other) == ("replica", 1)
    with paused(pair[1]):
        add(store, record("second", scope))
        add(store, record("new", Scope(tenant="one", user="new")))
        assert server_of(store, scope) == ("primary", 2)
        assert server_of(store, Scope(tenant="one", user="new")) == ("primary", 1)
        assert server_of(store, other) == ("replica", 1), "nothing of his has changed"
        with store.reading(other, signature=None) as reader:
            assert reader._session.one("SELECT pg_is_in_recovery()") == (False,), "what decides asks the primary"
    caught_up(*pair)
    assert server_of(store, scope) == ("replica", 2)
    assert server_of(store, Scope(tenant="one", user="new")) == ("replica", 1)


@pytest.mark.slow
def test_what_was_deleted_or_erased_is_not_shown_by_a_replica_that_lags(
    pair: tuple[OwnServer, OwnServer], store: SqlStore
) -> None:
    scope, erased = Scope(tenant="two", user="ana"), Scope(tenant="two", user="bob")
    gone, _ = add(store, record("gone", scope), record("stays", scope))
    add(store, record("all of it", erased))
    caught_up(*pair)
    with paused(pair[1]):
        store.delete(scope, [gone.id], at(1))
        store.erase(erased, at(1))
        assert server_of(store, scope) == ("primary", 1)
        assert server_of(store, erased) == ("primary", 0)
        add(store, record("begun anew", erased))
        assert server_of(store, erased) == ("primary", 1)
    caught_up(*pair)
    assert server_of(store, erased) == ("replica", 1)


@pytest.mark.slow
def test_what_another_process_erased_is_no_longer_waited_for(
    pair: tuple[OwnServer, OwnServer], store: SqlStore
) -> None:
    scope = Scope(tenant="erased elsewhere", user="ana")
    add(store, record("gone", scope))
    with closing(SqlStore(PostgresDatabase(pair[0].url))) as elsewhere:
        elsewhere.erase(scope, at(1))
    caught_up(*pair)
    assert server_of(store, scope) == ("primary", 0)
    assert server_of(store, scope) == ("replica", 0)


@pytest.mark.slow
def test_no_second_search_shows_less_than_the_first(pair: tuple[OwnServer, OwnServer], store: SqlStore) -> None:
    """Another process wrote; this one has seen it on the primary, as a write of its own made it ask there."""
    scope = Scope(tenant="three", user="ana")
    add(store, record("first", scope))
    caught_up(*pair)
    with paused(pair[1]), closing(SqlStore(PostgresDatabase(pair[0].url))) as elsewhere:
        add(elsewhere, record("by another", scope))
        assert server_of(store, scope) == ("replica", 1), "others' writes come when the replica has them"
        with store.reading(scope, signature=None) as reader:
            assert sum(len(space.columns) for space in reader.spaces) == 2
        assert server_of(store, scope) == ("primary", 2)
    caught_up(*pair)
    assert server_of(store, scope) == ("replica", 2)


Open = Callable[..., Memory]


@pytest.fixture
def open_memory(pair: tuple[OwnServer, OwnServer], tmp_path: Path) -> Iterator[Open]:
    """Opens the same store as another process would."""
    with ExitStack() as opened:

        def open(**settings: Any) -> Memory:
            given = {"postgres_read_url": pair[1].url, "redis_timeout_ms": 5000, "worker": "off", **settings}
            return opened.enter_context(Memory(pair[0].url, config_file=tmp_path / "none.toml", **given))

        yield open


@pytest.mark.slow
@pytest.mark.feature("RS-05")
def test_what_a_replica_that_lags_has_shown_is_not_kept_as_if_it_were_the_newest(
    pair: tuple[OwnServer, OwnServer], open_memory: Open, redis_url: str
) -> None:
    one, other = open_memory(redis_url=redis_url), open_memory(redis_url=redis_url)
    (gone,) = one.add("Ana drives a red car", user="kept").ids
    one.add("Ana lives in Lisbon", user="kept")
    caught_up(*pair)
    with paused(pair[1]):
        one.add("Ana rides a blue bike", user="kept")
        shown = other.search("What does Ana drive or ride?", user="kept")
        assert "Ana rides a blue bike" not in [hit.content for hit in shown], "it asks the replica, as it may"
        own = one.search("What does Ana drive or ride?", user="kept")
        assert "Ana rides a blue bike" in [hit.content for hit in own]
        one.delete(gone)
        third = open_memory(redis_url=redis_url)
        assert "red car" in third.context("What does Ana drive or ride?", user="kept").text
        told = one.context("What does Ana drive or ride?", user="kept")
        assert "blue bike" in told.text
        assert "red car" not in told.text
    caught_up(*pair)


@pytest.mark.slow
def test_a_context_from_a_replica_that_lags_is_made_anew_when_it_has_caught_up(
    pair: tuple[OwnServer, OwnServer], open_memory: Open
) -> None:
    one, other = open_memory(), open_memory()
    one.add("Ana lives in Lisbon", user="anew")
    caught_up(*pair)
    with paused(pair[1]):
        one.add("Ana rides a blue bike", user="anew")
        other.context("What does Ana ride?", user="anew")
    caught_up(*pair)
    assert "blue bike" in other.context("What does Ana ride?", user="anew").text
    assert other.context("What does Ana ride?", user="anew").cached


@pytest.mark.slow
@pytest.mark.feature("RS-05")
def test_a_replica_that_is_gone_is_done_without_and_used_again(pair: tuple[OwnServer, OwnServer]) -> None:
    primary, replica = pair
    database = PostgresDatabase(primary.url, read_url=replica.url)
    now = [0.0]
    assert database.replica is not None
    database.replica._monotonic, database.replica._until = (lambda: now[0]), 0.0
    scope = Scope(tenant="four", user="ana")
    with closing(SqlStore(database)) as store:
        add(store, record("there", scope))
        caught_up(primary, replica)
        assert server_of(store, scope) == ("replica", 1)
        replica.stop()
        assert server_of(store, scope) == ("primary", 1)
        assert "cannot be used" in str(database.replica.problem)
        assert not database.replica.usable
        assert store.replica_failure == database.replica.problem
        replica.start()
        caught_up(primary, replica)
        assert server_of(store, scope) == ("primary", 1), "left alone for a while"
        now[0] = LEFT_ALONE_S
        assert server_of(store, scope) == ("replica", 1)
        assert database.replica.problem is None
        assert store.replica_failure is None


@contextmanager
def behind_a_proxy(server: OwnServer) -> Iterator[tuple[Proxy, str]]:
    with Proxy("127.0.0.1", server.port) as proxy:
        yield proxy, server.url.replace(str(server.port), str(proxy.port))


def replica_of(memory: Memory) -> Replica:
    database = memory._engine.store._database  # type: ignore[attr-defined]
    assert isinstance(database.replica, Replica)
    return database.replica


@pytest.mark.slow
@pytest.mark.feature("RS-05")
def test_a_replica_that_falls_silent_is_not_waited_for(
    pair: tuple[OwnServer, OwnServer], open_memory: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recollect.storage.postgres.replica.SILENT_S", 1)
    with behind_a_proxy(pair[1]) as (proxy, url):
        memory = open_memory(postgres_read_url=url)
        memory.add("Ana lives in Lisbon", user="silent")
        caught_up(*pair)
        memory.search("Where does Ana live?", user="silent")
        assert replica_of(memory).usable
        proxy.faults.silent = True
        hits = memory.search("Where does Ana live now?", user="silent")
        assert [hit.content for hit in hits] == ["Ana lives in Lisbon"]
        (degraded,) = memory.status().degraded
        assert "no answer for 1 s" in degraded
        replica_of(memory)._until = 0.0
        hits = memory.search("Where does Ana live today?", user="silent")
        assert [hit.content for hit in hits] == ["Ana lives in Lisbon"]
        (degraded,) = memory.status().degraded
        assert "timeout expired" in degraded


@pytest.mark.slow
@pytest.mark.feature("RS-05")
def test_a_replica_that_is_cut_off_in_the_middle_of_a_search_is_done_without(
    pair: tuple[OwnServer, OwnServer], open_memory: Open
) -> None:
    asked = failed = 0
    with behind_a_proxy(pair[1]) as (proxy, url):
        writer, memory = open_memory(), open_memory(postgres_read_url=url)
        (id,) = writer.add("Ana lives in Lisbon", user="cut").ids
        for pieces in range(24):
            writer.add(f"The garden has {pieces} trees", user="cut")  # so that there is something to load
            caught_up(*pair)
            proxy.faults.cut_after = pieces
            found = memory.search("Where does Ana live?", user="cut", k=1)
            assert [hit.content for hit in found] == ["Ana lives in Lisbon"]
            asked += 1
            proxy.faults.cut, proxy.faults.cut_after = False, None
            left_alone = not replica_of(memory).usable
            assert [part.partition(":")[0] for part in memory.status().degraded] == ["replica"] * left_alone
            failed += left_alone
            replica_of(memory)._until = 0.0
        assert 5 < failed < asked, "the last ones came through whole"
        memory.close()
    assert writer.get(id).access_count == asked


@pytest.mark.slow
@pytest.mark.parametrize("named", [False, True])
def test_a_database_of_another_store_is_not_taken_for_a_replica(postgres_url: str, named: bool, tmp_path: Path) -> None:
    given: dict[str, Any] = {"worker": "off", "embedder": "none", "config_file": tmp_path / "none.toml"}
    with own_server() as server, Memory(server.url, **given) as stranger:
        stranger.add("Ana is a stranger's secret", user="ana")
        if named:
            assert stranger._engine.store.identity() is not None
        with Memory(postgres_url, postgres_read_url=server.url, **given) as memory:
            assert list(memory.search("Ana", user="ana")) == []
            (degraded,) = memory.status().degraded
            assert "another store" in degraded


def test_a_replica_that_was_never_there_costs_nothing_but_its_use(postgres_url: str) -> None:
    url = f"postgresql://127.0.0.1:{free_port()}/x"
    with closing(SqlStore(PostgresDatabase(postgres_url, read_url=url))) as store:
        add(store, record("there"))
        assert server_of(store, ANA) == ("primary", 1)


def test_a_replica_of_another_schema_version_is_not_used(postgres_url: str, postgres_server: str) -> None:
    with closing(SqlStore(PostgresDatabase(postgres_url, read_url=postgres_server))) as store:
        add(store, record("there"))
        assert server_of(store, ANA) == ("primary", 1)
        assert "schema version 0" in str(store._database.replica.problem)  # type: ignore[attr-defined]


def test_the_replicas_address_and_limits_are_settings(postgres_url: str) -> None:
    url = f"postgresql://ana:secret@127.0.0.1:{free_port()}/x"
    limits = {"postgres_connections_max": 3, "postgres_statement_timeout_ms": 1500}
    with Memory(postgres_url, postgres_read_url=url, embedder="none", **limits) as memory:
        memory.add("Ana lives in Lisbon", user="ana")
        hits = memory.search("Where does Ana live?", user="ana")
        assert [hit.record.content for hit in hits] == ["Ana lives in Lisbon"]
        database = memory._engine.store._database  # type: ignore[attr-defined]
        assert "secret" not in str(database.replica.problem)
        used = database._connections.limits
        assert (used.connections_max, used.statement_timeout_s) == (3, 1.5)


def test_a_replicas_address_that_is_none_is_refused(postgres_url: str) -> None:
    with pytest.raises(ConfigError, match="no PostgreSQL address"):
        PostgresDatabase(postgres_url, read_url="postgresql://[::1/m")
