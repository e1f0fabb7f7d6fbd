"""The sectors of a question: which part of the memory it asks, and how similar things there are to it.

The question is classified as a text is. For each of its sectors the best `k` · `TOP_FACTOR` items of that sector are
candidates, each with its similarity times the sector's weight in relation to the heaviest of the question's sectors;
an item found in several sectors keeps its best. Where all of that gives fewer than `k`, the best of the other sectors
fill up, at the weight of the lightest sector: a question that was misread finds something still. A question that shows
no sector asks all of them, none above another.

Worked: a question that is emotional (1.3) and episodic (1.2) finds an episodic item at cosine 0.65; its similarity is
0.65 · 1.2 / 1.3 = 0.6.

An item has one vector for all its sectors, unless a sector has an embedder of its own: then the question's vector from
that embedder is compared with the item's vector from it, and never with any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from recollect.contracts.store import SpaceReader
from recollect.model.record import SECTORS
from recollect.model.vectors import Embedded
from recollect.read.field import Plot, joined
from recollect.rules.sectors import BITS, CONFIDENCE_NONE, LIGHTEST, TABLE, Classified

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

TOP_FACTOR = 3
"""Candidates a sector gives, times k; as OpenMemory does."""


@dataclass(kw_only=True)
class Sought:
    """The sectors of one question, with what their own embedders made of it."""

    classified: Classified
    embedded: Mapping[str, Embedded] = field(default_factory=dict)
    """Sector -> the question's vector, where the sector has an embedder of its own; without rows: it failed."""
    cosines: dict[str, Floats] = field(default_factory=dict)
    """Sector -> similarity of every place that has a vector of the sector; NaN where there is none."""

    def compare(self, spaces: Sequence[SpaceReader], plots: Sequence[Plot]) -> None:
        """Compare the question with the sectors' own vectors. `spaces`: those of the plots, in their order."""
        size = sum(len(plot.columns) for plot in plots)
        for sector, embedded in self.embedded.items():
            if embedded.rows is None or embedded.signature is None:
                continue
            cosine = np.full(size, np.nan, dtype=np.float32)
            for space, plot in zip(spaces, plots, strict=True):
                rows, vectors = space.sector_vectors(sector, embedded.signature)
                cosine[plot.offset + rows] = np.maximum(vectors @ embedded.rows[0], 0.0)
            self.cosines[sector] = cosine

    @property
    def sectors(self) -> tuple[str, ...]:
        """Those that are asked: all of them when the question shows none."""
        return SECTORS if self._open else self.classified.sectors

    @property
    def _open(self) -> bool:
        return self.classified.confidence <= CONFIDENCE_NONE

    def similarity(
        self, plots: Sequence[Plot], main: Floats, allowed: NDArray[np.bool_], *, k: int, least: float
    ) -> Floats:
        """Of every place, 0 for what is no candidate. `main`: by the vector every item has; below `least` is none."""
        belongs = joined(plots, "sectors").astype(np.uint8)
        heaviest = max(TABLE[sector].weight for sector in self.sectors)
        found = np.zeros(len(main), dtype=np.float32)
        asked = 0
        for sector in self.sectors:
            asked |= BITS[sector]
            scores = self._own(sector, main)
            scores = np.where(allowed & (belongs & BITS[sector] > 0) & (scores >= least), scores, 0.0)
            top = _best(scores, k * TOP_FACTOR)
            share = 1.0 if self._open else TABLE[sector].weight / heaviest
            found[top] = np.maximum(found[top], scores[top] * share)
        lacking = k - int(np.count_nonzero(found))
        if lacking > 0 and not self._open:
            others = np.where(allowed & (belongs & asked == 0) & (main >= least), main, 0.0)
            top = _best(others, lacking)
            found[top] = others[top] * (LIGHTEST / heaviest)
        return found

    def _own(self, sector: str, main: Floats) -> Floats:
        own = self.cosines.get(sector)
        return main if own is None else np.where(np.isnan(own), main, own).astype(np.float32)

    @property
    def stage(self) -> str:
        """For the trace."""
        own = f"; own vectors: {', '.join(self.cosines)}" if self.cosines else ""
        if self._open:
            return f"sectors: the question shows none, all are asked{own}"
        others = f", also {', '.join(self.classified.additional)}" if self.classified.additional else ""
        return f"sectors: {self.classified.primary} (confidence {self.classified.confidence:.2f}){others}{own}"

    @property
    def reason(self) -> str | None:
        """Why a sector was searched by the vector every item has, although it has an embedder of its own."""
        failed = [
            f"{sector} by the main vector: {embedded.reason}"
            for sector, embedded in self.embedded.items()
            if embedded.rows is None
        ]
        return "; ".join(failed) or None


def _best(scores: NDArray[np.floating], count: int) -> NDArray[np.int64]:
    """Places with a positive score, the best `count`, newer ones among equals."""
    places = np.flatnonzero(scores > 0)
    if len(places) > count:
        cut = np.partition(scores[places], len(places) - count)[len(places) - count]
        places = places[scores[places] >= cut]
        places = places[np.lexsort((-places, -scores[places]))][:count]
    return places
