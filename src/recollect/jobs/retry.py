"""When a failed job runs again, and when it does not."""

from __future__ import annotations

from datetime import datetime, timedelta

ATTEMPTS_MAX = 5
FIRST_DELAY_S = 1.0
DELAY_S_MAX = 300.0


def next_try(attempts: int, now: datetime) -> datetime | None:
    """1, 2, 4, 8 seconds after the first, second, … failure; None after the fifth: the job is dead."""
    if attempts >= ATTEMPTS_MAX:
        return None
    return now + timedelta(seconds=min(FIRST_DELAY_S * 2 ** (attempts - 1), DELAY_S_MAX))
