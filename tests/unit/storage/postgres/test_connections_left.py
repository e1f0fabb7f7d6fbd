"""A server that gives no more connections: those there are go round, and nobody keeps what he does not need."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from queue import SimpleQueue
from threading import Event
from urllib.parse import urlsplit

import psycopg
import pytest

from recollect.errors import StoreBusy, StoreUnavailable
from recollect.storage.postgres import connect
from recollect.storage.postgres.connect import Connections, Limits
from recollect.storage.postgres.errors import is_spent, translate

LEFT = 2
"""How many connections the role may have."""


@pytest.fixture
def url(postgres_url: str) -> Iterator[str]:
    """Of a role that may have few connections."""
    role, parts = f"few_{secrets.token_hex(4)}", urlsplit(postgres_url)
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute(f"CREATE ROLE {role} LOGIN PASSWORD 'few' CONNECTION LIMIT {LEFT}".encode())
        yield parts._replace(netloc=f"{role}:few@{parts.netloc.rpartition('@')[2]}").geturl()
        admin.execute(f"DROP ROLE {role}".encode())


@contextmanager
def opened(url: str, **limits: float) -> Iterator[Connections]:
    with closing(Connections(url, limits=Limits(**limits))) as made:  # type: ignore[arg-type]
        with made.reader():
            pass
        yield made


def number(connections: Connections) -> int:
    with connections.reader() as connection:
        row = connection.execute("SELECT pg_backend_pid()").fetchone()
        assert row is not None
        return int(row[0])


def test_more_requests_than_the_server_has_connections_take_turns(url: str) -> None:
    with opened(url) as connections, ThreadPoolExecutor(12) as pool:
        numbers = list(pool.map(lambda _: number(connections), range(120)))
    assert len(numbers) == 120
    assert len(set(numbers)) <= LEFT


def test_who_waits_gets_the_one_that_is_given_back(url: str) -> None:
    with opened(url) as connections, ThreadPoolExecutor(1) as pool, ExitStack() as held:
        for _ in range(LEFT):
            held.enter_context(connections.reader())
        waiting = pool.submit(number, connections)
        while not (connections._line or waiting.done()):
            Event().wait(0.01)
        held.close()
        assert waiting.result(20) > 0


def test_who_comes_back_at_once_stands_behind_those_who_wait(url: str) -> None:
    """He had it again and again, and the others waited until they were refused."""
    order: list[int] = []

    def wants(number: int) -> None:
        with connections.reader():
            order.append(number)

    with opened(url) as connections, ThreadPoolExecutor(3) as pool, ExitStack() as held:
        for _ in range(LEFT - 1):
            held.enter_context(connections.reader())
        with connections.reader():
            waiting = []
            for number in range(3):
                waiting.append(pool.submit(wants, number))
                while len(connections._line) <= number and not waiting[-1].done():
                    Event().wait(0.01)
        wants(3)
        for one in waiting:
            one.result(20)
    assert order == [0, 1, 2, 3]


def test_what_was_handed_to_one_who_gave_up_goes_on_to_the_next(url: str) -> None:
    first: connect.Place = SimpleQueue()
    second: connect.Place = SimpleQueue()
    with opened(url) as connections:
        with connections.reader() as line:
            connections._line.extend((first, second))
        connections._leave(first)
        assert second.qsize() == 1
        connections._leave(second)
        assert connections._idle == [line]
        assert not connections._line


def test_who_waits_gets_the_place_of_one_that_was_lost(url: str, postgres_url: str) -> None:
    with opened(url) as connections, ThreadPoolExecutor(1) as pool, ExitStack() as held:
        lines = [held.enter_context(connections.reader()) for _ in range(LEFT)]
        waiting = pool.submit(number, connections)
        while not (connections._line or waiting.done()):
            Event().wait(0.01)
        with psycopg.connect(postgres_url, autocommit=True) as admin:
            admin.execute("SELECT pg_terminate_backend(%s, 5000)", (lines[0].info.backend_pid,))
        assert waiting.result(20) > 0
        with pytest.raises(StoreUnavailable):
            held.close()


def test_a_wait_for_a_connection_ends_and_says_what_to_raise(url: str) -> None:
    with opened(url, lock_timeout_s=0.05) as connections, ExitStack() as held:
        for _ in range(LEFT):
            held.enter_context(connections.reader())
        with pytest.raises(StoreBusy, match=r"none of this process came free for 0.05 s.*max_connections"):
            number(connections)


def test_a_process_that_has_none_is_told_at_once(url: str) -> None:
    with opened(url) as connections, ExitStack() as held:
        for _ in range(LEFT):
            held.enter_context(connections.reader())
        with closing(Connections(url)) as another, pytest.raises(StoreBusy, match=r"no connection left .*role") as told:
            number(another)
        assert "password" not in str(told.value)


def test_what_nobody_wanted_for_a_while_is_closed_and_what_is_in_use_stays(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(postgres_url) as connections:
        with ExitStack() as several:
            kept = {several.enter_context(connections.reader()).info.backend_pid for _ in range(6)}
        for _ in range(10):
            assert number(connections) in kept
        assert len(connections._idle) == 6, "a burst may come again"
        monkeypatch.setattr(connect, "KEPT_S", 0.0)
        for _ in range(10):
            assert number(connections) in kept
        assert len(connections._idle) == 1


@pytest.mark.parametrize(
    "said",
    [
        'connection to server at "127.0.0.1", port 5432 failed: FATAL:  sorry, too many clients already',
        "FATAL:  remaining connection slots are reserved for roles with the SUPERUSER attribute",
        'FATAL:  too many connections for role "app"',
        'FATAL:  too many connections for database "m"',
        "FATAL:  no more connections allowed (max_client_conn)",
    ],
)
def test_that_the_server_has_no_connection_left_is_told_as_such(said: str) -> None:
    error = psycopg.OperationalError(said)
    told = translate(error, "postgresql://db/m")
    assert is_spent(error)
    assert isinstance(told, StoreBusy)
    assert "max_connections" in str(told)


@pytest.mark.parametrize(
    "said",
    ["Connection refused", 'FATAL:  password authentication failed for user "app"', "connection timeout expired"],
)
def test_another_failure_to_connect_is_none_of_that(said: str) -> None:
    error = psycopg.OperationalError(said)
    assert not is_spent(error)
    assert isinstance(translate(error, "postgresql://db/m"), StoreUnavailable)
