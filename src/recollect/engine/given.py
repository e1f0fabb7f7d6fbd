"""Whose the things are that a server's upstream keeps: who was given which, known to every process of a store.

Kept as hashes of user and id, and of an answer that was recorded the ids of its turns and the hash of the answer before
it: nothing here says what was given, or what it holds.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from recollect.contracts.access import AccessKeeping
from recollect.model.scope import Scope

GIVEN_KEPT = timedelta(days=30)
"""As long as OpenAI keeps responses."""
HASH_CHARS = 32
RESPONSE, ITEM, CONVERSATION, CONTAINER = "response", "item", "conversation", "container"
"""Kinds of things that the upstream keeps; a response is any answer that a later request may name. The last two are
also what a request calls them."""
RECORDED = "turns of"
"""Before the kind of what was recorded as turns."""
LINK_TURNS_MAX = 32
"""Their ids are part of a key, and PostgreSQL's keys end at 2,700 bytes."""
UNKNOWN = "?"
"""In place of a name: something came before it, and nobody knows what."""
Thing = tuple[str, str]
"""What kind of thing it is, and its id at the upstream."""


@dataclass(frozen=True, kw_only=True)
class Linked:
    """What was recorded of one thing."""

    parent: str | None
    """The name of what it goes on from; None: it begins."""
    turns: tuple[str, ...]
    """Its own, in their order: what was said to it, and the reply. With a parent that is unknown only the last is."""

    @classmethod
    def of(cls, parent: str | None, turns: Sequence[str | None]) -> Linked | None:
        """`turns`: None where the id of one is not known. None: of none it is."""
        known = tuple(turn for turn in turns if turn is not None)
        if not known:
            return None
        if parent == UNKNOWN or len(known) < len(turns) or len(known) > LINK_TURNS_MAX:
            return cls(parent=UNKNOWN, turns=known[-1:])
        return cls(parent=parent, turns=known)


class Given:
    """Notes what a user was given, and says it again."""

    def __init__(self, store: AccessKeeping, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    def note(self, tenant: str, user: str | None, things: Collection[Thing]) -> None:
        """All in one write."""
        now = self._clock()
        hashes = [_hash(user, thing) for thing in things]
        self._store.note_given(Scope(tenant=tenant, user=user), hashes, now, expired=now - GIVEN_KEPT)

    def link(self, tenant: str, user: str | None, thing: Thing, linked: Linked) -> None:
        """The user was given it, and this was recorded of it: one write."""
        now = self._clock()
        row = f"{named(user, thing)}:{linked.parent or ''}:{','.join(linked.turns)}"
        hashes = [_hash(user, thing), row]
        self._store.note_given(Scope(tenant=tenant, user=user), hashes, now, expired=now - GIVEN_KEPT)

    def linked(self, tenant: str, user: str | None, name: str) -> Linked | None:
        """What was last recorded of the thing with this name."""
        since = self._clock() - GIVEN_KEPT
        found = self._store.given_last(Scope(tenant=tenant, user=user), f"{name}:", since=since)
        if found is None:
            return None
        parent, _, turns = found.removeprefix(f"{name}:").partition(":")
        return Linked(parent=parent or None, turns=tuple(turns.split(",")))

    def known(self, tenant: str, user: str | None, things: Collection[Thing]) -> set[Thing]:
        """Those of them that the user was given; None: whoever asked without a name."""
        hashes = {_hash(user, thing): thing for thing in things}
        since = self._clock() - GIVEN_KEPT
        found = self._store.given(Scope(tenant=tenant, user=user), list(hashes), since=since)
        return {hashes[hash] for hash in found}


def named(user: str | None, thing: Thing) -> str:
    """What a thing is called where it is kept what was recorded of it."""
    return _hash(user, (f"{RECORDED} {thing[0]}", thing[1]))


def _hash(user: str | None, thing: Thing) -> str:
    return hashlib.sha256(json.dumps([user, *thing]).encode()).hexdigest()[:HASH_CHARS]
