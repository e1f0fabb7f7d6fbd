"""Whose the responses are that the upstream keeps. To the upstream all callers are one, the operator: it gives any of
them to whoever names it, so that the gateway asks only for those that the same caller was given here.

Kept in memory alone, in one process: what is not known any more is refused, never passed on.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

from recollect.engine.cache import Cache
from recollect.surfaces.gateway.answer import Answer, object_of
from recollect.surfaces.gateway.options import Caller
from recollect.surfaces.gateway.upstream import UpstreamFailed
from recollect.surfaces.gateway.wires.base import list_at, mapping_at
from recollect.surfaces.gateway.wires.sse import Cutter

OWNED_MAX = 50_000
OWNED_S = 30 * 24 * 3600.0
"""As long as OpenAI keeps them."""
ITEMS_MAX = 200_000
READ_MAX = 64 * 1024 * 1024
PREVIOUS = "previous_response_id"
CONVERSATION = "conversation"
INPUT = "input"
REFERENCE = "item_reference"


class Owned:
    """Which caller was given which response, and which items of one. A key without a user speaks for its tenant."""

    def __init__(self) -> None:
        self._given: Cache[bool] = Cache(OWNED_MAX, OWNED_S)
        self._items: Cache[bool] = Cache(ITEMS_MAX, OWNED_S)

    def give(self, caller: Caller, id: str) -> None:
        self._given.put((caller.tenant, caller.user, id), True)

    def has(self, caller: Caller, id: str) -> bool:
        return bool(self._given.get((caller.tenant, caller.user, id)))

    def require(self, caller: Caller, id: str) -> None:
        if not self.has(caller, id):
            raise UpstreamFailed(404, "not_found", f"there is no response {id[:100]!r}, or not any more")

    def give_item(self, caller: Caller, id: str) -> None:
        self._items.put((caller.tenant, caller.user, id), True)

    def require_items(self, caller: Caller, body: Mapping[str, Any], name: str) -> None:
        """Refuse an item that only names another one, which the upstream would fetch, where the caller was not given
        that one."""
        for id in _referred(body, name):
            if not (isinstance(id, str) and self._items.get((caller.tenant, caller.user, id))):
                raise UpstreamFailed(
                    404,
                    "item_not_found",
                    f"the item {str(id)[:100]!r} is not known here, or not any more; send the item itself instead of "
                    f"an `{REFERENCE}`",
                )

    def require_named(self, caller: Caller, raw: bytes) -> str | None:
        """Refuse a request that goes on from a response which is not the caller's, or refers to items which are not.
        The conversation it names, which is still to be asked for."""
        body = read_strictly(raw)
        self.require_items(caller, body, INPUT)
        named = _lowered(body)  # some servers do not mind the case
        previous = named.get(PREVIOUS)
        if previous not in (None, "") and not (isinstance(previous, str) and self.has(caller, previous)):
            raise UpstreamFailed(
                404,
                "previous_response_not_found",
                f"the response {str(previous)[:100]!r} is not known here, or not any more; send the conversation in "
                "`input`",
            )
        conversation = named.get(CONVERSATION)
        if isinstance(conversation, dict) and [name.lower() for name in conversation] == ["id"]:
            conversation = next(iter(conversation.values()))
        if conversation is not None and not isinstance(conversation, str):
            raise UpstreamFailed(400, "invalid_conversation", "`conversation` is an id, or an object with an `id` only")
        return conversation


def read_strictly(raw: bytes) -> dict[str, Any]:
    """An object. It must be read here as the upstream will read it: what says one name twice, or is no JSON, could be
    read in two ways."""
    try:
        body = json.loads(raw, object_pairs_hook=_once)
        _lowered(body)
    except (ValueError, RecursionError, AttributeError) as error:
        raise UpstreamFailed(400, "invalid_json", "the request must be a JSON object, each name once") from error
    found: dict[str, Any] = body
    return found


def _referred(body: Mapping[str, Any], name: str) -> list[Any]:
    """Ids of items that are not told but named. An id without a type and content is such a reference too."""
    given = next((value for key, value in body.items() if key.lower() == name), None)
    found = []
    for item in given if isinstance(given, list) else [given]:
        if not isinstance(item, dict):
            continue
        try:
            one = _lowered(item)
        except ValueError as error:
            raise UpstreamFailed(400, "invalid_json", f"each name in an item of `{name}` must stand once") from error
        kind = one.get("type")
        bare = kind is None and "id" in one and one.get("content") is None
        if bare or str(kind).strip().lower() == REFERENCE:
            found.append(one.get("id"))
    return found


def _lowered(body: dict[str, Any]) -> dict[str, Any]:
    return _once([(name.lower(), value) for name, value in body.items()])


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice")
    return found


class Noted(Answer):
    """An answer whose id, and those of its items, are noted before the caller has them, whether or not anything else
    is read."""

    def __init__(self, inner: Answer, owned: Owned, caller: Caller) -> None:
        self._inner = inner
        self._owned = owned
        self._caller = caller
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
        """Of events that name neither the response nor an item, which are most, nothing is read."""
        cutter = Cutter()
        async for chunk in self._inner.chunks():
            for event in cutter.feed(chunk):
                if '"response"' in event.data or '"item"' in event.data:
                    self._read(object_of(event.data))
            yield chunk

    async def _whole(self) -> AsyncIterator[bytes]:
        """The answer ends only when its id is noted."""
        data = bytearray()
        async for chunk in self._inner.chunks():
            if len(data) <= READ_MAX:
                data += chunk
            yield chunk
        self._note(object_of(bytes(data)))

    def _read(self, event: Mapping[str, Any]) -> None:
        self._note(mapping_at(event, "response"))
        self._note_item(event.get("item"))

    def _note(self, response: Mapping[str, Any]) -> None:
        if isinstance(id := response.get("id"), str) and id:
            self._owned.give(self._caller, id)
        for item in list_at(response, "output"):
            self._note_item(item)

    def _note_item(self, item: Any) -> None:
        if isinstance(item, Mapping) and isinstance(id := item.get("id"), str) and id:
            self._owned.give_item(self._caller, id)

    async def close(self) -> None:
        await self._inner.close()
