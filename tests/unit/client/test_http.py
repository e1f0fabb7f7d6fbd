"""How the client sends: what it sends again, what it never does, and how a server's refusals become errors."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recollect import errors
from recollect.client import RemoteMemory
from recollect.client.http import FIRST_WAIT_S, KINDS, TRIES_MAX, WAIT_S_MAX
from recollect.errors import (
    Conflict,
    InvalidInput,
    NotFound,
    OverBudget,
    RateLimited,
    RecollectError,
    StoreBusy,
    StoreUnavailable,
    Unauthorized,
)
from recollect.model.paths import POSIX
from tests.house.test_docs import error_kinds
from tests.loopback import Loopback, Reply

DELETED = {"removed": 1}
USERS = {"users": ["ana"]}


def problem(status: int, code: str, headers: dict[str, str] | None = None) -> Reply:
    return Reply(status=status, body={"code": code, "detail": f"it is {code}"}, headers=headers or {})


BUSY = problem(503, "store_busy", {"Retry-After": "1"})


@pytest.fixture
def server() -> Iterator[Loopback]:
    with Loopback() as started:
        yield started


class Patient:
    """A memory whose pauses are counted instead of waited for."""

    def __init__(self, url: str, **options: Any) -> None:
        self.pauses: list[float] = []
        self.memory = RemoteMemory(url, api_key="rk_test", sleep=self.pauses.append, **options)


def test_a_server_without_encryption_is_named_as_it_should_be(server: Loopback) -> None:
    server.script(Reply(body=USERS))
    address = server.url.replace("http://", "https://")
    with (
        Patient(address).memory as memory,
        pytest.raises(StoreUnavailable, match=re.escape(f"did you mean {server.url}?")),
    ):
        memory.users()


def test_a_key_goes_as_a_bearer_and_the_client_says_what_it_is(server: Loopback) -> None:
    server.script(Reply(body=USERS))
    with RemoteMemory(server.url + "/", api_key=" rk_test ") as memory:
        assert memory.users() == ["ana"]
    sent = server.requests[0]
    assert (sent.method, sent.path) == ("GET", "/v1/users")
    assert sent.headers["authorization"] == "Bearer rk_test"
    assert sent.headers["user-agent"].startswith("recollect/")
    assert "idempotency-key" not in sent.headers


def test_a_server_behind_a_path_is_asked_there(server: Loopback) -> None:
    server.script(Reply(body=USERS))
    RemoteMemory(server.url + "/memory").users()
    assert server.requests[0].path == "/memory/v1/users"
    assert "authorization" not in server.requests[0].headers


def test_a_busy_server_is_asked_again_after_what_it_says(server: Loopback) -> None:
    server.script(BUSY, problem(503, "store_busy", {"Retry-After": "3600"}), problem(503, "closed"), Reply(body=USERS))
    patient = Patient(server.url)
    assert patient.memory.users() == ["ana"]
    assert patient.pauses == [1.0, WAIT_S_MAX, FIRST_WAIT_S * 4]


def test_a_server_that_stays_busy_is_asked_so_often_and_no_more(server: Loopback) -> None:
    server.script(*[BUSY] * (TRIES_MAX + 1))
    patient = Patient(server.url)
    with pytest.raises(StoreBusy, match="it is store_busy"):
        patient.memory.users()
    assert len(server.requests) == TRIES_MAX
    assert len(patient.pauses) == TRIES_MAX - 1


def test_a_write_is_sent_again_under_the_same_key(server: Loopback) -> None:
    server.script(BUSY, problem(409, "conflict", {"Retry-After": "1"}), Reply(body=DELETED), Reply(body=DELETED))
    memory = Patient(server.url).memory
    assert memory.delete("a") == 1
    assert memory.delete("a") == 1
    keys = [request.headers["idempotency-key"] for request in server.requests]
    assert keys[0] == keys[1] == keys[2] != keys[3]


def test_a_connection_that_breaks_before_the_answer_is_tried_again(server: Loopback) -> None:
    server.script(Reply(body=USERS, cut_after=0), Reply(body=USERS))
    assert Patient(server.url).memory.users() == ["ana"]


@pytest.mark.parametrize(
    "reply, kind",
    [
        (problem(409, "conflict"), Conflict),
        (problem(404, "not_found"), NotFound),
        (problem(429, "rate_limited", {"Retry-After": "7"}), RateLimited),
        (problem(429, "over_budget"), OverBudget),
        (problem(500, "error"), RecollectError),
        (problem(502, "something_newer"), RecollectError),
    ],
)
def test_a_refusal_is_final(server: Loopback, reply: Reply, kind: type[RecollectError]) -> None:
    server.script(reply)
    with pytest.raises(kind) as error:
        Patient(server.url).memory.delete("a")
    assert type(error.value) is kind
    assert len(server.requests) == 1
    if isinstance(error.value, RateLimited):
        assert error.value.retry_after_s == 7.0
    if isinstance(error.value, OverBudget):
        assert error.value.retry_after_s is None


def test_every_error_has_its_way_back(server: Loopback) -> None:
    assert set(KINDS.values()) == set(error_kinds())
    for code, kind in KINDS.items():
        server.script(problem(422, code))
        with pytest.raises(errors.RecollectError) as error:
            Patient(server.url).memory.users()
        assert type(error.value) is kind


def test_a_server_that_does_not_answer_in_time_is_not_asked_twice(server: Loopback) -> None:
    server.script(Reply(hold=True))
    with pytest.raises(StoreUnavailable, match=r"within 0.2 s.*client_timeout_s"):
        Patient(server.url, timeout_s=0.2).memory.users()
    assert len(server.requests) == 1


def test_nobody_at_the_address_is_said_after_a_few_tries() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound and not listening: nobody answers
        patient = Patient(f"http://127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(StoreUnavailable, match="is the server running"):
            patient.memory.users()
    assert patient.pauses == [FIRST_WAIT_S, FIRST_WAIT_S * 2, FIRST_WAIT_S * 4]


@pytest.mark.parametrize(
    "reply",
    [
        Reply(status=200, body=b"<html>welcome</html>"),
        Reply(status=200, body={"members": []}),
        Reply(status=200, body=[]),
        Reply(status=301, body=b"", headers={"Location": "http://127.0.0.1:1/elsewhere"}),
        Reply(status=404, body=b"404 page not found"),
        Reply(status=502, body=b"<html>bad gateway</html>"),
    ],
)
def test_somebody_else_at_the_address_is_recognised(server: Loopback, reply: Reply) -> None:
    server.script(reply)
    with pytest.raises(StoreUnavailable, match=r"Recollect|same version"):
        Patient(server.url).memory.users()
    assert len(server.requests) == 1, "a redirect is not followed: the key is for one server"


@pytest.mark.skipif(not POSIX, reason="files have other rights here")
def test_a_backup_that_is_fetched_is_for_nobody_else(server: Loopback, tmp_path: Path) -> None:
    server.script(Reply(body={"a": 1}), Reply(body={"a": 2}))
    with RemoteMemory(server.url) as memory:
        memory.backup(tmp_path / "copy.db")
        assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
        (tmp_path / "copy.db").chmod(0o640)
        memory.backup(tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["copy.db"]


def test_an_export_that_breaks_off_is_an_error_and_not_a_short_export(server: Loopback) -> None:
    server.script(Reply(body=b'{"format": "recollect-export"}\n{"content": "x"}\n', cut_after=40))
    with pytest.raises(StoreUnavailable, match="broke"):
        list(Patient(server.url).memory.export())


@pytest.mark.parametrize(
    "url",
    [
        "",
        "localhost:8080",
        "ftp://host",
        "http://",
        "http://key@host:1",
        "http://host/?a=b",
        "http://host/#a",
        "http://host:x",
    ],
)
def test_an_address_that_cannot_be_a_server_is_refused(url: str) -> None:
    with pytest.raises(InvalidInput, match="address"):
        RemoteMemory(url)


@pytest.mark.parametrize("key", ["", "  ", "rk_ä", "rk_\nx"])
def test_a_key_that_cannot_be_sent_is_refused_without_being_shown(key: str) -> None:
    with pytest.raises(InvalidInput) as error:
        RemoteMemory("http://127.0.0.1:1", api_key=key)
    assert not key.strip() or not re.search(re.escape(key), str(error.value))


def test_without_a_key_the_caller_is_told_where_to_put_one(server: Loopback) -> None:
    server.script(problem(401, "unauthorized"))
    with RemoteMemory(server.url) as memory, pytest.raises(Unauthorized, match=r"api_key=…, or set RECOLLECT_API_KEY"):
        memory.users()
