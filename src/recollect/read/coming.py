"""What is not so yet stands below what holds until then.

A stage after all others: a plan for next month fits the question how things are as well as what is so now, and was told
later. Which two are meant is no guess: the one ends, by what was written, at the moment the other begins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np

from recollect.read.field import Ranked
from recollect.read.shape import taken

if TYPE_CHECKING:
    from recollect.model.record import Record
    from recollect.read.together import Sources


def begun(records: Mapping[int, Record], sources: Sources, now: datetime) -> Mapping[int, Record]:
    """Without what is not so yet: told later than what is so, it does not replace it before its day."""
    coming = {
        place
        for place, record in records.items()
        if (record.valid_from is not None or place in sources) and _begins(record, sources.get(place, ()), now)
    }
    return records if not coming else {place: one for place, one in records.items() if place not in coming}


def coming_below(ranked: Ranked, records: Mapping[int, Record], sources: Sources, now: datetime) -> Ranked:
    """The ranking with what begins after `now` right below what ends with that. `records` holds the rows of all."""
    places = ranked.places.tolist()
    begins = [
        (begin, at)
        for at, place in enumerate(places)
        if (records[place].valid_from is not None or place in sources)
        and (begin := _begins(records[place], sources.get(place, ()), now)) is not None
    ]
    if not begins:
        return ranked
    order = list(range(len(places)))
    for begin, at in sorted(begins):  # the first to begin first: the next may follow it
        until = [
            other
            for other in order
            if any(one.valid_until == begin for one in (records[places[other]], *sources.get(places[other], ())))
        ]
        last = max((order.index(other) for other in until), default=-1)
        if last > order.index(at):
            order.remove(at)
            order.insert(last, at)
    if order == sorted(order):
        return ranked
    moved = taken(ranked, order)
    return replace(moved, scores=np.maximum.accumulate(moved.scores[::-1])[::-1])


def _begins(record: Record, sources: Sequence[Record], now: datetime) -> datetime | None:
    """When a hit begins to be so, where nothing that it stands for is so yet: a turn stands for what was drawn from
    it."""
    told = sources if record.layer == "turn" else (record,)
    coming = [one.valid_from for one in told if one.valid_from is not None and one.begins_after(now)]
    return min(coming) if coming and len(coming) == len(told) else None
