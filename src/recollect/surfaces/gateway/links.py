"""Which conversation an answer belongs to, and what was said in it: the next request names the answer, not the
conversation.

The store is told which turns belong to an answer and which answer it goes on from, so that every process finds both,
after a restart too. A session is no conversation: chats that begin alike, or that go on from one answer in two ways,
share one. So a conversation is told from answer to answer, never from its session. No text is kept for it: it is read
from the turns themselves, as they are by now.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from recollect.engine.cache import Cache
from recollect.engine.given import RESPONSE, UNKNOWN, Given, Linked, named
from recollect.errors import NotFound
from recollect.memory import Memory
from recollect.model.record import ACTIVE, Record
from recollect.surfaces.gateway import cost
from recollect.surfaces.gateway.edge import unharmed
from recollect.surfaces.gateway.options import Caller
from recollect.surfaces.gateway.wires.base import Body

KEPT = 10_000
KEPT_S = 24 * 3600.0
ANSWERS_MAX = 1000
TURNS_MAX = 2000
SESSIONS_MAX = 10
"""A conversation of more answers, of more turns or in more sessions is not told again."""
STORED_MAX = 5000
"""Of a longer session only the newest turns are looked at."""
FAILED = "memory.keeping.failed"


@dataclass(frozen=True, kw_only=True)
class Link:
    session: str
    linked: Linked | None = None
    """None: only that it was given in this session is known yet."""


class Links:
    """Of answers that the gateway passed on. Blocking, as memory is. `given` None: nothing outlives this process.

    `user` is the one that a request is about, who may be another each time a key without a user asks.
    """

    def __init__(self, given: Given | None) -> None:
        self._given = given
        self._known: Cache[Link] = Cache(KEPT, KEPT_S)
        self._lock = threading.Lock()

    def session(self, memory: Memory, caller: Caller, user: str | None, id: str) -> str:
        """Of an answer that nobody knows, its id names the conversation."""
        found = self._find(memory, caller, user, id)
        return id if found is None else found.session

    def again(self, memory: Memory, caller: Caller, user: str | None, id: str, session: str) -> bool:
        """Whether it was given in this conversation before: the upstream answers a retry with what it said already.
        From now on it was."""
        self._find(memory, caller, user, id)  # what another process gave is known here after that
        key = _key(caller, user, _name(caller, id))
        with self._lock:
            before = self._known.get(key)
            if before is None:
                self._known.put(key, Link(session=session))
        return before is not None and before.session == session

    def keep(
        self,
        caller: Caller,
        user: str | None,
        id: str,
        session: str,
        turns: Sequence[str | None],
        *,
        previous: str | None,
        all_told: bool,
    ) -> None:
        """These turns belong to it; None: one that is not recorded as it was said. `previous`: the answer that it goes
        on from. `all_told`: nothing else was said."""
        parent = None if previous is None else _name(caller, previous)
        linked = Linked.of(parent if all_told else UNKNOWN, turns)
        if linked is not None:
            self._keep(caller, user, id, Link(session=session, linked=linked))

    def inherit(self, memory: Memory, caller: Caller, user: str | None, id: str, session: str, previous: str) -> None:
        """Nothing was said to it or by it: it stands where the previous one does."""
        found = self._find(memory, caller, user, previous)
        if found is not None and found.linked is not None:
            self._keep(caller, user, id, Link(session=session, linked=found.linked))

    def told(self, memory: Memory, caller: Caller, user: str | None, id: str) -> list[Body] | None:
        """What was said until the end of this answer, as messages of a chat; None: not all of it is there to be told,
        or it ends with a call."""
        ids = self._turns(caller, user, id)
        turns = None if ids is None else _shown(memory, user, ids)
        if not turns or turns[-1].role != "assistant":
            return None
        return [{"role": turn.role, "content": turn.content} for turn in turns]

    def deleted(self, memory: Memory, caller: Caller, user: str | None, id: str) -> bool:
        """Whether something that was said until the end of this answer is deleted or hidden by now. What was not
        recorded cannot be."""
        name: str | None = _name(caller, id)
        for _ in range(ANSWERS_MAX):
            linked = None if name is None else self._linked(caller, user, name)
            if linked is None:
                return False
            turns = (_turn(memory, turn) for turn in linked.turns)
            if any(turn is None or turn.status != ACTIVE for turn in turns):
                return True
            name = linked.parent
        return False

    def _turns(self, caller: Caller, user: str | None, id: str) -> list[str] | None:
        """Those of this answer and of all before it, the oldest first; None: that is not known, or they are too
        many."""
        name = _name(caller, id)
        ids: list[str] = []
        for _ in range(ANSWERS_MAX):
            linked = self._linked(caller, user, name)
            if linked is None or linked.parent == UNKNOWN:
                return None
            ids[:0] = linked.turns
            if linked.parent is None:
                return ids if len(ids) <= TURNS_MAX else None
            name = linked.parent
        return None

    def _keep(self, caller: Caller, user: str | None, id: str, link: Link) -> None:
        """Where the store cannot be written to, this process goes by what it knows."""
        given, linked = self._given, link.linked
        self._known.put(_key(caller, user, _name(caller, id)), link)
        if given is not None and linked is not None:
            unharmed(
                lambda: given.link(caller.tenant, caller.user, (RESPONSE, id), linked),
                partial(cost.failed, FAILED, caller.tenant),
            )

    def _linked(self, caller: Caller, user: str | None, name: str) -> Linked | None:
        """By the store, that all processes tell the same; else by what only this one knows."""
        found = None if self._given is None else self._given.linked(caller.tenant, caller.user, name)
        if found is not None:
            return found
        known = self._known.get(_key(caller, user, name))
        return None if known is None else known.linked

    def _find(self, memory: Memory, caller: Caller, user: str | None, id: str) -> Link | None:
        """None where it was given to somebody else."""
        name = _name(caller, id)
        known = self._known.get(_key(caller, user, name))
        if self._given is None or (known is not None and known.linked is not None):
            return known
        linked = self._given.linked(caller.tenant, caller.user, name)
        record = None if linked is None else _turn(memory, linked.turns[-1])
        if record is None or record.session is None or record.user != user:
            return known
        found = Link(session=record.session, linked=linked)
        self._known.put(_key(caller, user, name), found)
        return found


def _name(caller: Caller, id: str) -> str:
    return named(caller.user, (RESPONSE, id))


def _key(caller: Caller, user: str | None, name: str) -> tuple[str, str | None, str | None, str]:
    return caller.tenant, caller.user, user, name


def _shown(memory: Memory, user: str | None, ids: Sequence[str]) -> list[Record] | None:
    """These turns of the user, in this order; None: one is gone, archived, expired or somebody else's."""
    shown: dict[str, Record] = {}
    sessions: set[str] = set()
    for id in ids:
        if id in shown:
            continue
        turn = _turn(memory, id)
        if turn is None or turn.session is None or turn.session in sessions or len(sessions) == SESSIONS_MAX:
            return None
        sessions.add(turn.session)
        listed = memory.list(user=user, session=turn.session, layers=("turn",), limit=STORED_MAX)
        shown |= {record.id: record for record in listed if record.user == user}
        if id not in shown:
            return None
    return [shown[id] for id in ids]


def _turn(memory: Memory, id: str) -> Record | None:
    """None: it was deleted, and with it goes what led to it."""
    try:
        return memory.get(id)
    except NotFound:
        return None
