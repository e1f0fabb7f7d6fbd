"""What happened in the time asked for, above what happened at another.

A stage after ranking. "What did I buy last month?" fits everything that was ever bought, and among a few records that
are much alike the date alone does not outweigh what else tells them apart. A memory that has a time of its own is
either of that time or not, unless its text speaks of another; of a talk only the time is known at which somebody spoke,
and there the rule was measured to do harm. Those of the time asked for take the place of the first that is not, as long
as they fit the question nearly as well. Nothing is dropped.

A question that asks for nothing but a time ("what happened yesterday?") is fitted by everything that was ever said, and
by nothing better than by what lies in that time: there turns count too, and nobody has to fit the question's words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

import numpy as np

from recollect.read.field import Plot, Ranked, joined
from recollect.read.shape import taken
from recollect.rules.temporal import Interval, intervals

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from recollect.model.record import Record
    from recollect.read.plan import Asked

_AGO: Final = "ago"
REACH: Final = 12
"""Candidates looked at, as in `newer`."""
SCORE_MIN: Final = 0.35
"""What scores less than this share of the best is about something else, whenever it was."""
REASON: Final = "happened in the time asked for"
"""Why something was moved up."""


def time_first(ranked: Ranked, plots: Sequence[Plot], records: Mapping[int, Record], question: Asked) -> Ranked:
    """The ranking with all that was said or happened in that time before the rest; of a person who is named, what he
    said himself. `records` holds the first rows: what these tell of a time counts as well ("the dentist tomorrow")."""
    places, asked = ranked.places, question.intervals
    times = joined(plots, "time")[places]
    inside = np.zeros(len(places), dtype=np.bool_)
    for span in asked:
        inside |= (times >= span.start.timestamp()) & (times < span.end.timestamp())
    for at, place in enumerate(places[:REACH].tolist()):
        inside[at] |= place in records and _tells_of(records[place], asked)
    inside &= _meant(plots, question)[places]
    if inside.all() or not inside.any():
        return ranked
    first, rest = np.flatnonzero(inside), np.flatnonzero(~inside)
    if len(asked) == 1 and asked[0].text.lower().endswith(_AGO):  # what is meant lies in the middle
        middle = (asked[0].start.timestamp() + asked[0].end.timestamp()) / 2
        first = first[np.abs(times[first] - middle).argsort(kind="stable")]
    order = np.concatenate((first, rest))
    if (order == np.arange(len(order))).all():
        return ranked
    moved = taken(ranked, order)
    return replace(moved, scores=np.maximum.accumulate(moved.scores[::-1])[::-1])


def _meant(plots: Sequence[Plot], question: Asked) -> NDArray[np.bool_]:
    """Which places can be: no summaries and profiles, which say again what others say, and nobody else's words."""
    found = []
    for plot in plots:
        columns = plot.columns
        meant = np.ones(len(columns), np.bool_) if columns.retold is None else ~columns.retold
        if question.names:
            codes = [code for code, name in enumerate(columns.speakers) if name in question.names]
            meant &= np.isin(columns.speaker, codes)
        found.append(meant)
    return np.concatenate(found)


def _tells_of(record: Record, asked: Sequence[Interval]) -> bool:
    """Whether its text names a time that lies in the one asked for."""
    told = intervals(record.content, record.said_at)
    return any(span.start <= one.start and one.end <= span.end for one in told for span in asked)


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
