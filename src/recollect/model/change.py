"""What changed in a memory since somebody looked: a feed of ids, without contents."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from recollect.errors import NotFound

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


def bookmark(marks: Mapping[int, int]) -> str:
    """Marks as one word, for whoever keeps them without looking inside."""
    return base64.urlsafe_b64encode(json.dumps({str(space): mark for space, mark in marks.items()}).encode()).decode()


def marks_of(bookmark: str) -> dict[int, int]:
    try:
        return {int(space): int(mark) for space, mark in json.loads(base64.urlsafe_b64decode(bookmark)).items()}
    except (ValueError, AttributeError, TypeError) as error:
        raise NotFound("this is not the id of an event; leave it out to begin with what happens now") from error
