"""Conversations that the upstream keeps. Each carries, in its metadata there, a mark of whose it is: to the upstream
all callers are one, the operator, and a conversation outlives this process and is known to all that serve beside it.

A caller changes the metadata of his own conversations alone, and never the mark; answers are told without it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import anyio.to_thread
from starlette.requests import Request
from starlette.responses import Response

from recollect.engine.given import CONVERSATION
from recollect.surfaces.gateway.answer import Answer, object_of
from recollect.surfaces.gateway.options import Caller
from recollect.surfaces.gateway.owned import READ_MAX, Owned, read_strictly
from recollect.surfaces.gateway.passing import whole
from recollect.surfaces.gateway.paths import below, is_segment, query_of
from recollect.surfaces.gateway.upstream import BROKEN, Pairs, Upstream, UpstreamFailed, mark
from recollect.surfaces.gateway.whose import Speaker
from recollect.surfaces.gateway.wires.base import mapping_at

BASE = "/conversations"
MARK = "recollect_owner"
NOT_SERVED = (404, 405, 501)
GONE = (404, 410)
LIMITED = 429
WAIT = (b"retry-after", b"retry-after-ms")
METADATA = "metadata"
ITEMS = "items"


class UpstreamConversations:
    """Makes them, and lets only their owner near."""

    def __init__(self, upstream: Upstream, owned: Owned) -> None:
        self._upstream = upstream
        self._owned = owned

    async def require(self, request: Request, id: str) -> None:
        """It is the caller's, or there is none. Asked of the upstream once; after that this process knows."""
        caller: Caller = request.state.principal
        if self._owned.remembers(caller, (CONVERSATION, id)):
            return
        if not is_segment(id):
            raise _none(id)
        status, data, headers = await self._ask(request, "GET", below(BASE, (id,)), own=True)
        if status == LIMITED:
            wait = {name.decode(): value.decode("latin-1") for name, value in headers if name in WAIT}
            raise UpstreamFailed(status, "rate_limited", "the upstream takes no more requests now; try later", wait)
        if status != 200 and status not in GONE:
            raise UpstreamFailed(
                502,
                "upstream_failed",
                f"the upstream did not say whose the conversation {id[:100]!r} is: it answered {status}; try again, "
                "and if it stays so, tell the operator",
            )
        if status in GONE or mapping_at(object_of(data), METADATA).get(MARK) not in _marks(caller):
            raise _none(id)
        self._owned.give(caller, (CONVERSATION, id))

    async def create(self, request: Request, raw: bytes) -> Response:
        caller: Caller = request.state.principal
        given = read_strictly(raw or b"{}", request.headers)
        await anyio.to_thread.run_sync(self._owned.require_items, caller, given, ITEMS)
        body = _marked(given, caller)
        status, data, headers = await self._ask(request, "POST", BASE, json.dumps(body).encode())
        if status in NOT_SERVED:
            raise UpstreamFailed(
                404,
                "unsupported_by_upstream",
                "the upstream keeps no conversations; go on by `previous_response_id`, or send the conversation in "
                "`input`",
            )
        id = object_of(data).get("id")
        if status < 300 and isinstance(id, str) and id:
            self._owned.give(caller, (CONVERSATION, id))
        return whole(_unmarked(data), status, headers)

    async def one(self, request: Request, rest: tuple[str, ...], raw: bytes) -> Response:
        """One of them, or something of one."""
        await self.require(request, rest[0])
        if request.method == "POST":
            given = read_strictly(raw, request.headers)
            await anyio.to_thread.run_sync(self._owned.require_items, request.state.principal, given, ITEMS)
            raw = json.dumps(_marked(given, request.state.principal)).encode() if len(rest) == 1 else raw
        status, data, headers = await self._ask(request, request.method, below(BASE, rest), raw or None)
        return whole(_unmarked(data), status, headers)

    async def _ask(
        self, request: Request, method: str, path: str, content: bytes | None = None, *, own: bool = False
    ) -> tuple[int, bytes, Pairs]:
        """What the upstream says; `own`: to a question of the gateway's own, with nothing of the caller's."""
        response = await self._upstream.send(
            method,
            path,
            query="" if own else query_of(request),
            headers={} if own else request.headers,
            caller=request.state.principal,
            content=content,
            plain=True,
        )
        answer = Answer(response, read=True)
        data = bytearray()
        try:
            if not answer.readable:  # whose it is could not be told, nor kept from the caller
                raise UpstreamFailed(
                    502, "upstream_failed", "the upstream answered in an encoding that is not read here"
                )
            async for chunk in answer.chunks():
                data += chunk
                if len(data) > READ_MAX:
                    raise UpstreamFailed(
                        502,
                        "upstream_failed",
                        f"the upstream's answer is larger than {READ_MAX:,} bytes; ask for less, with `limit`",
                    )
        except BROKEN as error:
            raise self._upstream.failure(error) from error
        finally:
            await answer.close()
        return answer.status, bytes(data), answer.headers


def _marks(caller: Caller) -> tuple[str, ...]:
    """Of what he may take: his own, and, where his key does not say who he is, what it made for nobody by name."""
    return (mark(caller), mark(caller.unnamed)) if isinstance(caller, Speaker) else (mark(caller),)


def _none(id: str) -> UpstreamFailed:
    return UpstreamFailed(
        404,
        "conversation_not_found",
        f"there is no conversation {id[:100]!r} of yours; make one with POST /v1/conversations, go on by "
        "`previous_response_id`, or send the conversation in `input`",
    )


def _marked(body: Mapping[str, Any], caller: Caller) -> Mapping[str, Any]:
    """With whose it is. Metadata that is none goes on as it is, for the upstream to refuse; in another spelling it
    would go on beside the mark, and some servers do not mind the case."""
    if any(name != METADATA and name.lower() == METADATA for name in body):
        raise UpstreamFailed(400, "invalid_json", f"write `{METADATA}` in small letters")
    metadata = body.get(METADATA)
    if not isinstance(metadata, Mapping | None):
        return body
    return {**body, METADATA: {**(metadata or {}), MARK: mark(caller)}}


def _unmarked(data: bytes) -> bytes:
    body = object_of(data) if MARK.encode() in data else {}
    metadata = mapping_at(body, METADATA)
    if MARK not in metadata:
        return data
    return json.dumps({**body, METADATA: {name: value for name, value in metadata.items() if name != MARK}}).encode()
