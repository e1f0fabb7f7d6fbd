"""What `unarchive` makes of a record that is hidden: archived, or over and not swept yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from recollect.errors import InvalidState
from recollect.lifecycle.retention import is_shown
from recollect.model.record import ACTIVE, ARCHIVED, Record


def is_hidden(record: Record, cutoffs: Mapping[str, datetime], now: datetime) -> bool:
    """Whether there is something to bring back; `InvalidState` where it was replaced by something else."""
    if record.current:
        return record.status == ACTIVE and not is_shown(record, cutoffs, now)
    if record.status != ARCHIVED:
        raise InvalidState(f"record {record.id} is {record.status}, not archived")
    return True


def brought_back(old: Record, cutoffs: Mapping[str, datetime], now: datetime) -> Record:
    """It comes to stay: as strong as it once was, and without an end that has passed."""
    over = old.expires_at is not None and old.expires_at <= now
    new = replace(
        old,
        status=ACTIVE,
        ended_at=None,
        strength=max(old.strength_now(now), old.original_strength),
        strength_at=now,
        expires_at=None if over else old.expires_at,
    )
    if not is_shown(new, cutoffs, now):
        raise InvalidState(
            f"record {old.id} is older than the retention of its layer ({old.layer}), which would hide it again; "
            "raise retention_days, or add its text anew"
        )
    return new
