"""L4, how much: characters a day, and a cap on entries whose excess is archived, never erased. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from recollect.model.record import ACTIVE, Record

DAY_S = 86_400.0
KEPT_LAYERS = ("override", "profile", "turn", "document")
"""Not counted as entries: what a person fixed, and what has a retention of its own."""
EVERGREEN_TAG = "evergreen"


class Spent(NamedTuple):
    """Characters taken in on a day (UTC)."""

    day: date
    chars: int


class Spending(NamedTuple):
    """The count afterwards, and when there is room again (None: there was room)."""

    spent: Spent
    retry_at: datetime | None


def spend(spent: Spent | None, chars: int, *, chars_per_day: int, now: datetime) -> Spending:
    """Count `chars` against today's budget; over it nothing is counted, and tomorrow (UTC) begins anew."""
    today = now.astimezone(UTC).date()
    so_far = spent.chars if spent is not None and spent.day == today else 0
    if so_far + chars > chars_per_day:
        tomorrow = datetime.combine(today + timedelta(days=1), time(), UTC)
        return Spending(Spent(today, so_far), tomorrow)
    return Spending(Spent(today, so_far + chars), None)


def to_archive(records: Iterable[Record], *, entries_max: int, now: datetime) -> tuple[str, ...]:
    """Ids of the excess over `entries_max` among the records of one owner, weakest first, oldest first among equals.

    0 means no cap. Evergreen records go last. Worked: a cap of 2 over strengths .9, .1, .5 archives the one of .1.
    """
    entries = [record for record in records if _counts(record)]
    excess = len(entries) - entries_max
    if entries_max <= 0 or excess <= 0:
        return ()
    entries.sort(key=lambda record: _worth(record, now))
    return tuple(record.id for record in entries[:excess])


def _counts(record: Record) -> bool:
    return record.current and record.status == ACTIVE and record.layer not in KEPT_LAYERS


def _worth(record: Record, now: datetime) -> tuple[bool, float, datetime, str]:
    """Strength as it is now (s·e^(−λ·days)), rounded so that a difference of a moment does not outweigh age."""
    age_days = max(0.0, (now - record.strength_at).total_seconds() / DAY_S)
    live = round(record.strength * math.exp(-record.decay_rate * age_days), 3)
    return EVERGREEN_TAG in record.tags, live, record.updated_at, record.id
