"""What changed in a memory since somebody looked: a feed of ids, without contents."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from recollect.errors import InvalidInput

ERASED = "erased"
CHANGE_KINDS = ("added", "changed", "deleted", ERASED)
BOOKMARK = r"^(0|[1-9][0-9]{0,17}\.[0-9]{1,18}(-[1-9][0-9]{0,17}\.[0-9]{1,18})*)$"
"""How a bookmark looks: `space.generation`, one after the other; 0: there is none yet."""
NO_MARKS = "0"
MARK_MAX = 10**18 - 1
"""What a bookmark has digits for."""
_BOOKMARK = re.compile(BOOKMARK)


@dataclass(frozen=True, kw_only=True)
class Change:
    """One record that was added, changed (edited, archived, superseded) or deleted; or, with no id, that all records of
    a user were erased: whoever shows some lists again."""

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
    erased: bool = False
    """A space that was marked is not there any more."""


def require_marks(since: Any) -> Mapping[int, int] | None:
    """Marks of an earlier answer, or None; anything else is refused."""
    if since is None:
        return None
    if not isinstance(since, Mapping) or not all(
        isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= MARK_MAX
        for number in (*since.keys(), *since.values())
    ):
        raise InvalidInput("since must be the marks of an earlier answer; leave it out to begin with what happens now")
    return since


def bookmark(marks: Mapping[int, int]) -> str:
    """Marks as one word, for whoever keeps them without looking inside."""
    return "-".join(f"{space}.{mark}" for space, mark in marks.items()) or NO_MARKS


def marks_of(bookmark: str) -> dict[int, int]:
    """What `bookmark` made a word of. It comes from outside: anything may stand there."""
    if not _BOOKMARK.fullmatch(bookmark):
        raise InvalidInput(
            "this is neither the id of an event nor `next` of earlier changes; leave it out to begin with what happens "
            "now"
        )
    told = (pair.split(".") for pair in bookmark.split("-") if bookmark != NO_MARKS)
    return {int(space): int(mark) for space, mark in told}
