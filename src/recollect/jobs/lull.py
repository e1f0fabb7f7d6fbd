"""Background work lets those who wait go first: a job begins in a lull, or when it has waited long enough.

Jobs and requests of one process share its interpreter: a job that begins while somebody is being answered makes him
wait for it. Between two requests there is time. Nothing starves: a wait has an end, and work that has piled up does not
wait.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

LULL_S = 0.02
"""So long nobody may have come or gone, and nobody may be waiting for the first byte of his answer."""
WAIT_MAX_S = 0.5
PILED_UP_S = 30.0
"""When a job has been due for this long, there is more work than lulls."""


class Traffic:
    """Notes that somebody came or was answered, and lets a worker wait for a lull."""

    def __init__(
        self, monotonic: Callable[[], float] = time.monotonic, wait: Callable[[float], bool] | None = None
    ) -> None:
        self._monotonic = monotonic
        self._last = monotonic() - LULL_S
        self._waiting = 0
        self._lock = threading.Lock()
        self._wait = wait or threading.Event().wait

    def note(self) -> None:
        self._last = self._monotonic()

    def came(self) -> None:
        """Somebody waits for an answer to begin, until `served` is called for him."""
        with self._lock:
            self._waiting += 1
        self.note()

    def served(self) -> None:
        with self._lock:
            self._waiting -= 1
        self.note()

    def lull(self, due_for_s: float = 0.0) -> None:
        """Return when nobody waits and nobody has come or gone for a moment, or after `WAIT_MAX_S`."""
        if due_for_s >= PILED_UP_S:
            return
        end = self._monotonic() + WAIT_MAX_S
        while True:
            now = self._monotonic()
            left = min(now + LULL_S if self._waiting else self._last + LULL_S, end) - now
            if left <= 0:
                return
            self._wait(left)
