"""Responses that the upstream keeps belong to whom they were given."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from recollect import Memory
from recollect.surfaces.gateway.app import create
from recollect.surfaces.gateway.options import GatewayOptions
from tests.surfaces.gateway.serving import Entrance, Principal, Process, Upstream, answer, serving, stream

PATH = "/v1/responses"
RESPONSE: dict[str, Any] = {"id": "resp_1", "object": "response", "output": []}
CREATED = b'event: response.created\ndata: {"type":"response.created","response":{"id":"resp_1"}}\n\n'
COMPLETED = b'event: response.completed\ndata: {"type":"response.completed","response":{"id":"resp_1"}}\n\n'
OFF = {"x-recollect-no-memory": "true"}
STRANGERS = [{"tenant": "globex"}, {"tenant": "globex", "user": "dana"}, {"user": "bob"}, {}]


class Door(Entrance):
    """The caller is who the headers say."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            named = {name.decode(): value.decode() for name, value in scope["headers"]}
            caller = Principal(tenant=named.get("tenant", "acme"), user=named.get("user"))
            scope["state"] = {**scope.get("state", {}), "principal": caller, "memory": self.memory}
        await self.app(scope, receive, send)


@pytest.fixture
def client(memory: Memory, upstream: Upstream) -> Iterator[httpx2.Client]:
    app = create(GatewayOptions(upstream=upstream.url, upstream_key="sk-upstream"))
    with serving(Door(app, memory, Principal())) as url, httpx2.Client(base_url=url, timeout=60) as made:
        yield made


DANA = {"user": "dana"}


@pytest.mark.parametrize("off", [{}, OFF])
@pytest.mark.parametrize(
    "given",
    [
        answer(RESPONSE),
        stream(CREATED, COMPLETED),
        stream(CREATED[:30], CREATED[30:], COMPLETED),
        answer(gzip.compress(json.dumps(RESPONSE).encode()), Content_Encoding="gzip"),
    ],
    ids=["whole", "streamed", "in pieces", "compressed"],
)
def test_only_whoever_was_given_a_response_may_name_it(
    upstream: Upstream, client: httpx2.Client, given: Any, off: dict[str, str]
) -> None:
    upstream.script.append(given)
    assert "resp_1" in client.post(PATH, json={"model": "m", "input": "Hi"}, headers={**DANA, **off}).text
    more = {"model": "m", "input": "And?", "previous_response_id": "resp_1"}
    before = len(upstream.requests)
    for stranger in STRANGERS:
        for method, path in [("GET", "resp_1"), ("GET", "resp_1/input_items"), ("POST", "resp_1/cancel"),
                             ("DELETE", "resp_1")]:  # fmt: skip
            refused = client.request(method, f"{PATH}/{path}", headers=stranger)
            assert (refused.status_code, refused.json()["error"]["code"]) == (404, "not_found")
        for path in (PATH, f"{PATH}/input_tokens", f"{PATH}/compact"):
            refused = client.post(path, json=more, headers={**stranger, **off})
            assert (refused.status_code, refused.json()["error"]["code"]) == (404, "previous_response_not_found")
    assert len(upstream.requests) == before
    assert client.get(f"{PATH}/resp_1/input_items?limit=2", headers=DANA).status_code == 200
    assert upstream.last.path == "/v1/responses/resp_1/input_items?limit=2"
    assert client.post(PATH, json=more, headers={**DANA, **off}).status_code == 200
    assert upstream.last.body["previous_response_id"] == "resp_1"
    assert client.delete(f"{PATH}/resp_1", headers=DANA).status_code == 200


def test_an_answer_that_failed_gives_nothing(upstream: Upstream, client: httpx2.Client) -> None:
    upstream.script.append(answer({**RESPONSE, "error": {"message": "no"}}, 400))
    client.post(PATH, json={"model": "m", "input": "Hi"}, headers=DANA)
    assert client.get(f"{PATH}/resp_1", headers=DANA).status_code == 404


@pytest.mark.parametrize(
    "raw, status",
    [
        (b'{"previous_response_id": "resp_1", "previous_response_id": null}', 400),
        (b'{"previous_response_id": null, "Previous_Response_ID": "resp_1"}', 400),
        (b'{"Previous_Response_ID": "resp_1"}', 404),
        (b'{"previous\\u005fresponse_id": "resp_1"}', 404),
        (b'{"previous_response_id": ["resp_1"]}', 404),
        (b'{"conversation": ["conv_1"]}', 400),
        (b'{"conversation": {"id": "conv_1", "ID": "conv_2"}}', 400),
        (b'{"conversation": null, "Conversation": "conv_1"}', 400),
        (b'{"conversation": "../models"}', 404),
        (b'{"conversation": "conv_1/items"}', 404),
        (b'{"conversation": {"id": ""}}', 404),
        (b"{previous_response_id: 'resp_1'}", 400),
        (b'[{"previous_response_id": "resp_1"}]', 400),
        (b"", 400),
    ],
)
@pytest.mark.parametrize("path", [PATH, f"{PATH}/compact"])
def test_no_spelling_gets_a_foreign_id_to_the_upstream(
    upstream: Upstream, client: httpx2.Client, path: str, raw: bytes, status: int
) -> None:
    refused = client.post(path, content=raw, headers=OFF)
    assert refused.status_code == status
    assert refused.json()["error"]["type"] == "invalid_request_error"
    assert upstream.requests == []


def test_a_key_for_retries_is_the_callers_own(upstream: Upstream, client: httpx2.Client) -> None:
    for path in (PATH, "/v1/chat/completions", "/v1/embeddings"):
        upstream.requests.clear()
        for caller in [DANA, DANA, *STRANGERS]:
            client.post(path, json={"model": "m", "input": "Hi"}, headers={**caller, "idempotency-key": "retry-1"})
        sent = [request.headers["idempotency-key"] for request in upstream.requests]
        assert sent[0] == sent[1]
        assert len(set(sent)) == 1 + len(STRANGERS)
        assert all(one.endswith("-retry-1") for one in sent)


DANA_NAMED, EVE_NAMED = {"x-recollect-user": "dana"}, {"x-recollect-user": "eve"}


@pytest.mark.parametrize("off", [{}, OFF])
def test_so_it_is_with_users_that_a_request_names(upstream: Upstream, client: httpx2.Client, off: Any) -> None:
    upstream.script.append(answer(RESPONSE))
    client.post(PATH, json={"model": "m", "input": "Hi", "user": "dana"}, headers=off)
    more = {"model": "m", "input": "And?", "previous_response_id": "resp_1"}
    for stranger in (EVE_NAMED, {}):
        for method in ("GET", "DELETE"):
            assert client.request(method, f"{PATH}/resp_1", headers=stranger).status_code == 404
        assert client.post(PATH, json=more, headers={**stranger, **off}).status_code == 404
    assert client.post(PATH, json={**more, "user": "eve"}, headers=off).status_code == 404
    assert client.post(PATH, json={**more, "user": "dana"}, headers=off).status_code == 200
    assert client.get(f"{PATH}/resp_1", headers=DANA_NAMED).status_code == 200
    assert client.delete(f"{PATH}/resp_1", headers=DANA_NAMED).status_code == 200


def test_a_name_that_is_too_long_was_given_nothing(upstream: Upstream, process: Process) -> None:
    more = {"model": "m", "input": "And?", "previous_response_id": "resp_1"}
    assert process().post(PATH, json=more, headers={"x-recollect-user": "d" * 513}).status_code == 404


@pytest.mark.parametrize("path", [PATH, "/v1/chat/completions", "/v1/embeddings"])
def test_a_key_for_retries_is_the_named_users_own(upstream: Upstream, client: httpx2.Client, path: str) -> None:
    for named, user in (({}, None), (DANA_NAMED, None), ({}, "dana"), (EVE_NAMED, "dana")):
        body = {"model": "m", "input": "Hi", **({"user": user} if user else {})}
        client.post(path, json=body, headers={**named, "idempotency-key": "retry-1"})
    nobody, dana, dana_too, eve = [request.headers["idempotency-key"] for request in upstream.requests]
    assert dana == dana_too
    assert len({nobody, dana, eve}) == 3
