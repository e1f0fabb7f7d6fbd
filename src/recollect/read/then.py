"""What happened in the time asked for, above what happened at another.

A stage after ranking. "What did I buy last month?" fits everything that was ever bought, and among a few records that
are much alike the date alone does not outweigh what else tells them apart. A memory that has a time of its own is
either of that time or not, unless its text speaks of another; of a talk only the time is known at which somebody spoke,
and there the rule was measured to do harm. Those of the time asked for take the place of the first that is not, as long
as they fit the question nearly as well. Nothing is dropped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

import numpy as np

from recollect.read.field import Ranked
from recollect.read.shape import taken
from recollect.rules.temporal import Interval, intervals

if TYPE_CHECKING:
    from recollect.model.record import Record

REACH: Final = 12
"""Candidates looked at, as in `newer`."""
SCORE_MIN: Final = 0.35
"""What scores less than this share of the best is about something else, whenever it was."""


def reorder(ranked: Ranked, records: Mapping[int, Record], asked: Sequence[Interval]) -> Ranked:
    """The ranking with what is of that time above what is not. `records` holds the rows of the first `REACH`."""
    places = ranked.places[:REACH].tolist()
    scores = ranked.scores[:REACH].tolist()
    times = {at: when for at, place in enumerate(places) if (when := _happened(records.get(place))) is not None}
    inside = {at for at, when in times.items() if any(span.start <= when < span.end for span in asked)}
    other = next((at for at in times if at not in inside), None)
    if other is None:
        return ranked
    enough = SCORE_MIN * scores[0]
    late = [at for at in sorted(inside) if at > other and scores[at] >= enough]
    if not late:
        return ranked
    order = [at for at in range(len(ranked.places)) if at not in late]
    order[other:other] = late
    moved = taken(ranked, order)
    return replace(moved, scores=np.maximum.accumulate(moved.scores[::-1])[::-1])


def _happened(record: Record | None) -> datetime | None:
    """When what it tells happened; None where that is not said: a talk, and what was drawn from it, has the time at
    which somebody spoke."""
    if record is None or record.layer != "memory":
        return None
    when = record.valid_from or (record.occurred_at if record.provenance.reference is None else None)
    return None if when is None or intervals(record.content, when) else when
