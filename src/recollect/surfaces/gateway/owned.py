"""Whose the responses are that the upstream keeps. To the upstream all callers are one, the operator: it gives any of
them to whoever names it, so that the gateway asks only for those that the same caller was given here.

Kept in memory alone, in one process: what is not known any more is refused, never passed on.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from recollect.engine.cache import Cache
from recollect.surfaces.gateway.answer import Answer, object_of
from recollect.surfaces.gateway.options import Caller
from recollect.surfaces.gateway.upstream import UpstreamFailed
from recollect.surfaces.gateway.wires.base import mapping_at
from recollect.surfaces.gateway.wires.sse import Cutter

OWNED_MAX = 50_000
OWNED_S = 30 * 24 * 3600.0
"""As long as OpenAI keeps them."""
READ_MAX = 64 * 1024 * 1024
PREVIOUS = "previous_response_id"
CONVERSATION = "conversation"


class Owned:
    """Which caller was given which response. A key without a user speaks for its tenant."""

    def __init__(self) -> None:
        self._given: Cache[bool] = Cache(OWNED_MAX, OWNED_S)

    def give(self, caller: Caller, id: str) -> None:
        self._given.put((caller.tenant, caller.user, id), True)

    def require(self, caller: Caller, id: str) -> None:
        if not self._given.get((caller.tenant, caller.user, id)):
            raise UpstreamFailed(404, "not_found", f"there is no response {id[:100]!r}, or not any more")

    def require_named(self, caller: Caller, raw: bytes) -> None:
        """Refuse a request that names what is not the caller's. It must be read here as the upstream will read it: what
        says one name twice, or is no JSON, could be read in two ways."""
        try:
            body = json.loads(raw, object_pairs_hook=_once)
            named = _once([(name.lower(), value) for name, value in body.items()])  # some servers do not mind the case
        except (ValueError, RecursionError, AttributeError) as error:
            raise UpstreamFailed(400, "invalid_json", "the request must be a JSON object, each name once") from error
        if named.get(CONVERSATION) is not None:
            raise UpstreamFailed(
                404,
                "conversation_not_found",
                "conversations that the upstream keeps cannot be made here, so that none is known to be yours; go on "
                "by `previous_response_id`, or send the conversation in `input`",
            )
        previous = named.get(PREVIOUS)
        if previous is None or previous == "":
            return
        if not isinstance(previous, str) or not self._given.get((caller.tenant, caller.user, previous)):
            raise UpstreamFailed(
                404,
                "previous_response_not_found",
                f"the response {str(previous)[:100]!r} is not known here, or not any more; send the conversation in "
                "`input`",
            )


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice")
    return found


class Noted(Answer):
    """An answer whose id is noted before the caller has it, whether or not anything else is read."""

    def __init__(self, inner: Answer, note: Callable[[str], None]) -> None:
        self._inner = inner
        self._note = note
        self.status, self.headers, self.streamed = inner.status, inner.headers, inner.streamed

    async def chunks(self) -> AsyncIterator[bytes]:
        if self.status >= 400:
            async for chunk in self._inner.chunks():
                yield chunk
            return
        source = self._events() if self.streamed else self._whole()
        async for chunk in source:
            yield chunk

    async def _events(self) -> AsyncIterator[bytes]:
        """The first event that names the response is enough."""
        cutter: Cutter | None = Cutter()
        async for chunk in self._inner.chunks():
            for event in cutter.feed(chunk) if cutter else ():
                if self._noted(mapping_at(object_of(event.data), "response").get("id")):
                    cutter = None
                    break
            yield chunk

    async def _whole(self) -> AsyncIterator[bytes]:
        """The answer ends only when its id is noted."""
        data = bytearray()
        async for chunk in self._inner.chunks():
            if len(data) <= READ_MAX:
                data += chunk
            yield chunk
        self._noted(object_of(bytes(data)).get("id"))

    def _noted(self, id: Any) -> bool:
        if not isinstance(id, str) or not id:
            return False
        self._note(id)
        return True

    async def close(self) -> None:
        await self._inner.close()
