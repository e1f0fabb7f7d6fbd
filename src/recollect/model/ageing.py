"""What ageing looks at, and what it did: a record's light view, a sweep, a compaction, a receipt."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from recollect.model.record import DAY_S

REINFORCEMENT = 0.1
"""What one recall adds to a record's strength."""
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
        rate = 0.0 if self.evergreen else self.decay_rate
        return min(1.0, max(0.0, self.strength * math.exp(-rate * days)))


@dataclass(frozen=True, kw_only=True)
class Policy:
    """How a store ages. The defaults archive only what somebody gave an end."""

    retention_days: Mapping[str, float] = field(default_factory=dict)
    """Layer -> how long its records are shown; 0 or absent: for ever."""
    entries_max: int = 0
    """Entries of one user and agent; 0: no limit."""
    forget_below: float = 0.0
    """Memories that are weaker than this are archived; 0: none."""
    decisions_kept_days: float = 0.0
    """0: for ever."""
    compact_after_days: float = 0.0
    """The daily job compacts what is older; 0: it does not compact."""

    @property
    def by_strength(self) -> bool:
        """Whether a sweep must look at what is neither expired nor too old."""
        return self.entries_max > 0 or self.forget_below > 0


@dataclass(frozen=True, kw_only=True)
class Swept:
    """What a sweep archived, or would have: how many for each reason."""

    reasons: Mapping[str, int] = field(default_factory=dict)
    dry_run: bool = False
    compacted: int = 0
    """Besides, how many old memories summaries took the place of, where `auto_compact` is on."""

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
class Cleared:
    """What was deleted because it matched, or would have been."""

    matching: int
    removed: int
    """Also what rested on the matching ones alone."""
    dry_run: bool = False


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
    keys_left: int = 0
    """Keys that speak for whoever was erased, and still work: whoever asked may not take keys away, or did not."""

    @property
    def records(self) -> int:
        return self.counts.get("records", 0)
