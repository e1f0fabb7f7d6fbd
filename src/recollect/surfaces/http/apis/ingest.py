"""`POST /memory/ingest` at the root is asked by two systems' clients; its body says by which.

Who sends `turns`, or without `data` the agent or the conversation they belong to, speaks to Osaurus; anything else is
a document for OpenMemory.
"""

from __future__ import annotations

import orjson
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from recollect.surfaces.http.surface import Surface

PATH = "/memory/ingest"
OWN = frozenset({"turns", "conversation_id", "agent_id"})
"""Fields of Osaurus's, of which OpenMemory has none."""


def create(openmemory: Surface, osaurus: Surface) -> Surface:
    """Stands before both. What is refused before the body is read is refused as OpenMemory does."""
    app = ByBody(openmemory.app, osaurus.app)
    return Surface(name="ingest", app=app, root=(f"POST {PATH}",), large=(PATH,), refuse=openmemory.refuse)


class ByBody:
    """Reads the whole body, which the front has limited, and gives it to whom it is for."""

    def __init__(self, documents: ASGIApp, turns: ASGIApp) -> None:
        self._documents = documents
        self._turns = turns

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] != PATH:
            await self._documents(scope, receive, send)
            return
        parts: list[bytes] = []
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            parts.append(message.get("body", b""))
            more = message.get("more_body", False)
        body = b"".join(parts)
        app = self._turns if is_conversation(body) else self._documents
        await app(scope, _again(body, receive), send)


def is_conversation(body: bytes) -> bool:
    try:
        read = orjson.loads(body)
    except orjson.JSONDecodeError:
        return False
    if not isinstance(read, dict):
        return False
    return bool(read.get("turns")) or (read.get("data") is None and not OWN.isdisjoint(read))


def _again(body: bytes, receive: Receive) -> Receive:
    """`receive`, which first gives what was read already."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
