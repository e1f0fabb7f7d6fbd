"""Choosing candidates: the few hundred rows that are worth a closer look, out of all rows of all spaces of a question.

Every row gets one number from a handful of vector operations: words plus meaning, smoothed with the turns before and
after, raised a little by date and speaker. The best `POOL_MAX` are kept; which of them are best is decided elsewhere
(`signals`, `learned`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from recollect.model.columns import NOTHING
from recollect.rules import temporal
from recollect.rules.bm25 import Bm25, bm25

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from recollect.model.columns import Columns, Postings
    from recollect.read.field import Plot
    from recollect.read.plan import Asked

    Floats = NDArray[np.float32]
    Rows = NDArray[np.int64]

POOL_MAX: Final = 300
"""Candidates whose signals are computed."""
SAMPLE_FROM: Final = 4096
"""From this many rows on, a sample tells about where the best begin, and the others are not sorted at all."""
_SAMPLE_ROWS: Final = 1024

# The first sum, by which candidates are chosen. Set by hand; it only has to let the right ones in.
_VECTOR_SHARE: Final = 0.8
_NEIGHBOUR_SHARE: Final = 0.3
_DATE_SHARE: Final = 0.5
_ONLY_DATE_SHARE: Final = 5.0
"""More than all else together: a question that asks for nothing but a time."""
_SPEAKER_SHARE: Final = 0.2


@dataclass(frozen=True, kw_only=True, eq=False)
class Scale:
    """What the full-space scores are divided by, the same for all spaces of a question."""

    words_max: float
    meaning_low: float
    meaning_span: float
    has_meaning: bool


@dataclass(frozen=True, kw_only=True, eq=False)
class Candidates:
    """The pool: rows of one space with the scores of the first step."""

    plot: Plot
    words: Bm25
    scale: Scale
    rows: Rows
    sums: Floats
    """The first sum, of each candidate."""
    rest: Rows
    """Allowed rows that were not chosen, best first, as many as were asked for."""
    rest_sums: Floats


def candidates(plots: Sequence[Plot], asked: Asked, *, wanted: int = 0) -> list[Candidates]:
    """The best rows by the first sum, over all spaces together."""
    words = [plot.words or weigh(plot.columns, plot.postings, asked) for plot in plots]
    scale = _scale(plots, words)
    best: list[Rows] = []
    ordered: list[Floats] = []
    for plot, found in zip(plots, words, strict=True):
        values = _first_sum(plot, found, scale, asked)
        rows = _best(values, max(POOL_MAX, wanted))
        best.append(plot.shown[rows] if plot.few_shown else rows)
        ordered.append(values[rows])
    counts = _shared_out(ordered)
    return [
        Candidates(
            plot=plot,
            words=found,
            scale=scale,
            rows=rows[:count],
            sums=values[:count],
            rest=rows[count:],
            rest_sums=values[count:],
        )
        for plot, found, rows, values, count in zip(plots, words, best, ordered, counts, strict=True)
    ]


def weigh(columns: Columns, postings: Postings, asked: Asked, count: int | None = None) -> Bm25:
    """BM25 of every row, with what the terms are worth in this question; `count`: rows that the postings speak of."""
    return bm25(asked.weights, postings, columns.length, mean=columns.length_mean, count=count)


def _shared_out(ordered: Sequence[Floats]) -> list[int]:
    """How many of each space's best, which are sorted, belong to the pool."""
    if len(ordered) == 1:
        return [min(len(ordered[0]), POOL_MAX)]
    kept = np.concatenate(ordered)
    cut = np.sort(kept)[-POOL_MAX] if len(kept) > POOL_MAX else -np.inf
    return [min(int(np.count_nonzero(values >= cut)), POOL_MAX) for values in ordered]


def _scale(plots: Sequence[Plot], words: Sequence[Bm25]) -> Scale:
    best, low, high = 0.0, np.inf, -np.inf
    for plot, found in zip(plots, words, strict=True):
        if plot.visible:
            best = max(best, _extreme(np.maximum, found.scores, plot))
            if plot.cosine is not None:
                low = min(low, _extreme(np.minimum, plot.cosine, plot))
                high = max(high, _extreme(np.maximum, plot.cosine, plot))
    has_meaning = high > low
    return Scale(
        words_max=best or 1.0,
        meaning_low=low if has_meaning else 0.0,
        meaning_span=high - low if has_meaning else 1.0,
        has_meaning=has_meaning,
    )


def _extreme(best: np.ufunc, values: Floats, plot: Plot) -> float:
    """The least or the greatest of the allowed rows' values; these are picked only where it is a hidden row's."""
    if plot.few_shown:
        return float(best.reduce(values.take(plot.shown)))
    found = float(best.reduce(values))
    if not plot.all_allowed and float(best.reduce(values.take(plot.hidden))) == found:
        found = float(best.reduce(values[plot.allowed]))
    return found


def _first_sum(plot: Plot, words: Bm25, scale: Scale, asked: Asked) -> Floats:
    """Words plus meaning, smoothed with the neighbours, raised by date and speaker: of the shown rows where they are
    few, else of all, -inf where not allowed."""
    columns = plot.columns
    rows = plot.shown if plot.few_shown else slice(None)
    total = _smoothed_few(plot, words, scale) if plot.few_shown else _smoothed(plot, words, scale)
    if asked.intervals:
        share = _ONLY_DATE_SHARE if asked.only_a_time else _DATE_SHARE
        total += np.float32(share) * temporal.fit(columns.time[rows], asked.intervals)
    if len(asked.names) == 1 and asked.names[0] in columns.speakers:
        total += np.float32(_SPEAKER_SHARE) * (columns.speaker[rows] == columns.speakers.index(asked.names[0]))
    if not plot.all_allowed and not plot.few_shown:
        total[plot.hidden] = -np.inf
    return total


def _smoothed(plot: Plot, words: Bm25, scale: Scale) -> Floats:
    """Words plus meaning of every row, with a share of what its neighbours have."""
    columns = plot.columns
    count = len(columns)
    padded = np.zeros(count + 1, dtype=np.float32)  # the last entry is what NOTHING (-1) points at
    own = padded[:count]
    np.divide(words.scores, scale.words_max, out=own)
    if plot.cosine is not None and scale.has_meaning:
        own += _meaning(plot.cosine, scale)
    if not columns.sessions:
        return own
    linked = columns.linked
    rows = slice(None) if linked is None else linked
    around = padded[columns.before[rows]]
    around += padded[columns.after[rows]]
    around *= _NEIGHBOUR_SHARE
    around += own[rows]
    if linked is None:
        return around
    own[linked] = around
    return own


def _smoothed_few(plot: Plot, words: Bm25, scale: Scale) -> Floats:
    """The same of the shown rows alone, in their order."""
    columns, rows = plot.columns, plot.shown
    at: Rows = rows[None, :]
    if columns.sessions:
        at = np.array((rows, columns.before[rows], columns.after[rows]), dtype=np.int64)
    found = words.scores.take(at, mode="wrap")
    found /= scale.words_max
    if plot.cosine is not None and scale.has_meaning:
        found += _meaning(plot.cosine.take(at, mode="wrap"), scale)
    if len(found) == 1:
        own: Floats = found[0]
        return own
    found[at == NOTHING] = 0.0
    around: Floats = found[1] + found[2]
    around *= _NEIGHBOUR_SHARE
    around += found[0]
    return around


def _meaning(cosine: Floats, scale: Scale) -> Floats:
    meaning: Floats = cosine - scale.meaning_low
    meaning *= _VECTOR_SHARE / scale.meaning_span
    return meaning


def _best(values: Floats, size: int) -> Rows:
    """Allowed rows, best first, at most `size`; the newer row first among equals."""
    rows = _no_worse_than(values, size)[::-1]  # from the newest on: a stable sort leaves the newer first
    falling = -values[rows]
    order = falling.argsort(kind="stable")[:size]
    if len(order) and falling[order[-1]] == np.inf:
        order = order[: int(np.count_nonzero(falling[order] < np.inf))]
    best: Rows = rows[order]
    return best


def _no_worse_than(values: Floats, size: int) -> Rows:
    """Rows among which are the `size` best, ascending. Of rows that are equal at the edge the newest are kept."""
    count = len(values)
    if count <= size:
        return np.arange(count)
    if count >= SAMPLE_FROM:
        some = values[:: count // _SAMPLE_ROWS]
        place = len(some) - 1 - 2 * size * len(some) // count  # about twice as many are above it as are needed
        if place > 0:
            above: Rows = (values >= np.partition(some, place)[place]).nonzero()[0]
            if size < len(above) < count // 4:
                best: Rows = above[_no_worse_than(values[above], size)]
                return best
    cut = np.partition(values, count - size)[count - size]
    rows: Rows = (values >= cut).nonzero()[0]
    if len(rows) > size:
        above = np.flatnonzero(values > cut)
        rows = np.concatenate((above, np.flatnonzero(values == cut)[len(above) - size :]))
        rows.sort()
    return rows
