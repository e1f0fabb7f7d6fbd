"""What a sweep archives: what has expired, is too old for its layer, too weak, or one too many. Pure.

Archiving hides and can be undone; nothing is erased. What is archived is no longer looked at, so a sweep that runs five
times has done what it does once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from datetime import datetime
from typing import TypeVar

from recollect.model.ageing import EXPIRED, FADED, RETENTION, Ageing, Policy
from recollect.model.record import Record

Entry = TypeVar("Entry", bound=Ageing | Record)
"""A record, or what ageing sees of it."""
ENTRY_LAYER = "memory"
"""What counts as an entry and can fade: neither what a person fixed, nor what has a retention of its own."""


def reason(one: Ageing, policy: Policy, cutoffs: Mapping[str, datetime], now: datetime) -> str | None:
    """Why it is to be archived; None: it stays, unless it is one too many.

    Worked: 0.5 at λ 0.02 is 0.05 after 115.13 days; with `forget_below` 0.05 it fades on the 116th.
    """
    if one.expires_at is not None and one.expires_at <= now:
        return EXPIRED
    if one.layer in cutoffs and one.created_at < cutoffs[one.layer]:
        return RETENTION
    weak = policy.forget_below > 0 and one.layer == ENTRY_LAYER and not one.evergreen
    return FADED if weak and one.strength_now(now) < policy.forget_below else None


def excess(
    entries: Iterable[Entry], entries_max: int, now: datetime, *, written: Set[str] = frozenset()
) -> list[Entry]:
    """Of the entries of one user and agent those above the limit, weakest first, oldest first among equals.

    0: no limit. What was `written` just now goes after all that fades, for whoever added it wants to find it; evergreen
    ones go last.
    Worked: a limit of 2 over strengths .9, .1, .5 archives the one of .1.
    """
    found = [one for one in entries if one.layer == ENTRY_LAYER]
    if entries_max <= 0 or len(found) <= entries_max:
        return []
    found.sort(key=lambda one: (one.evergreen, one.id in written, *_worth(one, now)))
    return found[: len(found) - entries_max]


def _worth(one: Ageing | Record, now: datetime) -> tuple[float, datetime, str]:
    """Strength as it is now, rounded so that a difference of a moment does not outweigh age."""
    return round(one.strength_now(now), 3), one.updated_at, one.id
