"""The part of the store that counts recalls, finds what is old and erases: see `recollect.contracts.store.Store`."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

import numpy as np

from recollect.model.ageing import Ageing
from recollect.model.columns import EVERGREEN, NUMBER_BITS
from recollect.model.recalled import Asked
from recollect.model.record import ACTIVE
from recollect.model.scope import Scope
from recollect.storage.sql import erasing, recalling, spaces
from recollect.storage.sql.access_store import forget_given, forget_keys
from recollect.storage.sql.database import Database
from recollect.storage.sql.rows import NUMBER_MASK, from_us, space_range, us, when
from recollect.storage.sql.snapshots import Snapshots
from recollect.storage.sql.strengthening import stronger
from recollect.storage.sql.telling import ERASED, Tellings

ITEMS_A_QUERY_MAX = 500
_AGEING = (
    "SELECT item, id, layer, agent, flags, strength, strength_at, decay_rate, created_at, updated_at, expires_at "
    "FROM item WHERE item > ? AND item <= ? AND status = ?"
)


class AgeStore:
    """What gets weaker, too old or erased."""

    _database: Database
    _snapshots: Snapshots
    _tellings: Tellings

    def touch(self, scope: Scope, ids: Iterable[str], now: datetime, *, boost: float = 0.0) -> None:
        """Computed from rows read in the same transaction: one formula, the same numbers on every database."""
        touched, moment = Counter(ids), us(now)
        wanted = sorted(touched)
        times: dict[int, int] = {}
        counted: list[tuple[int, float]] = []
        with self._database.writing(scope, durable=False) as session:
            session.lock("space", spaces.holding(session, scope.tenant, wanted))
            within, bounds = session.of_tenant(scope.tenant)
            for start in range(0, len(wanted), ITEMS_A_QUERY_MAX):
                part = wanted[start : start + ITEMS_A_QUERY_MAX]
                marks = ", ".join("?" * len(part))
                rows = session.all(
                    "SELECT item, strength, strength_at, decay_rate, flags, id FROM item "
                    f"WHERE {within} AND id IN ({marks})",
                    [*bounds, *part],
                )
                times.update((row[0], touched[row[5]]) for row in rows)
                counted += stronger([row[:5] for row in rows], times, now, boost)
            counted.sort()
            session.many(
                "UPDATE item SET access_count = access_count + ?, last_accessed_at = ?, strength = ?, strength_at = ? "
                "WHERE item = ? AND tenant = ?",
                [(times[item], moment, strength, moment, item, scope.tenant) for item, strength in counted],
            )
        for space, group in groupby(counted, key=lambda one: one[0] >> NUMBER_BITS):
            found = list(group)
            numbers = np.array([item & NUMBER_MASK for item, _ in found], dtype=np.int64)
            self._snapshots.strengthen(space, numbers, np.array([new for _, new in found]), moment / 1e6)

    def log_recalls(self, scope: Scope, asked: Sequence[Asked], *, kept: int) -> None:
        with self._database.writing(scope, durable=False) as session:
            recalling.log(session, scope.tenant, asked, kept=kept)

    def recalls(self, scope: Scope, *, limit: int) -> list[Asked]:
        with self._database.reading(scope) as session:
            state = spaces.state(session, scope.tenant, scope.user)
            return [] if state is None else recalling.newest(session, scope, state.id, limit=limit)

    def ageing(
        self, scope: Scope, *, now: datetime | None, cutoffs: Mapping[str, datetime], after: int, limit: int
    ) -> list[Ageing]:
        with self._database.reading(scope) as session:
            state = spaces.state(session, scope.tenant, scope.user)
            if state is None:
                return []
            low, high = space_range(state.id)
            sql, params = _AGEING, [max(after, low - 1), high, ACTIVE]
            if now is not None:
                ways: list[str] = ["expires_at <= ?"]
                also: list[Any] = [us(now)]
                for layer, cutoff in sorted(cutoffs.items()):
                    ways.append("(layer = ? AND created_at < ?)")
                    also += [layer, us(cutoff)]
                sql, params = f"{sql} AND ({' OR '.join(ways)})", [*params, *also]
            rows = session.all(f"{sql} ORDER BY item LIMIT {limit}", params)
        return [
            Ageing(
                item=row[0],
                id=row[1],
                layer=row[2],
                agent=row[3],
                evergreen=bool(row[4] & EVERGREEN),
                strength=row[5],
                strength_at=when(row[6]),
                decay_rate=row[7],
                created_at=when(row[8]),
                updated_at=when(row[9]),
                expires_at=from_us(row[10]),
            )
            for row in rows
        ]

    def erase(self, scope: Scope, now: datetime, *, keys: bool = True) -> dict[str, int]:
        with self._tellings.writing(scope, ERASED) as (session, tell):
            # of somebody, too, who has no space
            apart = {"given": forget_given(session, scope), "keys": forget_keys(session, scope) if keys else 0}
            state = spaces.state(session, scope.tenant, scope.user)
            if state is None:
                if apart["keys"]:
                    tell(count=0)
                return {name: count for name, count in apart.items() if count}
            session.lock("space", [state.id])
            counts = {**apart, **erasing.erase(session, scope, state.id, epoch=secrets.randbits(62))}
            tell(count=counts["records"])
        self._snapshots.drop(state.id)
        self._database.settle()
        return counts
