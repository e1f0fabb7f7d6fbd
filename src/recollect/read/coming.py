"""What is not so yet stands below what holds until then.

A stage after all others: a plan for next month fits the question how things are as well as what is so now, and was told
later. Which two are meant is no guess: the one ends, by what was written, at the moment the other begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np

from recollect.read.field import Ranked
from recollect.read.shape import taken

if TYPE_CHECKING:
    from recollect.model.record import Record


def coming_below(ranked: Ranked, records: Mapping[int, Record], now: datetime) -> Ranked:
    """The ranking with what begins after `now` right below what ends with that. `records` holds the rows of all."""
    places = ranked.places.tolist()
    begins = [
        (record.valid_from, at)
        for at, place in enumerate(places)
        if (record := records[place]).valid_from is not None and record.begins_after(now)
    ]
    if not begins:
        return ranked
    order = list(range(len(places)))
    for begin, at in sorted(begins):  # the first to begin first: the next may follow it
        until = [other for other in order if records[places[other]].valid_until == begin]
        last = max((order.index(other) for other in until), default=-1)
        if last > order.index(at):
            order.remove(at)
            order.insert(last, at)
    if order == sorted(order):
        return ranked
    moved = taken(ranked, order)
    return replace(moved, scores=np.maximum.accumulate(moved.scores[::-1])[::-1])
