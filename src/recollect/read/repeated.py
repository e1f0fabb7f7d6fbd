"""Turns that say the same again and again: the best two are shown, the others come behind everything else. So do turns
that only ask what is asked.

Who says "same here, work is endless" in twelve conversations fills a search with one line. Of turns with the same words
by the same speaker the two that rank best stay where they are (the newest, where they rank alike: ties go to what was
stored last); what is said twice may have been said on two days that count. Nothing is dropped: where nothing else was
found the others are there as before. Memories and documents are left alone; writing sees to it that they do not repeat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from recollect.read.asking import Echo
from recollect.read.shape import taken

if TYPE_CHECKING:
    from recollect.model.record import Record
    from recollect.read.field import Ranked

SAME_MAX: Final = 2
"""So many that say the same stay where they are."""
STEP_MIN: Final = 8
"""Rows read at once, where a few more are looked for."""
REACH_MAX: Final = 200
"""Candidates looked at in all, where those before repeat; their rows are read for this alone."""


def repeated_last(
    ranked: Ranked,
    records: Mapping[int, Record],
    read: Callable[[Sequence[int]], None],
    k: int,
    kept: Set[int],
    question: str,
) -> tuple[Ranked, int, int]:
    """The ranking with repeated turns and those that only ask the same at its end, and how many of both there are. Only
    as many are looked at as it takes to find `k` that differ: where nothing repeats, the rows that will be shown and no
    more. Scores stay in order: what comes last gets the score of what it stands behind. `kept`: places that stand for
    more than their own words."""
    places = ranked.places
    pushes_out = len(places) > k
    echo = Echo(question)
    seen = Counter[tuple[object, ...]]()
    again: list[int] = []
    echoes = 0
    end = 0
    last = min(len(places), max(k, REACH_MAX))
    while end < last and end - len(again) < k:
        begin, end = end, min(last, end + max(k - (end - len(again)), STEP_MIN))
        window = places[begin:end].tolist()
        read(window)
        for at, place in enumerate(window, begin):
            said = _said(records[place]) if place in records else None
            if said is None:
                continue
            asks = said[-1] in echo
            if place not in kept and (asks or (pushes_out and seen[said] >= SAME_MAX)):
                again.append(at)
                echoes += asks
            else:
                seen[said] += 1
    if not again:
        return ranked, 0, 0
    later = set(again)
    moved = taken(ranked, [*(at for at in range(len(places)) if at not in later), *again])
    return replace(moved, scores=np.minimum.accumulate(moved.scores)), len(again) - echoes, echoes


def _said(record: Record) -> tuple[object, object, object, str] | None:
    """By whom and what, letter case and white space aside; None for all but turns."""
    if record.layer != "turn":
        return None
    return record.user, record.role, record.speaker, " ".join(record.content.casefold().split())
