"""Newer above older: of two statements that give one thing different values, the later one comes first.

A stage after ranking. Both statements match the question about equally, and the older one usually says the thing in
full, so the ranking alone puts it first two times out of three. Here the best candidates are read as a person would:
the question asks how something is (`current`), the same person speaks of the same thing in both, or two people of what
is nobody's own (`shared`), and the later one gives another value of the same kind (`replaces`). Then it takes the place
right above the older one. Nothing is dropped, and nothing is decided about what is true: that is the business of
writing. How well it works, and where it does not: `docs/decisions/0008-newer-over-older.md`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from recollect.read.current import Wanted, wanted
from recollect.read.field import Plot, Ranked
from recollect.read.instead import instead
from recollect.read.plan import Asked
from recollect.read.replaces import AGAIN, sureness
from recollect.read.said import Said, is_statement
from recollect.read.shape import taken
from recollect.rules.values import may_hold_values

if TYPE_CHECKING:
    from recollect.model.record import Record

__all__ = ["REACH", "reorder", "wanted", "worth"]

REACH: Final = 12
"""Candidates looked at, whatever number is asked for; their rows must have been read. On four question sets the newer
statement was among the first eleven whenever it was found at all."""
OLDER_SCORE_MIN: Final = 0.5
"""An older statement that scores less than this share of the best statement is not what the question is about."""
ABOUT_AS_SURE: Final = 0.5
"""Of several that replace the older one, the newest wins when it is less sure than the surest by no more than this."""


def worth(plots: Sequence[Plot], asked: Asked) -> dict[str, float]:
    """Each term's share of the question, by how rare it is; terms that stand nowhere say nothing."""
    found: dict[str, float] = {}
    count = sum(len(plot.columns) for plot in plots)
    for term, weight in asked.weights.items():
        having = sum(len(plot.postings.rows.get(term, ())) for plot in plots)
        if having:
            found[term] = weight * math.log1p(count / having)
    total = sum(found.values()) or 1.0
    return {term: weight / total for term, weight in found.items()}


def reorder(
    ranked: Ranked,
    records: Mapping[int, Record],
    sources: Mapping[int, Sequence[Record]],
    wanted: Wanted,
    weights: Mapping[str, float],
    asked: Asked,
    before: Mapping[int, int],
) -> tuple[Ranked, dict[int, int]]:
    """The ranking with newer statements above older ones, and which place overtook which.

    `records` holds the rows of the first `REACH` places, `sources` what joined them, `weights` what each term of the
    question is worth, without names, `before` which place overtook which until now. Scores stay in order: what is moved
    up gets the score of what it overtakes.
    """
    places = ranked.places[:REACH].tolist()
    scores = ranked.scores[:REACH].tolist()
    said = {
        at: Said(records[place], wanted, weights, sources.get(place, ()))
        for at, place in enumerate(places)
        if place in records and is_statement(records[place])
    }
    if asked.names:
        said = {at: one for at, one in said.items() if _concerns(one, asked)}
    order = list(range(len(places)))
    overtook: dict[int, int] = {}
    enough = OLDER_SCORE_MIN * scores[min(said)] if said else 0.0
    if wanted.past and not wanted.named:  # a number of then, and nothing else
        said = {at: one for at, one in said.items() if may_hold_values(one.record.content) and one.values}
    for older in said:
        if scores[older] < enough:
            break
        for newer, below in _succession(older, order, said, scores):
            _put_above(below, newer, order)
            overtook[places[newer]] = places[below]
    for end, over in [*before.items(), *overtook.items()]:
        at = places.index(end) if end in places else -1
        if at in said and over in records:
            now = instead(said[at], Said(records[over], wanted, weights), said, order)
            if now is not None and order.index(now) > order.index(at):
                _put_above(at, now, order)
                overtook[places[now]] = over
    if not overtook:
        return ranked, {}
    moved = taken(ranked, [*order, *range(len(places), len(ranked.places))])
    return replace(moved, scores=np.maximum.accumulate(moved.scores[::-1])[::-1]), overtook


def _put_above(lower: int, upper: int, order: list[int]) -> None:
    order.remove(upper)
    order.insert(order.index(lower), upper)


def _concerns(said: Said, asked: Asked) -> bool:
    """About somebody who is named tells what he says himself, or what names him."""
    return said.record.speaker in asked.names or not asked.name_terms.isdisjoint(said.text.terms)


def _succession(
    older: int, order: Sequence[int], said: Mapping[int, Said], scores: Sequence[float]
) -> Iterator[tuple[int, int]]:
    """What replaces this statement, and what replaces that one in turn, which may give the value that was before: 8 mg,
    16 mg, 8 mg. Each with the one that it goes above; `order` changes meanwhile."""
    below = [at for at in order[order.index(older) + 1 :] if at in said]
    before, newer = older, _replacement(older, below, said, scores)
    while newer is not None:
        yield newer, before
        below = [at for at in below if _is_of_the_same(said[at], said[older], _ratio(at, newer, scores))]
        before, newer = newer, _replacement(newer, below, said, scores)


def _is_of_the_same(new: Said, old: Said, ratio: float) -> bool:
    """It gives the thing another value, or the same again; `ratio`: its score to that of what replaced the older."""
    sure = sureness(new, old, ratio)
    return sure > 0 or sure == AGAIN


def _ratio(newer: int, older: int, scores: Sequence[float]) -> float:
    return min(1.0, scores[newer] / max(scores[older], 1e-9))


def _replacement(older: int, below: Sequence[int], said: Mapping[int, Said], scores: Sequence[float]) -> int | None:
    """Of the statements below that replace this one, the newest that is about as sure as the surest."""
    found: dict[int, float] = {}
    for newer in below:
        if said[newer].is_later_than(said[older]):
            sure = sureness(said[newer], said[older], _ratio(newer, older, scores))
            if sure > 0:
                found[newer] = sure
    if not found:
        return None
    surest = max(found.values())
    chosen, *others = (at for at in found if found[at] >= surest - ABOUT_AS_SURE)
    for at in others:
        if said[at].is_later_than(said[chosen]):
            chosen = at
    return chosen
