"""Corners of the protocols that clients do use: roles, documents, errors in the middle and bodies that are none."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx2
import openai
import pytest

from recollect import Memory
from recollect.surfaces.gateway.options import Switches
from tests.surfaces.gateway.serving import Upstream, chunk, gateway, stream

pytestmark = pytest.mark.feature("IN-01", "IN-04")
HEADERS = {"x-recollect-user": "dana", "Authorization": "Bearer rk"}
ASK = "Which pasta does Dana like best?"


@pytest.fixture
def client(memory: Memory, upstream: Upstream) -> Iterator[httpx2.Client]:
    memory.add("Dana's favourite pasta is cacio e pepe", user="dana")
    memory.override("Always answer in French.", user="dana")
    with gateway(memory, upstream.url) as url, httpx2.Client(base_url=url, headers=HEADERS, timeout=60) as made:
        yield made


def roles(messages: list[dict[str, Any]]) -> list[str]:
    return [f"{one['role']}*" if "<recollect-memory>" in json.dumps(one) else one["role"] for one in messages]


@pytest.mark.parametrize(
    "prompts, expected",
    [
        ([], ["system*", "system*", "user"]),
        (["system"], ["system", "system*", "system*", "user"]),
        (["developer"], ["developer", "developer*", "developer*", "user"]),
        (["developer", "system"], ["developer", "system", "system*", "system*", "user"]),
    ],
)
def test_memory_comes_in_the_role_that_the_application_instructs_in(
    upstream: Upstream, client: httpx2.Client, prompts: list[str], expected: list[str]
) -> None:
    """OpenAI's models do not take `developer` and `system` in one request."""
    messages = [*({"role": role, "content": "Be brief."} for role in prompts), {"role": "user", "content": ASK}]
    client.post("/v1/chat/completions", json={"model": "m", "messages": messages}).raise_for_status()
    assert roles(upstream.last.body["messages"]) == expected


def test_memory_in_responses_comes_in_that_role_too(upstream: Upstream, client: httpx2.Client) -> None:
    given = [{"role": "developer", "content": "Be brief."}, {"role": "user", "content": ASK}]
    client.post("/v1/responses", json={"model": "m", "input": given}).raise_for_status()
    assert roles(upstream.last.body["input"]) == ["developer", "developer*", "user"]


def test_a_system_message_within_messages_stays_one(upstream: Upstream, client: httpx2.Client) -> None:
    upstream.missing |= {"/v1/messages"}
    messages = [{"role": "user", "content": "Hi"}, {"role": "system", "content": "Be brief."}]
    body = {"model": "m", "max_tokens": 9, "messages": [*messages, {"role": "user", "content": ASK}]}
    client.post("/v1/messages", json=body).raise_for_status()
    assert {"role": "system", "content": "Be brief."} in upstream.last.body["messages"]


def test_a_document_of_text_is_translated(upstream: Upstream, client: httpx2.Client) -> None:
    upstream.missing |= {"/v1/messages"}
    document = {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "Menu: ravioli"}}
    content = [document, {"type": "text", "text": ASK}]
    body = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": content}]}
    client.post("/v1/messages", json=body).raise_for_status()
    assert "Menu: ravioli" in upstream.last.body["messages"][-1]["content"]


@pytest.mark.parametrize("body", [b"{no json", b"[]", b""])
def test_what_is_no_object_is_told_so_where_it_would_have_to_be_translated(
    upstream: Upstream, client: httpx2.Client, body: bytes
) -> None:
    """The upstream's 404 would say that the path is not there."""
    upstream.missing |= {"/v1/messages"}
    answer = client.post("/v1/messages", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]["type"] == "invalid_request_error"
    assert "JSON object" in answer.json()["error"]["message"]


def test_a_response_that_breaks_off_is_an_error_to_openais_client(upstream: Upstream, client: httpx2.Client) -> None:
    upstream.missing |= {"/v1/responses"}
    upstream.script.append(stream(chunk("Half a re"), cut=True))
    url = f"{client.base_url}".rstrip("/")
    with openai.OpenAI(base_url=f"{url}/v1", api_key="rk", max_retries=0) as made:
        coming = made.responses.create(model="m", input=ASK, stream=True)
        with pytest.raises(openai.APIError, match="hung up"):
            list(coming)


@pytest.mark.feature("IN-07", "RT-05")
@pytest.mark.parametrize("placement", ["split", "system-first"])
def test_with_no_tokens_for_memory_none_goes_in(memory: Memory, upstream: Upstream, placement: str) -> None:
    """OmniRoute's `maxTokens` may be 0."""
    memory.add("Dana's favourite pasta is cacio e pepe", user="dana")
    switches = Switches(tokens_max=0, placement=placement)
    messages = [{"role": "user", "content": ASK}]
    with (
        gateway(memory, upstream.url, switches=lambda _: switches) as url,
        httpx2.Client(base_url=url, headers=HEADERS, timeout=60) as client,
    ):
        answer = client.post("/v1/chat/completions", json={"model": "m", "messages": messages})
    assert answer.headers["x-recollect-memory"] == "none"
    assert upstream.last.body["messages"] == messages
    assert memory.count(user="dana", layers=("turn",)) == 2, "what is said is recorded all the same"
