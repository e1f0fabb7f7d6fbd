"""A circuit breaker: whom to leave alone for a while after it failed several times in a row.

Pure but for its own state; time is an argument. Closed, everything passes. After `failures_max` failures in a row it is
open for `open_s`; then one request is let through: when that works it closes, when it fails it is open again. (Osaurus:
5 failures, 60 s.) Worked: failures at 0, 1, 2, 3, 4 s open it until 64 s; the request at 64 s is the probe.
"""

from __future__ import annotations

from typing import Final

FAILURES_MAX: Final = 5
OPEN_S: Final = 60.0
PROBE_S: Final = 300.0
"""A probe that was never reported back is given up after this long, so that no lost thread keeps it open for ever."""


class Breaker:
    """Times are seconds of any clock that does not go back. Not locked: the owner does that."""

    def __init__(self, *, failures_max: int = FAILURES_MAX, open_s: float = OPEN_S) -> None:
        self._failures_max = failures_max
        self._open_s = open_s
        self._failures = 0
        self._opened_at: float | None = None
        self._probing_since: float | None = None

    def state(self, now_s: float) -> str:
        """`closed`, `open` or `half-open`."""
        if self._opened_at is None:
            return "closed"
        return "half-open" if now_s - self._opened_at >= self._open_s else "open"

    def wait_s(self, now_s: float) -> float:
        """How long until a request may pass; 0 when one may now."""
        if self._opened_at is None:
            return 0.0
        left = self._open_s - (now_s - self._opened_at)
        if left > 0:
            return left
        if self._probing_since is not None:
            return max(0.0, PROBE_S - (now_s - self._probing_since))
        return 0.0

    def enter(self, now_s: float) -> bool:
        """Whether a request may be made now. True while half-open means: this one is the probe."""
        if self.wait_s(now_s) > 0:
            return False
        if self._opened_at is not None:
            self._probing_since = now_s
        return True

    @property
    def failures(self) -> int:
        """Failures in a row."""
        return self._failures

    def left(self) -> None:
        """A request that was let in was not made after all."""
        self._probing_since = None

    def succeeded(self) -> None:
        self._failures = 0
        self._opened_at = None
        self._probing_since = None

    def failed(self, now_s: float) -> None:
        self._failures += 1
        if self._opened_at is not None or self._failures >= self._failures_max:
            self._opened_at = now_s
            self._probing_since = None
