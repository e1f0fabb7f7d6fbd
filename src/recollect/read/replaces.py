"""Does one statement replace another? Evidence from two texts: another value for the same thing, or another thing.

Used by `newer`, which says which statements are compared and what follows. The evidence is a sum of few numbers, set by
hand after looking at what the ranking, the words around the values and the words of change are each worth on pairs of
known outcome; a sum above 0 says yes. Two things forbid it outright: a contrast ("trip to Rome", "trip to Athens"), and
a value that is only wished for or is somebody else's. Pure text work.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from recollect.read.current import Wanted
from recollect.read.meant import CHANGE_WORDS, COPULAS, about_another, only_thought, tell_change
from recollect.rules.values import KINDS, Piece, Value, pieces, values

if TYPE_CHECKING:
    from recollect.model.record import Record

AROUND: Final = 14
"""Words on either side of a value that say what it is the value of; never beyond its sentence."""
NEAR_BEFORE: Final = 6
NEAR_AFTER: Final = 3
"""Words in which a word of change belongs to the value: "has now reached 165", "increased to 7"."""
REST_SHARE: Final = 0.5
"""What the words of the question count that stand elsewhere in the text."""
ANSWER_SHARE_MIN: Final = 0.8
"""Against the best value of the older text: what stands further from the question there is no answer to it."""
GAP_MAX: Final = 4
"""Small words between a word and its neighbour: "trip to Rome", "meeting with the architect"."""
SENTENCE_SHORT: Final = 16
"""Words up to which a sentence says one thing."""
RATIO_MIN: Final = 0.05
"""A text that scores so much less than the older one is not about the same."""
CHANGE_RATIO_MIN: Final = 0.25
"""What the ratio of the scores counts at least where the newer text tells a change."""
IMPOSSIBLE: Final = -10.0

# What speaks for it, in units of the logarithm of the two scores' ratio.
VALUE_START: Final = -0.3
VALUE_CHANGE_NEAR: Final = 0.8
VALUE_CHANGE: Final = 0.4
VALUE_THING: Final = 0.5
"""What is asked about stands beside the newer value."""
VALUE_UNIT: Final = 0.5
"""Both values count the same."""
NAME_START: Final = -5.6
NAME_RATIO: Final = 0.5
NAME_SHARE: Final = 1.1
NAME_CHANGE: Final = 1.4
NAME_CHANGE_TO_NAME: Final = 0.9
NAME_SLOT: Final = 1.6
NAME_ALIKE: Final = 4.0
NAME_SHORT: Final = 1.8
PAST: Final = -0.8
"""A question in the past tense may be about one event."""

_NO_STATEMENT_ROLES: Final = frozenset(("assistant", "system", "tool"))
_NO_STATEMENT_LAYERS: Final = frozenset(("document", "summary"))

Weights = Mapping[str, float]
Slot = tuple[str, ...]


class Sentence(NamedTuple):
    """The one of a text that holds most of the question."""

    words: Sequence[Piece] = ()
    terms: Set[str] = frozenset()
    share: float = 0.0
    """Of the question."""


class Said:
    """One candidate. It is read piece by piece, when a comparison asks for it: most are never read in full."""

    def __init__(self, record: Record, wanted: Wanted, weights: Weights, sources: Sequence[Record] = ()) -> None:
        """`sources`: the turns it was drawn from, where they are known."""
        self.record = record
        self.wanted = wanted
        self.weights = weights
        self.moment = (record.occurred_at or record.created_at).timestamp()
        self.last_item = record.item
        if sources:
            self.last_item = max([source.item for source in sources if source.layer == "turn"], default=record.item)
        self.placed = record.layer != "memory" or record.provenance.reference is None or bool(sources)
        """Is its place among the turns of the same moment known?"""

    def is_later_than(self, other: Said) -> bool:
        """By the time of the event; at the same time by the order of storing, in which a memory has the place of the
        turn it was drawn from."""
        if self.moment != other.moment:
            return self.moment > other.moment
        if self.placed != other.placed:
            return False
        return self.last_item > other.last_item

    @cached_property
    def words(self) -> list[Piece]:
        return pieces(self.record.content)

    @cached_property
    def terms(self) -> Set[str]:
        return _terms(self.words)

    @cached_property
    def values(self) -> list[Value]:
        """Those that could answer the question."""
        kinds = self.wanted.kinds
        found = values(self.words) if kinds else []
        return [value for value in found if value.kind in kinds and _fits(value, self.wanted)]

    @cached_property
    def shares(self) -> list[float]:
        """For each value, the share of the question that stands around it."""
        whole = REST_SHARE * _share(self.terms, self.weights)
        near = [_share(_terms(_around(self.words, value)), self.weights) for value in self.values]
        return [(1.0 - REST_SHARE) * share + whole for share in near]

    @cached_property
    def best(self) -> Sentence:
        """The first of those that hold most of the question; an empty one, where none holds any of it."""
        words, weights = self.words, self.weights
        best, last = Sentence(), -1
        for at in [at for at, word in enumerate(words) for term in word.terms if term in weights]:
            if at > last:  # else its sentence was looked at
                first = last = at
                while first > 0 and not words[first - 1].ends:
                    first -= 1
                while last + 1 < len(words) and not words[last].ends:
                    last += 1
                sentence = words[first : last + 1]
                terms = _terms(sentence)
                share = _share(terms, weights)
                if share > best.share:
                    best = Sentence(sentence, terms, share)
        return best

    # Of that sentence: each is asked for in every comparison, and there are dozens.

    @cached_property
    def best_slots(self) -> Mapping[Slot, Sequence[Piece]]:
        return _slots(self.best.words)

    @cached_property
    def tells_change(self) -> bool:
        return tell_change(self.best.words)


def is_statement(record: Record) -> bool:
    """Said by a person, or remembered of one: what an assistant repeats is no statement."""
    return record.role not in _NO_STATEMENT_ROLES and record.layer not in _NO_STATEMENT_LAYERS


def sureness(new: Said, old: Said, ratio: float) -> float:
    """Above 0: the newer statement gives the thing asked about another value. `ratio`: its score to the older one's.

    Worked: scores 0.1 and 0.2, the whole question around both values, "now" beside the newer one, both counting cards
    as asked: -0.3 + ln 0.5 + 1 + 1 + 0.8 + 0.4 + 0.5 + 0.5 = 3.2, yes.
    """
    wanted = new.wanted
    if new.record.layer == "turn" and old.record.layer != "turn":
        ratio = min(1.0, ratio) ** 0.5  # one short sentence scores more than a long turn that says the same
    if ratio < RATIO_MIN or not _same_person(new.record, old.record):
        return IMPOSSIBLE
    for kind in wanted.kinds if old.values and new.values else ():
        comparable, pair = _pair(kind, new, old)
        if pair is not None:
            return _another_value(new, pair[0], old, pair[1], ratio)
        if comparable:
            return IMPOSSIBLE  # the same value again
    return _another_name(new, old, ratio) if wanted.named else IMPOSSIBLE


def _same_person(new: Record, old: Record) -> bool:
    if new.user != old.user:
        return False
    return new.speaker is None or old.speaker is None or new.speaker == old.speaker


def _fits(value: Value, wanted: Wanted) -> bool:
    """It is not in the question itself, and what it counts is what is asked for, or is not named at all."""
    if value.amount in wanted.amounts:
        return False
    return not wanted.counted or not value.unit or not wanted.things.isdisjoint(value.unit)


def _pair(kind: str, new: Said, old: Said) -> tuple[bool, tuple[int, int] | None]:
    """Are there values of this kind to compare, and the differing two that are nearest to the question."""
    best, most, comparable = None, -1.0, False
    theirs = [(at, value) for at, value in enumerate(old.values) if value.kind == kind]
    known = {value.amount for _, value in theirs}
    enough = ANSWER_SHARE_MIN * max(old.shares)
    for at, value in enumerate(new.values) if theirs else ():
        for other, before in theirs:
            if value.kind != kind or old.shares[other] < enough:
                continue
            if new.wanted.counted or _same_unit(value, before):
                comparable = True
                nearness = new.shares[at] + old.shares[other]
                if value.amount not in known and nearness > most:
                    best, most = (at, other), nearness
    return comparable, best


def _same_unit(one: Value, other: Value) -> bool:
    return not set(one.unit).isdisjoint(other.unit) or (not one.unit and not other.unit)


def _another_value(new: Said, at: int, old: Said, other: int, ratio: float) -> float:
    wanted = new.wanted
    value, before = new.values[at], old.values[other]
    near = new.words[max(0, value.first - NEAR_BEFORE) : value.last + 1 + NEAR_AFTER]
    change = tell_change(near)
    thing = not wanted.things.isdisjoint(_terms(near))
    asked_unit = wanted.counted and not wanted.things.isdisjoint(value.unit)
    if not (new.shares[at] or asked_unit) or (wanted.counted and not (change or thing)):
        return IMPOSSIBLE  # nothing of the question, or something else is counted
    clause = _clause(new.words, value)
    missing = _missing(new, old)
    if only_thought(clause, old.words, wanted.terms) or (
        missing and (about_another(clause, old.terms | wanted.terms) or _contrast(old, _slots(clause), missing))
    ):
        return IMPOSSIBLE
    around = _around(new.words, value)
    ours, theirs = _terms(around), _terms(_around(old.words, before))
    share = new.shares[at]
    return (
        VALUE_START
        + _nearness(ratio, change)
        + share
        + min(1.0, share / (old.shares[other] or 1.0))
        + VALUE_CHANGE_NEAR * change
        + VALUE_CHANGE * tell_change(around)
        + VALUE_THING * thing
        + VALUE_UNIT * (not set(value.unit).isdisjoint(before.unit))
        + len((ours & theirs) - wanted.terms) / (1 + min(len(ours), len(theirs)))
        + PAST * wanted.past
    )


def _nearness(ratio: float, change: bool) -> float:
    """Who tells a change says little of the thing again, so that a low score speaks less against it."""
    return math.log(max(ratio, CHANGE_RATIO_MIN) if change else ratio)


def _another_name(new: Said, old: Said, ratio: float) -> float:
    """The value is no number: the same sentence with another filling, or one about a change that names something."""
    (ours, one, share), (theirs, other, share_before) = new.best, old.best
    if not ours or not theirs:
        return IMPOSSIBLE
    wanted, change = new.wanted, new.tells_change
    known = other | wanted.terms
    common = len(one & other)
    sure = (
        NAME_START
        + NAME_RATIO * _nearness(ratio, change)
        + NAME_SHARE * (share + min(1.0, share / share_before))
        + NAME_CHANGE * change
        + NAME_CHANGE_TO_NAME * (change and any(word.capital for word in _fresh(ours, known)))
        + NAME_ALIKE * common / (len(one) + len(other) - common)
        + NAME_SHORT * (max(len(ours), len(theirs)) <= SENTENCE_SHORT)
        + PAST * wanted.past
    )
    if sure + NAME_SLOT <= 0 or not any(_fresh(ours, known)) or other <= one | wanted.terms:
        return IMPOSSIBLE
    missing, clause = _missing(new, old), _asked_clause(new)
    if only_thought(clause, old.words, wanted.terms) or (
        missing and (about_another(clause, known) or _contrast(old, new.best_slots, missing))
    ):
        return IMPOSSIBLE
    return sure + NAME_SLOT * _same_slot(new, old, known)


def _fresh(words: Sequence[Piece], known: Set[str]) -> Iterator[Piece]:
    """The words with a meaning that is not known."""
    return (word for word in words if word.terms and known.isdisjoint(word.terms))


def _same_slot(new: Said, old: Said, known: Set[str]) -> bool:
    """Different words in the same surroundings, next to a word of the question."""
    asked, before = new.wanted.terms, old.best_slots
    return any(
        slot[0] != "first"
        and slot[-1] in asked
        and slot in before
        and any(known.isdisjoint(word.terms) for word in words)
        and any(asked.isdisjoint(word.terms) for word in before[slot])
        for slot, words in new.best_slots.items()
    )


def _asked_clause(said: Said) -> Sequence[Piece]:
    """Of the best sentence, the clause with most of the question: what is told beside it may be somebody else's."""
    clauses: list[list[Piece]] = [[]]
    for word in said.best.words:
        clauses[-1].append(word)
        if word.pauses:
            clauses.append([])
    return max(clauses, key=lambda words: _share(_terms(words), said.weights))


def _missing(new: Said, old: Said) -> set[str]:
    """The words of the question that the older text has and the newer one lacks."""
    return {term for term in old.weights if term in old.terms and term not in new.terms}


def _contrast(old: Said, slots: Mapping[Slot, Sequence[Piece]], missing: Set[str]) -> bool:
    """Another thing is meant: where the older text has a word of the question that the newer one lacks, the newer one
    has a different word in the same surroundings ("eye doctor", "skin doctor")."""
    return any(
        filling.kind not in KINDS and old.terms.isdisjoint(filling.terms) and filling.low not in CHANGE_WORDS
        for at, word in enumerate(old.words)
        if not missing.isdisjoint(word.terms)
        for slot in _surroundings(old.words, at)
        for filling in slots.get(slot, ())
    )


def _slots(words: Sequence[Piece]) -> dict[Slot, list[Piece]]:
    """Surroundings -> the words that stand in them, in one go over the words; see `_surroundings`. What directly
    follows another word is counted only when it is a name or is followed by "is" and the like, else it may be any
    verb."""
    found: dict[Slot, list[Piece]] = {}
    last: Piece | None = None
    gap: list[str] = []
    for at, word in enumerate(words):
        if word.stop:
            gap.append(word.low)
            continue
        if len(gap) <= GAP_MAX:
            between = gap if COPULAS.isdisjoint(gap) else ["is"]
            if last is None:
                found.setdefault(("first", *between[::-1]), []).append(word)
            else:
                is_noun = gap or word.capital or (at + 1 < len(words) and words[at + 1].low in COPULAS)
                if is_noun and last.terms and not last.kind:
                    found.setdefault(("after", *between[::-1], last.terms[-1]), []).append(word)
                if word.terms and not word.kind:
                    found.setdefault(("before", *between, word.terms[-1]), []).append(last)
        last, gap = word, []
    return found


def _surroundings(words: Sequence[Piece], at: int) -> list[Slot]:
    """The nearest word with meaning on either side, with the small words between; any form of "is" stands for all."""
    found: list[Slot] = []
    for step, side in ((-1, "after"), (1, "before")):
        gap: list[str] = []
        place = at + step
        while 0 <= place < len(words) and words[place].stop and len(gap) < GAP_MAX:
            gap.append(words[place].low)
            place += step
        if not COPULAS.isdisjoint(gap):
            gap = ["is"]
        if 0 <= place < len(words):
            if words[place].terms and not words[place].kind:
                found.append((side, *gap, words[place].terms[-1]))
        elif step < 0:
            found.append(("first", *gap))
    return found


def _terms(words: Sequence[Piece]) -> set[str]:
    return {term for word in words for term in word.terms}


def _share(terms: Set[str], weights: Weights) -> float:
    return sum([weight for term, weight in weights.items() if term in terms])


def _around(words: Sequence[Piece], value: Value) -> Sequence[Piece]:
    """The words around a value, within its sentence."""
    first, last = value.first, value.last
    while first > 0 and value.first - first < AROUND and not words[first - 1].ends:
        first -= 1
    while last + 1 < len(words) and last - value.last < AROUND and not words[last].ends:
        last += 1
    return words[first : last + 1]


def _clause(words: Sequence[Piece], value: Value) -> Sequence[Piece]:
    """The words around a value up to the next pause on either side."""
    first, last = value.first, value.last
    while first > 0 and not words[first - 1].pauses:
        first -= 1
    while last + 1 < len(words) and not words[last].pauses:
        last += 1
    return words[first : last + 1]
