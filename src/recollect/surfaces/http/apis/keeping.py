"""Storing as OpenMemory does: what is said stays as it was said, and the same again makes it stronger.

Its clients expect every memory they added to be there. So what comes by its interface is not weighed against what is
known, as `add` does by itself: a text is kept under a key made of it, and a key says that nothing is to be weighed.
What came another way, or was changed since, has no such key, or an older one: it is found by its text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from starlette.requests import Request

from recollect.assemble import Engine
from recollect.engine.counting import as_new
from recollect.memory import Memory
from recollect.model.ids import new_id, without_case
from recollect.model.record import Record
from recollect.model.scope import Scope
from recollect.surfaces.http.surface import memory_of, principal_of

OWN_KEYS = "openmemory:"
GRAPH = "lgm"
"""The field of the metadata that says which node of which graph a memory is of."""
About = tuple[str | None, ...]


@dataclass(frozen=True, kw_only=True)
class Keeper:
    """Keeps memories for whoever sent a request."""

    memory: Memory
    engine: Engine
    tenant: str
    now: datetime

    def keep(
        self, content: str, *, user: str, metadata: dict[str, Any], project: str | None = None, **more: Any
    ) -> tuple[Record, bool]:
        """The memory, and whether it was known."""
        about, memory = about_of(metadata), self.memory
        key = key_of(content, *about)
        taken = held(memory, key, user)
        known = taken if taken is not None and without_case(taken.content) == without_case(content) else None
        if known is None:
            alike = self.engine.memories.same_text(Scope(tenant=self.tenant, user=user, project=project), content)
            known = next((one for one in alike if about_of(one.metadata) == about), None)
        if known is not None:
            return memory.reinforce(known.id), True
        _, strength = as_new(content, metadata)  # its sectors are not given on: as if somebody had chosen them
        # what holds the key was changed since and says something else: this one is kept without it
        name: dict[str, Any] = {"key": key} if taken is None else {"id": new_id(self.now)}
        more |= {"user": user, "project": project, "metadata": metadata, "strength": strength}
        return memory.add(content, **name, **more).records[0], False


def keeper_of(request: Request) -> Keeper:
    tenants, tenant = request.app.state.tenants, principal_of(request).tenant
    return Keeper(memory=memory_of(request), engine=tenants.engine(tenant), tenant=tenant, now=tenants.now())


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
