"""What changed in a memory since somebody looked: a feed of ids, without contents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

CHANGE_KINDS = ("added", "changed", "deleted")


@dataclass(frozen=True, kw_only=True)
class Change:
    """One record that was added, changed (edited, archived, superseded) or deleted."""

    kind: str
    id: str
    layer: str | None = None
    status: str | None = None
    version: int | None = None
    user: str | None = None
    at: datetime


@dataclass(frozen=True, kw_only=True)
class Changes:
    """Changes in order, and where to go on from."""

    changes: tuple[Change, ...]
    marks: Mapping[int, int]
    """Space -> the generation up to which everything was told."""
