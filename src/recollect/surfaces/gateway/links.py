"""Which conversation an answer belongs to, and where in it: the next request names the answer, not the conversation.

The store is told which turn an answer was recorded as, so that every process finds its conversation, after a restart
too. No text is kept for it: where it has to be told again, it is read from the turns themselves, as they are by now.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from recollect.engine.cache import Cache
from recollect.engine.given import RESPONSE, Given
from recollect.errors import NotFound, RecollectError
from recollect.memory import Memory
from recollect.model.record import Record
from recollect.surfaces.gateway import cost
from recollect.surfaces.gateway.options import Caller
from recollect.surfaces.gateway.wires.base import Body

KEPT = 10_000
KEPT_S = 24 * 3600.0
TURNS_MAX = 2000
"""A longer conversation is not told again."""
FAILED = "memory.keeping.failed"


@dataclass(frozen=True, kw_only=True)
class Link:
    session: str
    turn: str | None = None
    """The reply; of one without words, what was said last before it."""


class Links:
    """Of answers that the gateway passed on. Blocking, as memory is. `given` None: nothing outlives this process."""

    def __init__(self, given: Given | None) -> None:
        self._given = given
        self._known: Cache[Link] = Cache(KEPT, KEPT_S)
        self._lock = threading.Lock()

    def session(self, memory: Memory, caller: Caller, id: str) -> str:
        """Of an answer that nobody knows, its id names the conversation."""
        found = self._find(memory, caller, id)
        return id if found is None else found.session

    def turn(self, memory: Memory, caller: Caller, id: str) -> str | None:
        found = self._find(memory, caller, id)
        return None if found is None else found.turn

    def again(self, memory: Memory, caller: Caller, id: str, session: str) -> bool:
        """Whether it was given in this conversation before: the upstream answers a retry with what it said already.
        From now on it was."""
        self._find(memory, caller, id)  # what another process gave is known here after that
        with self._lock:
            before = self._known.get(_key(caller, id))
            known = before is not None and before.session == session
            if not known:
                self._known.put(_key(caller, id), Link(session=session))
        return known

    def keep(self, caller: Caller, id: str, session: str, turn: str) -> None:
        """It was recorded as this turn. Where the store cannot be written to, this process goes by what it knows."""
        self._known.put(_key(caller, id), Link(session=session, turn=turn))
        if self._given is None:
            return
        try:
            self._given.link(caller.tenant, caller.user, (RESPONSE, id), turn)
        except RecollectError as error:
            cost.failed(FAILED, caller.tenant, error)

    def told(self, memory: Memory, caller: Caller, user: str | None, id: str) -> list[Body] | None:
        """What was said until the end of this answer, as messages of a chat; None: it is not there to be told."""
        found = self._find(memory, caller, id)
        if found is None or found.turn is None:
            return None
        turns = memory.list(user=user, session=found.session, layers=("turn",), limit=TURNS_MAX + 1)
        own = sorted((turn for turn in turns if turn.user == user), key=lambda turn: turn.item)
        places = [at for at, turn in enumerate(own) if turn.id == found.turn and turn.role == "assistant"]
        if not places or len(turns) > TURNS_MAX:
            return None
        return [{"role": turn.role, "content": turn.content} for turn in own[: places[0] + 1]]

    def _find(self, memory: Memory, caller: Caller, id: str) -> Link | None:
        known = self._known.get(_key(caller, id))
        if known is not None or self._given is None:
            return known
        turn = self._given.linked(caller.tenant, caller.user, (RESPONSE, id))
        record = None if turn is None else _turn(memory, turn)
        if record is None or record.session is None:
            return None
        found = Link(session=record.session, turn=record.id)
        self._known.put(_key(caller, id), found)
        return found


def _key(caller: Caller, id: str) -> tuple[str, str | None, str]:
    return caller.tenant, caller.user, id


def _turn(memory: Memory, id: str) -> Record | None:
    """None: it was deleted, and with it goes what led to it."""
    try:
        return memory.get(id)
    except NotFound:
        return None
