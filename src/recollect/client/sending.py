"""What an import sends: the lines of an export in parts, each of which one request carries.

A record goes in one part with the versions before it: a server that knows the record leaves them alone too, which it
cannot do with those that came in a request before. What the lines say is for the server to check.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from recollect.errors import InvalidInput
from recollect.model.record import ACTIVE, PENDING_REVIEW

EXPORTED = "recollect-export"
"""How the first line of an export calls itself."""
MERGED = "merged"
"""The field of the first line that tells which names a person merged."""
WAITING_BYTES_MAX = 64_000_000
"""Of an export with more old versions than these, they are sent as they come."""
Line = tuple[int, bytes]
"""Its number in the file, and its text."""
Lines = tuple[Line, ...]
Place = tuple[str | None, str]
"""Whose a record is, and its id."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """What one request carries."""

    groups: tuple[Lines, ...]
    """Lines that belong together: a record after the versions before it."""

    @property
    def lines(self) -> Lines:
        return tuple(line for group in self.groups for line in group)

    @property
    def content(self) -> bytes:
        return b"\n".join(text for _, text in self.lines)

    def number(self, line: int) -> int:
        """Which line of the file is a line of this part; both are counted from 1."""
        return self.lines[line - 1][0]

    def halves(self) -> tuple[Part, ...]:
        """The part in two; none of one line. Versions that no request carries with their record go before it."""
        groups = self.groups if len(self.groups) > 1 else tuple((line,) for line in self.lines)
        middle = len(groups) // 2
        return (Part(groups=groups[:middle]), Part(groups=groups[middle:])) if middle else ()


def merged_line(part: Part) -> bytes | None:
    """The first line of an export, where it tells of merged names."""
    text = part.lines[0][1] if part.lines else b""
    plain = _plain(text)
    return text if plain.get("format") == EXPORTED and plain.get(MERGED) else None


def parts(lines: Iterable[str], bytes_max: int) -> Iterator[Part]:
    """The lines in parts of about that size. Nothing to send is one empty part."""
    groups: list[Lines] = []
    size, sent = 0, False
    for group in _grouped(lines):
        groups.append(group)
        size += sum(len(text) + 1 for _, text in group)
        if size >= bytes_max:
            yield Part(groups=tuple(groups))
            groups, size, sent = [], 0, True
    if groups or not sent:
        yield Part(groups=tuple(groups))


def _grouped(lines: Iterable[str]) -> Iterator[Lines]:
    waiting = _Waiting()
    for number, line in enumerate(lines, start=1):
        if not isinstance(line, str):
            raise InvalidInput(f"line {number} is {type(line).__name__}; every line is text with a JSON object")
        try:
            text = line.rstrip("\r\n").encode()
        except UnicodeEncodeError as error:
            raise InvalidInput(f"line {number} is not UTF-8; an export is") from error
        yield from waiting.take((number, text), _plain(text))
    yield from waiting.rest()


class _Waiting:
    """Lines of what has ended, until the record comes that follows it."""

    def __init__(self) -> None:
        self._lines: dict[Place, tuple[Line, str | None]] = {}
        """Each with the id of the version before it."""
        self._bytes = 0

    def take(self, line: Line, plain: dict[str, Any]) -> list[Lines]:
        """What can be sent now."""
        if plain and "content" not in plain:
            return [*self.rest(), (line,)]  # it is about records, which come before it
        user, id, previous = (plain.get(name) for name in ("user", "id", "previous_version_id"))
        if not isinstance(user, str | None) or not isinstance(id, str) or not isinstance(previous, str | None):
            return [(line,)]
        if plain.get("status", ACTIVE) in (ACTIVE, PENDING_REVIEW) or (user, id) in self._lines:
            return [(*self._versions(user, previous), line)]
        self._lines[user, id] = (line, previous)
        self._bytes += len(line[1])
        return self.rest() if self._bytes > WAITING_BYTES_MAX else []

    def rest(self) -> list[Lines]:
        """What no record follows, version by version."""
        followed = {(user, previous) for (user, _), (_, previous) in self._lines.items()}
        ends = [place for place in self._lines if place not in followed]
        found = [self._versions(*place) for place in (*ends, *self._lines)]  # a circle has no end
        self._bytes = 0
        return [group for group in found if group]

    def _versions(self, user: str | None, id: str | None) -> Lines:
        """A version that waits and those before it, oldest first; they wait no longer."""
        found: list[Line] = []
        while id is not None and (user, id) in self._lines:
            line, id = self._lines.pop((user, id))
            found.append(line)
            self._bytes -= len(line[1])
        return tuple(reversed(found))


def _plain(text: bytes) -> dict[str, Any]:
    """The object of a line; an empty one where it holds none, of which the server says what is wrong with it."""
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return plain if isinstance(plain, dict) else {}
