"""Notices between processes over a real PostgreSQL: told after the commit, heard at once, found again after a fault."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress

import psycopg
import pytest

from recollect import Memory, registry
from recollect.engine.degraded import degraded
from recollect.model.job import QUEUED, Job
from recollect.model.notice import ITEMS, JOBS, KEYS, KINDS, SETTINGS, mark
from recollect.model.scope import Scope
from recollect.storage.postgres.connect import Connections
from recollect.storage.postgres.notices import MARKS_MAX, NAME, PostgresNotices
from recollect.storage.sql.store import SqlStore
from tests.contracts.building import START, add, record
from tests.hearing import PATIENCE_S, Ear
from tests.pooler import transaction_pooler
from tests.roles import application_role
from tests.services import ServiceMissing, services_required

ACME = Scope(tenant="acme", user="ana")
PAYLOAD_BYTES_MAX = 7999
_never = threading.Event()


class Listener:
    """A raw connection that hears every notice of a database's store."""

    def __init__(self, url: str) -> None:
        self.line = psycopg.connect(url, autocommit=True, options="-csearch_path=recollect")
        channel = self.line.execute(
            "SELECT 'recollect_' || left(encode(sha256(convert_to(current_schema(), 'UTF8')), 'hex'), 32)"
        ).fetchone()
        assert channel is not None
        self.line.execute(f"LISTEN {channel[0]}".encode())

    def payloads(self) -> list[str]:
        """All that was committed so far: the server delivers in order."""
        self.line.execute("SELECT 1")
        return [notify.payload for notify in self.line.notifies(timeout=0)]

    def backends(self) -> list[tuple[object, ...]]:
        return self.line.execute(
            "SELECT pid, application_name FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        ).fetchall()

    def listeners(self) -> list[object]:
        return [pid for pid, name in self.backends() if name == NAME]


def opened(url: str, **options: object) -> SqlStore:
    store = registry.store(url, options)
    assert isinstance(store, SqlStore)
    return store


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened_here:
        yield opened_here


@pytest.fixture
def listener(postgres_url: str, stack: ExitStack) -> Listener:
    opened(postgres_url).close()  # makes the tables
    made = Listener(postgres_url)
    stack.enter_context(made.line)
    return made


def listening(stack: ExitStack, url: str) -> tuple[SqlStore, Ear]:
    store, ear = stack.enter_context(closing(opened(url))), Ear()
    assert store.notices is not None
    store.notices.listen(ear)
    ear.wait_for_everything()
    return store, ear


def test_what_one_process_writes_the_other_hears_by_kind_and_tenant(postgres_url: str, stack: ExitStack) -> None:
    (writer, _), (_, ear) = listening(stack, postgres_url), listening(stack, postgres_url)
    add(writer, record("one", ACME))
    heard = ear.wait(ITEMS)
    assert [heard.of(ITEMS, name) for name in ("acme", "other")] == [True, False]
    assert not heard.own
    writer.put_tenant_settings(ACME, {"gateway_tokens_max": 7})
    assert ear.wait(SETTINGS).of(SETTINGS, "acme")
    job = Job(id="decay-1", kind="decay", scope=Scope(tenant="acme"), run_at=START, created_at=START, state=QUEUED)
    assert writer.schedule_job(ACME, job)
    assert ear.wait(JOBS).of(JOBS, "acme")


def test_a_process_knows_its_own_notices(postgres_url: str, stack: ExitStack) -> None:
    writer, own = listening(stack, postgres_url)
    add(writer, record("one", ACME))
    assert own.wait(ITEMS, "acme").own


def test_a_note_beside_the_settings_is_no_change_of_settings(postgres_url: str, stack: ExitStack) -> None:
    (writer, _), (_, ear) = listening(stack, postgres_url), listening(stack, postgres_url)
    writer.put_note(ACME, "place", {"at": 1})
    add(writer, record("one", ACME))
    assert not ear.wait(ITEMS).of(SETTINGS)


def test_a_process_that_does_not_listen_tells_without_another_connection(postgres_url: str, listener: Listener) -> None:
    before = set(listener.backends())  # of a connection that was closed the server may not have let go yet
    with closing(opened(postgres_url)) as store:
        add(store, record("one", ACME))
        assert len(set(listener.backends()) - before) == 1
        assert [json.loads(payload)["of"] for payload in listener.payloads()] == [{ITEMS: [mark("acme")]}]


def test_what_a_process_that_does_not_listen_held_back_is_told_at_the_end(
    postgres_url: str, listener: Listener
) -> None:
    still = 0.0
    with closing(Connections(postgres_url)) as connections:
        notices = PostgresNotices(connections, monotonic=lambda: still)
        with connections.writer() as connection:
            connection.execute("SELECT 1")
        for tenant in ("first", "second", "third"):
            with connections.writer(committed=lambda line, tenant=tenant: notices.committed({(KEYS, tenant)}, line)):
                pass
        assert [json.loads(one)["of"] for one in listener.payloads()] == [{KEYS: [mark("first")]}]
        notices.close()
        held_back = sorted([mark("second"), mark("third")])
        assert [json.loads(one)["of"] for one in listener.payloads()] == [{KEYS: held_back}]


def test_nothing_is_told_of_what_was_rolled_back(postgres_url: str, listener: Listener) -> None:
    with closing(opened(postgres_url)) as store:
        with suppress(RuntimeError), store.database.writing(ACME) as session:
            session.tell(KEYS, "acme")
            raise RuntimeError("no")
        assert listener.payloads() == []
    assert listener.payloads() == []


def test_a_notice_that_cannot_be_sent_fails_no_write_and_is_told_with_the_next(
    postgres_url: str, listener: Listener, stack: ExitStack
) -> None:
    """It is no part of the transaction, which would be undone with it."""
    owner = stack.enter_context(psycopg.connect(postgres_url, autocommit=True))
    _, url = stack.enter_context(application_role(postgres_url))
    store = stack.enter_context(closing(opened(url)))
    owner.execute("REVOKE EXECUTE ON FUNCTION pg_notify FROM PUBLIC")
    add(store, record("one", ACME))
    assert [found.content for found in store.get(ACME, ["acme-ana-one"])] == ["one"]
    assert listener.payloads() == []
    owner.execute("GRANT EXECUTE ON FUNCTION pg_notify TO PUBLIC")
    store.close()
    assert [json.loads(payload)["of"] for payload in listener.payloads()] == [{ITEMS: [mark("acme")]}]


def test_too_many_tenants_are_told_as_all_and_no_payload_is_too_long(postgres_url: str, listener: Listener) -> None:
    still = 0.0
    for count in (MARKS_MAX, MARKS_MAX + 1):
        with closing(Connections(postgres_url)) as connections:
            notices = PostgresNotices(connections, monotonic=lambda: still)
            told = {(kind, f"tenant {number}") for kind in KINDS for number in range(count)}
            with connections.writer(committed=lambda line, told=told, to=notices: to.committed(told, line)):
                pass
        (payload,) = listener.payloads()
        assert len(payload) <= PAYLOAD_BYTES_MAX
        marks = json.loads(payload)["of"]
        assert all((marks[kind] is None) == (count > MARKS_MAX) for kind in KINDS)


@pytest.mark.parametrize("payload", ["", "no json", "[]", '{"of": 3}', '{"from": "x", "of": {"keys": [[]]}}'])
def test_a_payload_that_cannot_be_read_may_have_said_anything(
    postgres_url: str, stack: ExitStack, payload: str
) -> None:
    _, ear = listening(stack, postgres_url)
    line = stack.enter_context(psycopg.connect(postgres_url, autocommit=True, options="-csearch_path=recollect"))
    line.execute(
        "SELECT pg_notify('recollect_' || left(encode(sha256(convert_to(current_schema(), 'UTF8')), 'hex'), 32), %s)",
        (payload,),
    )
    ear.wait_for_everything()


def test_a_killed_connection_comes_back_and_everything_counts_as_changed(
    postgres_url: str, stack: ExitStack, listener: Listener
) -> None:
    _, ear = listening(stack, postgres_url)
    writer = stack.enter_context(closing(opened(postgres_url)))
    for _ in range(3):
        (pid,) = listener.listeners()
        listener.line.execute("SELECT pg_terminate_backend(%s)", (pid,))
        ear.wait_for_everything()
        writer.put_tenant_settings(ACME, {"gateway_tokens_max": 7})
        ear.wait(SETTINGS, "acme")


def test_what_was_written_while_a_sender_was_cut_off_is_told_when_it_is_back(
    postgres_url: str, stack: ExitStack, listener: Listener
) -> None:
    writer, own = listening(stack, postgres_url)
    _, ear = listening(stack, postgres_url)
    for pid in listener.listeners():
        listener.line.execute("SELECT pg_terminate_backend(%s)", (pid,))
    writer.put_tenant_settings(ACME, {"gateway_tokens_max": 7})
    own.wait_for_everything()
    ear.wait(SETTINGS, "acme")


def test_a_restored_store_is_told_as_a_whole(postgres_url: str, stack: ExitStack, tmp_path: object) -> None:
    backup = f"{tmp_path}/copy.backup"
    with Memory(postgres_url, worker="off") as memory:
        memory.add("The code is blue", user="ana")
        memory.backup(backup)
    _, ear = listening(stack, postgres_url)
    Memory.restore(backup, postgres_url)
    ear.wait_for_everything()


def test_stores_in_two_schemas_of_a_database_do_not_hear_each_other(postgres_url: str, stack: ExitStack) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA other")
    _, ear = listening(stack, postgres_url)
    beside = stack.enter_context(closing(opened(f"{postgres_url}?options=-csearch_path%3Dother")))
    here = stack.enter_context(closing(opened(postgres_url)))
    beside.put_tenant_settings(ACME, {"gateway_tokens_max": 7})
    add(here, record("one", ACME))
    assert not ear.wait(ITEMS, "acme").of(SETTINGS)


def test_turned_off_nothing_is_told_and_nobody_can_listen(postgres_url: str, listener: Listener) -> None:
    with closing(opened(postgres_url, notices=False)) as store:
        add(store, record("one", ACME))
        assert store.notices is None
    assert listener.payloads() == []


@pytest.mark.slow
def test_behind_a_pooler_that_takes_listen_and_delivers_nothing_it_says_so(
    postgres_url: str, stack: ExitStack, listener: Listener
) -> None:
    try:
        through = stack.enter_context(transaction_pooler(postgres_url))
    except ServiceMissing as missing:
        if services_required():
            pytest.fail(f"PgBouncer is required here (RECOLLECT_REQUIRE_SERVICES): {missing}", pytrace=False)
        pytest.skip(f"no PgBouncer: {missing}")
    store = stack.enter_context(closing(opened(through)))
    notices = PostgresNotices(Connections(through), proof_s=0.5)
    stack.callback(notices.close)
    store.database.notices = notices  # type: ignore[misc]
    notices.listen(lambda notice: pytest.fail("nothing can be heard"))
    for _ in range(PATIENCE_S * 20):
        if notices.problem is not None:
            break
        _never.wait(0.05)
    assert "pooler" in str(notices.problem)
    assert degraded(store, hot=None, tier=None) == (f"notices: {notices.problem}",)
    add(store, record("one", ACME))
    assert any(mark("acme") in payload for payload in listener.payloads()), "it still tells those who can hear"
