"""Who waits for the next change of a tenant: feeds of events."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from recollect.model.notice import ITEMS, KEYS, Notice

Wake = Callable[[Notice], None]


class Waiting:
    """Wakes those who wait; from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[str, list[Wake]] = {}

    @contextmanager
    def of(self, tenant: str, wake: Wake) -> Iterator[None]:
        """Meanwhile `wake` is called when something of the tenant's may have changed, or somebody's key."""
        with self._lock:
            self._waiting.setdefault(tenant, []).append(wake)
        try:
            yield
        finally:
            with self._lock:
                self._waiting[tenant].remove(wake)
                if not self._waiting[tenant]:
                    del self._waiting[tenant]

    def wake(self, notice: Notice) -> None:
        """It was heard that something has changed."""
        with self._lock:
            told = [
                wake
                for tenant, waiting in self._waiting.items()
                if notice.of(ITEMS, tenant) or notice.of(KEYS, tenant)
                for wake in waiting
            ]
        for wake in told:
            wake(notice)
