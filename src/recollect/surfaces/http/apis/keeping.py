"""Storing as OpenMemory does: what is said stays as it was said, and the same again makes it stronger.

Its clients expect every memory they added to be there. So what comes by its interface is not weighed against what is
known, as `add` does by itself: a text is kept under a key made of it, and a key says that nothing is to be weighed.
What came another way, or was changed since, has no such key, or an older one: it is found by its text. Of two requests
with the same text at once, one stores it: in a process by a lock, among several because a key belongs to one record.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from starlette.requests import Request

from recollect.assemble import Engine
from recollect.engine.counting import as_new
from recollect.errors import InvalidState, NotFound
from recollect.memory import Memory
from recollect.model.ids import new_id, without_case
from recollect.model.record import Record
from recollect.model.scope import Scope
from recollect.surfaces.http.surface import memory_of, principal_of

OWN_KEYS = "openmemory:"
GRAPH = "lgm"
"""The field of the metadata that says which node of which graph a memory is of."""
KEYS_MAX = 20
"""Of one text: the next is taken where what holds the one before was changed since and says something else."""
TRIES_MAX = 5
"""What was known may be deleted or changed before it is made stronger."""
About = tuple[str | None, ...]


class Turns:
    """Who keeps the same text for the same user waits for his turn."""

    def __init__(self) -> None:
        self._locks = [threading.Lock() for _ in range(64)]

    def of(self, *named: str) -> threading.Lock:
        return self._locks[hash(named) % len(self._locks)]


@dataclass(frozen=True, kw_only=True)
class Keeper:
    """Keeps memories for whoever sent a request."""

    memory: Memory
    engine: Engine
    tenant: str
    now: datetime
    turns: Turns

    def keep(
        self, content: str, *, user: str, metadata: dict[str, Any], project: str | None = None, **more: Any
    ) -> tuple[Record, bool]:
        """The memory, and whether it was known."""
        more |= {"user": user, "project": project, "metadata": metadata}
        with self.turns.of(self.tenant, user, key_of(content, *about_of(metadata))):
            for _ in range(TRIES_MAX - 1):
                try:
                    return self._keep(content, more)
                except (NotFound, InvalidState):
                    continue  # it was there a moment ago
            return self._keep(content, more)

    def _keep(self, content: str, more: dict[str, Any]) -> tuple[Record, bool]:
        user, metadata = more["user"], more["metadata"]
        known, name = self._place(content, user, about_of(metadata))
        if known is None:
            alike = self.engine.memories.same_text(
                Scope(tenant=self.tenant, user=user, project=more["project"]), content
            )
            known = next((one for one in alike if about_of(one.metadata) == about_of(metadata)), None)
        if known is not None:
            return self.memory.reinforce(known.id), True
        _, strength = as_new(content, metadata)  # its sectors are not given on: as if somebody had chosen them
        named: dict[str, Any] = {"key": name} if name is not None else {"id": new_id(self.now)}
        made = self.memory.add(content, **named, strength=strength, **more).records[0]
        return made, self._was_held(made)

    def _was_held(self, made: Record) -> bool:
        """Another process had the key first: this is its record. One that had only expired nobody knew any more."""
        if made.version == 1:
            return False
        earlier = next((one for one in self.memory.history(made.id) if one.version == made.version - 1), None)
        return earlier is None or earlier.expires_at is None or earlier.expires_at > self.now

    def _place(self, content: str, user: str, about: About) -> tuple[Record | None, str | None]:
        """What has a key of this text and says it; else the first of its keys that nobody has."""
        key = key_of(content, *about)
        for place in range(KEYS_MAX):
            name = f"{key}:{place}" if place else key
            taken = held(self.memory, name, user)
            if taken is None or without_case(taken.content) == without_case(content):
                return taken, name
        return None, None


def keeper_of(request: Request) -> Keeper:
    tenants, tenant = request.app.state.tenants, principal_of(request).tenant
    return Keeper(
        memory=memory_of(request),
        engine=tenants.engine(tenant),
        tenant=tenant,
        now=tenants.now(),
        turns=request.app.state.turns,
    )


def key_of(content: str, *about: str | None) -> str:
    """The same for texts that differ in letter case and spaces alone, said about the same."""
    told = "\x1f".join([*(name or "" for name in about), without_case(content)])
    return OWN_KEYS + hashlib.sha256(told.encode()).hexdigest()[:32]


def about_of(metadata: Mapping[str, Any]) -> About:
    """What a memory is about beside its text: a node of a graph in a namespace, or nothing."""
    said = metadata.get(GRAPH)
    named = [said.get(name) for name in ("namespace", "graph_id", "node")] if isinstance(said, dict) else []
    return (GRAPH, *(name if isinstance(name, str) else None for name in named)) if named else ()


def changed(memory: Memory, record: Record, changes: dict[str, Any]) -> Record:
    """Change a memory; with its text, the key under which the same text is found."""
    if "content" in changes and (record.key or "").startswith(OWN_KEYS):
        key = key_of(changes["content"], *about_of(changes.get("metadata") or record.metadata))
        free = held(memory, key, record.user) is None
        changes = {**changes, "key": key if free else None}
    return memory.update(record.id, **changes)


def held(memory: Memory, key: str, user: str | None) -> Record | None:
    """What a user has under a key."""
    return next((one for one in memory.list(user=user, key=key, limit=2) if one.user == user), None)
