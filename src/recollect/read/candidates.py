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

from recollect.rules import temporal
from recollect.rules.bm25 import Bm25, bm25

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from recollect.read.field import Plot
    from recollect.read.plan import Asked

    Floats = NDArray[np.float32]
    Rows = NDArray[np.int64]

POOL_MAX: Final = 300
"""Candidates whose signals are computed."""
SORT_ALL_MAX: Final = 2048
"""Up to this many rows sorting all of them is cheaper than choosing first."""

# The first sum, by which candidates are chosen. Set by hand; it only has to let the right ones in.
_VECTOR_SHARE: Final = 0.8
_NEIGHBOUR_SHARE: Final = 0.3
_DATE_SHARE: Final = 0.5
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
    words = [bm25(asked.weights, plot.postings, plot.columns.length) for plot in plots]
    scale = _scale(plots, words)
    sums = [_first_sum(plot, found, scale, asked) for plot, found in zip(plots, words, strict=True)]
    size = max(POOL_MAX, wanted)
    best = [_best(values, size) for values in sums]
    kept = np.concatenate([values[rows] for values, rows in zip(sums, best, strict=True)])
    cut = np.sort(kept)[-POOL_MAX] if len(kept) > POOL_MAX else -np.inf
    pool: list[Candidates] = []
    for plot, found, values, rows in zip(plots, words, sums, best, strict=True):
        ordered = values[rows]
        count = min(int((ordered >= cut).sum()), POOL_MAX)
        pool.append(
            Candidates(
                plot=plot,
                words=found,
                scale=scale,
                rows=rows[:count],
                sums=ordered[:count],
                rest=rows[count:],
                rest_sums=ordered[count:],
            )
        )
    return pool


def _scale(plots: Sequence[Plot], words: Sequence[Bm25]) -> Scale:
    best, low, high = 0.0, np.inf, -np.inf
    for plot, found in zip(plots, words, strict=True):
        everything = bool(plot.allowed.all())
        scores = found.scores if everything else found.scores[plot.allowed]
        if len(scores):
            best = max(best, float(scores.max()))
            if plot.cosine is not None:
                cosine = plot.cosine if everything else plot.cosine[plot.allowed]
                low, high = min(low, float(cosine.min())), max(high, float(cosine.max()))
    has_meaning = high > low
    return Scale(
        words_max=best or 1.0,
        meaning_low=low if has_meaning else 0.0,
        meaning_span=high - low if has_meaning else 1.0,
        has_meaning=has_meaning,
    )


def _first_sum(plot: Plot, words: Bm25, scale: Scale, asked: Asked) -> Floats:
    """Words plus meaning, smoothed with the neighbours, raised by date and speaker; -inf where not allowed."""
    columns = plot.columns
    count = len(columns)
    padded = np.zeros(count + 1, dtype=np.float32)  # the last entry is what NOTHING (-1) points at
    own = padded[:count]
    np.divide(words.scores, np.float32(scale.words_max), out=own)
    if plot.cosine is not None and scale.has_meaning:
        own += (plot.cosine - np.float32(scale.meaning_low)) * np.float32(_VECTOR_SHARE / scale.meaning_span)
    total = own
    if columns.sessions:
        around = padded[columns.before]
        around += padded[columns.after]
        total = own + np.float32(_NEIGHBOUR_SHARE) * around
    if asked.intervals:
        total += np.float32(_DATE_SHARE) * temporal.fit(columns.time, asked.intervals)
    if len(asked.names) == 1 and asked.names[0] in columns.speakers:
        total += np.float32(_SPEAKER_SHARE) * (columns.speaker == columns.speakers.index(asked.names[0]))
    total[~plot.allowed] = -np.inf
    return total


def _best(values: Floats, size: int) -> Rows:
    """Allowed rows, best first, at most `size`; the newer row first among equals."""
    count = len(values)
    if count <= SORT_ALL_MAX or count <= size:
        # Sorted from the newest on, a stable sort leaves the newer first.
        rows = (count - 1) - np.argsort(-values[::-1], kind="stable")[:size]
    else:
        cut = np.partition(values, count - size)[count - size]
        above = np.flatnonzero(values > cut)
        rows = np.concatenate((above, np.flatnonzero(values == cut)[len(above) - size :]))
        rows = np.sort(rows)[::-1]
        rows = rows[np.argsort(-values[rows], kind="stable")]
    best: Rows = rows[: int(np.count_nonzero(values[rows] > -np.inf))]
    return best
