"""A fast store that several processes share, for what may be lost at any time: limits and answers.

It is never needed. Whatever it cannot say (gone, slow, told nonsense) is None, within a stated time, and the caller
does without: its own limits, its own search. `degraded` names the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Limit(NamedTuple):
    """A bucket that holds a minute's worth and fills evenly."""

    name: str
    per_minute: float


class Taken(NamedTuple):
    """What came of asking for tokens of several buckets at once: all of them gave, or none."""

    refused: int | None
    """Which of them had too few; None: all gave."""
    wait_s: float
    """Until the one that refused has enough."""
    left: float
    """What is left in the last one, or in the one that refused."""


class HotTier(Protocol):
    """Names and groups are hashed before they leave the process: no key tells who somebody is or what was asked."""

    @property
    def degraded(self) -> str | None:
        """Why it is not used at the moment; None: it is, or nothing was asked of it yet."""

    def take(self, limits: Sequence[Limit], amount: float) -> Taken | None: ...

    def get(self, group: str, name: str) -> bytes | None:
        """What was kept; None: nothing, or it cannot be asked."""

    def put(self, group: str, name: str, value: bytes) -> None: ...

    def forget(self, group: str) -> None:
        """Everything kept for a group goes now."""

    def ping(self) -> str | None:
        """Ask whether it is there; why not, else None."""

    def close(self) -> None: ...
