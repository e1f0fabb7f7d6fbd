"""What came of reading files in: counts of an import, what a look at session transcripts did, and how each stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

TRANSCRIPTS = "transcripts"
"""The collection that rows about transcripts lie in."""
PROBLEMS_MAX = 1000
"""So many are told in words; all are counted."""


class Imported(dict[str, int]):
    """Counts of an import, and what was passed over, in words."""

    problems: tuple[str, ...]

    def __init__(self, counts: Mapping[str, int], problems: tuple[str, ...] = ()) -> None:
        super().__init__(counts)
        self.problems = problems


@dataclass(frozen=True, kw_only=True)
class Synced:
    """What one look at the transcripts did."""

    files: int = 0
    """That were looked at."""
    read: int = 0
    """Of them, those of which something was read."""
    waiting: int = 0
    """Those that have grown, but not by enough to be read yet."""
    added: int = 0
    """Turns that are new."""
    known: int = 0
    """Turns that were there already."""
    skipped: int = 0
    """Lines that could not be read."""
    problems: tuple[str, ...] = ()
    """Which lines and files, and why."""


@dataclass(frozen=True, kw_only=True)
class TranscriptState:
    """How far one transcript was read."""

    path: str
    agent: str | None
    session: str
    format: str
    offset: int
    """Bytes that were read."""
    size: int | None
    """Bytes it has now; None: the file is gone."""
    lines: int
    turns: int
    skipped: int
    updated_at: datetime
