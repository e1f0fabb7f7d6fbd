"""The ground of a recall: what a question's text alone decides, for all spaces that are read.

Its terms are looked up, weighed and its vector multiplied once; how it is narrowed (layers, filters, how many) comes
after, so that one question that is narrowed in several ways pays for this once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from recollect.contracts.store import Reader, SpaceReader
from recollect.model.columns import Coarse, Columns, Postings
from recollect.model.tier import Nearest
from recollect.model.vectors import Embedded
from recollect.read.candidates import weigh
from recollect.read.field import Plot
from recollect.read.near import Near, found
from recollect.read.plan import Asked, query_vector
from recollect.read.presets import Preset
from recollect.read.product import exact, nearly
from recollect.rules.bm25 import Bm25

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Allowed = NDArray[np.bool_]
    Conditions = list[tuple[str, Allowed]]

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
    vector: NDArray[np.float32] | None
    """The question's, where it can be compared with those of the space."""
    near: Near | None = None
    """Where the vectors lie in a tier: what is known of their similarity."""

    @cached_property
    def cosine(self) -> NDArray[np.float32] | None:
        if self.near is not None:
            return self.near.cosine
        if self.vector is None:
            return None
        return exact(self.columns.vectors, self.vector) if self.coarse is None else nearly(self.coarse, self.vector)

    @property
    def coarse(self) -> Coarse | None:
        """With what candidates are found that are looked at closer later: our ranking does that, others do not."""
        return self.columns.coarse if self.learned and self.near is None else None

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
        keep = self.columns.told
        if self.told_once is None or keep is None:
            return self.weighed(plot)
        postings, words = self.told_once
        conditions = [*plot.conditions, (RETOLD, keep)]
        allowed = plot.allowed & keep if plot.conditions else keep
        return self._plot(allowed, conditions, postings, words, plot.cosine)

    def weighed(self, plot: Plot) -> Plot:
        """With what words are worth where everything counts."""
        if plot.words is self.words:
            return plot
        return self._plot(plot.allowed, plot.conditions, plot.postings, self.words, plot.cosine)

    def plot(self, allowed: Allowed, conditions: Conditions) -> Plot:
        """Where only these rows may be shown, and why the others may not."""
        cosine = self.cosine if self.near is None else self.near.narrowed(allowed)
        words = self.words if self.columns.retold is None else None
        return self._plot(allowed, conditions, self.postings, words, cosine)

    def _plot(
        self,
        allowed: Allowed,
        conditions: Conditions,
        postings: Postings,
        words: Bm25 | None,
        cosine: NDArray[np.float32] | None,
    ) -> Plot:
        return Plot(
            columns=self.columns,
            allowed=allowed,
            conditions=conditions,
            postings=postings,
            words=words,
            cosine=cosine,
            vector=None if self.coarse is None else self.vector,
            offset=self.offset,
            vectors_of=None if self.near is None else self.space.vectors,
        )


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


def _postings(space: SpaceReader, asked: Asked) -> Postings:
    """Of each term; what begins with the beginning of a hash holds that."""
    found = space.postings(tuple(asked.terms))
    for term, beginning in asked.beginnings.items():
        if longer := space.longer(beginning):
            found = _joined(found, term, space.postings(longer))
    return found


def _joined(found: Postings, term: str, others: Postings) -> Postings:
    """The same as if what holds one of the others held the term as well."""
    lists = [(found.rows[term], found.counts[term])] if term in found.rows else []
    lists += [(rows, others.counts[other]) for other, rows in others.rows.items() if other != term]
    if not lists:
        return found
    held, times = zip(*lists, strict=True)
    rows, places = np.unique(np.concatenate(held), return_inverse=True)
    counts = np.bincount(places, np.concatenate(times)).astype(np.float32)
    return Postings(rows={**found.rows, term: rows}, counts={**found.counts, term: counts})


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
        near = found(space, vector, nearest)
        spot = Spot(
            space=space,
            columns=columns,
            postings=_postings(space, asked),
            offset=offset,
            asked=asked,
            learned=preset.fusion == "learned",
            vector=vector if _comparable(columns, vector) else None,
        )
        if columns.retold is None or not preset.retold_last:
            _ = spot.words
        else:
            _ = spot.told_once
        if near is not None:
            near.match(spot.postings, None if spot.words is None else spot.words.scores)
            spot.near = near
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


def _comparable(columns: Columns, vector: NDArray[np.float32] | None) -> bool:
    return vector is not None and columns.vectors.shape[1] == len(vector) and columns.vectors_any


def _told(tier: str, nearest: Mapping[int, Nearest], spots: Sequence[Spot]) -> str:
    count = sum(len(one.items) for one in nearest.values())
    newer = sum(spot.near.fresh for spot in spots if spot.near is not None)
    return f"vectors: the nearest {count} from {tier}, {newer} newer ones compared here"
