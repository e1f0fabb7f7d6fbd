"""Upstreams that do not keep to the protocol: the caller is told in his own, and what was said is not lost."""

from __future__ import annotations

import gzip
import json
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import aiohttp
import anthropic
import httpx2
import openai
import pytest

from recollect import Memory
from recollect.surfaces.gateway.translate.calls import Call
from recollect.surfaces.gateway.unpacking import Unpacker
from tests.surfaces.gateway.serving import DONE, Reply, Upstream, answer, chunk, gateway, said, stream

HELLO = "Hello there, it is Dana."
HEADERS = {"x-recollect-user": "dana", "x-recollect-session": "s1"}
NO_MEMORY = {"x-recollect-no-memory": "true"}
BODIES: dict[str, dict[str, Any]] = {
    "/v1/chat/completions": {"model": "m", "messages": [{"role": "user", "content": HELLO}]},
    "/v1/messages": {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": HELLO}]},
    "/v1/responses": {"model": "m", "input": HELLO},
}
TRANSLATED = ("/v1/messages", "/v1/responses")
PAGE = Reply(headers={"Content-Type": "text/html"}, pieces=[b"<html>Welcome</html>"])
REFUSED = "I cannot help with that."


@pytest.fixture
def url(memory: Memory, upstream: Upstream) -> Iterator[str]:
    """Of a gateway whose upstream speaks chat completions alone."""
    upstream.missing |= set(TRANSLATED)
    with gateway(memory, upstream.url) as running:
        yield running


@pytest.fixture
def caller(url: str) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=url, headers=HEADERS, timeout=60) as made:
        yield made


@pytest.fixture
def by_openai(url: str) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=f"{url}/v1", api_key="k", default_headers=HEADERS, max_retries=0) as client:
        yield client


@pytest.fixture
def by_anthropic(url: str) -> Iterator[anthropic.Anthropic]:
    with anthropic.Anthropic(base_url=url, api_key="k", default_headers=HEADERS, max_retries=0) as client:
        yield client


def told(memory: Memory) -> list[tuple[str, str, bool]]:
    turns = sorted(memory.list(user="dana", session="s1", layers=("turn",)), key=lambda turn: turn.item)
    return [(turn.role, turn.content, bool(turn.metadata.get("partial"))) for turn in turns]


def refusing() -> dict[str, Any]:
    whole = said("")
    whole["choices"][0]["message"] = {"role": "assistant", "content": None, "refusal": REFUSED}
    return whole


def calling(*calls: dict[str, Any]) -> dict[str, Any]:
    whole = said("")
    whole["choices"][0] |= {"message": {"role": "assistant", "tool_calls": list(calls)}, "finish_reason": "tool_calls"}
    return whole


def call(id: str | None, name: str, arguments: Any) -> dict[str, Any]:
    return {**({"id": id} if id else {}), "type": "function", "function": {"name": name, "arguments": arguments}}


@pytest.mark.parametrize("charset", ["latin-1", "utf-8"])
def test_headers_that_are_not_ascii_go_on_in_utf8(upstream: Upstream, client: httpx2.Client, charset: str) -> None:
    title = [(b"X-Title", "Café".encode(charset))]
    sent = client.post("/v1/chat/completions", json=BODIES["/v1/chat/completions"], headers=title)
    assert sent.status_code == 200
    assert upstream.last.headers["x-title"].encode("latin-1").decode() == "Café"


@pytest.mark.parametrize("path", BODIES)
@pytest.mark.parametrize("more", [{}, NO_MEMORY])
def test_a_redirect_of_the_upstream_is_not_the_callers_to_follow(
    upstream: Upstream, client: httpx2.Client, path: str, more: dict[str, str]
) -> None:
    upstream.script.append(Reply(status=307, headers={"Location": "http://127.0.0.1:9/"}, pieces=[b""]))
    got = client.post(path, json=BODIES[path], headers=more)
    assert (got.status_code, "location" in got.headers) == (502, False)
    assert got.json()["error"]["code"] == "upstream_redirects"


@pytest.mark.parametrize("path", TRANSLATED)
@pytest.mark.parametrize("more", [{}, NO_MEMORY])
@pytest.mark.parametrize("reply", [PAGE, answer(b""), answer([1]), answer({"choices": "none", "created": "today"})])
def test_what_is_no_chat_completion_is_no_empty_answer(
    upstream: Upstream, caller: httpx2.Client, path: str, more: dict[str, str], reply: Reply
) -> None:
    upstream.script.append(reply)
    got = caller.post(path, json=BODIES[path], headers=more)
    assert (got.status_code, got.headers["content-type"]) == (502, "application/json")
    assert got.json()["error"]["code"] == "upstream_failed"


@pytest.mark.parametrize("path", TRANSLATED)
def test_an_error_in_a_good_answer_is_told(upstream: Upstream, caller: httpx2.Client, path: str) -> None:
    upstream.script.append(answer({"error": {"message": "no credit left", "code": "credit"}}))
    got = caller.post(path, json=BODIES[path])
    assert (got.status_code, got.json()["error"]["message"]) == (502, "no credit left")


@pytest.mark.parametrize("path", TRANSLATED)
def test_numbers_that_are_none_do_not_cost_the_answer(
    memory: Memory, upstream: Upstream, caller: httpx2.Client, path: str
) -> None:
    odd = {"prompt_tokens": "many", "completion_tokens": [1], "prompt_tokens_details": 3}
    upstream.script.append(answer({**said("Noted."), "usage": odd, "created": "yesterday"}))
    got = caller.post(path, json=BODIES[path])
    assert got.status_code == 200
    assert got.json()["usage"]["output_tokens"] == 0
    assert told(memory) == [("user", HELLO, False), ("assistant", "Noted.", False)]


def test_an_error_page_with_a_404_that_breaks_off_is_a_404(upstream: Upstream, client: httpx2.Client) -> None:
    cut = Reply(status=404, headers={"Content-Type": "application/json"}, pieces=[b"{"], cut=True)
    upstream.script.append(cut)
    got = client.post("/v1/messages", json=BODIES["/v1/messages"])
    assert (got.status_code, got.json()["content"][0]["text"]) == (200, "Noted.")


def test_an_answer_that_fails_before_its_first_byte_is_a_502_without_memory_too(
    upstream: Upstream, client: httpx2.Client
) -> None:
    upstream.script.append(Reply(headers={"Content-Type": "application/json"}, pieces=[], cut=True))
    got = client.post("/v1/chat/completions", json=BODIES["/v1/chat/completions"], headers=NO_MEMORY)
    assert (got.status_code, got.json()["error"]["code"]) == (502, "upstream_unreachable")


# --- answers in unusual dress ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", BODIES)
@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("encoding", ["br", "zstd", "compress", "gzip, br"])
def test_an_answer_that_cannot_be_unpacked_is_passed_on_unread(
    memory: Memory, upstream: Upstream, client: httpx2.Client, path: str, streamed: bool, encoding: str
) -> None:
    kind = "text/event-stream" if streamed else "application/json"
    packed = [b"\x1bpacked\n\n", b"data: [DONE]\n\n\xff"]
    upstream.script.append(Reply(headers={"Content-Type": kind, "Content-Encoding": encoding}, pieces=packed))
    headers = {**HEADERS, "accept-encoding": "br"}
    with client.stream("POST", path, json={**BODIES[path], "stream": streamed}, headers=headers) as got:
        assert b"".join(got.iter_raw()) == b"".join(packed)
    assert (got.status_code, got.headers["content-encoding"]) == (200, encoding)
    assert "not recorded" in got.headers["x-recollect-memory-error"]
    assert told(memory) == [("user", HELLO, False)]


@pytest.mark.parametrize("path", TRANSLATED)
@pytest.mark.parametrize("streamed", [False, True])
def test_an_answer_that_cannot_be_unpacked_cannot_be_translated(
    upstream: Upstream, caller: httpx2.Client, path: str, streamed: bool
) -> None:
    kind = "text/event-stream" if streamed else "application/json"
    headers = {"Content-Type": kind, "Content-Encoding": "br"}
    upstream.script.append(Reply(headers=headers, pieces=[b"packed"]))
    upstream.script.append(Reply(status=429, headers=headers, pieces=[b"packed"]))
    got = caller.post(path, json={**BODIES[path], "stream": streamed})
    assert (got.status_code, got.json()["error"]["code"]) == (502, "upstream_failed")
    assert "encoding 'br'" in got.json()["error"]["message"]
    limited = caller.post(path, json={**BODIES[path], "stream": streamed})
    assert (limited.status_code, limited.json()["error"]["message"]) == (429, "the upstream model failed")


@pytest.mark.parametrize("cut", [False, True])
@pytest.mark.parametrize(
    "encoding, pack",
    [
        ("gzip", gzip.compress),
        ("GZIP", lambda data: gzip.compress(data[:9]) + gzip.compress(data[9:]) + bytes(9)),
        ("deflate", zlib.compress),
        ("deflate", lambda data: zlib.compress(data)[2:-4]),
    ],
)
def test_an_answer_that_can_be_unpacked_is(
    memory: Memory, upstream: Upstream, client: httpx2.Client, encoding: str, pack: Callable[[bytes], bytes], cut: bool
) -> None:
    text = "Noted. " * 300_000
    packed = pack(json.dumps(said(text)).encode())
    packed = packed[: len(packed) // 2] if cut else packed
    upstream.script.append(answer(packed, Content_Encoding=encoding))
    got = client.post("/v1/chat/completions", json=BODIES["/v1/chat/completions"], headers=HEADERS)
    if cut:
        assert (got.status_code, got.json()["error"]["code"]) == (502, "upstream_unreachable")
        assert told(memory) == [("user", HELLO, False)]
    else:
        assert got.json() == said(text)
        assert text.startswith(told(memory)[1][1])


@pytest.mark.parametrize("encoding", ["UTF-8", "none"])
def test_an_answer_that_is_not_packed_is_read_whatever_it_says(
    memory: Memory, upstream: Upstream, client: httpx2.Client, encoding: str
) -> None:
    upstream.script.append(answer(said("Noted."), Content_Encoding=encoding))
    got = client.post("/v1/chat/completions", json=BODIES["/v1/chat/completions"], headers=HEADERS)
    assert (got.json(), "x-recollect-memory-error" in got.headers) == (said("Noted."), False)
    assert told(memory) == [("user", HELLO, False), ("assistant", "Noted.", False)]


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_an_error_without_a_word_is_passed_on_though_it_says_that_it_is_packed(
    upstream: Upstream, client: httpx2.Client, encoding: str
) -> None:
    upstream.script.append(answer(b"", 429, Content_Encoding=encoding, Retry_After="7"))
    got = client.post("/v1/chat/completions", json=BODIES["/v1/chat/completions"], headers=HEADERS)
    assert (got.status_code, got.headers["retry-after"], got.content) == (429, "7", b"")


def unended(data: bytes) -> bytes:
    """As a server packs that sends all it has and never says that it was all."""
    packing = zlib.compressobj(wbits=31)
    return packing.compress(data) + packing.flush(zlib.Z_SYNC_FLUSH)


PACKED_WITHOUT_END: list[tuple[str, Callable[[bytes], bytes]]] = [
    *[("gzip", lambda data, end=end: gzip.compress(data)[:-end]) for end in (1, 4, 5, 8)],
    ("deflate", lambda data: zlib.compress(data)[:-4]),
    ("gzip", unended),
]


@pytest.mark.parametrize("encoding, pack", PACKED_WITHOUT_END)
def test_a_packed_answer_is_whole_where_only_its_sum_is_missing(
    memory: Memory, upstream: Upstream, client: httpx2.Client, encoding: str, pack: Callable[[bytes], bytes]
) -> None:
    events = chunk("I "), chunk("see."), chunk(finish="stop"), DONE
    headers = {"Content-Type": "text/event-stream", "Content-Encoding": encoding}
    upstream.script.append(Reply(headers=headers, pieces=[pack(b"".join(events))]))
    upstream.script.append(answer(pack(b'{"error": {"message": "no"}}'), 429, Content_Encoding=encoding))
    body = BODIES["/v1/chat/completions"]
    got = client.post("/v1/chat/completions", json={**body, "stream": True}, headers=HEADERS)
    assert got.content == b"".join(events)
    assert told(memory) == [("user", HELLO, False), ("assistant", "I see.", False)]
    refused = client.post("/v1/chat/completions", json=body, headers=HEADERS)
    assert (refused.status_code, refused.json()) == (429, {"error": {"message": "no"}})


@pytest.mark.parametrize("pack", [gzip.compress, zlib.compress, unended])
def test_every_answer_that_ends_in_its_middle_is_broken(pack: Callable[[bytes], bytes]) -> None:
    data = " ".join(str(number * number) for number in range(300)).encode()
    packed = pack(data)
    for length in range(1, len(packed)):
        unpacker = Unpacker("deflate" if pack is zlib.compress else "gzip")
        unpacked = b"".join(unpacker.feed(packed[:length]))
        if unpacked and unpacked != data:
            with pytest.raises(aiohttp.ClientPayloadError):
                unpacker.end()


@pytest.mark.parametrize("path", BODIES)
@pytest.mark.parametrize(
    "kind, before, end",
    [
        ("Text/Event-Stream; charset=utf-8", b"", b"\n\n"),
        ("text/event-stream", b"\xef\xbb\xbf", b"\n\n"),
        ("text/event-stream", b"", b"\n\r\n"),
        ("text/event-stream", b"", b"\r\r"),
    ],
)
def test_a_stream_that_is_written_in_another_way_is_read(
    memory: Memory, upstream: Upstream, caller: httpx2.Client, path: str, kind: str, before: bytes, end: bytes
) -> None:
    pieces = [chunk("I "), chunk("see."), chunk(finish="stop"), DONE]
    written = [before, *(one.replace(b"\n\n", end) for one in pieces)]
    upstream.script.append(Reply(headers={"Content-Type": kind}, pieces=[one for one in written if one]))
    got = caller.post(path, json={**BODIES[path], "stream": True})
    assert got.status_code == 200
    assert told(memory) == [("user", HELLO, False), ("assistant", "I see.", False)]


# --- refusals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("streamed", [False, True])
def test_a_refusal_is_told_and_recorded(
    memory: Memory, upstream: Upstream, by_openai: openai.OpenAI, streamed: bool
) -> None:
    pieces = [chunk(refusal=REFUSED[:9]), chunk(refusal=REFUSED[9:]), chunk(finish="stop"), DONE]
    upstream.script.append(stream(*pieces) if streamed else answer(refusing()))
    talk: list[Any] = [{"role": "user", "content": HELLO}]
    if streamed:
        assert [one.choices[0].delta.refusal for one in by_openai.chat.completions.create(
            model="m", messages=talk, stream=True)][:2] == [REFUSED[:9], REFUSED[9:]]  # fmt: skip
    else:
        assert by_openai.chat.completions.create(model="m", messages=talk).choices[0].message.refusal == REFUSED
    talk += [{"role": "assistant", "content": None, "refusal": REFUSED}, {"role": "user", "content": "A pity."}]
    by_openai.chat.completions.create(model="m", messages=talk)
    assert [text for _, text, _ in told(memory)] == [HELLO, REFUSED, "A pity.", "Noted."]


@pytest.mark.parametrize("streamed", [False, True])
def test_a_refusal_is_translated(
    memory: Memory,
    upstream: Upstream,
    by_openai: openai.OpenAI,
    by_anthropic: anthropic.Anthropic,
    streamed: bool,
) -> None:
    pieces = [chunk(refusal=REFUSED[:9]), chunk(refusal=REFUSED[9:]), chunk(finish="stop"), DONE]
    upstream.script.extend([stream(*pieces) if streamed else answer(refusing())] * 2)
    if streamed:
        with by_openai.responses.stream(model="m", input=HELLO) as coming:
            kinds = [event.type for event in coming]
            response: Any = coming.get_final_response()
        assert "response.refusal.delta" in kinds
        assert "response.refusal.done" in kinds
        with by_anthropic.messages.stream(**BODIES["/v1/messages"]) as talking:
            message: Any = talking.get_final_message()
    else:
        response = by_openai.responses.create(model="m", input=HELLO)
        message = by_anthropic.messages.create(**BODIES["/v1/messages"])
    part = response.output[0].content[0]
    assert (part.type, part.refusal) == ("refusal", REFUSED)
    assert (message.content[0].text, message.stop_reason) == (REFUSED, "refusal")
    assert told(memory) == [("user", HELLO, False), ("assistant", REFUSED, False)]


# --- calls ----------------------------------------------------------------------------------------------------------


def test_arguments_as_an_object_and_calls_without_an_id_are_translated(
    upstream: Upstream, by_openai: openai.OpenAI, by_anthropic: anthropic.Anthropic
) -> None:
    upstream.script.extend([answer(calling(call(None, "cook", {"dish": "pasta"})))] * 2)
    response: Any = by_openai.responses.create(model="m", input=HELLO)
    message: Any = by_anthropic.messages.create(**BODIES["/v1/messages"])
    assert json.loads(response.output[0].arguments) == {"dish": "pasta"}
    assert response.output[0].call_id
    assert message.content[0].input == {"dish": "pasta"}
    assert message.content[0].id


@pytest.mark.parametrize("streamed", [False, True])
def test_a_call_is_to_be_run_even_where_the_upstream_says_that_it_is_done(
    upstream: Upstream, by_anthropic: anthropic.Anthropic, streamed: bool
) -> None:
    whole = calling(call("a", "cook", "{}"))
    whole["choices"][0]["finish_reason"] = "stop"
    upstream.script.append(answer(whole))
    if streamed:
        pieces = [chunk(tool_calls=[{"index": 0, **call("a", "cook", "{}")}]), chunk(finish="stop"), DONE]
        upstream.script[-1] = stream(*pieces)
        with by_anthropic.messages.stream(**BODIES["/v1/messages"]) as talking:
            assert talking.get_final_message().stop_reason == "tool_use"
    else:
        assert by_anthropic.messages.create(**BODIES["/v1/messages"]).stop_reason == "tool_use"


@pytest.mark.parametrize("number", [{}, {"index": 0}])
def test_streamed_calls_that_are_not_numbered_are_told_apart_by_their_ids(
    upstream: Upstream, by_openai: openai.OpenAI, by_anthropic: anthropic.Anthropic, number: dict[str, int]
) -> None:
    pieces = [
        chunk(tool_calls=[{**number, **call("a", "cook", '{"dish": ')}]),
        chunk(tool_calls=[{**number, "function": {"arguments": '"pasta"}'}}]),
        chunk(tool_calls=[{**number, **call("b", "serve", {"hot": True})}]),
        chunk(finish="tool_calls"),
        DONE,
    ]
    upstream.script.extend([stream(*pieces)] * 2)
    with by_openai.responses.stream(model="m", input=HELLO) as coming:
        response: Any = coming.get_final_response()
    with by_anthropic.messages.stream(**BODIES["/v1/messages"]) as talking:
        message: Any = talking.get_final_message()
    wanted = [("a", "cook", {"dish": "pasta"}), ("b", "serve", {"hot": True})]
    assert [(one.call_id, one.name, json.loads(one.arguments)) for one in response.output] == wanted
    assert [(one.id, one.name, one.input) for one in message.content] == wanted


def piece(number: int | None, arguments: str, id: str | None = None, name: str | None = None) -> dict[str, Any]:
    function = {**({"name": name} if name else {}), "arguments": arguments}
    numbered = {"index": number} if number is not None else {}
    return {**numbered, **({"id": id} if id else {}), "function": function}


IN_TURN = [piece(0, '{"x":', "a", "f"), piece(1, "{", "b", "g"), piece(0, "1}"), piece(1, '"y": 2}')]
BY_IDS = [piece(0, '{"x":', "a", "f"), piece(0, "{", "b", "g"), piece(0, "1}", "a"), piece(0, '"y": 2}', "b")]
UNNAMED = [piece(0, '{"x":', "a", "f"), piece(0, "1}", "c"), piece(1, "{", "b", "g"), piece(1, '"y": 2}', "d")]
WHOLE = [piece(None, '{"x": 1}', "a", "f"), piece(None, '{"y": 2}', None, "g")]
AGAIN = [
    piece(0, '{"x":', "a", "f"),
    piece(0, "1}", None, "f"),
    piece(0, "", None, "f"),
    piece(1, '{"y": 2}', "b", "g"),
]


ONE_ID = [piece(0, '{"x":', "a", "f"), piece(1, "{", "a", "g"), piece(0, "1}", "a"), piece(1, '"y": 2}', "a")]


@pytest.mark.parametrize("pieces", [IN_TURN, BY_IDS, UNNAMED, WHOLE, AGAIN, ONE_ID])
@pytest.mark.parametrize("between", [False, True])
def test_streamed_calls_whose_pieces_come_in_turns_are_put_together(
    upstream: Upstream,
    by_openai: openai.OpenAI,
    by_anthropic: anthropic.Anthropic,
    pieces: list[dict[str, Any]],
    between: bool,
) -> None:
    sent = [
        chunk("I "),
        *(chunk("see" if between else None, tool_calls=[one]) for one in pieces),
        chunk("."),
        chunk(finish="stop"),
        DONE,
    ]
    upstream.script.extend([stream(*sent)] * 2)
    with by_openai.responses.stream(model="m", input=HELLO) as coming:
        response: Any = coming.get_final_response()
    with by_anthropic.messages.stream(**BODIES["/v1/messages"]) as talking:
        message: Any = talking.get_final_message()
    calls = [one for one in response.output if one.type == "function_call"]
    uses = [one for one in message.content if one.type == "tool_use"]
    assert [(one.name, json.loads(one.arguments)) for one in calls] == [("f", {"x": 1}), ("g", {"y": 2})]
    assert [(one.name, one.input) for one in uses] == [("f", {"x": 1}), ("g", {"y": 2})]
    assert [one.call_id for one in calls][:1] == [one.id for one in uses][:1] == ["a"]
    assert len({one.id for one in uses}) == len({one.call_id for one in calls}) == 2, "results name them"
    said = "".join(one.text for one in message.content if one.type == "text")
    assert said == response.output_text == "I " + "see" * (len(pieces) if between else 0) + "."
    assert message.stop_reason == "tool_use"


def test_a_call_is_complete_where_its_object_ends() -> None:
    arguments = '  {"a": [{"b": "} \\\\\\" ]"}], "c": "\\u007d"}'
    made = Call("a", "f", 0)
    for sign in arguments:
        assert not made.complete
        made.add(sign)
    assert made.complete
    assert json.loads(made.fresh())


def test_a_call_in_many_pieces_is_read_once() -> None:
    made = Call("a", "f", 0)
    began = time.process_time()
    made.add('{"rows": [')
    for _ in range(20_000):
        made.add('{"name": "something"}')
        assert not made.complete
    assert time.process_time() - began < 5, "it took a minute and more when all was read with each"


def test_a_call_is_passed_on_while_it_comes(upstream: Upstream, caller: httpx2.Client) -> None:
    """Of calls that come one after the other none waits for the end."""
    going_on = threading.Event()
    sent = [chunk(tool_calls=[one]) for one in (piece(0, "{}", "a", "f"), piece(1, '{"y"', "b", "g"))]
    upstream.script.append(stream(*sent, going_on, chunk(tool_calls=[piece(1, ": 2}")]), chunk(finish="stop"), DONE))
    with caller.stream("POST", "/v1/messages", json={**BODIES["/v1/messages"], "stream": True}) as coming:
        for line in coming.iter_lines():
            if "input_json_delta" in line and "y" in line:
                going_on.set()
    assert going_on.is_set()


# --- streams that end badly -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", BODIES)
def test_a_reply_in_which_the_upstream_fails_is_kept_as_partial(
    memory: Memory, upstream: Upstream, caller: httpx2.Client, path: str
) -> None:
    error = b'data: {"error": {"message": "overloaded", "code": "busy"}}\n\n'
    upstream.script.append(stream(chunk("I see "), error, DONE))
    got = caller.post(path, json={**BODIES[path], "stream": True}).text
    assert "overloaded" in got
    assert not any(word in got for word in ("message_stop", "response.completed"))
    assert told(memory) == [("user", HELLO, False), ("assistant", "I see ", True)]


@pytest.mark.parametrize("path", TRANSLATED)
def test_a_stream_that_just_ends_is_not_told_as_a_whole_answer(
    memory: Memory, upstream: Upstream, caller: httpx2.Client, path: str
) -> None:
    upstream.script.append(stream(chunk("I see "), chunk("that")))
    got = caller.post(path, json={**BODIES[path], "stream": True}).text
    assert "event: error" in got
    assert not any(word in got for word in ("message_stop", "response.completed"))
    assert told(memory) == [("user", HELLO, False), ("assistant", "I see that", True)]


def test_the_upstreams_own_errors_in_its_other_protocols_make_a_partial_reply(
    memory: Memory, upstream: Upstream, client: httpx2.Client
) -> None:
    delta = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "I see "}}
    failed = {"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}
    events = [f"event: {one['type']}\ndata: {json.dumps(one)}\n\n".encode() for one in (delta, failed)]
    upstream.script.append(stream(*events, b'event: message_stop\ndata: {"type": "message_stop"}\n\n'))
    client.post("/v1/messages", json={**BODIES["/v1/messages"], "stream": True}, headers=HEADERS)
    assert told(memory)[1:] == [("assistant", "I see ", True)]


def test_the_last_event_of_a_response_waits_for_the_record_without_a_name_too(
    memory: Memory, upstream: Upstream, client: httpx2.Client
) -> None:
    going_on = threading.Event()
    response = {"id": "resp_1", "output": []}
    events = [
        {"type": "response.created", "response": response},
        {"type": "response.output_text.delta", "delta": "Noted."},
        {"type": "response.completed", "response": response},
    ]
    upstream.script.append(stream(*(f"data: {json.dumps(one)}\n\n".encode() for one in events), going_on))
    body = {**BODIES["/v1/responses"], "stream": True}
    with client.stream("POST", "/v1/responses", json=body, headers=HEADERS) as coming:
        for line in coming.iter_lines():
            if "response.completed" in line:
                assert told(memory) == [("user", HELLO, False), ("assistant", "Noted.", False)]
                going_on.set()
    assert going_on.is_set()
