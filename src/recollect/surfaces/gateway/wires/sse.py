"""Server-sent events as they come in: cut into events without holding back what is not needed."""

from __future__ import annotations

import re
from dataclasses import dataclass

_END = re.compile(rb"\r\n\r\n|\n\n|\r\r")
_LINE = re.compile(r"\r\n|\n|\r")
EVENT_BYTES_MAX = 16 * 1024 * 1024
_CLOSING = (b"data: [DONE]", b"data:[DONE]", b"event: message_stop", b"event: response.")


@dataclass(frozen=True, kw_only=True)
class Event:
    name: str
    data: str
    raw: bytes


def parse(raw: bytes) -> Event:
    """Name and data of one event."""
    name, data = "", []
    for line in _LINE.split(raw.decode("utf-8", "replace")):
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            name = value
        elif field == "data":
            data.append(value)
    return Event(name=name, data="\n".join(data), raw=raw)


class Cutter:
    """Cuts a stream into events."""

    def __init__(self) -> None:
        self._rest = b""
        self._sent = 0
        """How much of the event that is not complete yet was given out already."""

    def feed(self, chunk: bytes) -> list[Event]:
        """The events that are complete now. Their `raw` is what `early` has not given out before."""
        looked_at = max(0, len(self._rest) - 3)
        self._rest += chunk
        found = []
        while end := _END.search(self._rest, looked_at):
            event = parse(self._rest[: end.end()])
            found.append(Event(name=event.name, data=event.data, raw=self._rest[self._sent : end.end()]))
            self._rest, self._sent, looked_at = self._rest[end.end() :], 0, 0
        if len(self._rest) > EVENT_BYTES_MAX:  # nobody will read it as an event; it is passed on all the same
            found.append(Event(name="", data="", raw=self.rest()))
        return found

    def early(self) -> bytes:
        """What of the next event can be given out before it is complete: all, unless it may be the last one."""
        whole = self._rest
        if whole.endswith(b"\r") or any(whole.startswith(mark) or mark.startswith(whole) for mark in _CLOSING):
            return b""
        fresh, self._sent = whole[self._sent :], len(whole)
        return fresh

    def rest(self) -> bytes:
        """What is left when the stream has ended."""
        left = self._rest[self._sent :]
        self._rest, self._sent = b"", 0
        return left
