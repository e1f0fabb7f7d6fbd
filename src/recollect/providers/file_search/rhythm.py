"""When an index is to be brought up to date, and when its vectors are to be made. Time is an argument: seconds of any
clock that does not go back.

An update is due at the start, every `interval_s`, and when somebody says that files changed, but never sooner than
`debounce_s` after the one before. Vectors follow an update, at the start and every `embed_interval_s`. What failed is
tried again after a pause that doubles, up to an hour.

Worked (interval 300, debounce 15, embed 3600): start at 0: update and embed at 0; a change at 5: update at 15; then at
315; embed again at 3600 with the next update.
"""

from __future__ import annotations

from dataclasses import dataclass

RETRY_S = 60.0
RETRY_MAX_S = 3600.0


@dataclass(frozen=True, kw_only=True)
class Pace:
    """0 as an interval: only at the start, and for updates when asked."""

    interval_s: float = 300.0
    debounce_s: float = 15.0
    on_boot: bool = True
    embed_interval_s: float = 3600.0
    embeds: bool = True


class Rhythm:
    """The times of one index. Not locked: the owner does that."""

    def __init__(self, pace: Pace, now_s: float) -> None:
        self._pace = pace
        self._updated_at: float | None = None
        self._failures = 0
        self._embed_failures = 0
        self._next_s: float | None = now_s if pace.on_boot else self._after(now_s, pace.interval_s)
        self._embed_s: float | None = now_s if pace.embeds else None

    @property
    def next_s(self) -> float | None:
        """When the next update is due; None: when somebody asks."""
        return self._next_s

    def update_due(self, now_s: float) -> bool:
        return self._next_s is not None and now_s >= self._next_s

    def embed_due(self, now_s: float) -> bool:
        """Asked after an update that worked."""
        return self._embed_s is not None and now_s >= self._embed_s

    def changed(self, now_s: float) -> None:
        """Files changed: an update is due once the last one is `debounce_s` ago. A pause after failures is kept."""
        if self._failures:
            return
        soonest = now_s if self._updated_at is None else max(now_s, self._updated_at + self._pace.debounce_s)
        self._next_s = soonest if self._next_s is None else min(self._next_s, soonest)

    def updated(self, now_s: float) -> None:
        self._failures = 0
        self._updated_at = now_s
        self._next_s = self._after(now_s, self._pace.interval_s)

    def update_failed(self, now_s: float) -> None:
        self._failures += 1
        self._next_s = now_s + _pause_s(self._failures)

    def embedded(self, now_s: float) -> None:
        self._embed_failures = 0
        self._embed_s = self._after(now_s, self._pace.embed_interval_s)

    def embed_failed(self, now_s: float) -> None:
        self._embed_failures += 1
        self._embed_s = now_s + _pause_s(self._embed_failures)

    def _after(self, now_s: float, interval_s: float) -> float | None:
        return now_s + interval_s if interval_s > 0 else None


def _pause_s(failures: int) -> float:
    """60, 120, 240, … 3600."""
    return min(RETRY_MAX_S, RETRY_S * 2.0 ** min(failures - 1, 10))
