"""Strengths, computed from rows that are read in the transaction that writes them: of two at once none is lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

import numpy as np

from recollect.errors import Conflict
from recollect.model.batch import Batch, Boost
from recollect.model.columns import EVERGREEN
from recollect.model.scope import Scope
from recollect.rules.decay import DAY_S, reinforced
from recollect.storage.sql.database import Session
from recollect.storage.sql.rows import Row, us

_PUT = "UPDATE item SET strength = ?, strength_at = ?, changed = ? WHERE item = ? AND tenant = ?"
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
