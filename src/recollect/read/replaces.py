"""Does one statement replace another? Evidence from two texts: another value for the same thing, or another thing.

Used by `newer`, which says which statements are compared and what follows. The evidence is a sum of few numbers, set by
hand after looking at what the ranking, the words around the values and the words of change are each worth on pairs of
known outcome; a sum above 0 says yes. Three things forbid it outright: a contrast ("trip to Rome", "trip to Athens"), a
value that is only wished for or is somebody else's, and another name than the one asked about. Pure text work.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from recollect.model.record import CORRECTION
from recollect.read.meant import (
    CHANGE_WORDS,
    about_another,
    chosen_otherwise,
    only_thought,
    tell_change,
)
from recollect.read.over import ASKED_MIN, ENDED, TELLER, told_over
from recollect.read.said import Said, Slot, around, share_of, slots_of, surroundings_of
from recollect.read.shared import SELF, SELVES, changes_something, tell_of_one_thing
from recollect.read.subject import another_does, another_part
from recollect.rules.lexicon.kinship import KIN, PETS, TIES
from recollect.rules.lexicon.numbers import UNITS
from recollect.rules.text import default_analyser
from recollect.rules.values import KINDS, Piece, Value, terms_of

if TYPE_CHECKING:
    from recollect.model.record import Record

NEAR_BEFORE: Final = 6
NEAR_AFTER: Final = 3
"""Words in which a word of change belongs to the value: "has now reached 165", "increased to 7"."""
ANSWER_SHARE_MIN: Final = 0.8
"""Against the best value of the older text: what stands further from the question there is no answer to it."""
SENTENCE_SHORT: Final = 16
"""Words up to which a sentence says one thing."""
RATIO_MIN: Final = 0.05
"""A text that scores so much less than the older one is not about the same."""
CHANGE_REACH: Final = 0.03
"""The same, where the newer text tells a change."""
CHANGE_RATIO_MIN: Final = 0.25
"""What the ratio of the scores counts at least where the newer text tells a change."""
IMPOSSIBLE: Final = -10.0
AGAIN: Final = -9.0
"""The same value again: nothing to overtake, but it may overtake what came between ("back to 8 mg")."""

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
NAME_MOST: Final = NAME_START + NAME_SLOT
"""The start where the surroundings are the same: looked at last, they are counted as such until then."""
PAST: Final = -0.8
"""A question in the past tense may be about one event."""


def sureness(new: Said, old: Said, ratio: float) -> float:
    """Above 0: the newer statement gives the thing asked about another value. `ratio`: its score to the older one's.

    Worked: scores 0.1 and 0.2, the whole question around both values, "now" beside the newer one, both counting cards
    as asked: -0.3 + ln 0.5 + 1 + 1 + 0.8 + 0.4 + 0.5 + 0.5 = 3.2, yes.
    """
    wanted = new.wanted
    if new.record.layer == "turn" and old.record.layer != "turn":
        ratio = min(1.0, ratio) ** 0.5  # one short sentence scores more than a long turn that says the same
    likeness = _likeness(new, old, ratio) if wanted.named else IMPOSSIBLE
    valued = bool(wanted.kinds) and bool(old.values) and bool(new.values)
    if (likeness <= 0 and not valued and not new.may_end) or of_another(new, old):
        return IMPOSSIBLE  # nearly all: nothing of this asks for more than is at hand
    if ratio < (CHANGE_REACH if new.best[0].tells_change else RATIO_MIN):
        return _over(new, old)
    if new.record.kind == CORRECTION and (sure := _over(new, old)) > 0:
        return sure
    for kind in wanted.kinds if valued else ():
        comparable, pair = _pair(kind, new, old)
        if pair is not None:
            return _another_value(new, pair[0], old, pair[1], ratio)
        if comparable:
            return AGAIN
    sure = _another_name(new, old, likeness) if likeness > 0 else IMPOSSIBLE
    return _over(new, old) if sure <= 0 else sure


def _over(new: Said, old: Said) -> float:
    """The newer one tells that it is over, or otherwise."""
    if new.wanted.past and share_of(new.asked & old.asked, new.weights) < ASKED_MIN:
        return IMPOSSIBLE  # a correction, and of something else
    if not new.may_end or not told_over(new.text.ending, old.text.terms, new.weights, old.text.names):
        return IMPOSSIBLE
    missing = _missing(new, old)
    if missing and (not missing.isdisjoint(new.wanted.names) or _contrast(old, new.best[0].slots, missing)):
        return IMPOSSIBLE  # of somebody or something else
    return ENDED


def of_another(new: Said, old: Said) -> bool:
    """Told by somebody else, but for what is nobody's own, or of somebody or something else."""
    if new.record.user != old.record.user or not (_same_person(new.record, old.record) or tell_of_one_thing(new, old)):
        return True
    lacks_name = bool(new.wanted.names) and not new.wanted.names.isdisjoint(_missing(new, old))
    if lacks_name and (_namesake(new, old) or _of_another_name(new, old)):
        return True
    return new.wanted.of_asker and _of_kin(new, old)


def _same_person(new: Record, old: Record) -> bool:
    return new.speaker is None or old.speaker is None or new.speaker == old.speaker


def _of_kin(new: Said, old: Said) -> bool:
    """Asked of the one who asks, and told of somebody of the family: "my brother ran", but neither "my brother and I
    ran" nor "my brother moved the call"."""
    words = new.best[0].words
    if len(words) < 2 or words[0].low not in _MY or words[1].low not in _kin():
        return False
    if not (new.wanted.terms | old.text.terms).isdisjoint(words[1].terms):
        return False
    rest = words[2:]
    return all(word.low not in _ME for word in rest) and not changes_something(rest)


_MY: Final = frozenset(("my", "our", *TELLER))
_ME: Final = _MY | SELF | SELVES


@cache
def _kin() -> frozenset[str]:
    return frozenset().union(*KIN.values())


def _of_another_name(new: Said, old: Said) -> bool:
    """Of a newer text that lacks a name of the question which the older one has: it has another one in the clause that
    is nearest to the question ("Theo's desk", "the desk of Mila"). Without another it may leave out what was named
    before ("we upgraded staging to 1.29"), but not whose it is."""
    if not (new.wanted.owners & _missing(new, old)).isdisjoint(new.wanted.names):
        return True
    return any(
        word.capital and word.terms and not word.kind and word.low not in CHANGE_WORDS
        for word in new.clause
        if (new.wanted.terms | TELLER).isdisjoint(word.terms)
    )


def _namesake(new: Said, old: Said) -> bool:
    """Of such a text: it means another one with the same first name, asked for with a surname, and called by a tie that
    the older one does not know ("Ben Carter", "my son Ben")."""
    names = new.wanted.names
    if names.isdisjoint(new.text.terms):
        return False
    ties = [last for last, word in pairwise(new.text.words) if word.capital and not names.isdisjoint(word.terms)]
    return any(tie.low in _ties() and old.text.terms.isdisjoint(tie.terms) for tie in ties)


@cache
def _ties() -> frozenset[str]:
    """Words for who somebody is to somebody."""
    return frozenset().union(*KIN.values(), *TIES.values(), PETS)


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
            if new.wanted.counted or _same_unit(value, before) or _of_one_noun(new, value, old, before):
                comparable = True
                nearness = new.shares[at] + old.shares[other]
                if value.amount not in known and nearness > most:
                    best, most = (at, other), nearness
    return comparable, best


def _same_unit(one: Value, other: Value) -> bool:
    return not set(one.unit).isdisjoint(other.unit) or (not one.unit and not other.unit)


def _of_one_noun(new: Said, value: Value, old: Said, before: Value) -> bool:
    """One of the two has no unit, and the same thing of the question is what both measure: "weight 88.1", "weight is
    86.9 kg". How long, how far and how old something is are other questions than how much."""
    unit = value.unit or before.unit
    if (value.unit and before.unit) or len(unit) != 1 or unit[0] in _other_measures():
        return False
    ours, theirs = _measured(new, value), _measured(old, before)
    return ours is not None and theirs is not None and ours.terms == theirs.terms


def _measured(said: Said, value: Value) -> Piece | None:
    """The thing of the question right before a value, but for "is" and the like, where the clause tells nothing else:
    neither "weight loss" nor "birth weight", nobody else's, and not "5 kg over it"."""
    words, asked = said.text.words, said.wanted.terms
    at = value.first - 1
    while at >= 0 and words[at].low in _GIVES:
        at -= 1
    if at < 0 or not words[at].terms or not asked.issuperset(words[at].terms) or words[at].ends:
        return None
    known = asked | TELLER
    is_whole = at == 0 or words[at - 1].pauses or words[at - 1].stop or known.issuperset(words[at - 1].terms)
    rest = words[value.last + 1 : _pause_after(words, value) + 1]
    told = all(word.low in CHANGE_WORDS or (word.terms and set(word.terms) <= set(value.unit)) for word in rest)
    return words[at] if is_whole and told and said.wanted.names.isdisjoint(words[at].terms) else None


_GIVES: Final = frozenset("is was now at to".split())
"""Between a thing and its value."""


@cache
def _other_measures() -> frozenset[str]:
    """Terms of units of time and of a way."""
    ways = [unit for unit, (dimension, factor) in UNITS.items() if dimension == "length" and factor >= 1]
    times = [unit for unit, (dimension, _) in UNITS.items() if dimension in _TIMES]
    return frozenset(("h", "s", *ways, *times, *default_analyser().terms(" ".join((*ways, *times)))))


_TIMES: Final = frozenset("span days months years".split())


def _another_value(new: Said, at: int, old: Said, other: int, ratio: float) -> float:
    wanted = new.wanted
    value, before = new.values[at], old.values[other]
    near = new.text.words[max(0, value.first - NEAR_BEFORE) : value.last + 1 + NEAR_AFTER]
    change = tell_change(near)
    thing = not wanted.things.isdisjoint(terms_of(near))
    asked_unit = wanted.counted and not wanted.things.isdisjoint(value.unit)
    if not (new.shares[at] or asked_unit) or (wanted.counted and not (change or thing)):
        return IMPOSSIBLE  # nothing of the question, or something else is counted
    clause, missing = _clause(new.text.words, value), _missing(new, old)
    if _told_otherwise(clause, new, old) or (missing and _contrast(old, slots_of(clause), missing)):
        return IMPOSSIBLE
    beside = around(new.text.words, value)
    ours, theirs = terms_of(beside), terms_of(around(old.text.words, before))
    share = new.shares[at]
    return (
        VALUE_START
        + _nearness(ratio, change)
        + share
        + min(1.0, share / (old.shares[other] or 1.0))
        + VALUE_CHANGE_NEAR * change
        + VALUE_CHANGE * tell_change(beside)
        + VALUE_THING * thing
        + VALUE_UNIT * (not set(value.unit).isdisjoint(before.unit))
        + len((ours & theirs) - wanted.terms) / (1 + min(len(ours), len(theirs)))
        + PAST * wanted.past
    )


def _told_otherwise(clause: Sequence[Piece], new: Said, old: Said) -> bool:
    """The clause tells only a thought, or tells it of somebody or something else."""
    words, wanted = old.text.words, new.wanted
    known = new.wanted.terms | old.text.terms
    if only_thought(clause, words, wanted.terms) or chosen_otherwise(clause, known):
        return True
    if another_does(clause, words, wanted, known):
        return True
    missing = _missing(new, old)
    return bool(missing) and (about_another(clause, known) or another_part(clause, words, missing, known))


def _nearness(ratio: float, change: bool) -> float:
    """Who tells a change says little of the thing again, so that a low score speaks less against it."""
    return math.log(max(ratio, CHANGE_RATIO_MIN) if change else ratio)


def _likeness(new: Said, old: Said, ratio: float) -> float:
    """Above 0: with another name, "now" beside it, in the same surroundings, it might be sure enough."""
    (ours, share), (theirs, share_before) = new.best, old.best
    if not share or not share_before or ratio < CHANGE_REACH:
        return IMPOSSIBLE
    one, other, change = ours.terms, theirs.terms, ours.tells_change
    common = len(one & other)
    return (
        NAME_MOST
        + NAME_RATIO * _nearness(ratio, change)
        + NAME_SHARE * (share + min(1.0, share / share_before))
        + (NAME_CHANGE + NAME_CHANGE_TO_NAME) * change
        + NAME_SHORT * (len(ours.words) <= SENTENCE_SHORT and len(theirs.words) <= SENTENCE_SHORT)
        + NAME_ALIKE * common / (len(one) + len(other) - common)
        + PAST * new.wanted.past
    )


def _another_name(new: Said, old: Said, likeness: float) -> float:
    """The value is no number: the same sentence with another filling, or one about a change that names something."""
    ours, theirs, wanted = new.best[0], old.best[0], new.wanted
    known = theirs.terms | wanted.terms
    sure = likeness
    if ours.tells_change and not any(word.capital for word in _fresh(ours.words, known)):
        sure -= NAME_CHANGE_TO_NAME
    if sure <= 0 or (sure <= NAME_SLOT and not _same_slot(new, old, known)):
        return IMPOSSIBLE
    if not any(_fresh(ours.body, known)) or theirs.body_terms <= ours.still | wanted.terms:
        return IMPOSSIBLE  # nothing new, or all that was said before is said again
    missing = _missing(new, old)
    if _told_otherwise(new.clause, new, old) or (missing and _contrast(old, ours.slots, missing)):
        return IMPOSSIBLE
    return sure if sure <= NAME_SLOT or _same_slot(new, old, known) else sure - NAME_SLOT


def _fresh(words: Sequence[Piece], known: Set[str]) -> Iterator[Piece]:
    """The words with a meaning that is not known."""
    return (word for word in words if word.terms and known.isdisjoint(word.terms))


def _same_slot(new: Said, old: Said, known: Set[str]) -> bool:
    """Different words in the same surroundings, next to a word of the question."""
    asked, before = new.wanted.terms, old.best[0].slots
    return any(
        slot[0] != "first"
        and slot[-1] in asked
        and slot in before
        and any(known.isdisjoint(word.terms) for word in words)
        and any(asked.isdisjoint(word.terms) for word in before[slot])
        for slot, words in new.best[0].slots.items()
    )


def _missing(new: Said, old: Said) -> Set[str]:
    """The words of the question that the older text has and the newer one lacks."""
    return old.asked - new.asked


def _contrast(old: Said, slots: Mapping[Slot, Sequence[Piece]], missing: Set[str]) -> bool:
    """Another thing is meant: where the older text has a word of the question that the newer one lacks, the newer one
    has a different word in the same surroundings ("eye doctor", "skin doctor")."""
    return any(
        filling.kind not in KINDS and old.text.terms.isdisjoint(filling.terms) and filling.low not in CHANGE_WORDS
        for at, word in enumerate(old.text.words)
        if not missing.isdisjoint(word.terms)
        for slot in surroundings_of(old.text.words, at)
        for filling in slots.get(slot, ())
    )


def _clause(words: Sequence[Piece], value: Value) -> Sequence[Piece]:
    """The words around a value up to the next pause on either side."""
    first = value.first
    while first > 0 and not words[first - 1].pauses:
        first -= 1
    return words[first : _pause_after(words, value) + 1]


def _pause_after(words: Sequence[Piece], value: Value) -> int:
    """The place of the last word before the next pause."""
    last = value.last
    while last + 1 < len(words) and not words[last].pauses:
        last += 1
    return last
