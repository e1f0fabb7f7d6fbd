"""Answers of routes without a conversation: short ones are sent whole, longer ones and streams as they come, so that
no long one is held here. Where the ids of an answer are noted, a copy of it is: `recollect.surfaces.gateway.owned`."""

from __future__ import annotations

from collections.abc import AsyncIterator

import anyio
import anyio.abc
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from recollect.surfaces.gateway.answer import Answer
from recollect.surfaces.gateway.upstream import BROKEN, Pairs, Upstream

HELD_BYTES_MAX = 1024 * 1024
"""So much of an answer is waited for: of an upstream that breaks off before, the caller can still be told."""


async def passed(answer: Answer, upstream: Upstream) -> Response:
    """The answer for the caller; it is closed when this returns, or by what it returns."""
    chunks, held, goes_on = answer.chunks(), bytearray(), answer.streamed
    try:
        while not goes_on:
            chunk = await anext(chunks, None)
            if chunk is None:
                return whole(bytes(held), answer.status, answer.headers)
            held += chunk
            goes_on = len(held) > HELD_BYTES_MAX
    except BROKEN as error:
        raise upstream.failure(error) from error
    finally:
        if not goes_on:
            await answer.close()
    return Passing(answer, upstream, bytes(held), chunks)


def whole(data: bytes, status: int, headers: Pairs) -> Response:
    """An answer that is there as a whole, and says how long it is by itself."""
    made = Response(data, status)
    made.raw_headers = [*(pair for pair in headers if pair[0] != b"content-length"), *made.raw_headers]
    return made


class Passing(Response):
    """An answer on its way. The upstream is let go when it has ended, or when the caller hangs up."""

    def __init__(self, answer: Answer, upstream: Upstream, begun: bytes, rest: AsyncIterator[bytes]) -> None:
        self.status_code = answer.status
        self.background = None
        self.raw_headers = answer.headers
        self._answer = answer
        self._upstream = upstream
        self._begun = begun
        self._rest = rest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(hung_up, receive, tasks)
                await self._pass_on(send)
                tasks.cancel_scope.cancel()
        finally:
            with anyio.CancelScope(shield=True):
                await self._answer.close()

    async def _pass_on(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        if self._begun:
            await send({"type": "http.response.body", "body": self._begun, "more_body": True})
        try:
            async for chunk in self._rest:
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
        except BROKEN as error:
            self._upstream.failure(error)  # which the log is told of
            return  # without an end: an answer that breaks off breaks off here too
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def hung_up(receive: Receive, tasks: anyio.abc.TaskGroup) -> None:
    """Cancel everything when the caller is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
    tasks.cancel_scope.cancel()
