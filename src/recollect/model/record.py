"""The record: one shape for everything that is remembered, on five independent axes.

layer (what it is), kind (what it says), scope (whose), strength (how alive), time and version. The fixed vocabularies
are tuples because stores and columns keep their index; append to them, never reorder.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from recollect.model.scope import Scope

CHARS_PER_TOKEN = 4
"""What the compatible systems count a token as, without a tokenizer."""
LAYERS = ("override", "profile", "memory", "summary", "turn", "document")
KINDS = (
    "fact",
    "preference",
    "decision",
    "correction",
    "commitment",
    "relationship",
    "skill",
    "event",
    "procedure",
    "feeling",
    "reflection",
    "note",
)
STATUSES = ("active", "superseded", "archived", "pending_review", "rejected")
ROLES = ("", "user", "assistant", "system", "tool")
SECTORS = ("episodic", "semantic", "procedural", "emotional", "reflective")
SOURCES = ("user", "assistant", "tool", "document", "file", "import", "system")

ACTIVE, SUPERSEDED, ARCHIVED, PENDING_REVIEW, REJECTED = STATUSES
AGELESS_LAYERS = ("override", "profile")
"""What a person fixed or the program keeps anew itself: it is never too old."""
DAY_S = 86_400.0
EVERGREEN_TAG = "evergreen"
"""A record with this tag does not age; nor does an override."""

PLANNED = "commitment"
CORRECTION = "correction"
ENDS = "ends"
"""The kind of an edge from what begins on a later day to what holds until then."""
_OF_A_DAY = (PLANNED, "decision", "event")
"""What has a day rather than a period, and is told before it comes."""
ONCE_CURRENT = (ACTIVE, SUPERSEDED, ARCHIVED)
"""Statuses of what was, at some time, part of the memory; the others never were."""


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """Where a record comes from. `trust` (0..1) is set from the channel by the program; text cannot claim it."""

    source: str = "user"
    reference: str | None = None
    content_hash: str = ""
    trust: float = 1.0


@dataclass(frozen=True, kw_only=True)
class Record:
    """One version of one remembered thing.

    `id` stays with the current version: when a record is edited, the version it replaces gets an id of its own and
    `previous_version_id` of the new one points to it.
    """

    id: str
    content: str
    scope: Scope
    layer: str = "memory"
    kind: str = "note"
    key: str | None = None
    """A stable name given by the caller: adding with the same key again makes a new version."""
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict, hash=False)
    sectors: tuple[str, ...] = ()
    """Primary sector first."""

    role: str = ""
    speaker: str | None = None
    position: int = 0

    confidence: float = 1.0
    strength: float = 0.5
    original_strength: float = 0.5
    strength_at: datetime
    decay_rate: float = 0.0
    access_count: int = 0
    last_accessed_at: datetime | None = None

    occurred_at: datetime | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    created_at: datetime
    updated_at: datetime
    """When this version became current."""
    expires_at: datetime | None = None
    ended_at: datetime | None = None
    """When this version stopped being current; None while it is."""

    status: str = ACTIVE
    version: int = 1
    previous_version_id: str | None = None
    provenance: Provenance = field(default_factory=Provenance)
    item: int = 0
    """The integer shared by row, postings and vector; set by the store."""

    def but(self, **changes: Any) -> Record:
        """Like `dataclasses.replace`, without building every field anew: 1 µs for what takes 20."""
        fields = self.__dict__.copy()
        fields.update(changes)
        other = object.__new__(Record)
        object.__setattr__(other, "__dict__", fields)
        return other

    @property
    def user(self) -> str | None:
        return self.scope.user

    @property
    def agent(self) -> str | None:
        return self.scope.agent

    @property
    def session(self) -> str | None:
        return self.scope.session

    @property
    def project(self) -> str | None:
        return self.scope.project

    @property
    def current(self) -> bool:
        return self.ended_at is None

    @property
    def tokens(self) -> int:
        """About how many its text has: a quarter of its characters, rounded up. Worked: "abcdefghi" has 3."""
        return math.ceil(len(self.content) / CHARS_PER_TOKEN)

    @property
    def evergreen(self) -> bool:
        """Whether neither its score nor its strength fades."""
        return EVERGREEN_TAG in self.tags or self.layer == "override"

    @property
    def fading(self) -> float:
        """The rate at which its strength goes: none for what is evergreen."""
        return 0.0 if self.evergreen else self.decay_rate

    def over_before(self, other: Record) -> bool:
        """Whether it was true no more when the other began to be. Not of plans: theirs is the time planned for, which
        is what changes."""
        if self.valid_until is None or PLANNED in (self.kind, other.kind):
            return False
        return self.valid_until <= (other.valid_from or other.said_at)

    def begins_after(self, moment: datetime) -> bool:
        """Whether it was not so yet at that moment."""
        return self.valid_from is not None and self.valid_from > moment and self.kind not in _OF_A_DAY

    def over_by(self, now: datetime) -> bool:
        """Whether it is so no more. What is not so yet is told, with the day from which it will be."""
        return self.valid_until is not None and self.valid_until <= now

    def holds(self, now: datetime) -> bool:
        """Whether it is so now: begun, and not over."""
        return not self.begins_after(now) and not self.over_by(now)

    @property
    def said_at(self) -> datetime:
        return self.occurred_at or self.created_at

    def strength_now(self, now: datetime) -> float:
        """s·e^(−λ·days since `strength_at`), within 0..1. Worked: 0.5 at λ 0.005 is 0.4304 after 30 days."""
        return self._faded(now, self.fading)

    def fading_from(self, now: datetime, rate: float) -> Record:
        """The same where it has faded at another rate so far: its own begins now. Worked: 0.5 that was evergreen for a
        year is 0.5 when the tag goes."""
        return self.but(strength=self._faded(now, rate), strength_at=now)

    def _faded(self, now: datetime, rate: float) -> float:
        days = max(0.0, (now - self.strength_at).total_seconds() / DAY_S)
        return min(1.0, max(0.0, self.strength * math.exp(-rate * days)))


@dataclass(frozen=True, kw_only=True)
class Edge:
    """A directed link between two things of one space: waypoint, entity relation, derived_from, part_of."""

    source_type: str
    source: str
    target_type: str
    target: str
    kind: str
    weight: float = 1.0
    confidence: float = 1.0
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    created_at: datetime
    ended_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Neighbour:
    """Another record that a record is linked with, and how: seen from the one that was asked about."""

    kind: str
    """derived_from, merged_from, waypoint and so on, as the link runs."""
    outgoing: bool
    """Whether the link runs from the record that was asked about to this one."""
    weight: float
    record: Record


@dataclass(frozen=True, kw_only=True)
class Tombstone:
    """What is left of a deleted record: that it existed, and nothing of what it said."""

    id: str
    deleted_at: datetime
