"""Which relations of the graph are shown, as a condition on their edges and on the records that state them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from recollect.model.record import ACTIVE
from recollect.model.scope import Scope
from recollect.storage.sql.rows import us


@dataclass(frozen=True, kw_only=True)
class Seen:
    """Which relations are shown: of `now`, or those that ended too; none that rests only on records that are too old,
    too little trusted, or have another label than the one that is asked for."""

    now: datetime
    include_ended: bool = False
    cutoffs: Mapping[str, datetime] = field(default_factory=dict)
    """Of a layer: records made before this are beyond its retention."""
    agent: str | None = None
    project: str | None = None
    trust_min: float = 0.0

    @classmethod
    def by(
        cls,
        scope: Scope,
        now: datetime,
        cutoffs: Mapping[str, datetime] | None,
        *,
        include_ended: bool = False,
        trust_min: float = 0.0,
    ) -> Seen:
        """With the labels of a scope."""
        return cls(
            now=now,
            include_ended=include_ended,
            cutoffs=cutoffs or {},
            agent=scope.agent,
            project=scope.project,
            trust_min=trust_min,
        )

    def where(self) -> tuple[str, list[Any]]:
        """The condition on edges `e` that are relations."""
        edge, stated = ["e.source_type = 'entity' AND e.target_type = 'entity'"], []
        moments: list[Any] = []
        params: list[Any] = []
        if not self.include_ended:
            edge.append(
                "e.ended_at IS NULL AND (e.valid_until IS NULL OR e.valid_until > ?) "
                "AND (e.valid_from IS NULL OR e.valid_from <= ?)"
            )
            moments += [us(self.now), us(self.now)]
            stated.append("i.ended_at IS NULL AND i.status = ? AND (i.expires_at IS NULL OR i.expires_at > ?)")
            params += [ACTIVE, us(self.now)]
        for layer, cutoff in sorted(self.cutoffs.items()):  # what is archived already is too old for nobody
            stated.append("(i.status <> ? OR i.layer <> ? OR i.created_at >= ?)")
            params += [ACTIVE, layer, us(cutoff)]
        for label, wanted in (("agent", self.agent), ("project", self.project)):
            if wanted is not None:
                stated.append(f"(i.{label} IS NULL OR i.{label} = ?)")
                params.append(wanted)
        if self.trust_min > 0:
            stated.append("i.trust >= ?")
            params.append(self.trust_min)
        if stated:
            edge.append(
                "EXISTS (SELECT 1 FROM statement s CROSS JOIN item i WHERE s.space = e.space AND s.source = e.source "
                f"AND s.relation = e.kind AND s.target = e.target AND i.item = s.item AND {' AND '.join(stated)})"
            )
        return " AND ".join(edge), moments + params
