"""What a context says whatever is asked, kept until something but a turn is written or a moment comes that changes it.

Turns are written with every question, memories seldom: between two of them, what stands in front of a prompt is the
same, and so is what of it fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from datetime import datetime

from recollect.engine.cache import Cache
from recollect.model.context import Line
from recollect.model.scope import Scope
from recollect.read.context.base import Base

KEPT = 256
"""Of users: their profile and what they have set, each a few kilobytes."""
KEPT_S = 600.0
FITTED_KEPT = 8
"""Ways to write and sizes of one, kept with it."""
CHANGES_BY_ITSELF = frozenset(("working", "summaries"))
"""Sections whose order or contents depend on how late it is."""

Stamp = tuple[object, ...]
"""The `besides_turns` of all spaces that were read: as long as they are the same, nothing but turns was written."""
Fitted = tuple[list[Line], int, Set[str]]
"""The lines that fit, their tokens, and the memories that they tell in full."""


@dataclass(frozen=True, kw_only=True)
class Standing:
    """What was gathered, and from when until when it is right."""

    base: Base
    stamp: Stamp
    since: datetime
    until: datetime | None
    fitted: Cache[Fitted] = field(default_factory=lambda: Cache(FITTED_KEPT, KEPT_S))

    def holds(self, stamp: Stamp, now: datetime) -> bool:
        return self.stamp == stamp and self.since <= now and (self.until is None or now < self.until)


class Standings:
    """The last of each user, agent and project, for one set of sections."""

    def __init__(self) -> None:
        self._kept: Cache[Standing] = Cache(KEPT, KEPT_S)

    def get(self, scope: Scope, sections: tuple[object, ...], stamp: Stamp, now: datetime) -> Standing | None:
        found = self._kept.get(_key(scope, sections))
        return found if found is not None and found.holds(stamp, now) else None

    def put(self, scope: Scope, sections: tuple[object, ...], standing: Standing) -> None:
        """In place of an older one, so that no text stays here longer than it is told."""
        self._kept.put(_key(scope, sections), standing)


def _key(scope: Scope, sections: tuple[object, ...]) -> tuple[object, ...]:
    """Whatever the conversation: none of its turns is in there."""
    return (scope.tenant, scope.user, scope.agent, scope.project, sections)


def earliest(moments: Iterable[datetime | None], after: datetime) -> datetime | None:
    """The first of them that is still to come."""
    return min((moment for moment in moments if moment is not None and moment > after), default=None)
