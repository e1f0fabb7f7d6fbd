"""What a level says when it does not let something through."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from recollect.errors import OverBudget, RateLimited, RecollectError

LEVELS = ("rate", "quality", "duplicates", "budget")


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """Which level, what it was about, which limit, and when to come back (None: the same thing will not pass later)."""

    level: str
    what: str
    limit: str
    retry_at: datetime | None = None
    message: str

    def error(self, now: datetime) -> RecollectError:
        """The refusal as the error to raise."""
        wait_s = max(0.0, (self.retry_at - now).total_seconds()) if self.retry_at else None
        if self.level == "rate":
            return RateLimited(self.message, retry_after_s=wait_s or 0.0)
        return OverBudget(self.message, retry_after_s=wait_s)
