"""Headers of an upstream's answer on their way back through the server: each once, and those said twice as often."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import anthropic
import httpx2
import openai
import pytest

from tests.server import RunningServer
from tests.surfaces.gateway.serving import DONE, Reply, Upstream, answer, chunk, said, stream
from tests.surfaces.gateway.test_held import message

pytestmark = pytest.mark.feature("IN-01")
CHAT, MESSAGES = "/v1/chat/completions", "/v1/messages"
TALK: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": "Hello"}]}
BODIES: dict[str, Any] = {
    CHAT: TALK,
    MESSAGES: {**TALK, "max_tokens": 9},
    "/v1/embeddings": {"model": "m", "input": "a"},
}
MEMORY = [{}, {"x-recollect-no-memory": "true"}]
LIMITS = ("limit", "remaining", "reset")


@pytest.fixture(scope="module")
def upstream() -> Iterator[Upstream]:
    with Upstream() as running:
        yield running


@pytest.fixture(scope="module")
def server(upstream: Upstream, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("headers")
    with RunningServer(folder, gateway_upstream=upstream.url, cors_origins="https://app.example") as running:
        yield running


def told(reply: Reply, *more: tuple[str, str]) -> Reply:
    return Reply(status=reply.status, headers=reply.headers, pieces=reply.pieces, more=more)


@pytest.mark.parametrize("headers", MEMORY)
@pytest.mark.parametrize("path", BODIES)
def test_the_upstreams_number_is_the_answers_and_ours_has_a_name_of_its_own(
    server: RunningServer, upstream: Upstream, path: str, headers: dict[str, str]
) -> None:
    upstream.script.append(answer(said("Hi"), X_Request_Id="req_1"))
    given = server.client().post(path, json=BODIES[path], headers=headers)
    assert given.headers.get_list("x-request-id") == ["req_1"]
    assert len(given.headers["x-recollect-request-id"]) == 16


@pytest.mark.parametrize("path", BODIES)
def test_where_the_upstream_has_none_the_number_is_ours(server: RunningServer, upstream: Upstream, path: str) -> None:
    upstream.script.append(answer(said("Hi"), X_Recollect_Request_Id="theirs", Request_Id="req_2"))
    given = server.client().post(path, json=BODIES[path])
    assert len(given.headers["x-request-id"]) == 16
    assert "x-recollect-request-id" not in given.headers
    assert given.headers["request-id"] == "req_2"


def test_clients_read_the_number_that_the_provider_knows(server: RunningServer, upstream: Upstream) -> None:
    upstream.script.append(answer(said("Hi"), X_Request_Id="req_1"))
    upstream.script.append(answer({"error": {"message": "slow down"}}, 429, X_Request_Id="req_2", Retry_After="7"))
    upstream.script.append(answer(message("m1"), Request_Id="req_3"))
    with openai.OpenAI(base_url=f"{server.url}/v1", api_key=server.key(), max_retries=0) as client:
        assert client.chat.completions.create(**TALK)._request_id == "req_1"
        with pytest.raises(openai.RateLimitError) as refused:
            client.chat.completions.create(**TALK)
    assert (refused.value.request_id, refused.value.response.headers["retry-after"]) == ("req_2", "7")
    with anthropic.Anthropic(base_url=server.url, api_key=server.key(), max_retries=0) as asks:
        assert asks.messages.create(**BODIES[MESSAGES])._request_id == "req_3"


@pytest.mark.parametrize("headers", MEMORY)
def test_who_has_a_limit_here_is_told_of_that_one(
    server: RunningServer, upstream: Upstream, headers: dict[str, str]
) -> None:
    theirs = [(f"X-RateLimit-{name}", "9999") for name in LIMITS] + [("x-ratelimit-limit-requests", "500")]
    for limited, limits in ((60, ["60", "59", "1"]), (0, ["9999"] * 3)):
        upstream.script.append(told(answer(said("Hi")), *theirs))
        given = server.client(requests_per_minute=limited).post(CHAT, json=TALK, headers=headers)
        assert [given.headers.get_list(f"x-ratelimit-{name}") for name in LIMITS] == [[one] for one in limits]
        assert given.headers["x-ratelimit-limit-requests"] == "500"


@pytest.mark.parametrize("headers", MEMORY)
@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("path", BODIES)
def test_what_the_upstream_says_twice_is_told_twice(
    server: RunningServer, upstream: Upstream, path: str, streamed: bool, headers: dict[str, str]
) -> None:
    reply = stream(chunk("Hi"), chunk(finish="stop"), DONE) if streamed else answer(said("Hi"))
    twice = [
        ("Vary", "A"),
        ("Vary", "B"),
        ("Link", "<1>"),
        ("Link", "<2>"),
        ("Set-Cookie", "a=b"),
        ("Set-Cookie", "c=d"),
    ]
    upstream.script.append(told(reply, *twice))
    given = server.client().post(path, json={**BODIES[path], "stream": streamed}, headers=headers)
    assert given.headers["vary"] == "A, B, Origin"
    assert given.headers.get_list("link") == ["<1>", "<2>"]
    assert "set-cookie" not in given.headers
    assert len(given.headers.get_list("content-length")) <= 1
    assert len(given.headers.get_list("content-type")) == 1


def test_a_page_of_another_origin_may_read_both_numbers(server: RunningServer, upstream: Upstream) -> None:
    upstream.script.append(answer(said("Hi"), X_Request_Id="req_1"))
    given: httpx2.Response = server.client().post(CHAT, json=TALK, headers={"Origin": "https://app.example"})
    exposed = given.headers["access-control-expose-headers"].lower()
    assert "x-request-id" in exposed
    assert "x-recollect-request-id" in exposed
