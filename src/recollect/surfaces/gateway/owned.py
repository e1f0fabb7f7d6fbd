"""Whose the responses are that the upstream keeps. To the upstream all callers are one, the operator: it gives any of
them to whoever names it, so that the gateway asks only for those that the same caller was given here.

Known at once in this process, and from the end of an answer on to all that serve one store, for a month. What is not
known is refused, never passed on.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Collection, Mapping
from functools import partial
from typing import Any

from recollect.engine.cache import Cache
from recollect.engine.given import CONTAINER, CONVERSATION, GIVEN_KEPT, ITEM, RESPONSE, Given, Thing
from recollect.errors import InvalidInput, RecollectError
from recollect.surfaces.gateway import cost
from recollect.surfaces.gateway.answer import Answer, object_of
from recollect.surfaces.gateway.edge import unharmed
from recollect.surfaces.gateway.options import Caller
from recollect.surfaces.gateway.threads import Threads
from recollect.surfaces.gateway.unpacking import is_plain
from recollect.surfaces.gateway.upstream import UpstreamFailed
from recollect.surfaces.gateway.wires.base import id_of, list_at, mapping_at
from recollect.surfaces.gateway.wires.responses import LAST, PREVIOUS
from recollect.surfaces.gateway.wires.sse import Cutter, Event

REMEMBERED_MAX = 250_000
REMEMBERED_S = 3600.0
"""How long a process goes by what it remembers before it asks the store again: somebody may have been erased."""
FAILED = "memory.keeping.failed"
READ_MAX = 64 * 1024 * 1024
INPUT = "input"
REFERENCE = "item_reference"
CONTAINER_ID, ENVIRONMENT = "container_id", "environment"


class Owned:
    """Which caller was given which response, and which items of one. A caller is a tenant and a user: the key's own, or
    the one that the request names (`whose.speaking`).

    What waits for the store is asked on a thread. `given` None: nothing outlives this process.
    """

    def __init__(self, given: Given | None, threads: Threads) -> None:
        self._given = given
        self._threads = threads
        remembered_s = GIVEN_KEPT.total_seconds() if given is None else REMEMBERED_S
        self._remembered: Cache[bool] = Cache(REMEMBERED_MAX, remembered_s)
        """True: the store has it too."""

    def give(self, caller: Caller, thing: Thing) -> bool:
        """In this process, at once. Whether it is still to be kept."""
        key = (caller.tenant, caller.user, *thing)
        before = self._remembered.get(key)
        if before is None:
            self._remembered.put(key, False)
        return not before

    def remembers(self, caller: Caller, thing: Thing) -> bool:
        """Whether this process knows it, which never waits."""
        return self._remembered.get((caller.tenant, caller.user, *thing)) is not None

    async def keep(self, caller: Caller, things: Collection[Thing]) -> None:
        """In the store, for all processes: one write. Where that fails, this process goes by what it remembers."""
        if self._given is None or not things:
            return
        noted = partial(self._noted, self._given, caller, things)

        def failed(error: Exception) -> None:
            if not isinstance(error, InvalidInput):  # nobody is kept under such a name; whoever has it was told so
                cost.failed(FAILED, caller.tenant, error)

        await self._threads.record(lambda: unharmed(noted, failed))

    def _noted(self, given: Given, caller: Caller, things: Collection[Thing]) -> None:
        given.note(caller.tenant, caller.user, things)
        self._learn(caller, things)

    def missing(self, caller: Caller, things: Collection[Thing]) -> set[Thing]:
        """Those that the caller was not given, or so long ago that nobody knows it any more."""
        unknown = {thing for thing in things if not self.remembers(caller, thing)}
        if self._given is None or not unknown:
            return unknown
        try:
            found = self._given.known(caller.tenant, caller.user, unknown)
        except InvalidInput:
            return unknown  # nobody is kept under such a name
        except RecollectError as error:
            cost.failed(FAILED, caller.tenant, error)
            raise UpstreamFailed(
                503,
                error.code,
                "whether what this request names is yours cannot be looked up at the moment; try again, or send the "
                "whole conversation",
            ) from error
        self._learn(caller, found)
        return unknown - found

    def _learn(self, caller: Caller, things: Collection[Thing]) -> None:
        for thing in things:
            self._remembered.put((caller.tenant, caller.user, *thing), True)

    def require(self, caller: Caller, id: str) -> None:
        if self.missing(caller, [(RESPONSE, id)]):
            raise UpstreamFailed(404, "not_found", f"there is no response {id[:100]!r}, or not any more")

    def require_items(self, caller: Caller, body: Mapping[str, Any], name: str) -> None:
        """Refuse an item that only names another one, which the upstream would fetch, where the caller was not given
        that one."""
        self._require_all(caller, ITEM, _referred(body, name), f"send the item itself instead of an `{REFERENCE}`")

    def require_containers(self, caller: Caller, within: Collection[Any]) -> None:
        """Refuse what runs code where somebody else's runs."""
        named = [id for one in within for id in containers_of(one)]
        self._require_all(caller, CONTAINER, named, "leave its id out, and a new one is made")

    def _require_all(self, caller: Caller, kind: str, named: Collection[Any], instead: str) -> None:
        """Refuse where one of those `named` was not given to the caller; `instead`: what he may do."""
        missing = self.missing(caller, [(kind, id) for id in named if isinstance(id, str)])
        for id in named:
            if not isinstance(id, str) or (kind, id) in missing:
                told = f"the {kind} {str(id)[:100]!r} is not known here, or not any more; {instead}"
                raise UpstreamFailed(404, f"{kind}_not_found", told)

    def require_named(self, caller: Caller, body: dict[str, Any]) -> str | None:
        """Refuse a request that goes on from a response which is not the caller's, or refers to items which are not.
        The conversation it names, which is still to be asked for."""
        self.require_items(caller, body, INPUT)
        named = lowered(body)  # some servers do not mind the case
        self.require_containers(caller, [*list_at(named, "tools"), *list_at(named, INPUT), named.get(INPUT)])
        previous = named.get(PREVIOUS)
        known = isinstance(previous, str) and not self.missing(caller, [(RESPONSE, previous)] if previous else [])
        if previous is not None and not known:
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


def read_strictly(raw: bytes, headers: Mapping[str, str]) -> dict[str, Any]:
    """An object. It must be read here as the upstream will read it: what says one name twice, or is no JSON, could be
    read in two ways."""
    try:
        body = json.loads(raw, object_pairs_hook=_once)
        lowered(body)
    except (ValueError, RecursionError, AttributeError) as error:
        told = "the request must be a JSON object, each name once"
        if not is_plain(headers.get("content-encoding", "").strip().lower()):
            told = "what a compressed request names cannot be checked here; send it uncompressed"
        raise UpstreamFailed(400, "invalid_json", told) from error
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
            one = lowered(item)
        except ValueError as error:
            raise UpstreamFailed(400, "invalid_json", f"each name in an item of `{name}` must stand once") from error
        kind = one.get("type")
        bare = kind is None and "id" in one and one.get("content") is None
        if bare or str(kind).strip().lower() == REFERENCE:
            found.append(one.get("id"))
    return found


def containers_of(one: Any) -> list[Any]:
    """Ids of containers that a request, a tool or an item names; one that is to be made has none."""
    found = []
    for name, value in one.items() if isinstance(one, Mapping) else ():
        kind = name.lower()
        if kind in (CONTAINER, ENVIRONMENT) and isinstance(value, Mapping):
            found += [id for inner, id in value.items() if inner.lower() in ("id", CONTAINER_ID)]
        elif kind in (CONTAINER, CONTAINER_ID):
            found.append(value)
    return [id for id in found if id is not None]


def lowered(body: Mapping[str, Any]) -> dict[str, Any]:
    return _once([(name.lower(), value) for name, value in body.items()])


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice")
    return found


class Noted(Answer):
    """An answer whose id, and those of its items, are noted before the caller has them, whether or not anything else
    is read. No token waits for the store: only what ends the answer does."""

    def __init__(self, inner: Answer, owned: Owned, caller: Caller) -> None:
        self._inner = inner
        self._owned = owned
        self._caller = caller
        self._keeps = inner.kept
        self._new: set[Thing] = set()
        """What the caller was given and the store does not know yet."""
        self.status, self.headers, self.streamed = inner.status, inner.headers, inner.streamed
        self.announced = inner.announced

    async def chunks(self) -> AsyncIterator[bytes]:
        if self.status >= 400:
            async for chunk in self._inner.chunks():
                yield chunk
            return
        source = self._events() if self.streamed else self._whole()
        try:
            async for chunk in source:
                yield chunk
        except Exception:
            await self._keep()  # before the caller hears of it
            raise
        await self._keep()

    async def _events(self) -> AsyncIterator[bytes]:
        """Bytes as they come. Only from where the last event begins they wait, and that only where its end is there:
        without it nobody takes it for an event."""
        cutter, held = Cutter(), 0
        async for chunk in self._inner.chunks():
            place, sent = -held, 0
            for event in cutter.feed(chunk):
                if self._read(event):
                    if place > sent:
                        yield chunk[sent:place]
                        sent = place
                    await self._keep()
                place += len(event.raw)
            held = len(chunk) - place
            yield chunk[sent:]

    async def _whole(self) -> AsyncIterator[bytes]:
        """The answer ends only when its id is noted."""
        data = bytearray()
        async for chunk in self._inner.chunks():
            if len(data) <= READ_MAX:
                data += chunk
            yield chunk
        self._note(object_of(bytes(data)))

    def _read(self, event: Event) -> bool:
        """Whether it waits for the store: the last one does, and one that tells of a response in the background, which
        can be named while it is being made. Of events that name neither the response nor an item, which are most,
        nothing is read."""
        if '"response"' not in event.data and '"item"' not in event.data:
            return False
        data = object_of(event.data)
        response = mapping_at(data, "response")
        self._note(response)
        self._note_item(data.get("item"))
        return event.name in LAST or data.get("type") in LAST or response.get("background") is True

    def _note(self, response: Mapping[str, Any]) -> None:
        if response.get("store") is False:
            self._keeps = False
        if (id := id_of(response)) is not None:
            self._give((RESPONSE, id))
        for item in list_at(response, "output"):
            self._note_item(item)

    def _note_item(self, item: Any) -> None:
        if isinstance(item, Mapping) and (id := id_of(item)) is not None:
            self._give((ITEM, id))
        for container in containers_of(item):
            self._give_container(container)

    def _give_container(self, id: Any) -> None:
        if isinstance(id, str) and id:
            self._give((CONTAINER, id))

    def _give(self, thing: Thing) -> None:
        if self._owned.give(self._caller, thing):
            self._new.add(thing)

    async def _keep(self) -> None:
        if self._keeps and self._new:
            await self._owned.keep(self._caller, tuple(self._new))
            self._new.clear()

    async def close(self) -> None:
        """Of an answer that broke off, or that nobody waited for, the caller may have the id."""
        try:
            await self._inner.close()
        finally:
            await self._keep()
