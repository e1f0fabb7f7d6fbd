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
GAP_MAX: Final = 2
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
_WISHES: Final = frozenset("if hope wish dream someday maybe imagine suppose i'd".split())
_OTHERS: Final = frozenset("he she his her their they him".split())


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
    head = [place for place in ranked.places[: reach(k)].tolist() if place in records]
    said = {place: read for place in head if (read := _read(records[place], wanted, weights)) is not None}
    if len(said) < 2:
        return ranked, {}
    order = list(range(len(ranked.places)))
    overtook: dict[int, int] = {}
    candidates = [(at, int(ranked.places[at])) for at in range(min(reach(k), len(order)))]
    candidates = [(at, place) for at, place in candidates if place in said]
    for at, older in candidates[:]:
        above = [
            (other, place)
            for other, place in candidates
            if order.index(other) > order.index(at)
            and said[place].time > said[older].time
            and _replaces(said[place], said[older], wanted, weights)
        ]
        for other, place in sorted(above, key=lambda entry: said[entry[1]].time):
            order.remove(other)
            order.insert(order.index(at), other)
            overtook.setdefault(place, older)
            at = other
    if not overtook:
        return ranked, {}
    moved = taken(ranked, order)
    scores = np.maximum.accumulate(moved.scores[::-1])[::-1]
    return replace(moved, scores=scores), overtook


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
    found = [value for value in values(words) if value.kind in wanted.kinds and _fits(value, words, wanted)]
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


def _fits(value: Value, words: Sequence[Piece], wanted: Wanted) -> bool:
    """A counted thing must be the one asked for, or not be named at all."""
    if not wanted.things or not value.unit:
        return True
    return not wanted.things.isdisjoint(value.unit)


def _around(words: Sequence[Piece], value: Value, width: int) -> Sequence[Piece]:
    """The words around a value, within its sentence."""
    first = value.first
    while first > 0 and value.first - first < width and not words[first - 1].ends:
        first -= 1
    last = value.last
    while last + 1 < len(words) and last - value.last < width and not words[last].ends:
        last += 1
    return words[first : last + 1]


def _replaces(new: _Said, old: _Said, wanted: Wanted, weights: Mapping[str, float]) -> bool:
    """The newer statement gives the thing asked about another value than the older one."""
    if not _same_person(new.record, old.record):
        return False
    for kind in wanted.kinds:
        ours = [at for at, value in enumerate(new.values) if value.kind == kind]
        theirs = [at for at, value in enumerate(old.values) if value.kind == kind]
        if ours and theirs:
            return _other_value(new, ours, old, theirs, wanted, weights)
    return wanted.named and _other_filling(new, old, wanted, weights)


def _same_person(new: Record, old: Record) -> bool:
    if new.user != old.user:
        return False
    return new.speaker is None or old.speaker is None or new.speaker == old.speaker


def _other_value(
    new: _Said, ours: Sequence[int], old: _Said, theirs: Sequence[int], wanted: Wanted, weights: Mapping[str, float]
) -> bool:
    known = {old.values[at].amount for at in theirs}
    before = max(theirs, key=lambda at: old.shares[at])
    fresh = [
        at
        for at in ours
        if new.values[at].amount not in known and (wanted.things or _same_unit(new.values[at], old.values[before]))
    ]
    if not fresh:
        return False
    best = max(fresh, key=lambda at: new.shares[at])
    around = _around(new.words, new.values[best], AROUND)
    cue = any(word.low in _changes() for word in around)
    share, share_before = new.shares[best], old.shares[before]
    if share < SHARE_MIN or share < (EQUAL_WITH_CUE_MIN if cue else EQUAL_MIN) * share_before:
        return False
    if _only_thought(around, old.words):
        return False
    return not _contrast(old, _clause(new.words, new.values[best]), new.terms, weights)


def _same_unit(one: Value, other: Value) -> bool:
    return bool(set(one.unit) & set(other.unit)) or (not one.unit and not other.unit)


def _only_thought(around: Sequence[Piece], older: Sequence[Piece]) -> bool:
    """A wish or a supposition, or somebody else's value."""
    if any(word.low in _WISHES for word in around):
        return True
    return any(word.low in _OTHERS for word in around) and not any(word.low in _OTHERS for word in older)


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
                if not filling.stop and old.terms.isdisjoint(filling.terms) and filling.low not in _changes():
                    return True
    return False


def _slots(words: Sequence[Piece]) -> dict[tuple[str, ...], list[Piece]]:
    """Surroundings -> the words that stand in them."""
    found: dict[tuple[str, ...], list[Piece]] = {}
    for at, word in enumerate(words):
        if not word.stop:
            for slot in _surroundings(words, at):
                found.setdefault(slot, []).append(word)
    return found


def _surroundings(words: Sequence[Piece], at: int) -> list[tuple[str, ...]]:
    """The nearest word with meaning on either side, with the small words between."""
    found: list[tuple[str, ...]] = []
    for step, side in ((-1, "after"), (1, "before")):
        gap: list[str] = []
        place = at + step
        while 0 <= place < len(words) and words[place].stop and len(gap) < GAP_MAX:
            gap.append(words[place].low)
            place += step
        if 0 <= place < len(words):
            if not words[place].stop and not words[place].kind:
                found.append((side, *gap, *words[place].terms))
        elif step < 0:
            found.append(("first", *gap))
    return found


def _other_filling(new: _Said, old: _Said, wanted: Wanted, weights: Mapping[str, float]) -> bool:
    """The same sentence with another name in it, or a sentence about a change that names something new."""
    ours, share = _best_sentence(new.words, weights)
    theirs, share_before = _best_sentence(old.words, weights)
    if share < SHARE_MIN or share < EQUAL_MIN * share_before:
        return False
    one = {term for word in ours for term in word.terms}
    other = {term for word in theirs for term in word.terms}
    fresh = [word for word in ours if word.terms and wanted.terms.isdisjoint(word.terms) and other.isdisjoint(word.terms)]
    if not fresh or not other - one - wanted.terms or _only_thought(ours, old.words):
        return False
    cue = any(word.low in _changes() for word in ours) and any(word.capital for word in fresh)
    frame = max(len(ours), len(theirs)) <= FRAME_WORDS_MAX and len(one & other) >= FRAME_MIN * len(one | other)
    return (cue or frame) and not _contrast(old, ours, new.terms, weights)


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
