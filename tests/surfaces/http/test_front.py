"""The door of the server: who comes in, how much, how often, and what every answer carries."""

from __future__ import annotations

import contextlib
import re
import socket
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urljoin

import httpx2
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from recollect import config
from recollect.errors import ConfigError
from recollect.surfaces.gateway import cost
from tests.services import free_port
from tests.serving import Served, problem, serving

SECRET = "a secret that two servers share, long enough"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    store = tmp_path_factory.mktemp("front") / "memory.db"
    with serving(
        store, request_bytes_max=4096, jwt_key=SECRET, jwt_issuer="https://id.example", api_key="fixed-key"
    ) as it:
        yield it


@pytest.mark.feature("SE-01")
def test_without_a_key_nobody_comes_in_even_on_loopback(served: Served) -> None:
    with served.with_key(None) as client:
        answer = client.get("/v1/memories")
        assert (answer.status_code, problem(answer)["code"]) == (401, "unauthorized")
        assert answer.headers["www-authenticate"].startswith("Bearer")
        assert client.get("/health").json()["ok"] is True
        assert client.get("/ready").json() == {"ready": True}
        assert client.get("/openapi.json").status_code == 200


@pytest.mark.parametrize(
    "name, form",
    [
        ("authorization", "Bearer {}"),
        ("authorization", "bearer {}"),
        ("authorization", "Token {}"),
        ("authorization", "ApiKey {}"),
        ("authorization", "{}"),
        ("x-api-key", "{}"),
    ],
)
def test_a_key_is_taken_however_clients_send_it(served: Served, name: str, form: str) -> None:
    with served.with_key(None) as client:
        assert client.get("/v1/memories", headers={name: form.format(served.key())}).status_code == 200
        assert client.get("/v1/memories", headers={name: form.format("rk_wrong")}).status_code == 401


def test_the_fixed_key_of_the_settings_is_the_default_tenants_admin(served: Served) -> None:
    with served.with_key("fixed-key") as client:
        assert client.get("/v1/keys").status_code == 200
    with served.with_key("fixed-kez") as client:
        assert client.get("/v1/keys").status_code == 401


def token(**claims: object) -> str:
    now = datetime.now(UTC)
    given = {
        "iss": "https://id.example",
        "exp": now + timedelta(minutes=5),
        "tenant": "acme",
        "role": "write",
        **claims,
    }
    return jwt.encode({name: value for name, value in given.items() if value is not None}, SECRET, algorithm="HS256")


@pytest.mark.feature("SE-01")
def test_the_audit_log_says_which_token_did_something(served: Served) -> None:
    given: list[tuple[dict[str, object], str]] = [
        ({"sub": "ana"}, "jwt:write:ana"),
        ({"role": "admin", "jti": "t-17"}, "jwt:admin:t-17"),
        ({"role": "admin"}, "jwt:admin"),
        ({"role": "admin", "sub": "ana", "jti": "t-18"}, "jwt:admin:ana"),
        ({"role": "admin", "jti": "t\0\ud800" + "x" * 999}, "jwt:admin:t??" + "x" * 252),
    ]
    tenant = "told-by-token"
    for claims, actor in given:
        with served.with_key(token(tenant=tenant, **claims)) as client:
            named = {} if claims.get("sub") else {"user": "ana"}
            id = client.post("/v1/memories", json={"content": f"Ana likes {actor}", **named}).json()["ids"][0]
            assert client.delete(f"/v1/memories/{id}").status_code == 204
    with served.client(tenant) as admin:
        entries = [one for one in admin.get("/v1/audit").json()["entries"] if one["verb"] == "delete"]
    assert [(one["key_id"], one["user"]) for one in reversed(entries)] == [(actor, "ana") for _, actor in given]


def test_tokens_that_speak_for_no_user_share_no_idempotency_keys_unless_they_are_of_one_subject(served: Served) -> None:
    def added(content: str, **claims: object) -> tuple[int, str | None]:
        with served.with_key(token(tenant="apart", role="admin", **claims)) as client:
            sent = client.post("/v1/memories", json={"content": content}, headers={"Idempotency-Key": "k"})
            return sent.status_code, sent.headers.get("idempotent-replayed")

    assert added("Ana likes tea", jti="job-1") == (201, None)
    assert added("Ben likes tea", jti="job-2") == (201, None)
    assert added("Ben likes tea", jti="job-2") == (201, "true")


def test_a_token_of_another_issuer_stands_for_its_tenant_and_user(served: Served) -> None:
    with served.with_key(token(sub="ana")) as client:
        added = client.post("/v1/memories", json={"content": "Ana has a boat"})
        assert added.json()["records"][0]["user"] == "ana"
        assert client.post("/v1/memories", json={"content": "x", "user": "bob"}).status_code == 403
        assert client.get("/v1/keys").status_code == 403


@pytest.mark.parametrize(
    "bad",
    [
        {"iss": "https://other.example"},
        {"exp": datetime(2020, 1, 1, tzinfo=UTC)},
        {"exp": None},
        {"tenant": None},
        {"tenant": 7},
        {"tenant": ""},
        {"role": "owner"},
        {"sub": 9},
        {"sub": None},
    ],
)
def test_a_token_that_is_not_whole_is_refused(served: Served, bad: dict[str, object]) -> None:
    with served.with_key(token(**bad)) as client:
        assert client.get("/v1/memories").status_code == 401


def test_a_token_without_a_signature_or_with_anothers_is_refused(served: Served) -> None:
    claims = {"iss": "https://id.example", "exp": datetime.now(UTC) + timedelta(minutes=5), "tenant": "acme"}
    for text in (jwt.encode(claims, None, algorithm="none"), jwt.encode(claims, "another" * 9, algorithm="HS256")):
        with served.with_key(text) as client:
            assert client.get("/v1/memories").status_code == 401


def test_a_revoked_key_stops_working_at_once(served: Served) -> None:
    with served.client() as admin:
        made = admin.post("/v1/keys", json={"role": "read", "name": "short"}).json()
        with served.with_key(made["key"]) as client:
            assert client.get("/v1/memories").status_code == 200
            assert admin.delete(f"/v1/keys/{made['id']}").json()["revoked_at"] is not None
            assert client.get("/v1/memories").status_code == 401


def test_a_body_that_is_too_long_is_refused_whether_it_says_so_or_not(served: Served) -> None:
    with served.client() as client:
        long = b'{"content": "' + b"x" * 5000 + b'"}'
        announced = client.post("/v1/memories", content=long, headers={"content-type": "application/json"})
        assert (announced.status_code, problem(announced)["code"]) == (413, "too_large")
        assert "raise request_bytes_max" in problem(announced)["detail"]

        def parts() -> Iterator[bytes]:
            for start in range(0, len(long), 1000):
                yield long[start : start + 1000]

        chunked = client.post("/v1/memories", content=parts(), headers={"content-type": "application/json"})
        assert (chunked.status_code, problem(chunked)["code"]) == (413, "too_large")
        assert client.post("/v1/memories", json={"content": "short"}).status_code == 201


def test_a_chunked_body_without_a_length_is_taken(served: Served) -> None:
    with served.client() as client:
        body = iter([b'{"content": ', b'"in parts"}'])
        assert (
            client.post("/v1/memories", content=body, headers={"content-type": "application/json"}).status_code == 201
        )


@pytest.mark.parametrize("path", ["/v1/memories/%ff", "/%c3%28", "/v1/memories/a%00b", "/v1/memories?user=%ff"])
def test_an_address_that_is_no_text_is_refused(served: Served, path: str) -> None:
    """Sent by hand: no client would."""
    host, port = served.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=60) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nx-api-key: fixed-key\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while part := line.recv(65536):
            answer += part
    assert answer.startswith(b"HTTP/1.1 400 "), answer[:200]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_json_cannot_carry_are_refused(served: Served, number: str) -> None:
    with served.client() as client:
        body = f'{{"content": "x", "metadata": {{"n": {number}}}}}'.encode()
        answer = client.post("/v1/memories", content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 400, answer.text


@pytest.mark.parametrize("half", [r"\ud83d", r"\ude00", r"\ud83d\u0041"])
@pytest.mark.parametrize("path", ["/v1/memories", "/mem0/v1/memories/", "/openmemory/memory/add"])
def test_half_a_character_in_a_body_is_named_as_what_is_wrong(served: Served, path: str, half: str) -> None:
    with served.client() as client:
        body = f'{{"content": "cut in an emoji {half}"}}'.encode()
        answer = client.post(path, content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 400, answer.text
        assert "not valid Unicode (lone surrogate" in answer.text
        broken = client.post("/v1/memories", content=b'{"content": nan}', headers={"content-type": "application/json"})
        assert problem(broken)["detail"] == "body: it is not JSON: invalid literal, expected 'null' at character 12"


def test_a_key_has_so_many_requests_a_minute(served: Served) -> None:
    with served.client(requests_per_minute=3) as client:
        first = client.get("/v1/memories")
        assert first.headers["x-ratelimit-limit"] == "3"
        assert [client.get("/v1/memories").status_code for _ in range(2)] == [200, 200]
        refused = client.get("/v1/memories")
        assert (refused.status_code, problem(refused)["code"]) == (429, "rate_limited")
        assert refused.headers["x-ratelimit-remaining"] == "0"
        assert 1 <= int(refused.headers["retry-after"]) <= 20


def test_nobody_uses_up_the_requests_of_another(tmp_path: Path) -> None:
    given: dict[str, list[str]] = {
        "the setting": ["fixed-key"],
        "a user of one tenant": [token(tenant="acme", sub="b/"), token(tenant="acme", sub="b/", jti="renewed")],
        "another tenant": [token(tenant="acme/b", role="admin")],
        "one who manages": [
            token(tenant="default", role="admin", sub="ana"),
            token(tenant="default", role="admin", sub="ana", jti="x"),
        ],
        "another who manages": [token(tenant="default", role="admin", sub="ben")],
        "one job": [token(tenant="default", role="admin", jti="job-1")],
        "another job": [token(tenant="default", role="admin", jti="job-2")],
        "a user called like one who manages": [token(tenant="default", sub="admin:ana")],
    }
    with serving(
        tmp_path / "m.db", jwt_key=SECRET, jwt_issuer="https://id.example", api_key="fixed-key", requests_per_minute=3
    ) as it:
        for who, credentials in given.items():
            answers = []
            for number in range(4):
                with it.with_key(credentials[number % len(credentials)]) as client:
                    answers.append(client.get("/v1/ping").status_code)
            assert answers == [200, 200, 200, 429], who


def test_the_audit_log_names_the_setting_whose_key_was_sent(served: Served) -> None:
    with served.with_key("fixed-key") as client:
        client.post("/v1/memories", json={"content": "Ana likes tea", "user": "ana"})
        assert client.get("/v1/audit").json()["entries"][0]["key_id"] == "api_key"


def test_a_request_that_is_none_of_ours_gets_a_problem(served: Served) -> None:
    with served.client() as client:
        nowhere = problem(client.get("/nowhere"))
        assert (nowhere["code"], nowhere["detail"]) == (
            "not_found",
            "Not Found: this server has no such address; /docs shows those it has",
        )
        refused = problem(client.put("/v1/memories"))
        assert refused["code"] == "method_not_allowed"
        assert refused["detail"] == "PUT is not possible here; this address takes GET, POST"


def test_every_answer_has_a_number_of_its_own(served: Served) -> None:
    with served.client() as client:
        ids = {client.get("/health").headers["x-request-id"] for _ in range(3)}
        assert len(ids) == 3


def test_pages_of_other_origins_are_kept_out_unless_named(served: Served, tmp_path: Path) -> None:
    asked = {"Origin": "https://app.example", "Access-Control-Request-Method": "POST"}
    with served.with_key(None) as client:
        assert "access-control-allow-origin" not in client.options("/v1/memories", headers=asked).headers
    with serving(tmp_path / "memory.db", cors_origins="https://app.example") as open_, open_.client() as client:
        allowed = client.options("/v1/memories", headers=asked)
        assert allowed.headers["access-control-allow-origin"] == "https://app.example"
        exposed = client.get("/v1/ping", headers=asked).headers["access-control-expose-headers"].lower().split(", ")
        assert cost.headers("on", ids=["1"], tokens=1, session="s").keys() <= set(exposed), "what a chat cost, too"
        other = client.options("/v1/memories", headers={**asked, "Origin": "https://evil.example"})
        assert "access-control-allow-origin" not in other.headers


def test_without_auth_a_loopback_server_asks_for_nothing_and_no_other_starts(tmp_path: Path) -> None:
    with serving(tmp_path / "memory.db", auth="off") as open_, open_.with_key(None) as client:
        assert client.post("/v1/memories", json={"content": "x"}).status_code == 201
        for made_up in ("Bearer sk-unused", "Token x", "whatever"):
            assert client.get("/v1/memories", headers={"Authorization": made_up}).status_code == 200
        bound = client.post("/v1/keys", json={"user": "ana", "role": "write"}).json()["key"]
        assert client.get("/v1/memories?user=ben", headers={"Authorization": f"Bearer {bound}"}).status_code == 403
    for host in ("0.0.0.0", "::", "192.0.2.1"):
        with pytest.raises(ConfigError, match="loopback"):
            config.require_safe_server(config.load({"auth": "off", "host": host}, {}, None))


def test_a_token_that_cannot_be_judged_now_is_not_called_bad(tmp_path: Path) -> None:
    """Nobody listens where the issuer's keys should be, or somebody says something else: 503, so that a good token is
    not thrown away."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    good = jwt.encode({"sub": "ana", "exp": time.time() + 60}, key, algorithm="RS256", headers={"kid": "one"})
    with serving(tmp_path / "other.db") as another:
        for place in (f"http://127.0.0.1:{free_port()}/keys", f"{another.url}/docs", f"{another.url}/openapi.json"):
            issuer = {"jwt_jwks_url": place, "jwt_issuer": "https://id.example"}
            with serving(tmp_path / "memory.db", **issuer) as served, served.with_key(good) as client:
                answer = client.get("/v1/memories")
                assert (answer.status_code, problem(answer)["code"]) == (503, "issuer_unavailable")
                assert place not in answer.text


def test_the_page_of_the_interface_needs_no_other_host(served: Served) -> None:
    with served.with_key(None) as client:
        page = client.get("/docs")
        assert page.status_code == 200
        named = re.findall(r"""(?:src|href|url)["']?\s*[=:]\s*["']([^"']+)""", page.text)
        assert {urljoin("/docs", one) for one in named if not one.startswith("data:")} == {
            "/docs/swagger-ui-bundle.js",
            "/docs/swagger-ui.css",
            "/openapi.json",
        }
        for name in ("/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css", "/openapi.json"):
            assert client.get(name).status_code == client.head(name).status_code == 200
        assert "SwaggerUIBundle" in client.get("/docs/swagger-ui-bundle.js").text


def test_keys_of_a_jwks_need_an_issuer() -> None:
    with pytest.raises(ConfigError, match="jwt_issuer"):
        config.require_safe_server(config.load({"jwt_jwks_url": "https://id.example/keys"}, {}, None))


def test_metrics_are_for_admins_and_name_no_tenant(served: Served) -> None:
    with served.client(role="read") as client:
        assert client.get("/metrics").status_code == 403
    with served.client("a-tenant-with-a-name") as client:
        client.post("/v1/memories", json={"content": "x"})
        text = client.get("/metrics").text
        assert "recollect_requests_total" in text
        assert "a-tenant-with-a-name" not in text


@pytest.mark.feature("OB-05")
def test_what_is_refused_at_the_door_counts_for_the_surface_it_was_meant_for(served: Served) -> None:
    def refused(text: str, surface: str) -> float:
        line = re.search(rf'recollect_requests_total{{method="GET",status="401",surface="{surface}"}} (.+)', text)
        return float(line[1]) if line else 0.0

    with served.client() as client, served.with_key(None) as nobody:
        before = client.get("/metrics").text
        nobody.get("/v1/memories")
        nobody.get("/memory/all")
        after = client.get("/metrics").text
    for surface in ("native", "openmemory"):
        assert refused(after, surface) == refused(before, surface) + 1
    assert refused(after, "none") == 0


def test_options_without_cors_is_answered_not_crashed(served: Served) -> None:
    with httpx2.Client(base_url=served.url) as client:
        assert client.options("/v1/memories").status_code in (405, 200)


@pytest.mark.parametrize(
    "headers, allowed",
    [
        ({}, True),
        ({"Host": "localhost:9"}, True),
        ({"Host": "[::1]:9"}, True),
        ({"Host": "localhost:9", "Origin": "http://localhost:9"}, True),
        ({"Host": "localhost:9", "Origin": "https://LOCALHOST:9"}, True),
        ({"Host": "localhost", "Origin": "http://localhost"}, True),
        ({"Host": "[::1]:9", "Origin": "http://[::1]:9"}, True),
        ({"Origin": "https://app.example"}, True),  # named in cors_origins
        ({"Origin": "http://localhost:3000"}, False),
        ({"Host": "localhost:9", "Origin": "http://127.0.0.1:9"}, False),
        ({"Host": "localhost:9", "Origin": "http://localhost"}, False),
        ({"Origin": "http://[::1"}, False),
        ({"Host": "evil.example"}, False),
        ({"Host": "evil.example", "Origin": "http://evil.example"}, False),
        ({"Host": "127.0.0.1.evil.example:80"}, False),
        ({"Host": "[::1"}, False),
        ({"Origin": "https://evil.example"}, False),
        ({"Origin": "null"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
    ],
)
def test_without_auth_no_page_of_another_origin_can_speak_for_the_person(
    open_served: Served, headers: dict[str, str], allowed: bool
) -> None:
    with open_served.with_key(None) as client:
        for path in ("/v1/export", "/memory/all", "/mem0/v1/ping/", "/api/memory"):
            assert (client.get(path, headers=headers).status_code == 200) is allowed, path


@pytest.fixture(scope="module")
def open_served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("open")
    with serving(folder / "memory.db", auth="off", cors_origins="https://app.example") as running:
        yield running


def test_an_answer_kept_for_one_user_is_not_given_to_another(served: Served) -> None:
    once = {"Idempotency-Key": "shared by chance"}
    body = {"content": "Ana has asthma"}
    with served.with_key(token(sub="ana")) as ana, served.with_key(token(sub="bob")) as bob:
        assert ana.post("/v1/memories", json=body, headers=once).json()["records"][0]["user"] == "ana"
        assert bob.post("/v1/memories", json=body, headers=once).json()["records"][0]["user"] == "bob"
        assert "idempotent-replayed" not in bob.post("/v1/search", json={"query": "asthma"}, headers=once).headers


def test_the_text_of_a_key_is_not_kept_with_the_answer(served: Served) -> None:
    with served.client("keeper") as client:
        made = client.post("/v1/keys", json={}, headers={"Idempotency-Key": "k"}).json()["key"]
        again = client.post("/v1/keys", json={}, headers={"Idempotency-Key": "k"})
        assert again.status_code == 409
        assert made not in again.text


def test_a_body_of_json_is_shorter_than_one_that_is_read_in_parts(tmp_path: Path) -> None:
    with serving(tmp_path / "memory.db") as running, running.client() as client:
        lines = b'{"format": "recollect-export", "version": 1}\n' + b" " * 9_000_000 + b"\n"
        assert client.post("/v1/import", content=lines).status_code == 200
        long = b'{"content": "' + b"x" * 9_000_000 + b'"}'
        refused = client.post("/v1/memories", content=long, headers={"content-type": "application/json"})
        assert problem(refused)["code"] == "too_large"
        assert "request_bytes_max" not in problem(refused)["detail"], "it would not help"


def test_deeply_nested_metadata_is_refused_and_not_stored(tmp_path: Path) -> None:
    with serving(tmp_path / "memory.db") as running, running.client() as client:
        deep: dict[str, object] = {}
        for _ in range(100):
            deep = {"a": deep}
        refused = client.post("/v1/memories", json={"content": "deep", "metadata": deep})
        assert problem(refused)["code"] == "too_large"
        assert client.get("/v1/memories").json()["total"] == 0


def test_a_revoked_key_loses_its_feed(tmp_path: Path) -> None:
    with serving(tmp_path / "memory.db") as running, running.client("acme") as admin:
        made = admin.post("/v1/keys", json={"role": "read"}).json()
        with running.with_key(made["key"]) as reader, reader.stream("GET", "/v1/events") as feed:
            lines = feed.iter_lines()
            assert "ready" in next(lines) + next(lines)
            admin.delete(f"/v1/keys/{made['id']}")
            with contextlib.suppress(httpx2.RemoteProtocolError):  # it is cut off
                assert len(list(lines)) < 100
        assert admin.get("/v1/memories").status_code == 200
