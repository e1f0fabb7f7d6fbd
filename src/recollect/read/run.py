"""One recall under way, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from recollect.contracts.store import Reader
from recollect.model.query import Hits, Query
from recollect.model.record import Record
from recollect.model.tier import SpaceStamp
from recollect.model.vectors import Embedded
from recollect.read import rerank, shape, together, waypoints
from recollect.read.field import Plot, locate
from recollect.read.ground import Ground
from recollect.read.plan import Asked
from recollect.read.presets import Preset
from recollect.read.sectors import Sought


@dataclass(frozen=True, kw_only=True)
class Found:
    """The answer, and which items a backfill should give a vector."""

    hits: Hits
    without_vector: tuple[int, ...] = ()
    travelled: tuple[tuple[int, str, str], ...] = ()
    """Waypoints that led to a hit: item of the target, source, target."""
    items: int = 0
    offered: tuple[rerank.Offered, ...] = ()
    """The best candidates, where a reranker is to see them."""
    overtook: bool = False
    """A later statement came to stand above an earlier one, or something above the rest, for a reason that is told."""
    spaces: tuple[SpaceStamp, ...] = ()
    """As they were read: a server that follows the store may be behind."""
    cutoffs: Mapping[str, datetime] = field(default_factory=dict)
    """Layer -> what was made before that was hidden."""


@dataclass(kw_only=True)
class Run:
    """What one recall carries from stage to stage."""

    query: Query
    preset: Preset
    ground: Ground
    reader: Reader
    plots: list[Plot]
    asked: Asked
    embedded: Embedded
    dropped: shape.Dropped
    stages: list[str] = field(default_factory=list)
    records: dict[int, Record] = field(default_factory=dict)
    """Place -> record."""
    sources: together.Sources = field(default_factory=dict)
    sought: Sought | None = None
    """The sectors of the question, where the preset asks them."""
    overtook: dict[int, int] = field(default_factory=dict)
    """Place -> the place of the older statement it came to stand above."""
    moved: dict[int, str] = field(default_factory=dict)
    """Place -> for what else it was moved up."""
    steps: dict[int, waypoints.Step] = field(default_factory=dict)
    """Place -> the waypoint that leads there."""
    reranked: rerank.Offer | rerank.Judged | None = None
    offered: tuple[rerank.Offered, ...] = ()

    def read(self, places: Sequence[int]) -> None:
        """Fetch the rows of these places, in this transaction."""
        missing = [place for place in places if place not in self.records]
        if not missing:
            return
        if len(self.plots) == 1:
            items = dict(zip(self.plots[0].columns.items(missing), missing, strict=True))
        else:
            items = {plot.columns.item(row): plot.offset + row for plot, row in map(self._located, missing)}
        for item, record in self.reader.records(list(items)).items():
            self.records[items[item]] = record

    def _located(self, place: int) -> tuple[Plot, int]:
        return locate(self.plots, place)
