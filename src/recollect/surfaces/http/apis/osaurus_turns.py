"""What of an ingested conversation is stored already. Clients send one again: whole, or what was not acknowledged.

A turn is known where what was said and what was answered stand together among the stored messages, after those of the
turn before it. The same words with another date are another turn; without a date they count as sent again.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from recollect.memory import Memory
from recollect.model.record import ACTIVE, ARCHIVED, Record
from recollect.model.scope import Scope
from recollect.surfaces.gateway.conversation import Places, Stored
from recollect.surfaces.gateway.wires.base import Turn

STORED_MAX = 10_000
"""Of a longer conversation only the newest messages are looked at; no ingest has more."""
TRIES_MAX = 50
"""At how many places a turn is looked for."""
Messages = list[dict[str, Any]]


class Ingest:
    """Adds the turns of a conversation that are new."""

    def __init__(self) -> None:
        self._locks = [threading.Lock() for _ in range(64)]

    def add(self, memory: Memory, turns: Sequence[Messages], *, whose: Scope, learn: bool) -> None:
        """`turns`: the messages of each. Two requests with the same conversation: one stores it."""
        labels: dict[str, Any] = {"user": whose.user, "agent": whose.agent, "session": whose.session}
        with self._locks[hash(whose) % len(self._locks)]:
            found = memory.list(**labels, layers=("turn",), status=(ACTIVE, ARCHIVED), limit=STORED_MAX)
            own = sorted((one for one in found if one.user == whose.user), key=lambda one: one.item)
            new = unknown(own, turns)
            if new:
                memory.add(new, **labels, learn=learn)


def unknown(stored: Sequence[Record], turns: Sequence[Messages]) -> Messages:
    """The messages of those turns that are not found."""
    places = Places([Stored(role=one.role, text=one.content) for one in stored])
    place, new = 0, []
    for messages in turns:
        end = _end(places, stored, messages, place)
        if end is None:
            new += messages
        else:
            place = end
    return new


def _end(places: Places, stored: Sequence[Record], messages: Messages, place: int) -> int | None:
    """The place after a turn that stands at `place` or later; None: it does not. It is looked for by the longest that
    was said in it: an "ok" is said often."""
    said = [Turn(role=message["role"], text=message["content"]) for message in messages]
    longest = max(range(len(said)), key=lambda n: len(said[n].text))
    at = messages[0].get("occurred_at")
    for _ in range(TRIES_MAX):
        found = places.next(said[longest], place + longest)
        if found is None:
            return None
        place = found[0] - longest
        here = (places.next(turn, place + n) for n, turn in enumerate(said))
        if _same_time(stored[place], at) and all(one and one[0] == place + n for n, one in enumerate(here)):
            return place + len(said)
        place += 1
    return None


def _same_time(stored: Record, at: datetime | None) -> bool:
    """A time that only one of them has tells nothing."""
    if at is None or stored.occurred_at is None:
        return True
    return stored.occurred_at == (at if at.tzinfo else at.replace(tzinfo=UTC))
