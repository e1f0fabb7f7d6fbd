"""Questions about two or more entities: what names several of them together moves up.

An option of the ranking (`graph`), off where measuring did not show that it helps: see decision 0010.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from recollect.model.columns import NUMBER_BITS
from recollect.read.field import Plot, Ranked
from recollect.rules.naming import key_of
from recollect.rules.text import STOP_WORDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

WORDS_MAX: Final = 64
NAME_WORDS_MAX: Final = 3
TOGETHER_MIN: Final = 2
_WORD: Final = re.compile(r"[\w&+#.'’-]*\w")


def possible_names(question: str) -> list[str]:
    """Folded runs of up to three words: some of them may be names that somebody goes by."""
    words = _WORD.findall(question)[:WORDS_MAX]
    found: dict[str, None] = {}
    for size in range(1, NAME_WORDS_MAX + 1):
        for start in range(len(words) - size + 1):
            key = key_of(" ".join(words[start : start + size]))
            if key and key not in STOP_WORDS:
                found[key] = None
    return list(found)


def lift(
    plots: Sequence[Plot], ranked: Ranked, named: Mapping[str, Sequence[int]], weight: float
) -> tuple[Ranked, int]:
    """The ranking with what names two or more of the entities lifted by their share, and how many were."""
    counts: dict[int, int] = {}
    for items in named.values():
        for item in set(items):
            counts[item] = counts.get(item, 0) + 1
    together = {item: count for item, count in counts.items() if count >= TOGETHER_MIN}
    if not together:
        return ranked, 0
    scores = ranked.scores.copy()
    lifted = 0
    for plot in plots:
        here = [item for item in together if item >> NUMBER_BITS == plot.columns.space]
        if not here:
            continue
        numbers = np.array([item & ((1 << NUMBER_BITS) - 1) for item in here], dtype=np.int64)
        share = np.array([together[item] / len(named) for item in here])
        order = np.argsort(numbers)
        lifted += _lift_plot(plot, ranked, scores, numbers[order], share[order] * weight)
    order = np.lexsort((-ranked.places, -scores))
    return (
        replace(ranked, places=ranked.places[order], scores=np.minimum(scores[order], 1.0), keys=ranked.keys[order]),
        lifted,
    )


def _lift_plot(
    plot: Plot,
    ranked: Ranked,
    scores: NDArray[np.float64],
    numbers: NDArray[np.int64],
    gains: NDArray[np.float64],
) -> int:
    rows = ranked.places - plot.offset
    inside = np.flatnonzero((rows >= 0) & (rows < len(plot.columns)))
    asked = plot.columns.numbers[rows[inside]]
    at = np.searchsorted(numbers, asked).clip(max=len(numbers) - 1)
    hit = numbers[at] == asked
    scores[inside[hit]] += gains[at[hit]]
    return int(hit.sum())
