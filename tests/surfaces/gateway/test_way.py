"""The way to the upstream: what goes along with a request, and what does not."""

from __future__ import annotations

import base64
import gzip
from pathlib import Path

import httpx2
import pytest

from recollect import Memory
from tests.surfaces.gateway.serving import Upstream, answer, gateway, said

CHAT = "/v1/chat/completions"
HELLO = {"model": "m", "messages": [{"role": "user", "content": "Hello"}]}
NO_MEMORY = {"x-recollect-no-memory": "true"}


def asked(url: str, path: str = CHAT, **headers: str) -> httpx2.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx2.post(f"{url}{path}", json=HELLO, headers=named, timeout=60)


def test_a_request_of_megabytes_arrives_whole(upstream: Upstream, client: httpx2.Client) -> None:
    long = {"model": "m", "messages": [{"role": "user", "content": "lorem " * 500_000}]}
    got = client.post(CHAT, json=long, headers=NO_MEMORY)
    assert got.json()["choices"][0]["message"]["content"] == "Noted."
    assert upstream.last.body == long


def test_a_cookie_of_the_upstream_is_nobodys(upstream: Upstream, client: httpx2.Client) -> None:
    upstream.script.append(answer(said("Hi"), Set_Cookie="who=dana; Path=/"))
    assert "set-cookie" not in client.post(CHAT, json=HELLO).headers
    client.post(CHAT, json=HELLO)
    assert "cookie" not in upstream.last.headers


def test_the_operators_netrc_stays_where_it_is(
    memory: Memory, upstream: Upstream, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login dana password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
    with gateway(memory, upstream.url, key=None) as url:
        assert asked(url).status_code == 200
    assert "authorization" not in upstream.last.headers


@pytest.mark.parametrize("key", [None, "sk"])
def test_a_password_in_the_address_stands_back_for_the_key(memory: Memory, upstream: Upstream, key: str | None) -> None:
    with gateway(memory, upstream.url.replace("://", "://dana:secret@"), key=key) as url:
        assert asked(url).status_code == 200
    basic = f"Basic {base64.b64encode(b'dana:secret').decode()}"
    assert upstream.last.headers["authorization"] == (basic if key is None else f"Bearer {key}")


@pytest.mark.parametrize("unless", ["", "models.test"])
def test_a_proxy_of_the_environment_is_asked(
    memory: Memory, upstream: Upstream, monkeypatch: pytest.MonkeyPatch, unless: str
) -> None:
    monkeypatch.setenv("http_proxy", upstream.url.removesuffix("/v1"))
    monkeypatch.setenv("no_proxy", unless)
    with gateway(memory, "http://models.test/v1") as url:
        monkeypatch.setenv("no_proxy", "127.0.0.1")  # of the one who asks here
        got = asked(url)
    assert got.status_code == (502 if unless else 200)
    assert [request.path for request in upstream.requests] == (
        [] if unless else ["http://models.test/v1/chat/completions"]
    )


def test_a_missing_model_is_not_a_missing_protocol_although_it_is_told_compressed(
    upstream: Upstream, client: httpx2.Client
) -> None:
    told = gzip.compress(b'{"error": {"message": "there is no such model"}}')
    upstream.script.extend([answer(told, 404, Content_Encoding="gzip"), answer({"error": {"message": "no"}}, 404)])
    client.post("/v1/messages", json=HELLO, headers=NO_MEMORY)
    client.post("/v1/messages", json=HELLO, headers=NO_MEMORY)
    assert [request.path for request in upstream.requests] == ["/v1/messages", CHAT, "/v1/messages"]
