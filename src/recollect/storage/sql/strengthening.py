"""Strengths, computed from rows that are read in the transaction that writes them: of two at once none is lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import chain

import numpy as np

from recollect.errors import Conflict
from recollect.model.ageing import REINFORCEMENT
from recollect.model.batch import Batch, Boost, Ending
from recollect.model.columns import EVERGREEN
from recollect.model.scope import Scope
from recollect.rules.decay import DAY_S, reinforced
from recollect.storage.sql.database import Session
from recollect.storage.sql.resolving import parts
from recollect.storage.sql.rows import Row, us, when

_PUT = "UPDATE item SET strength = ?, strength_at = ?, changed = ? WHERE item = ? AND tenant = ?"
_COUNT = (
    "UPDATE item SET access_count = access_count + ?, last_accessed_at = ?, strength = ?, strength_at = ? "
    "WHERE item = ?"
)
_HELD = (
    "SELECT item, strength, strength_at, decay_rate, flags FROM item "
    "WHERE tenant = ? AND item = ? AND id = ? AND ended_at IS NULL"
)


def write(session: Session, scope: Scope, batch: Batch, generation_of: Callable[[int], int]) -> None:
    """Of the batch's space or the tenant's shared one, whose generation is raised too."""
    for new in batch.strengths:
        session.run(_PUT, (new.strength, us(new.at), generation_of(new.item), new.item, scope.tenant))
    for one in batch.boosts:
        generation = generation_of(one.item)  # from here on nobody else writes into its space
        strength = _boosted(session, scope, one)
        session.run(_PUT, (strength, us(one.at), generation, one.item, scope.tenant))


def hand_on(session: Session, followed: Sequence[tuple[int, Ending]]) -> None:
    """Items that take the place of a version, with its ending: what was recalled since that version was read made it
    stronger, and makes them so."""
    known = [(item, ending.item, ending.recalls) for item, ending in followed if ending.recalls is not None]
    for part in parts(known, 200):
        rows = session.all(
            f"WITH pair (new, old, known) AS (VALUES {', '.join(['(?, ?, ?)'] * len(part))}) "
            "SELECT n.item, n.strength, n.strength_at, n.decay_rate, n.flags, o.access_count - p.known, "
            "o.last_accessed_at FROM pair p CROSS JOIN item n CROSS JOIN item o "
            "WHERE n.item = p.new AND o.item = p.old AND o.access_count > p.known",
            [*chain.from_iterable(part)],
        )
        for row in rows:
            more, at = row[5], when(row[6])
            [(item, strength)] = stronger([row[:5]], {row[0]: more}, at, REINFORCEMENT)
            session.run(_COUNT, (more, row[6], strength, max(row[2], row[6]), item))


def _boosted(session: Session, scope: Scope, one: Boost) -> float:
    row = session.one(_HELD, (scope.tenant, one.item, one.id))
    if row is None:
        raise Conflict(f"record {one.id} was changed or ended by somebody else meanwhile; read it again and retry")
    return stronger([row], {one.item: 1}, one.at, one.boost)[0][1]


def stronger(rows: Sequence[Row], times: Mapping[int, int], now: datetime, boost: float) -> list[tuple[int, float]]:
    """Item and strength after so many recalls of rows of item, strength, since when, decay rate and flags. All at once:
    for one number after the other the formula takes as long as all the rest that a recall leaves to be written."""
    if not rows:
        return []
    items, strength, since_us, rate, flags = zip(*rows, strict=True)
    age_days = (us(now) - np.array(since_us)) / 1e6 / DAY_S
    boosts = boost * np.array([times[item] for item in items])
    fading = np.where(np.array(flags) & EVERGREEN, 0.0, np.array(rate))
    return list(zip(items, reinforced(np.array(strength), fading, age_days, boosts).tolist(), strict=True))
