"""Messages that are no JSON-RPC: answered, where the SDK is silent and the client would wait, and half an emoji, which
clients that count in UTF-16 cut texts at, is taken as U+FFFD, as the gateway takes it."""

from __future__ import annotations

import contextvars
import json
import re
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any, Protocol

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError
from starlette.types import Message, Receive

_HEX = r"[0-9a-fA-F]{2}"
_ESCAPE = re.compile(rf"\\(?:u[dD][89abAB]{_HEX}\\u[dD][c-fC-F]{_HEX}|(u[dD][89a-fA-F]{_HEX})|.)".encode(), re.DOTALL)
"""Whatever a backslash begins: two halves that belong together, one alone, anything else."""
_ANSWERS = ("result", "error")
_NO_MESSAGE = "this is no message of JSON-RPC 2.0: an object with `jsonrpc` and `method`"


def mended(data: bytes) -> bytes:
    """JSON whose lone surrogates are U+FFFD, each as long as it was."""
    if b"\\ud" not in data and b"\\uD" not in data:
        return data
    return _ESCAPE.sub(lambda found: found[0] if found[1] is None else rb"\ufffd", data)


class Incoming(Protocol):
    """What the SDK reads from, as far as it is used here."""

    async def receive(self) -> SessionMessage | Exception: ...
    async def aclose(self) -> None: ...


class Outgoing(Protocol):
    async def send(self, item: SessionMessage, /) -> None: ...


class Heard:
    """What a client sends over a pipe, without the lines that are no messages: those are answered here."""

    def __init__(self, incoming: Incoming, outgoing: Outgoing) -> None:
        self._incoming = incoming
        self._outgoing = outgoing

    @property
    def last_context(self) -> contextvars.Context | None:
        """Of who sent it; the SDK asks."""
        return getattr(self._incoming, "last_context", None)

    async def receive(self) -> SessionMessage | Exception:
        while True:
            item = await self._incoming.receive()
            if not isinstance(item, ValidationError):
                return item
            found = understood(item)
            if found is not None and isinstance(found.message, JSONRPCError):
                await self._outgoing.send(found)
            elif found is not None:
                return found

    async def aclose(self) -> None:
        await self._incoming.aclose()

    def __aiter__(self) -> Heard:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Heard:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.aclose()


def understood(error: ValidationError) -> SessionMessage | None:
    """The message that a line was after all, or the error that answers it; None where there is nothing to answer: it
    is blank, or an answer itself."""
    found = error.errors(include_url=False)
    line = found[0]["input"]
    if found[0]["type"] != "json_invalid":
        told = next((one["input"] for one in found if one["type"] == "missing" and len(one["loc"]) == 2), None)
        return _invalid(told if isinstance(told, dict) else {})
    if not isinstance(line, str) or not line.strip():
        return None
    raw = line.encode("utf-8", "replace")
    if (tried := mended(raw)) != raw:
        try:
            return SessionMessage(jsonrpc_message_adapter.validate_json(tried.decode(), by_name=False))
        except ValidationError as still:
            return understood(still)
    return _refusal(None, PARSE_ERROR, f"{found[0]['msg']}; send one JSON-RPC message a line")


def _invalid(told: Mapping[str, Any]) -> SessionMessage | None:
    if any(name in told for name in _ANSWERS):
        return None
    return _refusal(_id_of(told), INVALID_REQUEST, _NO_MESSAGE)


def _id_of(told: Mapping[str, Any]) -> int | str | None:
    id = told.get("id")
    return id if isinstance(id, int | str) and not isinstance(id, bool) else None


def _refusal(id: int | str | None, code: int, message: str) -> SessionMessage:
    return SessionMessage(JSONRPCError(jsonrpc="2.0", id=id, error=ErrorData(code=code, message=message)))


def is_json(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a body is called JSON, as the SDK sees it. Of another one the SDK says what is wrong."""
    told = next((value.decode("latin-1") for name, value in headers if name.lower() == b"content-type"), "")
    return told.lower().split(";")[0].split(",")[0].strip() == "application/json"


def refusal(body: bytes) -> bytes | None:
    """The error that answers a body which is no message; None: it is one. What asks under an id that is none would be
    taken for a notification, and never answered."""
    try:
        message = jsonrpc_message_adapter.validate_json(body, by_name=False)
    except ValidationError:
        message = None
    if message is not None and not isinstance(message, JSONRPCNotification):
        return None
    try:
        told = json.loads(body)
    except (ValueError, RecursionError) as error:
        return _told(None, PARSE_ERROR, f"the body is no JSON: {error}; send one JSON-RPC message")
    if not isinstance(told, dict):
        return _told(None, INVALID_REQUEST, f"{_NO_MESSAGE}; send one, by itself")
    if told.get("id") is not None and "method" in told and _id_of(told) is None:
        return _told(None, INVALID_REQUEST, "the id of a request must be text or a whole number")
    return None if message is not None else _told(_id_of(told), INVALID_REQUEST, _NO_MESSAGE)


def _told(id: int | str | None, code: int, message: str) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}).encode()


async def whole(receive: Receive, bytes_max: int) -> Message:
    """The body of a request over HTTP, as one message, mended. It is joined, for an escape may be cut in two, up to the
    length at which it is refused."""
    data = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return message
        data += message.get("body", b"")
        if not message.get("more_body", False) or len(data) > bytes_max:
            return {**message, "body": mended(bytes(data))}


def again(message: Message, receive: Receive) -> Receive:
    """`receive`, which first gives what was read already."""
    given = False

    async def giving() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return message

    return giving
