"""What is no message, or holds half a character: answered or taken, never left without a word."""

from __future__ import annotations

import json
from typing import Any

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCRequest, jsonrpc_message_adapter
from pydantic import ValidationError

from recollect.surfaces.mcp.hearing import again, mended, refusal, understood, whole

CALL = '{"jsonrpc": "2.0", "id": %s, "method": "tools/call", "params": {"name": "x", "arguments": {"a": "%s"}}}'


def heard(line: str) -> SessionMessage | None:
    """What becomes of a line that the SDK does not understand."""
    with pytest.raises(ValidationError) as wrong:
        jsonrpc_message_adapter.validate_json(line, by_name=False)
    return understood(wrong.value)


def refused(line: str) -> tuple[Any, int]:
    found = heard(line)
    assert found is not None
    assert isinstance(found.message, JSONRPCError)
    return found.message.id, found.message.error.code


@pytest.mark.parametrize(
    "sent, taken",
    [
        (r"cut \ud83d", "cut \ufffd"),
        (r"\uDE00 low first", "\ufffd low first"),
        (r"\uD83D\uD83D\uDE00", "\ufffd😀"),
        (r"\ud83d\u0041", "\ufffdA"),
        (r"\\\ud83d", "\\\ufffd"),
        (r"\ud83dé😀", "\ufffdé😀"),
    ],
)
def test_half_a_character_is_taken_as_the_mark_of_one(sent: str, taken: str) -> None:
    found = heard(CALL % (13, sent))
    assert found is not None
    assert isinstance(found.message, JSONRPCRequest)
    assert found.message.params is not None
    assert (found.message.id, found.message.params["arguments"]["a"]) == (13, taken)


@pytest.mark.parametrize("text", [r"\ud83d\ude00", r"\\ud83d", r"\\\\ud83d", r"\u00e9", "plain", r"\ud8", r"\ud8zz"])
def test_whole_characters_and_written_backslashes_stay(text: str) -> None:
    assert mended(text.encode()) == text.encode()


@given(st.text(st.characters(codec=None, categories=None), max_size=30))
def test_what_is_mended_is_as_long_and_reads_as_python_would_read_it(text: str) -> None:
    raw = json.dumps({"a": text}).encode()
    done = mended(raw)
    assert len(done) == len(raw)
    read = json.loads(done)["a"]
    assert read == json.loads(raw)["a"].encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    jsonrpc_message_adapter.validate_json(b'{"jsonrpc": "2.0", "method": "m", "params": %s}' % done)


@pytest.mark.parametrize("line", ["not json", "{", '{"jsonrpc": "2.0", "id": 7', "[" * 5000, CALL % (1, r"\ud83d\x")])
def test_what_is_no_json_is_answered_without_an_id(line: str) -> None:
    assert refused(line) == (None, -32700)


@pytest.mark.parametrize(
    "line, id",
    [
        ("[]", None),
        ("3", None),
        ('{"id": 5}', 5),
        ('{"jsonrpc": "2.0", "id": "five", "method": 5}', "five"),
        ('{"jsonrpc": "1.0", "id": 5, "method": "ping"}', 5),
        ('{"jsonrpc": "1.0", "id": {"a": 1}, "method": "ping"}', None),
        ('{"jsonrpc": "1.0", "id": true, "method": "ping"}', None),
        (r'{"id": 5, "x": "\ud83d"}', 5),
    ],
)
def test_what_is_no_message_is_answered_with_its_id(line: str, id: Any) -> None:
    assert refused(line) == (id, -32600)


@pytest.mark.parametrize(
    "body, id, code",
    [
        (b"", None, -32700),
        (b"not json", None, -32700),
        (b"\xff\xfe\x00", None, -32700),
        (b"[" * 5000, None, -32700),
        (b"[]", None, -32600),
        (b'[{"jsonrpc": "2.0", "id": 7, "method": "ping"}]', None, -32600),
        (b"null", None, -32600),
        (b"{}", None, -32600),
        (b'{"jsonrpc": "2.0", "id": 7}', 7, -32600),
        (b'{"jsonrpc": "1.0", "id": "q", "method": "ping"}', "q", -32600),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": 5}', 7, -32600),
        (b'{"jsonrpc": "2.0", "id": {"a": 1}, "method": "ping"}', None, -32600),
        (b'{"jsonrpc": "2.0", "id": NaN, "method": "ping"}', None, -32600),
    ],
)
def test_a_body_that_is_no_message_is_answered(body: bytes, id: Any, code: int) -> None:
    answer = refusal(body)
    assert answer is not None
    told = json.loads(answer)
    assert (told["jsonrpc"], told["id"], told["error"]["code"]) == ("2.0", id, code)


@pytest.mark.parametrize(
    "body",
    [
        b'{"jsonrpc": "2.0", "id": 7, "method": "nobody knows"}',
        b'{"jsonrpc": "2.0", "method": "notifications/initialized"}',
        b'{"jsonrpc": "2.0", "id": 7, "result": {}}',
    ],
)
def test_a_body_that_is_a_message_is_left_to_the_sdk(body: bytes) -> None:
    assert refusal(body) is None


@pytest.mark.parametrize(
    "line", ["", "   ", "\t", '{"jsonrpc": "1.0", "id": 1, "result": {}}', '{"id": 1, "error": 3}']
)
def test_blank_lines_and_answers_are_not_answered(line: str) -> None:
    assert heard(line) is None


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
def test_a_body_is_mended_wherever_it_is_cut(size: int) -> None:
    body = (CALL % (1, r"a \ud83d b \ud83d\ude00")).encode()
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    coming = [{"type": "http.request", "body": piece, "more_body": True} for piece in pieces]
    coming += [{"type": "http.request", "body": b"", "more_body": False}, {"type": "http.disconnect"}]

    async def receive() -> Any:
        return coming.pop(0)

    async def read() -> list[Any]:
        giving = again(await whole(receive, 10_000), receive)
        return [await giving(), await giving()]

    first, last = anyio.run(read)
    assert (first["more_body"], last["type"]) == (False, "http.disconnect")
    assert json.loads(first["body"])["params"]["arguments"]["a"] == "a \ufffd b 😀"


def test_a_body_that_is_too_long_is_not_waited_for() -> None:
    async def receive() -> Any:
        return {"type": "http.request", "body": b"x" * 100, "more_body": True}

    async def read() -> Any:
        return await whole(receive, 250)

    assert len(anyio.run(read)["body"]) == 300
