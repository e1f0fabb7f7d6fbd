"""Dates in the names of files: `memory/2026-02-10.md`, `memory/2026-02-10-router.md`."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import PurePosixPath

_DATED = re.compile(r"\d{4}-\d{2}-\d{2}(?!\d)", re.ASCII)


def date_of(name: str) -> datetime | None:
    """The day a file is about, at its beginning in UTC; None where its name begins with no day of the calendar."""
    found = _DATED.match(PurePosixPath(name).name)
    if found is None:
        return None
    try:
        return datetime.fromisoformat(found.group()).replace(tzinfo=UTC)
    except ValueError:  # 2026-02-31
        return None
