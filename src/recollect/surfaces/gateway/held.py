"""Threads and containers of Anthropic's messages, which the upstream holds: as with responses, whoever goes on from one
was given it here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from recollect.engine.given import CONTAINER, RESPONSE
from recollect.surfaces.gateway.answer import Answer, object_of
from recollect.surfaces.gateway.options import Caller
from recollect.surfaces.gateway.owned import Noted, Owned, containers_of, lowered
from recollect.surfaces.gateway.upstream import UpstreamFailed
from recollect.surfaces.gateway.wires.base import Body, Wire, id_of, mapping_at, mappings_at
from recollect.surfaces.gateway.wires.messages import PREVIOUS, THREAD, UNSUPPORTED_THREAD, Messages
from recollect.surfaces.gateway.wires.sse import Event

_NAMES = (b'"thread"', b'"container"')
_OTHERWISE = (b"\\u004", b"\\u005", b"\\u006", b"\\u007", b"\x00")
"""A name in which letters are written by their number, or in two bytes each."""
_THREAD_FIELDS = {"type", PREVIOUS}
_PLAIN = ("", "identity")


def may_name(raw: bytes, headers: Mapping[str, str]) -> bool:
    """Whether a request may name a thread or a container. Most do not, and need not be read for that; what is
    compressed cannot be."""
    if headers.get("content-encoding", "").strip().lower() not in _PLAIN:
        return True
    written = raw.lower()
    return any(name in written for name in (*_NAMES, *_OTHERWISE))


def require(owned: Owned, caller: Caller, body: dict[str, Any]) -> None:
    """Refuse a request that goes on from a thread, or in a container, which is not the caller's."""
    named = lowered(body)
    owned.require_containers(caller, [{CONTAINER: named.get(CONTAINER)}])
    thread = named.get(THREAD)
    if thread is None:
        return
    try:
        told = lowered(thread) if isinstance(thread, dict) else {THREAD: thread}
    except ValueError as error:
        raise UpstreamFailed(400, "invalid_json", f"each name in `{THREAD}` must stand once") from error
    if not told.keys() <= _THREAD_FIELDS:
        raise UpstreamFailed(
            400, UNSUPPORTED_THREAD, f"`{THREAD}` is an object of `type` and `{PREVIOUS}` only; send the conversation"
        )
    previous = told.get(PREVIOUS)
    if previous is None:
        return
    if not isinstance(previous, str) or owned.missing(caller, [(RESPONSE, previous)]):
        raise UpstreamFailed(
            404,
            "thread_not_found",
            f"the message {str(previous)[:100]!r} is not known here, or not any more; send the whole conversation "
            "with a `thread` of the type `create`",
        )


def gives(wire: Wire, body: Body | None) -> bool:
    """Whether the answer to a message may hand over a thread or a container: the provider's own tools, which have a
    type, run in one."""
    if wire.name != Messages.name or body is None:
        return False
    if wire.keeps(body) or body.get(CONTAINER) is not None:
        return True
    return any(tool.get("type") not in (None, "custom") for tool in mappings_at(body, "tools"))


class NotedMessage(Noted):
    """A message whose id, where it can be gone on from, and whose container are noted before the caller has them."""

    def __init__(self, inner: Answer, owned: Owned, caller: Caller, *, threaded: bool) -> None:
        super().__init__(inner, owned, caller)
        self._threaded = threaded

    def _read(self, event: Event) -> bool:
        """The last event waits for the store."""
        if event.name == "message_stop" or '"message_stop"' in event.data:
            return True
        if '"message_start"' in event.data or '"container"' in event.data:
            data = object_of(event.data)
            self._note(mapping_at(data, "message"))
            self._note_container(mapping_at(data, "delta"))
        return False

    def _note(self, response: Mapping[str, Any]) -> None:
        if self._threaded and (id := id_of(response)) is not None:
            self._give((RESPONSE, id))
        self._note_container(response)

    def _note_container(self, within: Mapping[str, Any]) -> None:
        for id in containers_of({CONTAINER: within.get(CONTAINER)}):
            self._give_container(id)
