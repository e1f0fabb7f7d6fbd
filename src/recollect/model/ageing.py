"""What ageing looks at, and what it did: a record's light view, a sweep, a compaction, a receipt."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from recollect.model.record import DAY_S

REASONS = ("expired", "retention", "faded", "cap")
EXPIRED, RETENTION, FADED, CAP = REASONS
"""Why a sweep archives: its time is over, it is too old for its layer, too weak, or one too many."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ageing:
    """An active record, without what it says."""

    item: int
    id: str
    layer: str
    agent: str | None
    evergreen: bool
    strength: float
    strength_at: datetime
    decay_rate: float
    created_at: datetime
    updated_at: datetime
    expires_at: datetime | None = None

    def strength_now(self, now: datetime) -> float:
        """As `Record.strength_now`."""
        days = max(0.0, (now - self.strength_at).total_seconds() / DAY_S)
        return min(1.0, max(0.0, self.strength * math.exp(-self.decay_rate * days)))


@dataclass(frozen=True, kw_only=True)
class Swept:
    """What a sweep archived, or would have: how many for each reason."""

    reasons: Mapping[str, int] = field(default_factory=dict)
    dry_run: bool = False

    @property
    def archived(self) -> int:
        return sum(self.reasons.values())


@dataclass(frozen=True, kw_only=True)
class Compaction:
    """What a compaction did, or would do."""

    candidates: int
    """Records that a summary takes the place of."""
    tokens_total: int
    """Of the candidates, before."""
    tokens_saved: int
    archived: int
    summary_ids: tuple[str, ...] = ()
    """Usually one; records of different agents or projects do not share a summary, nor do more than fit into one."""
    dry_run: bool = False

    @property
    def summary_id(self) -> str | None:
        return self.summary_ids[0] if self.summary_ids else None


@dataclass(frozen=True, kw_only=True)
class Receipt:
    """What was erased, as counts: nothing of what it said."""

    tenant: str
    user: str | None
    """None: the shared space."""
    everyone: bool = False
    erased_at: datetime
    counts: Mapping[str, int] = field(default_factory=dict)
    """What -> how many."""

    @property
    def records(self) -> int:
        return self.counts.get("records", 0)
