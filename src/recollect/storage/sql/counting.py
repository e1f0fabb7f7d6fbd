"""Counting records, by agent and by sector: see `recollect.contracts.store.Store`."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from datetime import datetime

from recollect.model.columns import NUMBER_BITS
from recollect.model.counts import AgentCount, SectorCount, Totals
from recollect.model.query import Filter
from recollect.model.record import KINDS, LAYERS, SECTORS
from recollect.model.scope import Scope
from recollect.rules.decay import DAY_S
from recollect.rules.sectors import UNPLACED
from recollect.storage.sql import conditions, spaces
from recollect.storage.sql.database import Database, Session
from recollect.storage.sql.rows import Row, space_range, us, when

DAY_US = int(DAY_S * 1e6)
_AGENTS = (
    "SELECT agent, sum(CASE WHEN layer = 'memory' THEN 1 ELSE 0 END), sum(CASE WHEN layer = 'turn' THEN 1 ELSE 0 END), "
    f"count(DISTINCT CASE WHEN session IS NOT NULL THEN (item >> {NUMBER_BITS}) || ':' || session END), "
    "max(updated_at) FROM item WHERE "
)
"""Sessions of two spaces are two, whatever they are called."""
_SECTORS = (
    f"SELECT sectors, decay_rate, strength_at / {DAY_US}, count(*), sum(strength), avg(strength_at) FROM item WHERE "
)


_TOTALS = "SELECT layer, kind, count(*), sum((length(content) + 3) / 4) FROM item WHERE "
"""Tokens as `recollect.rules.tokens.estimate` has them: a quarter of the characters, rounded up for each record."""


class CountStore:
    """What there is, in numbers."""

    _database: Database

    def agents(
        self, scope: Scope, filter: Filter, *, now: datetime, limit: int, everyone: bool = False
    ) -> list[AgentCount]:
        where, params = conditions.sql_where(scope, filter, now)
        grouped = f" AND agent IS NOT NULL{where} GROUP BY agent ORDER BY agent LIMIT {limit}"
        found: dict[str, AgentCount] = {}
        with self._database.reading(scope) as session:
            for row in _grouped(session, scope, _AGENTS, grouped, params, everyone=everyone):
                one = AgentCount(
                    agent=row[0], memories=int(row[1]), turns=int(row[2]), sessions=row[3], last_at=when(row[4])
                )
                found[one.agent] = found[one.agent].plus(one) if one.agent in found else one
        return [found[agent] for agent in sorted(found)[:limit]]

    def sector_counts(
        self, scope: Scope, filter: Filter, *, now: datetime, everyone: bool = False
    ) -> list[SectorCount]:
        """Strength fades from a moment each record has of its own; those of one day are taken together at their mean
        moment, which is off by less than a ten-thousandth and lets the database do the adding."""
        counts, strengths = dict.fromkeys(SECTORS, 0), dict.fromkeys(SECTORS, 0.0)
        with self._database.reading(scope) as session:
            for row in _sector_rows(session, scope, filter, now, everyone=everyone):
                sector = next(iter(json.loads(row[0])), UNPLACED)
                age_days = max(0.0, (us(now) - float(row[5])) / DAY_US)
                counts[sector] += row[3]
                strengths[sector] += float(row[4]) * math.exp(-row[1] * age_days)
        return [
            SectorCount(sector=name, count=counts[name], strength=min(1.0, strengths[name] / counts[name]))
            for name in SECTORS
            if counts[name]
        ]

    def totals(self, scope: Scope, filter: Filter, *, now: datetime, everyone: bool = False) -> Totals:
        where, params = conditions.sql_where(scope, filter, now)
        by_layer, by_kind, tokens = dict.fromkeys(LAYERS, 0), dict.fromkeys(KINDS, 0), 0
        with self._database.reading(scope) as session:
            rows = _grouped(session, scope, _TOTALS, f"{where} GROUP BY layer, kind", params, everyone=everyone)
            for layer, kind, count, length in rows:
                by_layer[layer] += int(count)
                by_kind[kind] += int(count) if layer == "memory" else 0
                tokens += int(length)
        return Totals(records=sum(by_layer.values()), tokens=tokens, by_layer=by_layer, by_kind=by_kind)


def _sector_rows(session: Session, scope: Scope, filter: Filter, now: datetime, *, everyone: bool) -> list[Row]:
    where, params = conditions.sql_where(scope, filter, now)
    grouped = f"{where} GROUP BY sectors, decay_rate, strength_at / {DAY_US}"
    return _grouped(session, scope, _SECTORS, grouped, params, everyone=everyone)


def _grouped(
    session: Session, scope: Scope, select: str, rest: str, params: Sequence[object], *, everyone: bool
) -> list[Row]:
    """Of the whole tenant, or of each space the scope sees."""
    if everyone:
        within, bounds = session.of_tenant(scope.tenant)
        return session.all(f"{select}{within}{rest}", [*bounds, *params])
    return [
        row
        for state in spaces.visible(session, scope)
        for row in session.all(f"{select}item BETWEEN ? AND ?{rest}", [*space_range(state.id), *params])
    ]
