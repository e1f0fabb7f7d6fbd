"""Turns that say the same again and again: the best two are shown, the others come behind everything else. Turns in
which a user asked the very same before, or the assistant had no answer, come behind what may answer it.

Who says "same here, work is endless" in twelve conversations fills a search with one line. Of turns with the same words
by the same speaker the two that rank best stay where they are (the newest, where they rank alike: ties go to what was
stored last); what is said twice may have been said on two days that count. Nothing is dropped: where nothing else was
found the others are there as before. Memories and documents are left alone; writing sees to it that they do not repeat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from recollect.read.asking import Echo
from recollect.read.declining import declines
from recollect.read.shape import taken

if TYPE_CHECKING:
    from recollect.model.record import Record
    from recollect.read.field import Ranked

SAME_MAX: Final = 2
"""So many that say the same stay where they are."""
STEP_MIN: Final = 8
"""Rows read at once, where a few more are looked for."""
FITS: Final = 0.1
"""What has this share of the score of the best of them may be an answer."""
OTHERS: Final = 4
"""So may the best few of the others, whatever they score: an answer need not share a word with its question."""
ASKED_BEFORE: Final = "the same was asked before, so it comes behind what may answer it"
NO_ANSWER: Final = "it says that there is no answer, so it comes behind what may be one"
REACH_MAX: Final = 200
"""Candidates looked at in all, where those before repeat; their rows are read for this alone."""


def repeated_last(
    ranked: Ranked,
    records: Mapping[int, Record],
    read: Callable[[Sequence[int]], None],
    k: int,
    kept: Set[int],
    question: str,
) -> tuple[Ranked, int, dict[int, str]]:
    """The ranking with repeated turns at its end and those that ask the same or decline behind what may answer it, how
    many repeat, and why which places stand behind. Only as many are looked at as it takes to find `k` that differ:
    where nothing repeats, the rows that will be shown and no more. Scores stay in order: what is moved gets the score
    of what it stands behind. `kept`: places that stand for more than their own words."""
    places = ranked.places
    pushes_out = len(places) > k
    echo = Echo(question)
    seen: dict[tuple[object, ...], int] = {}
    again: list[int] = []
    behind: dict[int, str] = {}
    end = 0
    last = min(len(places), max(k, REACH_MAX))
    while end < last and (found := end - len(again) - len(behind)) < k:
        begin, end = end, min(last, end + max(k - found, STEP_MIN))
        window = places[begin:end].tolist()
        read(window)
        for at, place in enumerate(window, begin):
            said = _said(records[place]) if place in records else None
            if said is None:
                continue
            often = seen.get(said, 0)
            if place in kept:
                seen[said] = often + 1
            elif said[1] == "user" and said[-1] in echo:
                behind[at] = ASKED_BEFORE
            elif said[1] == "assistant" and echo.asks and declines(said[-1]):
                behind[at] = NO_ANSWER
            elif pushes_out and often >= SAME_MAX:
                again.append(at)
            else:
                seen[said] = often + 1
    if not again and not behind:
        return ranked, 0, {}
    later = {*again, *behind}
    rest = [at for at in range(len(places)) if at not in later]
    if behind:
        enough = FITS * ranked.scores[min(behind)]
        fitting = next((nth for nth, at in enumerate(rest) if ranked.scores[at] < enough), len(rest))
        place = max(fitting, min(OTHERS, k - 1))
        rest[place:place] = behind
    moved = taken(ranked, [*rest, *again])
    reasons = {int(places[at]): reason for at, reason in behind.items()}
    return replace(moved, scores=np.minimum.accumulate(moved.scores)), len(again), reasons


def _said(record: Record) -> tuple[object, object, object, str] | None:
    """By whom and what, letter case and white space aside; None for all but turns."""
    if record.layer != "turn":
        return None
    return record.user, record.role, record.speaker, " ".join(record.content.casefold().split())
