"""Server-sent events as they come in."""

from __future__ import annotations

import re
from typing import NamedTuple

_END = re.compile(rb"\n(?:\n|\r\n?)|\r\r\n?")
"""An empty line after a line, whichever ends they have. Where `\\r\\n` comes in two pieces, its `\\n` stands before the
next event, which is no matter."""
_LINE = re.compile(r"\r\n|\n|\r")
EVENT_BYTES_MAX = 16 * 1024 * 1024
_COMMENTS = re.compile(rb"\n?(?::[^\r\n]*(?:\r\n|\n|\r(?!\Z)))+")
"""Whole lines that say nothing: some upstreams keep a connection alive with them."""
_MARK = b"\xef\xbb\xbf"
"""A byte order mark may stand before the first event."""
_PLAIN = b"data: "


class Event(NamedTuple):
    """A tuple: one is made for every token."""

    name: str
    data: str
    raw: bytes


def parse(whole: bytes, raw: bytes | None = None) -> Event:
    """Name and data of one event; `raw`: what of it is still to be given out."""
    raw = whole if raw is None else raw
    told = whole.rstrip(b"\r\n")
    if told.startswith(_PLAIN) and b"\n" not in told and b"\r" not in told:  # nearly all are such
        return Event("", told[len(_PLAIN) :].decode("utf-8", "replace"), raw)
    name, data = "", []
    for line in _LINE.split(whole.removeprefix(_MARK).decode("utf-8", "replace")):
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            name = value
        elif field == "data":
            data.append(value)
    return Event(name, "\n".join(data), raw)


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
            found.append(parse(self._rest[: end.end()], self._rest[self._sent : end.end()]))
            self._rest, self._sent, looked_at = self._rest[end.end() :], 0, 0
        if len(self._rest) > EVENT_BYTES_MAX:  # nobody will read it as an event; it is passed on all the same
            found.append(Event("", "", self.rest()))
        return found

    def early(self) -> bytes:
        """What of the next event can be given out before it is complete. Nobody reads half an event, and where its
        other half never comes, what is told instead must not be glued to it."""
        found = _COMMENTS.match(self._rest, self._sent)
        if found is None:
            return b""
        self._sent = found.end()
        return found[0]

    def rest(self) -> bytes:
        """What is left when the stream has ended."""
        left = self._rest[self._sent :]
        self._rest, self._sent = b"", 0
        return left
