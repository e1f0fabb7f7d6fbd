"""What a memory holds, in numbers: how much, its agents and its sectors; and where a text would be placed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from recollect.engine.ageing import in_time
from recollect.engine.parts import Parts
from recollect.model.counts import AgentCount, SectorState, Totals
from recollect.model.query import Filter
from recollect.model.record import SECTORS
from recollect.model.scope import Scope
from recollect.rules.lexicon.sectors import SPACED
from recollect.rules.sectors import TABLE, initial_salience, placed

AGENTS_MAX = 10_000
PATTERNS_LANGUAGE = "en"
REMEMBERED = ("override", "memory", "document")
"""Layers that are counted by sector: what was said as a turn or retold in a summary is not counted again."""


def as_new(content: str, metadata: Mapping[str, Any] | None = None) -> tuple[tuple[str, ...], float]:
    """The sectors of a note, primary first, and the strength OpenMemory gives what is new: 0.4 + 0.1 a further one."""
    sectors = placed("note", content, metadata=metadata)
    return sectors, initial_salience(sectors)


class Counting:
    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def totals(self, scope: Scope, *, everyone: bool = False) -> Totals:
        """What is active, of all layers; kinds that nothing has are left out."""
        parts = self._parts
        found = parts.store.totals(scope, in_time(parts, Filter()), now=parts.clock(), everyone=everyone)
        return replace(found, by_kind={kind: count for kind, count in found.by_kind.items() if count})

    def agents(self, scope: Scope, *, everyone: bool = False) -> list[AgentCount]:
        """Of the spaces the scope sees, by name."""
        parts, now = self._parts, self._parts.clock()
        return parts.store.agents(scope.own, in_time(parts, Filter()), now=now, limit=AGENTS_MAX, everyone=everyone)

    def sectors(self, scope: Scope, *, everyone: bool = False) -> list[SectorState]:
        """All five, in their order."""
        parts = self._parts
        wanted = in_time(parts, Filter(layers=REMEMBERED))
        found = parts.store.sector_counts(scope, wanted, now=parts.clock(), everyone=everyone)
        counts = {one.sector: one for one in found}
        main, own = parts.embedding.signature(), parts.sectors.signatures()
        return [
            SectorState(
                sector=name,
                decay_rate=TABLE[name].decay_rate,
                weight=TABLE[name].weight,
                patterns=tuple(sorted(form.replace("_", " ") for form in SPACED[name][PATTERNS_LANGUAGE])),
                embedder=own.get(name, main),
                count=counts[name].count if name in counts else 0,
                strength=counts[name].strength if name in counts else 0.0,
            )
            for name in SECTORS
        ]
