"""Tool calls of a streamed chat completion, which come in pieces and in turns, in a protocol that tells them one after
the other."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping
from typing import Any

from recollect.surfaces.gateway.translate.base import arguments_of, id_of
from recollect.surfaces.gateway.wires.base import mapping_at, mappings_at, said_in

_SIGNS = re.compile(r'[\\"{}\[\]]')


class Call:
    """One call, as far as it came."""

    def __init__(self, id: str, name: Any, number: int | None) -> None:
        self.id = id
        self.name = name
        self.number = number
        self._pieces: list[str] = []
        """Of its arguments."""
        self._told = 0
        self._begins = ""
        """The first sign of the arguments."""
        self._depth = 0
        """How many brackets are open in them."""
        self._quoted = self._escaped = False

    def add(self, arguments: str) -> None:
        if arguments:
            self._pieces.append(arguments)
            self._begins = self._begins or arguments.lstrip()[:1]
            self._look_at(arguments)

    def fresh(self) -> str:
        """What of the arguments was not told yet, and now is."""
        fresh = "".join(self._pieces[self._told :])
        self._told = len(self._pieces)
        return fresh

    @property
    def complete(self) -> bool:
        """Whether the arguments are an object already, which nothing can be added to."""
        return self._begins == "{" and not self._depth

    def _look_at(self, piece: str) -> None:
        """Each piece once, however many there are."""
        place, self._escaped = int(self._escaped), False
        while (found := _SIGNS.search(piece, place)) is not None:
            place, sign = found.end(), found[0]
            if sign == '"':
                self._quoted = not self._quoted
            elif sign == "\\":
                place += 1
                self._escaped = place > len(piece)
            elif not self._quoted:
                self._depth += 1 if sign in "{[" else -1


class Calls:
    """Which call a piece belongs to. Some upstreams leave the number out or say 0 for all, few repeat the id with every
    piece, some give all the same, and some make up another one each time: only what names a function begins a call."""

    def __init__(self) -> None:
        self._ids: dict[object, Call] = {}
        self._both: dict[object, Call] = {}
        """Id and number."""
        self._numbers: dict[object, Call] = {}
        self._last: Call | None = None

    def of(self, piece: Mapping[str, Any]) -> tuple[Call, bool]:
        """The call, and whether it begins."""
        function, number, id = mapping_at(piece, "function"), piece.get("index"), piece.get("id")
        id = id if isinstance(id, str) and id else None
        number = number if isinstance(number, int) else None
        found, begins = self._with(id, number, function) if id else None, False
        if found is None:
            found = self._last if number is None else self._numbers.get(number)
            if found is None or _is_another(found, id, function):
                given = {} if id in self._ids else piece  # two with one id could not be told apart
                found, begins = Call(id_of(given), function.get("name"), number), True
        self._last = found
        self._numbers[number] = found
        if id:
            self._ids[id] = self._both[id, number] = found
        found.add(arguments_of(function))
        return found, begins

    def _with(self, id: str, number: int | None, function: Mapping[str, Any]) -> Call | None:
        """The call of this id; None: there is none, or another that has its own number begins."""
        found = self._both.get((id, number)) or self._ids.get(id)
        if found is None or None in (number, found.number) or number == found.number or not function.get("name"):
            return found
        return None


class InTurn(ABC):
    """A stream in the making that has one block open at a time. Pieces of a call that is not the open one wait until it
    is closed, and what is said between the pieces of calls waits until all have come."""

    def __init__(self) -> None:
        self._open: object = None
        """What the open block is: "text", "refusal" or a call."""
        self._calls = Calls()
        self._waiting: deque[Call] = deque()
        """Calls that are not begun; only while another is open."""
        self._held: list[tuple[str, bool]] = []
        """What was said meanwhile, and whether it refuses."""
        self._called = False

    @abstractmethod
    def _say(self, text: str, *, refused: bool) -> bytes:
        """Something that was said, in a block of its kind."""

    @abstractmethod
    def _begin_call(self, call: Call) -> bytes:
        """Open a block for it."""

    @abstractmethod
    def _arguments(self, text: str) -> bytes:
        """A piece of the open call's arguments."""

    @abstractmethod
    def _end(self) -> bytes:
        """Close the open block, if there is one."""

    def _take(self, delta: Mapping[str, Any]) -> bytes:
        """What one delta becomes."""
        out = b""
        if text := said_in(delta):
            refused = bool(delta.get("refusal"))
            if isinstance(self._open, Call):
                self._held.append((text, refused))
                out += self._settle() if self._open.complete and all(one.complete for one in self._waiting) else b""
            else:
                out += self._say(text, refused=refused)
        for piece in mappings_at(delta, "tool_calls"):
            out += self._hear(piece)
        return out

    def _hear(self, piece: Mapping[str, Any]) -> bytes:
        out, self._called = b"", True
        call, begins = self._calls.of(piece)
        if begins and isinstance(self._open, Call):
            self._waiting.append(call)
        elif begins:
            out += self._begin_call(call)
        while isinstance(self._open, Call):
            if fresh := self._open.fresh():
                out += self._arguments(fresh)
            if not self._waiting or not self._open.complete:
                break
            out += self._begin_call(self._waiting.popleft())
        return out

    def _settle(self) -> bytes:
        """All that waits, as far as it came."""
        out = b""
        while self._waiting:
            call = self._waiting.popleft()
            out += self._begin_call(call)
            out += self._arguments(fresh) if (fresh := call.fresh()) else b""
        for text, refused in self._held:
            out += self._say(text, refused=refused)
        self._held.clear()
        return out


def _is_another(found: Call, id: str | None, function: Mapping[str, Any]) -> bool:
    """Whether a piece that may go on with `found` begins another call."""
    name = function.get("name")
    return bool(name) and bool(id or name != found.name or (found.complete and arguments_of(function)))
