"""L4, how much: characters a day. Pure. The limit on entries is `recollect.lifecycle.sweep`'s."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple


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
