"""Storing as OpenMemory does: what is said stays as it was said, and the same again makes it stronger.

Its clients expect every memory they added to be there. So what comes by its interface is not weighed against what is
known, as `add` does by itself: a text is kept under a key made of it, and a key says that nothing is to be weighed.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any

from recollect.engine.counting import as_new
from recollect.memory import Memory
from recollect.model.ids import new_id
from recollect.model.record import Record

OWN_KEYS = "openmemory:"


def key_of(content: str, *about: str | None) -> str:
    """The same for texts that differ in letter case and spaces alone, said about the same."""
    told = "\x1f".join([*(name or "" for name in about), _plain(content)])
    return OWN_KEYS + hashlib.sha256(told.encode()).hexdigest()[:32]


def keep(
    memory: Memory, content: str, *, key: str, user: str, metadata: dict[str, Any], now: datetime, **more: Any
) -> tuple[Record, bool]:
    """The memory, and whether it was known."""
    known = held(memory, key, user)
    if known is not None and _plain(known.content) == _plain(content):
        return memory.reinforce(known.id), True
    sectors, strength = as_new(content, metadata)
    # what holds the key was changed since and says something else: this one is kept without it
    name: dict[str, Any] = {"key": key} if known is None else {"id": new_id(now)}
    added = memory.add(content, user=user, metadata=metadata, sectors=sectors, strength=strength, **name, **more)
    return added.records[0], False


def changed(memory: Memory, record: Record, changes: dict[str, Any]) -> Record:
    """Change a memory; with its text, the key under which the same text is found."""
    if "content" in changes and (record.key or "").startswith(OWN_KEYS):
        key = key_of(changes["content"])
        free = held(memory, key, record.user) is None
        changes = {**changes, "key": key if free else None}
    return memory.update(record.id, **changes)


def held(memory: Memory, key: str, user: str | None) -> Record | None:
    """What a user has under a key."""
    return next((one for one in memory.list(user=user, key=key, limit=2) if one.user == user), None)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
