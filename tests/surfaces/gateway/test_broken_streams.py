"""Streams that end in the middle of an event, and answers that have another form than was asked for."""

from __future__ import annotations

import json
import threading
from typing import Any

import httpx2
import openai
import pytest

from recollect import Memory
from recollect.surfaces.gateway.app import create
from recollect.surfaces.gateway.options import GatewayOptions
from recollect.surfaces.gateway.wires.sse import Cutter
from tests.surfaces.gateway.serving import (
    DONE,
    Entrance,
    Principal,
    Reply,
    Upstream,
    answer,
    chunk,
    said,
    serving,
    stream,
)
from tests.surfaces.gateway.test_held import events as message_events

CHAT, MESSAGES, RESPONSES = "/v1/chat/completions", "/v1/messages", "/v1/responses"
OFF = {"x-recollect-no-memory": "true"}
BODIES: dict[str, Any] = {
    CHAT: {"model": "m", "messages": [{"role": "user", "content": "Hi"}]},
    MESSAGES: {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}]},
    RESPONSES: {"model": "m", "input": "Hi"},
}


def response_events() -> list[bytes]:
    told = [
        {"type": "response.created", "sequence_number": 0, "response": {"id": "resp_1"}},
        {"type": "response.output_text.delta", "sequence_number": 1, "delta": "Hello"},
        {"type": "response.output_text.delta", "sequence_number": 2, "delta": " you"},
    ]
    return [f"event: {one['type']}\ndata: {json.dumps(one)}\n\n".encode() for one in told]


CLOSING = {CHAT: DONE, MESSAGES: message_events()[-1]}
STREAMS = {
    CHAT: [chunk("Hello"), chunk(" you"), chunk(" there")],
    MESSAGES: message_events()[:4],
    RESPONSES: response_events(),
}


def data_of(stream: bytes) -> list[Any]:
    return [json.loads(event.data) for event in Cutter().feed(stream) if event.data not in ("", "[DONE]")]


def asking(path: str, client: httpx2.Client, **headers: str) -> httpx2.Response:
    return client.post(path, json={**BODIES[path], "stream": True}, headers={"x-recollect-user": "dana", **headers})


@pytest.mark.parametrize("path", [CHAT, MESSAGES, RESPONSES])
@pytest.mark.parametrize("left", [1, 2, 10, 30])
@pytest.mark.parametrize("size", [10_000, 9])
def test_an_error_is_not_glued_to_half_an_event(
    memory: Memory, upstream: Upstream, client: httpx2.Client, path: str, left: int, size: int
) -> None:
    whole = b"".join(STREAMS[path])[:-left]
    upstream.script.append(stream(*(whole[at : at + size] for at in range(0, len(whole), size)), cut=True))
    told = asking(path, client).content
    assert told.startswith(b"".join(STREAMS[path][:-1]))
    assert "upstream_unreachable" in json.dumps(data_of(told)[-1])
    assert len(data_of(told)) == len(STREAMS[path])
    reply = [turn for turn in memory.list(user="dana", layers=["turn"]) if turn.role == "assistant"]
    assert [turn.metadata.get("partial") for turn in reply] == [True]


def test_openais_client_raises_its_own_error_for_it(upstream: Upstream, client: httpx2.Client) -> None:
    upstream.script.append(stream(chunk("Hello") + chunk(" you")[:-20], cut=True))
    asks = openai.OpenAI(base_url=f"{client.base_url}/v1", api_key="k", max_retries=0)
    coming = asks.chat.completions.create(**BODIES[CHAT], stream=True)
    assert next(coming).choices[0].delta.content == "Hello"
    with pytest.raises(openai.APIError, match="upstream"):
        next(coming)


@pytest.mark.parametrize("path", [CHAT, MESSAGES, RESPONSES])
def test_with_memory_off_half_an_event_ends_as_it_did(upstream: Upstream, client: httpx2.Client, path: str) -> None:
    """Its bytes are out already: to say something would make an event of it."""
    whole = b"".join(STREAMS[path])[:-10]
    upstream.script.append(stream(whole, cut=True))
    with client.stream("POST", path, json={**BODIES[path], "stream": True}, headers=OFF) as coming:
        pieces = coming.iter_raw()
        assert next(pieces) == whole
        with pytest.raises(httpx2.RemoteProtocolError):
            next(pieces)
    upstream.script.append(stream(*STREAMS[path], cut=True))
    assert "upstream_unreachable" in json.dumps(data_of(asking(path, client, **OFF).content)[-1])


@pytest.mark.parametrize("path", [CHAT, MESSAGES])
@pytest.mark.parametrize("missing", [4, 1000])
@pytest.mark.parametrize("closed", [False, True], ids=["in the middle", "after the closing event"])
def test_with_memory_off_a_stream_that_said_its_length_ends_as_it_did(
    memory: Memory, upstream: Upstream, caplog: pytest.LogCaptureFixture, path: str, missing: int, closed: bool
) -> None:
    """What was said would not fit into the length, or not fill it."""
    told = b"".join([*STREAMS[path], CLOSING[path]] if closed else STREAMS[path])
    headers = {"Content-Type": "text/event-stream"}
    upstream.respond = lambda _: Reply(headers=headers, pieces=[told], length=len(told) + missing)
    door = Watching(create(GatewayOptions(upstream=upstream.url, upstream_key="sk")), memory, Principal())
    asked: Any = {"json": {**BODIES[path], "stream": True}, "headers": OFF}
    with serving(door) as url, httpx2.stream("POST", f"{url}{path}", **asked) as coming:
        assert coming.headers["content-length"] == str(len(told) + missing)
        came: list[bytes] = []
        with pytest.raises(httpx2.RemoteProtocolError):
            came.extend(coming.iter_raw())
    assert b"".join(came) == told
    assert door.raised == []
    assert ("gateway.upstream.failed" in caplog.messages) is not closed


class Watching(Entrance):
    """Notes what the gateway raises."""

    raised: list[Exception]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.raised = []
        try:
            await super().__call__(scope, receive, send)
        except Exception as error:
            self.raised.append(error)
            raise


def test_comments_are_passed_on_while_the_event_is_not_complete(upstream: Upstream, client: httpx2.Client) -> None:
    """Some upstreams keep a connection alive with them."""
    goes_on = threading.Event()
    upstream.script.append(stream(b": wait\n: still\r\n", goes_on, chunk("Hello"), chunk(finish="stop"), DONE))
    body = {**BODIES[CHAT], "stream": True}
    with client.stream("POST", CHAT, json=body) as coming:
        pieces = coming.iter_raw()
        assert next(pieces) == b": wait\n: still\r\n"
        goes_on.set()
        assert b"".join(pieces) == chunk("Hello") + chunk(finish="stop") + DONE


@pytest.mark.parametrize("headers", [{}, OFF], ids=["remembered", "memory off"])
def test_an_error_in_a_response_goes_on_counting(
    upstream: Upstream, client: httpx2.Client, headers: dict[str, str]
) -> None:
    upstream.script.extend([stream(*response_events(), cut=True), stream(cut=True)])
    assert data_of(asking(RESPONSES, client, **headers).content)[-1]["sequence_number"] == 3
    assert data_of(asking(RESPONSES, client, **headers).content)[-1]["sequence_number"] == 0


@pytest.mark.parametrize(
    "last",
    [b'data: {"error": {"message": "boom"}}\n\n', b"", None],
    ids=["the upstream failed", "it broke off", "it hung up"],
)
def test_so_does_one_in_a_translated_response(upstream: Upstream, client: httpx2.Client, last: bytes | None) -> None:
    upstream.missing.add(RESPONSES)
    upstream.script.append(stream(chunk("Hello"), last or b": \n\n", cut=last is None))
    numbers = [one["sequence_number"] for one in data_of(asking(RESPONSES, client).content)]
    assert numbers == list(range(len(numbers)))
    assert len(numbers) > 3


TOOLS = {
    "tool_calls": [{"id": f"c{at}", "type": "function", "function": {"name": "f", "arguments": "{}"}} for at in "12"]
}


@pytest.mark.parametrize("path", [MESSAGES, RESPONSES])
def test_a_whole_answer_to_who_asked_for_a_stream_is_told_as_a_stream(
    memory: Memory, upstream: Upstream, client: httpx2.Client, path: str
) -> None:
    upstream.missing.add(path)
    whole = said("Hello there.")
    whole["choices"][0]["message"] |= TOOLS
    upstream.script.append(answer(whole))
    given = asking(path, client)
    assert given.headers["content-type"].startswith("text/event-stream")
    told = data_of(given.content)
    assert told[-1]["type"] == ("message_stop" if path == MESSAGES else "response.completed")
    deltas = [one["delta"] for one in told if "delta" in one]
    text = "".join(one if isinstance(one, str) else one.get("text", "") for one in deltas)
    assert text.startswith("Hello there.")
    assert all(f'"c{at}"' in given.text for at in "12")
    assert [turn.content for turn in memory.list(user="dana", layers=["turn"])] == ["Hello there.", "Hi"]


@pytest.mark.parametrize("path", [MESSAGES, RESPONSES])
@pytest.mark.parametrize("given", [{"choices": []}, {"error": {"message": "boom", "code": "upstream_failed"}}, []])
def test_one_without_a_choice_is_an_error_in_both_forms(
    upstream: Upstream, client: httpx2.Client, path: str, given: Any
) -> None:
    upstream.missing.add(path)
    upstream.script.extend([answer(given), answer(given)])
    assert data_of(asking(path, client).content)[-1]["error"]["code"] == "upstream_failed"
    assert client.post(path, json=BODIES[path]).status_code == 502


@pytest.mark.parametrize("path", [MESSAGES, RESPONSES])
def test_a_stream_without_any_choice_is_no_answer(upstream: Upstream, client: httpx2.Client, path: str) -> None:
    upstream.missing.add(path)
    usage = b'data: {"id": "c1", "choices": [], "usage": {"prompt_tokens": 1}}\n\n'
    upstream.script.append(stream(usage, DONE))
    assert data_of(asking(path, client).content)[-1]["error"]["code"] == "upstream_failed"
    upstream.script.append(stream(usage, chunk(finish="stop"), DONE))
    assert "error" not in data_of(asking(path, client).content)[-1], "to say nothing is an answer"


@pytest.mark.parametrize("path", [MESSAGES, RESPONSES])
def test_a_stream_to_who_asked_for_a_whole_answer_is_a_failure_of_the_upstream(
    upstream: Upstream, client: httpx2.Client, path: str
) -> None:
    upstream.missing.add(path)
    upstream.script.append(stream(chunk("Hello"), chunk(finish="stop"), DONE))
    refused = client.post(path, json=BODIES[path])
    assert (refused.status_code, refused.json()["error"]["code"]) == (502, "upstream_failed")
    assert "streamed" in refused.json()["error"]["message"]
