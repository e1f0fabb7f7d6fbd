"""Newer above older: of two statements that give one thing different values, the later one comes first.

A stage after ranking. Both statements match the question about equally, and the older one usually says the thing in
full, so the ranking alone puts it first two times out of three. Here the best candidates are read as a person would:
the question asks how something is (`current`), the same person speaks of the same thing in both, with another value of
the same kind. Then the newer one takes the place right above the older one. Nothing is dropped, and nothing is decided
about what is true: that is the business of writing. What it does not do: no model, no data of its own, no dates
resolved. Why and how well: `docs/decisions/0008-newer-over-older.md`.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from recollect.read.current import Wanted, wanted
from recollect.read.field import Plot, Ranked
from recollect.read.plan import Asked
from recollect.read.shape import taken
from recollect.rules.values import Piece, Value, pieces, values

if TYPE_CHECKING:
    from recollect.model.record import Record

__all__ = ["reach", "reorder", "wanted", "worth"]

HEAD_MAX: Final = 10
"""Hits that can be overtaken; a longer list is left alone further down."""
BEYOND: Final = 6
"""Candidates looked at below them."""
AROUND: Final = 14
"""Words on either side of a value that say what it is the value of."""
SHARE_MIN: Final = 0.3
"""Share of the question that must stand with the newer value."""
EQUAL_MIN: Final = 0.65
"""The newer value's share against the older one's."""
EQUAL_WITH_CUE_MIN: Final = 0.45
"""The same, when the newer statement speaks of a change."""
GAP_MAX: Final = 4
"""Small words between a word and its neighbour: "trip to Rome", "meeting with the architect"."""
FRAME_WORDS_MAX: Final = 16
FRAME_MIN: Final = 0.4
"""Two statements whose words agree to this share are the same sentence with another filling."""

_CHANGE_WORDS: Final = """
    now new newly updated update increased increase decreased reached reach improved improve changed change moved
    moving move rescheduled switched switch postponed delayed extended extension raised raise rose reduced adjusted
    revised upgraded upgrade grown grew climbed bumped pushed relocated promoted instead recently recent currently
    latest longer anymore finally just already hit dropped replaced resized swapped swap
    """.split()
_WISHES: Final = frozenset("wish dream someday imagine suppose i'd".split())
_OTHERS: Final = frozenset("his her their".split())
_COPULAS: Final = frozenset("is are was were am be been i'm it's".split())
WEIGHTS = {"value": (-0.3, 1.0, 1.0, 1.0, 0.8, 0.4, 0.5, 0, 0.5, 1.0, -0.8), "name": (-5.6, 0.5, 1.1, 1.1, 1.4, 0.9, 1.6, 4.0, 1.8, -0.8)}
TOP = 0.5


@dataclass(frozen=True, slots=True)
class _Said:
    """One candidate, read."""

    record: Record
    words: Sequence[Piece]
    terms: frozenset[str]
    values: Sequence[Value]
    shares: Sequence[float]
    """For each value, the share of the question that stands around it."""

    @property
    def time(self) -> tuple[float, int]:
        record = self.record
        return (record.occurred_at or record.created_at).timestamp(), record.item


def reorder(
    ranked: Ranked, records: Mapping[int, Record], wanted: Wanted, weights: Mapping[str, float], *, k: int
) -> tuple[Ranked, dict[int, int]]:
    """The ranking with newer statements above older ones, and which place overtook which.

    `records` holds the rows of the first places; `weights` is what each term of the question is worth.
    """
    places = ranked.places[: reach(k)].tolist()
    said = {
        at: read
        for at, place in enumerate(places)
        if place in records and (read := _read(records[place], wanted, weights)) is not None
    }
    order = list(range(len(ranked.places)))
    overtook: dict[int, int] = {}
    for older in said if len(said) > 1 else ():
        newer = _replacement(older, said, order, ranked, wanted, weights)
        if newer is not None:
            order.remove(newer)
            order.insert(order.index(older), newer)
            overtook[places[newer]] = places[older]
    if not overtook:
        return ranked, {}
    moved = taken(ranked, order)
    scores = np.maximum.accumulate(moved.scores[::-1])[::-1]
    return replace(moved, scores=scores), overtook


def _replacement(
    older: int,
    said: Mapping[int, _Said],
    order: Sequence[int],
    ranked: Ranked,
    wanted: Wanted,
    weights: Mapping[str, float],
) -> int | None:
    """Of the statements below that replace this one, the newest that is about as sure as the surest."""
    if ranked.scores[older] < TOP * ranked.scores[min(said)]:
        return None
    found: dict[int, float] = {}
    for newer in order[order.index(older) + 1 : max(said) + 1]:
        if newer in said and said[newer].time > said[older].time:
            ratio = float(ranked.scores[newer] / max(ranked.scores[older], 1e-9))
            sure = _sure(said[newer], said[older], wanted, weights, ratio)
            if sure > 0:
                found[newer] = sure
    best = max(found.values(), default=0.0)
    return max((at for at in found if found[at] >= best - 0.5), key=lambda at: said[at].time, default=None)


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


def reach(k: int) -> int:
    """How many candidates are looked at."""
    return min(k, HEAD_MAX) + BEYOND


def _read(record: Record, wanted: Wanted, weights: Mapping[str, float]) -> _Said | None:
    """A candidate's values; None for what is no statement of a person."""
    if record.role in {"assistant", "system", "tool"} or record.layer in {"document", "summary"}:
        return None
    words = pieces(record.content)
    terms = frozenset(term for word in words for term in word.terms)
    found = [value for value in values(words) if value.kind in wanted.kinds and _fits(value, wanted)]
    if not found and not wanted.named:
        return None
    whole = _mass(terms, weights)
    shares = []
    for value in found:
        near = _mass({term for word in _around(words, value, AROUND) for term in word.terms}, weights)
        shares.append(near + 0.5 * (whole - near))
    return _Said(record, words, terms, found, shares)


def _mass(terms: set[str] | frozenset[str], weights: Mapping[str, float]) -> float:
    return sum(weight for term, weight in weights.items() if term in terms)


def _fits(value: Value, wanted: Wanted) -> bool:
    """It is not in the question itself, and what it counts is what is asked for, or is not named at all."""
    if value.amount in wanted.amounts:
        return False
    return not wanted.counted or not value.unit or not wanted.things.isdisjoint(value.unit)


def _around(words: Sequence[Piece], value: Value, width: int) -> Sequence[Piece]:
    """The words around a value, within its sentence."""
    first = value.first
    while first > 0 and value.first - first < width and not words[first - 1].ends:
        first -= 1
    last = value.last
    while last + 1 < len(words) and last - value.last < width and not words[last].ends:
        last += 1
    return words[first : last + 1]


def _sure(new: _Said, old: _Said, wanted: Wanted, weights: Mapping[str, float], ratio: float) -> float:
    """How sure it is that the newer statement gives the thing asked about another value; above 0: it does."""
    found = _features(new, old, wanted, weights, ratio)
    return -1.0 if found is None else sum(map(operator.mul, found[1], WEIGHTS[found[0]]))


def _features(
    new: _Said, old: _Said, wanted: Wanted, weights: Mapping[str, float], ratio: float
) -> tuple[str, tuple[float, ...]] | None:
    if not _same_person(new.record, old.record):
        return None
    for kind in wanted.kinds:
        pair = _pair(kind, new, old, wanted)
        if pair == (-2, -2):
            return None
        if pair is not None:
            return _value_features(new, pair[0], old, pair[1], wanted, weights, ratio)
    return _name_features(new, old, wanted, weights, ratio) if wanted.named else None


def _same_person(new: Record, old: Record) -> bool:
    if new.user != old.user:
        return False
    return new.speaker is None or old.speaker is None or new.speaker == old.speaker


def _pair(kind: str, new: _Said, old: _Said, wanted: Wanted) -> tuple[int, int] | None:
    """The values of a kind that stand for one another, nearest to the question; (-2, -2): nothing new is said."""
    best, most, seen = None, 0.0, False
    known = {value.amount for value in old.values if value.kind == kind}
    for at, value in enumerate(new.values):
        if value.kind != kind:
            continue
        for other, before in enumerate(old.values):
            if before.kind != kind or not (wanted.counted or _same_unit(value, before)):
                continue
            seen = True
            if value.amount not in known and new.shares[at] + old.shares[other] > most:
                best, most = (at, other), new.shares[at] + old.shares[other]
    return best or ((-2, -2) if seen else None)


def _same_unit(one: Value, other: Value) -> bool:
    return bool(set(one.unit) & set(other.unit)) or (not one.unit and not other.unit)


def _value_features(new, at, old, other, wanted, weights, ratio):
    value, before = new.values[at], old.values[other]
    clause = _clause(new.words, value)
    around, around_before = _around(new.words, value, AROUND), _around(old.words, before, AROUND)
    near = new.words[max(0, value.first - 6) : value.last + 4]
    cue = any(word.low in _changes() for word in near)
    head = not wanted.things.isdisjoint(term for word in near for term in word.terms)
    if wanted.counted and not (cue or head):
        return None
    if _only_thought(clause, old.words) or _contrast(old, clause, new.terms, weights):
        return None
    share, share_before = new.shares[at], old.shares[other]
    one = {term for word in around for term in word.terms}
    two = {term for word in around_before for term in word.terms}
    return "value", (
        1.0,
        math.log(max(ratio, 0.01)),
        share,
        min(1.0, share / (share_before or 1.0)),
        float(cue),
        float(any(word.low in _changes() for word in around)),
        float(head),
        float(not wanted.things.isdisjoint(term for word in around_before for term in word.terms)),
        float(bool(set(value.unit) & set(before.unit))),
        len((one & two) - wanted.terms) / (1 + min(len(one), len(two))),
        float(wanted.past),
    )


def _name_features(new, old, wanted, weights, ratio):
    ours, share = _best_sentence(new.words, weights)
    theirs, share_before = _best_sentence(old.words, weights)
    one = {term for word in ours for term in word.terms}
    two = {term for word in theirs for term in word.terms}
    fresh = [word for word in ours if word.terms and wanted.terms.isdisjoint(word.terms) and two.isdisjoint(word.terms)]
    if not fresh or not two - one - wanted.terms or _only_thought(ours, old.words):
        return None
    if _contrast(old, ours, new.terms, weights):
        return None
    cue = any(word.low in _changes() for word in ours)
    return "name", (
        1.0,
        math.log(max(ratio, 0.01)),
        share,
        min(1.0, share / (share_before or 1.0)),
        float(cue),
        float(cue and any(word.capital for word in fresh)),
        float(_same_slot(ours, theirs, wanted)),
        len(one & two) / len(one | two),
        float(max(len(ours), len(theirs)) <= FRAME_WORDS_MAX),
        float(wanted.past),
    )


def _same_slot(ours: Sequence[Piece], theirs: Sequence[Piece], wanted: Wanted) -> bool:
    """Different words in the same surroundings, next to a word of the question."""
    slots = _slots(theirs)
    terms = {term for word in theirs for term in word.terms}
    for slot, words in _slots(ours).items():
        if slot[0] != "first" and slot[-1] in wanted.terms:
            for word in slots.get(slot, ()):
                for mine in words:
                    if wanted.terms.isdisjoint(mine.terms) and wanted.terms.isdisjoint(word.terms) and terms.isdisjoint(mine.terms):
                        return True
    return False


def _only_thought(clause: Sequence[Piece], older: Sequence[Piece]) -> bool:
    """A wish or a supposition, or somebody else's value."""
    if clause and clause[0].low == "if":
        return True
    if any(word.low in _WISHES for word in clause):
        return True
    return any(word.low in _OTHERS for word in clause) and not any(word.low in _OTHERS for word in older)


def _clause(words: Sequence[Piece], value: Value) -> Sequence[Piece]:
    """The words around a value up to the next pause on either side."""
    first = value.first
    while first > 0 and not words[first - 1].pauses:
        first -= 1
    last = value.last
    while last + 1 < len(words) and not words[last].pauses:
        last += 1
    return words[first : last + 1]


def _contrast(old: _Said, clause: Sequence[Piece], said: frozenset[str], weights: Mapping[str, float]) -> bool:
    """Another thing is meant: where the older text has a word of the question that the newer one lacks, the newer one
    has a different word in the same surroundings ("trip to Rome", "trip to Athens"; "eye doctor", "skin doctor")."""
    missing = {term for term in weights if term in old.terms and term not in said}
    if not missing:
        return False
    slots = _slots(clause)
    for at, word in enumerate(old.words):
        if missing.isdisjoint(word.terms):
            continue
        for slot in _surroundings(old.words, at):
            for filling in slots.get(slot, ()):
                if old.terms.isdisjoint(filling.terms) and filling.low not in _changes():
                    return True
    return False


def _slots(words: Sequence[Piece]) -> dict[tuple[str, ...], list[Piece]]:
    """Surroundings -> the words that stand in them. What directly follows another word is counted only when it is a
    name or is followed by "is" and the like, else it may be any verb."""
    found: dict[tuple[str, ...], list[Piece]] = {}
    for at, word in enumerate(words):
        if not word.stop:
            noun = word.capital or (at + 1 < len(words) and words[at + 1].low in _COPULAS)
            for slot in _surroundings(words, at):
                if noun or len(slot) > 2 or slot[0] != "after":
                    found.setdefault(slot, []).append(word)
    return found


def _surroundings(words: Sequence[Piece], at: int) -> list[tuple[str, ...]]:
    """The nearest word with meaning on either side, with the small words between; any form of "is" stands for all."""
    found: list[tuple[str, ...]] = []
    for step, side in ((-1, "after"), (1, "before")):
        gap: list[str] = []
        place = at + step
        while 0 <= place < len(words) and words[place].stop and len(gap) < GAP_MAX:
            gap.append(words[place].low)
            place += step
        if not _COPULAS.isdisjoint(gap):
            gap = ["is"]
        if 0 <= place < len(words):
            if words[place].terms and not words[place].kind:
                found.append((side, *gap, words[place].terms[-1]))
        elif step < 0:
            found.append(("first", *gap))
    return found


def _best_sentence(words: Sequence[Piece], weights: Mapping[str, float]) -> tuple[Sequence[Piece], float]:
    """The sentence that holds most of the question."""
    best: tuple[Sequence[Piece], float] = ((), 0.0)
    first = 0
    for at, word in enumerate(words):
        if word.ends or at + 1 == len(words):
            sentence = words[first : at + 1]
            share = _mass({term for piece in sentence for term in piece.terms}, weights)
            if share > best[1]:
                best = (sentence, share)
            first = at + 1
    return best


@lru_cache(maxsize=1)
def _changes() -> frozenset[str]:
    return frozenset(_CHANGE_WORDS)
