"""Signing in to the Studio: what a session is, how it ends, and that no page of another site can use it."""

from __future__ import annotations

from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path

import httpx2
import pytest

from recollect import config
from recollect.errors import ConfigError
from recollect.surfaces.http.sessions import LASTS_S
from tests.clock import Clock
from tests.server import RunningServer
from tests.serving import problem

PATH = "/studio/session"
OWN = {"X-Recollect-Studio": "1"}


@pytest.fixture
def visitor(server: RunningServer) -> Iterator[httpx2.Client]:
    """A browser without a key. It keeps cookies."""
    with httpx2.Client(base_url=server.url, timeout=60) as client:
        yield client


def signed_in(client: httpx2.Client, key: str) -> httpx2.Response:
    return client.post(PATH, json={"key": key}, headers=OWN)


def test_a_key_becomes_a_session_that_reads_and_writes(server: RunningServer, visitor: httpx2.Client) -> None:
    assert visitor.get(PATH).json() == {"signed_in": False, "auth": "on"}
    entered = signed_in(visitor, server.key(name="desk"))
    told = {"signed_in": True, "auth": "on", "tenant": server.tenant(), "user": None, "role": "admin", "name": "desk"}
    told["workspace"] = False
    assert entered.json() == told
    assert visitor.get(PATH).json() == told
    added = visitor.post("/v1/memories", json={"content": "Ana moved to Lisbon"}, headers=OWN)
    assert added.status_code == 201
    assert visitor.get("/v1/memories").json()["total"] == 1
    assert visitor.delete(PATH, headers=OWN).status_code == 204
    assert visitor.get("/v1/memories").status_code == 401


def test_no_script_can_read_the_session_and_it_does_not_hold_the_key_in_clear(
    server: RunningServer, visitor: httpx2.Client
) -> None:
    key = server.key()
    answer = signed_in(visitor, key)
    (cookie,) = SimpleCookie(answer.headers["set-cookie"]).values()
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "strict"
    assert cookie.key == f"recollect_session_{httpx2.URL(server.url).port}", "two servers of one machine are two"
    assert key not in answer.headers["set-cookie"]
    assert key not in answer.text
    assert answer.headers["cache-control"] == "no-store"


def test_a_session_changes_nothing_for_a_page_that_is_not_the_studio(
    server: RunningServer, visitor: httpx2.Client
) -> None:
    signed_in(visitor, server.key())
    body = {"content": "planted"}
    for headers in (
        {},
        {**OWN, "Origin": "https://evil.example"},
        {**OWN, "Origin": "null"},
        {**OWN, "Origin": server.url.replace("127.0.0.1", "localhost")},
        {**OWN, "Sec-Fetch-Site": "cross-site"},
        {**OWN, "Sec-Fetch-Site": "same-site"},
    ):
        refused = visitor.post("/v1/memories", json=body, headers=headers)
        assert (refused.status_code, problem(refused)["code"]) == (403, "forbidden"), headers
    assert visitor.get("/v1/memories", headers={"Origin": "https://evil.example"}).status_code == 403
    assert visitor.get("/v1/memories").json()["total"] == 0
    right = {**OWN, "Origin": server.url, "Sec-Fetch-Site": "same-origin"}
    assert visitor.post("/v1/memories", json=body, headers=right).status_code == 201


def test_nobody_is_signed_in_or_out_by_a_page_of_another_site(server: RunningServer, visitor: httpx2.Client) -> None:
    key = server.key()
    for headers in ({}, {**OWN, "Origin": "https://evil.example"}):
        assert visitor.post(PATH, json={"key": key}, headers=headers).status_code == 403
        assert visitor.delete(PATH, headers=headers).status_code == 403
    assert not visitor.cookies


def test_a_session_opens_the_native_interface_and_no_other(server: RunningServer, visitor: httpx2.Client) -> None:
    signed_in(visitor, server.key())
    for path in ("/openmemory/health", "/mem0/v1/memories/", "/osaurus/v1/models", "/mcp"):
        answer = visitor.get(path)
        assert answer.status_code in (200, 401, 404, 405, 406), path
        assert not (answer.status_code == 200 and path != "/openmemory/health"), path
    assert visitor.post("/v1/chat/completions", json={}, headers=OWN).status_code == 401


def test_a_session_ends_with_its_key_and_after_its_time(tmp_path: Path) -> None:
    clock = Clock()
    with RunningServer(tmp_path, clock=clock) as server, httpx2.Client(base_url=server.url) as visitor:
        made, key = server.tenants.keys.create("acme", role="admin")
        signed_in(visitor, key)
        assert visitor.get("/v1/ping").status_code == 200
        clock.forward(seconds=LASTS_S + 1)
        assert visitor.get("/v1/ping").status_code == 401
        assert visitor.get(PATH).json()["signed_in"] is False
        signed_in(visitor, key)
        assert server.client().delete(f"/v1/keys/{made.id}").status_code == 200
        assert visitor.get("/v1/ping").status_code == 401
        gone = visitor.get(PATH)
        assert gone.status_code == 401
        assert "Max-Age=0" in gone.headers["set-cookie"]


def test_with_a_secret_of_its_own_a_session_outlives_the_server(tmp_path: Path) -> None:
    lasting = {"studio_secret": "s" * 32, "api_key": "rk_fixed"}
    with RunningServer(tmp_path, **lasting) as server, httpx2.Client(base_url=server.url) as visitor:
        (cookie,) = SimpleCookie(signed_in(visitor, "rk_fixed").headers["set-cookie"]).values()
    for settings, status in ((lasting, 200), ({**lasting, "studio_secret": "t" * 32}, 401)):
        with RunningServer(tmp_path, **settings) as again, httpx2.Client(base_url=again.url) as visitor:
            name = f"recollect_session_{httpx2.URL(again.url).port}"
            assert visitor.get("/v1/ping", headers={"Cookie": f"{name}={cookie.value}"}).status_code == status
    with pytest.raises(ConfigError, match="32 characters"):
        config.require_safe_server(config.load({"studio_secret": "short"}, {}, None))


def test_a_session_of_another_server_is_nobodys(server: RunningServer, visitor: httpx2.Client, tmp_path: Path) -> None:
    with RunningServer(tmp_path) as other, httpx2.Client(base_url=other.url) as there:
        (stolen,) = SimpleCookie(signed_in(there, other.key()).headers["set-cookie"]).values()
    name = f"recollect_session_{httpx2.URL(server.url).port}"
    for value in (stolen.value, stolen.value[:-4] + "AAAA", "x", "", 'a="b'):
        assert visitor.get("/v1/ping", headers={"Cookie": f"{name}={value}"}).status_code == 401


@pytest.mark.parametrize(
    "body, status, code",
    [
        (b"{", 422, "invalid_input"),
        (b"[]", 422, "invalid_input"),
        (b'{"key": 3}', 422, "invalid_input"),
        (b'{"key": "  "}', 422, "invalid_input"),
        (b'{"key": "rk_wrong"}', 401, "unauthorized"),
        (b'{"key": "' + b"x" * 20_000 + b'"}', 413, "too_large"),
    ],
)
def test_what_is_no_key_is_refused_and_sets_nothing(
    visitor: httpx2.Client, body: bytes, status: int, code: str
) -> None:
    refused = visitor.post(PATH, content=body, headers={**OWN, "Content-Type": "application/json"})
    assert (refused.status_code, problem(refused)["code"]) == (status, code)
    assert "set-cookie" not in refused.headers


def test_a_bound_key_stays_bound_in_its_session(server: RunningServer, visitor: httpx2.Client) -> None:
    assert signed_in(visitor, server.key(user="ana", role="read")).json()["user"] == "ana"
    assert visitor.get("/v1/memories", params={"user": "bob"}).status_code == 403
    assert visitor.post("/v1/memories", json={"content": "no"}, headers=OWN).status_code == 403
    assert visitor.get("/v1/users").status_code == 403


def test_where_no_key_is_asked_for_everybody_of_this_machine_is_in(tmp_path: Path) -> None:
    with RunningServer(tmp_path, auth="off") as server, httpx2.Client(base_url=server.url) as visitor:
        told = visitor.get(PATH).json()
        assert (told["signed_in"], told["auth"], told["role"]) == (True, "off", "admin")
        assert visitor.get(PATH, headers={"Origin": "https://evil.example"}).status_code == 403


def test_what_a_session_is_answered_is_kept_by_no_cache(server: RunningServer, visitor: httpx2.Client) -> None:
    signed_in(visitor, server.key())
    for path in ("/v1/memories", "/v1/stats", "/v1/documents"):
        assert visitor.get(path).headers["cache-control"] == "no-store", path


def test_a_host_with_an_odd_port_is_no_failure(server: RunningServer, visitor: httpx2.Client) -> None:
    answer = visitor.delete(PATH, headers={**OWN, "Host": "a:\u00b2".encode("latin-1")})  # type: ignore[dict-item]
    assert answer.status_code < 500
