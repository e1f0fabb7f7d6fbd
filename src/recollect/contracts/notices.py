"""What a store must do that lets processes hear of each other's writes at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from recollect.model.notice import Notice


class Notices(Protocol):
    """A way from process to process. It may lose notices and never delays or fails a write: whoever listens also looks
    for himself from time to time."""

    @property
    def problem(self) -> str | None:
        """Why this process hears nothing although it listens; None: it hears, or does not listen."""

    def listen(self, heard: Callable[[Notice], None]) -> None:
        """Call `heard`, from a thread of its own, with everything that is told from now on, until the store is closed.
        It is told `EVERYTHING` first, and again whenever something may have been missed. At most once a process."""
