"""Limits at the door: how many requests a key may send in a minute."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from recollect.engine.hot import Taken
from recollect.errors import RateLimited

WINDOW_S = 60.0
CALLERS_MAX = 100_000


@dataclass(frozen=True, kw_only=True)
class Allowance:
    """What is left to a caller."""

    limit: int
    remaining: int
    reset_s: float
    """Until the whole limit is there again."""

    @property
    def headers(self) -> dict[str, str]:
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.remaining),
            "X-RateLimit-Reset": str(max(0, round(self.reset_s))),
        }


class RequestLimit:
    """A bucket a caller: it holds a minute's requests and fills evenly, so that a burst passes and a flood does not."""

    def __init__(
        self, monotonic: Callable[[], float] = time.monotonic, shared: Callable[[str, int], Taken | None] | None = None
    ) -> None:
        """`shared` counts for all processes of a server; while it says None, each counts for itself."""
        self._monotonic = monotonic
        self._shared = shared
        self._lock = threading.Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, caller: str, limit: int) -> Allowance | None:
        """One request; None: there is no limit. `RateLimited` when none is left."""
        if limit <= 0:
            return None
        rate = limit / WINDOW_S
        taken = None if self._shared is None else self._shared(caller, limit)
        if taken is not None:
            return self._allowance(limit, taken.left, allowed=taken.refused is None)
        now = self._monotonic()
        with self._lock:
            left, at = self._buckets.get(caller, (float(limit), now))
            left = min(float(limit), left + (now - at) * rate)
            allowed = left >= 1.0
            left -= allowed
            self._buckets[caller] = (left, now)
            self._buckets.move_to_end(caller)
            if len(self._buckets) > CALLERS_MAX:
                self._buckets.popitem(last=False)
        return self._allowance(limit, left, allowed=allowed)

    def _allowance(self, limit: int, left: float, *, allowed: bool) -> Allowance:
        rate = limit / WINDOW_S
        allowance = Allowance(limit=limit, remaining=int(left), reset_s=(limit - left) / rate)
        if not allowed:
            wait = (1.0 - left) / rate
            raise Exhausted(
                f"this key has sent its {limit} requests of a minute; send the next in {max(1, round(wait))} s",
                retry_after_s=wait,
                allowance=allowance,
            )
        return allowance


class Exhausted(RateLimited):
    """Rate limited at the door; nothing was read or done."""

    def __init__(self, message: str, *, retry_after_s: float, allowance: Allowance) -> None:
        super().__init__(message, retry_after_s=retry_after_s)
        self.allowance = allowance
