"""Waiting for what a process hears, without sleeping."""

from __future__ import annotations

import threading
from collections.abc import Callable

from recollect.model.notice import KINDS, Notice

PATIENCE_S = 60
"""After this long something is broken, however busy the machine is."""


class Ear:
    """Keeps what was heard. Give it to `listen`."""

    def __init__(self, then: Callable[[Notice], None] | None = None) -> None:
        self._then = then
        self._heard: list[Notice] = []
        self._more = threading.Condition()

    def __call__(self, notice: Notice) -> None:
        if self._then is not None:
            self._then(notice)
        with self._more:
            self._heard.append(notice)
            self._more.notify_all()

    def wait(self, kind: str, tenant: str | None = None) -> Notice:
        """The next notice about that, of those nobody has waited for yet; what came before it is dropped."""
        return self._next(lambda notice: notice.of(kind, tenant))

    def wait_for_everything(self) -> None:
        self._next(lambda notice: all(kind in notice.marks and notice.marks[kind] is None for kind in KINDS))

    def _next(self, wanted: Callable[[Notice], bool]) -> Notice:
        with self._more:
            assert self._more.wait_for(lambda: any(map(wanted, self._heard)), PATIENCE_S), "it was not heard"
            place = next(number for number, notice in enumerate(self._heard) if wanted(notice))
            found = self._heard[place]
            del self._heard[: place + 1]
            return found
