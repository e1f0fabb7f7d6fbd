"""A claim: what a text says that may become a memory, before it is weighed against what is known.

Extractors (rules or a language model) make claims; verification turns them into decisions.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

ENTITY_TYPES = ("person", "company", "place", "project", "tool", "concept", "event")


@dataclass(frozen=True, kw_only=True)
class Mention:
    """Somebody or something a claim names."""

    name: str
    type: str = "concept"
    weak: bool = False
    """It may be an ordinary word: it names somebody known already, or nobody."""


@dataclass(frozen=True, kw_only=True)
class Relation:
    """A tie between two mentions, in free words: ("Ana", "works at", "Acme")."""

    source: str
    relation: str
    target: str
    confidence: float = 1.0


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One statement in the third person, in the language it was made in."""

    content: str
    kind: str = "fact"
    confidence: float = 1.0
    """Certainty of the words: a hedge ("probably", "I think") lowers it."""
    polarity: int = 1
    """-1: something is denied or disliked."""
    tags: tuple[str, ...] = ()
    occurred_at: datetime | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    quote: str = ""
    """The words of the source it rests on."""
    instead_of: str = ""
    """The claim that the speaker takes back with it, as it was drawn."""
    field: str = ""
    """The tag of a domain's field that has one value at a time: another one that is known is so no more."""
    mentions: tuple[Mention, ...] = ()
    relations: tuple[Relation, ...] = ()
