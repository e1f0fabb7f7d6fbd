"""The worker: a thread that does queued jobs while a Memory is open. It starts with the first one."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable

from recollect.errors import StoreReadOnly

POLL_S = 5.0
"""How often it looks for jobs of other processes and for retries that have become due."""
LIVES_ON_S = 60.0
"""A process that is used for longer than this also does what comes periodically."""


class Worker:
    """Runs `work` until there is none, then waits to be woken."""

    def __init__(
        self,
        work: Callable[[], bool],
        *,
        rhythm: Callable[[], object] | None = None,
        poll_s: float = POLL_S,
        lives_on_s: float = LIVES_ON_S,
    ) -> None:
        """`rhythm` queues what comes periodically; it is asked with each look for work, after `lives_on_s`."""
        self._work = work
        self._rhythm = rhythm
        self._poll_s = poll_s
        self._begins = time.monotonic() + lives_on_s
        self._wake = threading.Event()
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._abandoned: Callable[[], bool] | None = None
        self.last_failure: str | None = None
        """Why the last look for work failed, when it did; the next look comes anyway."""

    def belongs_to(self, owner: object, left: Callable[[], object]) -> None:
        """When the owner is gone without having closed it, it does what is due at its next look, calls `left` and ends:
        else its thread would keep everything open. (Nothing may be done at the moment the owner goes: that can be in
        any thread, within any lock.)"""
        reference = weakref.ref(owner)

        def abandoned() -> bool:
            gone = reference() is None
            if gone:
                left()
            return gone

        self._abandoned = abandoned

    def wake(self) -> None:
        """There is something to do."""
        self._wake.set()
        self._start()

    def stand_by(self) -> None:
        """The process is in use. Once it has lived for a while, what comes periodically begins; until then, and in a
        process that only looks in, this costs nothing."""
        if self._thread is None and self._rhythm is not None and time.monotonic() >= self._begins:
            self._start()

    @property
    def running(self) -> bool:
        """Whether it has been started, and not stopped since."""
        return self._thread is not None and not self._stop.is_set()

    @property
    def stopping(self) -> bool:
        return self._stop.is_set()

    def _start(self) -> None:
        with self._lock:
            if self._thread is None and not self._stop.is_set():
                self._thread = threading.Thread(target=self._loop, name="recollect-worker", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Finish the running job; the rest stays queued."""
        self._stop.set()
        self._wake.set()
        with self._lock:
            thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join()

    def _loop(self) -> None:
        while not self._stop.is_set():
            self._wake.wait(self._poll_s)
            self._wake.clear()
            if self._stop.is_set():
                return
            try:
                if self._rhythm is not None and time.monotonic() >= self._begins:
                    self._rhythm()
                while not self._stop.is_set() and self._work():
                    pass
            except StoreReadOnly as error:
                self.last_failure = str(error)
                return
            except Exception as error:  # busy, full, away or a fault of ours: looked at again later
                self.last_failure = str(error) or type(error).__name__
            if self._abandoned is not None and self._abandoned():
                self._stop.set()
                return
