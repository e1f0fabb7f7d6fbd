"""The ground of a recall: what a question's text alone decides, for all spaces that are read.

Its terms are looked up, weighed and its vector multiplied once; how it is narrowed (layers, filters, how many) comes
after, so that one question that is narrowed in several ways pays for this once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from recollect.contracts.store import Reader, SpaceReader
from recollect.model.columns import Columns, Postings
from recollect.model.tier import Nearest
from recollect.model.vectors import Embedded
from recollect.read.candidates import weigh
from recollect.read.field import Plot, begin_cosine
from recollect.read.near import Near, found
from recollect.read.plan import Asked, query_vector
from recollect.read.presets import Preset
from recollect.rules.bm25 import Bm25

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RETOLD = "it only retells what others say"


@dataclass(kw_only=True)
class Spot:
    """One space: where its words and its vectors match."""

    space: SpaceReader
    columns: Columns
    postings: Postings
    offset: int
    asked: Asked
    learned: bool
    """The preset ranks by what words are worth in the question; others count them their own way."""
    cosine: NDArray[np.float32] | None = None
    near: Near | None = None
    """Where the vectors lie in a tier: what is known of their similarity."""

    @cached_property
    def words(self) -> Bm25 | None:
        return weigh(self.columns, self.postings, self.asked) if self.learned else None

    @cached_property
    def told_once(self) -> tuple[Postings, Bm25 | None] | None:
        """Postings and their worth without what only retells others; None: nothing does."""
        retold = self.columns.retold
        if retold is None:
            return None
        postings = self.postings.without(retold)
        count = len(retold) - int(retold.sum())
        return postings, weigh(self.columns, postings, self.asked, count) if self.learned else None

    def without_retellings(self, plot: Plot) -> Plot:
        """What only retells others neither counts in what words are worth nor may be shown."""
        if self.told_once is None or self.columns.retold is None:
            return replace(plot, words=self.words)
        postings, words = self.told_once
        keep = ~self.columns.retold
        conditions = [*plot.conditions, (RETOLD, keep)]
        return replace(plot, allowed=plot.allowed & keep, conditions=conditions, postings=postings, words=words)


@dataclass(frozen=True, kw_only=True)
class Ground:
    """All spaces of a question that hold anything."""

    reader: Reader
    preset: Preset
    asked: Asked
    embedded: Embedded
    spots: tuple[Spot, ...]
    items: int
    stage: str | None = None
    """How a tier answered, for the trace."""

    def plots(
        self, conditions: list[list[tuple[str, NDArray[np.bool_]]]], allowed: list[NDArray[np.bool_]]
    ) -> list[Plot]:
        """The field of one narrowed question: which rows of each space it may see, and why not the others."""
        return [
            Plot(
                columns=spot.columns,
                allowed=may,
                conditions=reasons,
                postings=spot.postings,
                words=None,
                cosine=spot.cosine if spot.near is None else spot.near.narrowed(may),
                offset=spot.offset,
                vectors_of=None if spot.near is None else spot.space.vectors,
            )
            for spot, reasons, may in zip(self.spots, conditions, allowed, strict=True)
        ]


def lay(
    reader: Reader,
    preset: Preset,
    asked: Asked,
    embedded: Embedded,
    nearest: Mapping[int, Nearest] | None = None,
    tier: str = "tier",
) -> Ground:
    """Open the spaces and compute the channels. `nearest`: what a tier that has the vectors says of each space, by its
    number; raises `Behind` where that is not enough."""
    vector = None if embedded.rows is None else query_vector(embedded.rows)
    spots: list[Spot] = []
    offset = 0
    for space in reader.spaces:
        columns = space.columns
        if not len(columns):
            continue
        cosine = begin_cosine(columns, vector)
        near = found(space, vector, nearest)
        spot = Spot(
            space=space,
            columns=columns,
            postings=space.postings(tuple(asked.terms)),
            offset=offset,
            asked=asked,
            learned=preset.fusion == "learned",
        )
        if columns.retold is None or not preset.retold_last:
            _ = spot.words
        else:
            _ = spot.told_once
        spot.cosine = cosine()  # last: it was multiplied while the rest was read
        if near is not None:
            near.match(spot.postings, None if spot.words is None else spot.words.scores)
            spot.near, spot.cosine = near, near.cosine
        spots.append(spot)
        offset += len(columns)
    return Ground(
        reader=reader,
        preset=preset,
        asked=asked,
        embedded=embedded,
        spots=tuple(spots),
        items=offset,
        stage=None if nearest is None else _told(tier, nearest, spots),
    )


def _told(tier: str, nearest: Mapping[int, Nearest], spots: Sequence[Spot]) -> str:
    count = sum(len(one.items) for one in nearest.values())
    newer = sum(spot.near.fresh for spot in spots if spot.near is not None)
    return f"vectors: the nearest {count} from {tier}, {newer} newer ones compared here"
