"""What changed in a memory since somebody looked: a feed of ids, without contents."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from recollect.errors import InvalidInput

CHANGE_KINDS = ("added", "changed", "deleted")
MARK_MAX = 2**63 - 1
"""What a database can count up to."""


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


def bookmark(marks: Mapping[int, int]) -> str:
    """Marks as one word, for whoever keeps them without looking inside."""
    return base64.urlsafe_b64encode(json.dumps({str(space): mark for space, mark in marks.items()}).encode()).decode()


def marks_of(bookmark: str) -> dict[int, int]:
    """What `bookmark` made a word of. It comes from outside: anything may stand there."""
    try:
        return {int(space): _mark(mark) for space, mark in json.loads(base64.urlsafe_b64decode(bookmark)).items()}
    except (ValueError, AttributeError, TypeError, OverflowError, RecursionError) as error:
        raise InvalidInput(
            "this is neither the id of an event nor `next` of earlier changes; leave it out to begin with what happens "
            "now"
        ) from error


def _mark(told: Any) -> int:
    mark = int(told)
    if not 0 <= mark <= MARK_MAX:
        raise ValueError(f"{mark} is no generation")
    return mark
