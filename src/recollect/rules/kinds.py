"""How kinds map to the vocabularies of the compatible systems (sectors and four canonical types)."""

from __future__ import annotations

from recollect.errors import UnknownName

TYPES = ("factual", "episodic", "procedural", "semantic")

_SECTOR_OF_KIND = {
    "fact": "semantic",
    "preference": "semantic",
    "correction": "semantic",
    "relationship": "semantic",
    "skill": "semantic",
    "decision": "episodic",
    "commitment": "episodic",
    "event": "episodic",
    "procedure": "procedural",
    "feeling": "emotional",
    "reflection": "reflective",
    "note": "semantic",
}
_TYPE_OF_KIND = {
    "fact": "factual",
    "preference": "factual",
    "correction": "factual",
    "relationship": "factual",
    "skill": "factual",
    "decision": "episodic",
    "commitment": "episodic",
    "event": "episodic",
    "procedure": "procedural",
    "feeling": "episodic",
    "reflection": "semantic",
    "note": "semantic",
}
_KIND_OF_TYPE = {"factual": "fact", "episodic": "event", "procedural": "procedure", "semantic": "note"}


def sector_of(kind: str) -> str:
    """The default cognitive sector of a kind."""
    return _SECTOR_OF_KIND[kind]


def type_of(kind: str) -> str:
    """The canonical type a kind reads as."""
    return _TYPE_OF_KIND[kind]


def kind_of(type_name: str) -> str:
    """The kind a canonical type writes; any other name is refused."""
    if type_name not in _KIND_OF_TYPE:
        raise UnknownName(f"unknown memory type {type_name!r}; the types are {', '.join(TYPES)}")
    return _KIND_OF_TYPE[type_name]
