"""What a user has in the same words as everybody: one hit, the user's own.

A memory or a passage of a document that lies in the shared space and in the user's fills two places of an answer with
one text. The own one stays, where the better of the two stood, and says that it is shared as well. Turns are left
alone: said twice, they are two events. What holds at other times is not the same either.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from recollect.read.shape import taken

if TYPE_CHECKING:
    from recollect.model.record import Record
    from recollect.read.field import Ranked

LAYERS: Final = ("memory", "document")
REACH_MAX: Final = 200
"""Candidates looked at in all, where those before are told twice; their rows are read for this alone."""
REASON: Final = "shared with everybody as well"


def own_alone(
    ranked: Ranked, records: Mapping[int, Record], read: Callable[[Sequence[int]], None], k: int
) -> tuple[Ranked, dict[int, int]]:
    """The ranking without what is told twice, and for each place that stayed the place it stands for too. Only as many
    are looked at as it takes to find `k` that differ."""
    places = ranked.places
    shown: list[int] = []
    held: dict[tuple[object, ...], int] = {}
    twice: dict[int, int] = {}
    end, last = 0, min(len(places), max(k, REACH_MAX))
    while end < last and len(shown) < k:
        begin, end = end, min(last, end + k - len(shown))
        read(places[begin:end].tolist())
        for at in range(begin, end):
            record = records.get(int(places[at]))
            said = _said(record) if record is not None else None
            slot = held.get(said) if said is not None else None
            if record is None or said is None or slot is None:
                held |= {} if said is None else {said: len(shown)}
                shown.append(at)
                continue
            other = records[int(places[shown[slot]])]
            if (other.user is None) == (record.user is None):
                shown.append(at)  # of two users, or twice in one space: not what this is about
                continue
            own, common = (shown[slot], at) if record.user is None else (at, shown[slot])
            shown[slot] = own
            twice[int(places[own])] = int(places[common])
    if not twice:
        return ranked, {}
    moved = taken(ranked, [*shown, *range(end, len(places))])
    return replace(moved, scores=np.maximum.accumulate(moved.scores[::-1])[::-1]), twice


def _said(record: Record) -> tuple[object, ...] | None:
    """What it says, letter case and white space aside, and when that is so; None for what is left alone."""
    if record.layer not in LAYERS:
        return None
    text = " ".join(record.content.casefold().split())
    return record.layer, record.status, record.valid_from, record.valid_until, text
