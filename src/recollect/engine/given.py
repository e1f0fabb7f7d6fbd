"""Whose the things are that a server's upstream keeps: who was given which, known to every process of a store.

Kept as hashes of user and id, and of an answer that was recorded the id of its turn: nothing here says what was given,
or what it holds.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from recollect.contracts.access import AccessKeeping
from recollect.model.scope import Scope

GIVEN_KEPT = timedelta(days=30)
"""As long as OpenAI keeps responses."""
HASH_CHARS = 32
RESPONSE, ITEM, CONVERSATION = "response", "item", "conversation"
"""Kinds of things that the upstream keeps; the last is also what a request calls it."""
RECORDED = "recorded"
"""Before the kind of what was recorded as a turn."""
Thing = tuple[str, str]
"""What kind of thing it is, and its id at the upstream."""


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

    def link(self, tenant: str, user: str | None, thing: Thing, turn: str) -> None:
        """The user was given it, and it was recorded as this turn: one write."""
        now = self._clock()
        hashes = [_hash(user, thing), _begins(user, thing) + turn]
        self._store.note_given(Scope(tenant=tenant, user=user), hashes, now, expired=now - GIVEN_KEPT)

    def linked(self, tenant: str, user: str | None, thing: Thing) -> str | None:
        """The turn that it was last recorded as."""
        begins, since = _begins(user, thing), self._clock() - GIVEN_KEPT
        found = self._store.given_last(Scope(tenant=tenant, user=user), begins, since=since)
        return None if found is None else found.removeprefix(begins)

    def known(self, tenant: str, user: str | None, things: Collection[Thing]) -> set[Thing]:
        """Those of them that the user was given. `user` None: a key without one, which speaks for its tenant."""
        hashes = {_hash(user, thing): thing for thing in things}
        since = self._clock() - GIVEN_KEPT
        found = self._store.given(Scope(tenant=tenant, user=user), list(hashes), since=since)
        return {hashes[hash] for hash in found}


def _begins(user: str | None, thing: Thing) -> str:
    return f"{_hash(user, (f'{RECORDED} {thing[0]}', thing[1]))}:"


def _hash(user: str | None, thing: Thing) -> str:
    return hashlib.sha256(json.dumps([user, *thing]).encode()).hexdigest()[:HASH_CHARS]
