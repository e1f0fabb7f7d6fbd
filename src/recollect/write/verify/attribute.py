"""What a statement says of its subject: an attribute with one value at a time, or one of which there can be many.

Attributes are found from concepts and patterns, most specific first. Of single-valued ones a new value replaces the
old; of many-valued ones ("likes", "speaks", "visited") both stay.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cache
from typing import Final

from recollect.rules.lexicon.calendar_names import MONTHS, WEEKDAYS
from recollect.rules.lexicon.change import ALSO, HABIT, ONE_OFF, UPDATE
from recollect.rules.lexicon.naming import PLACES, TOOLS
from recollect.rules.lexicon.people import PROFESSIONS, ROLES, SINGLE_TIES
from recollect.rules.lexicon.slots import IS_BY_TRADE, MOVED
from recollect.rules.text import fold
from recollect.write.verify.quantities import Quantity
from recollect.write.verify.subject import USER, Subject, owned_in
from recollect.write.verify.words import Word

OTHER: Final = "other"


@dataclass(frozen=True, slots=True)
class Attribute:
    """`single`: one value at a time. `of`: what narrows it ("favourite" of "colour")."""

    name: str
    single: bool
    of: tuple[str, ...] = ()


_MANY: Final = {
    "like": "like", "dislike": "dislike", "speak": "skill", "know": "skill", "play": "skill", "swim": "skill",
    "visit": "event", "buy": "event", "allergy": "allergy", "owe": "debt", "volunt": "activity",
    "study": "studies",
}  # fmt: skip
_AT: Final = frozenset("at for with bei in en na no chez a im beim".split())


def attribute_of(words: Sequence[Word], subject: Subject, amounts: Sequence[Quantity], kind: str | None) -> Attribute:
    """The attribute the statement gives a value for; `other` when none is recognised."""
    found = {word.concept for word in words}
    forms = {word.form for word in words}
    if "favourite" in found:
        of = tuple(sorted(_after(words, "favourite")))
        return Attribute("favourite", True, of) if of else Attribute("like", False)
    if "live" in found or moved_to_place(words, forms) or _rents_in(words):
        return Attribute("home", True)
    if "kin:boss" in found and subject.key[0] != "person":
        return Attribute("role", True, ("boss",))
    role = _role(words)
    if role:
        return Attribute("role", True, (role,))
    if "name" in found and "code" not in found and _names(words) and not _has_something(words, subject):
        return Attribute("name", True)
    if _is_age(words, subject, forms, found, amounts):
        return Attribute("age", True)
    if "prefer" in found or "want" in found:
        return Attribute("preference", True)
    for concept, name in _MANY.items():
        if concept in found and not (subject.key[0] == "thing" and concept in subject.words):
            return Attribute(name, False)
    trade = _trade(words)
    if trade and subject.key[0] != "thing":
        return Attribute("job", True, (trade,))
    if ("work" in found and "commute" not in found) or _at_a_firm(words):
        return Attribute("work", True)
    if kind == "skill" or (forms & {"can"} and subject.key[0] == USER and subject.end <= 1 and len(words) <= 8):
        return Attribute("skill", False)
    tie = next((word.concept[4:] for word in words if word.concept[4:] in SINGLE_TIES), None)
    if tie and subject.key[0] != "person":
        return Attribute("tie", True, (tie,))
    if "choose" in found or kind == "decision":
        return Attribute("choice", True)
    if amounts:
        return Attribute("amount", True, (amounts[0].dimension,))
    if subject.key[0] != "thing" and forms & _HAVING:
        return Attribute("possession", False)
    return Attribute(OTHER, True)


_HAVING: Final = frozenset("has have got own owns hat tengo tenho j'ai".split())


def _trade(words: Sequence[Word]) -> str | None:
    """What somebody is by trade: "is a baker", "as a baker", "Baker at Kamps"; not whom he meets or calls."""
    for place, word in enumerate(words):
        if word.form in PROFESSIONS or word.concept in PROFESSIONS:
            before = words[max(0, place - TRADE_REACH) : place]
            opens = all(w.filler or w.concept == "work" or w.form in _TRADES for w in before)
            if opens or any(w.form in IS_BY_TRADE for w in before):
                return word.concept
    return None


_TRADES: Final = frozenset("profession occupation trade beruf profesion metier profissao".split())
TRADE_REACH: Final = 4
"""Words between "is" and the trade: "is now a senior"."""


def _names(words: Sequence[Word]) -> bool:
    """Whether somebody is given a name: "everybody calls me Nora"; phone calls give none."""
    for place, word in enumerate(words):
        if word.concept == "name":
            following = words[place + 1 : place + 3]
            if word.form not in _CALLS or (len(following) == 2 and following[0].form in _WHOM and following[1].name):
                return True
    return False


_CALLS: Final = frozenset("call calls calling".split())
_WHOM: Final = frozenset("me him her us them it".split())


def _has_something(words: Sequence[Word], subject: Subject) -> bool:
    """ "Ana has a cat named Tom": the name is the cat's."""
    return subject.key[0] == "name" and subject.end < len(words) and words[subject.end].form in _HAVING


def _at_a_firm(words: Sequence[Word]) -> bool:
    """ "I'm at Vestas", "I'm with KPMG": somewhere by name, without a verb of living."""
    return any(
        a.form in {"am", "bin", "jetzt", "now"} and b.form in {"at", "with", "bei"} and c.name
        for a, b, c in zip(words, words[1:], words[2:], strict=False)
    )


_TURNING: Final = frozenset("turned turning turns turn cumplir cumpli cumplio completei fiz aged age old".split())


def _is_age(
    words: Sequence[Word], subject: Subject, forms: set[str], found: set[str], amounts: Sequence[Quantity]
) -> bool:
    """How old somebody is: "41 years old", "turned 72", or a bare number said of a person ("I'm forty-one")."""
    numbers = [amount for amount in amounts if amount.dimension in {"years", "count"}]
    if len(numbers) != 1 or not isinstance(numbers[0].value, float) or not 0 < numbers[0].value < 120:
        return False
    if of_what_is_had(words, subject, numbers[0]):
        return False
    if forms & _TURNING or "age" in found:
        return len(words) <= 10
    if subject.key[0] == "thing" and numbers[0].dimension != "years":
        return False  # "the database is on Postgres 14"
    if owned_in(words[: subject.end]):
        return False  # "Rex's weight is 31"
    told = [w for w in words[subject.end :] if not w.filler and not w.form[0].isdigit()]
    return len(told) <= (2 if numbers[0].dimension == "years" else 1) and bool(
        forms & {"am", "is", "tem", "tiene", "tengo", "tenho", "ai", "bin", "ist", "है"} or words[0].form == "is"
    )


def of_what_is_had(words: Sequence[Word], subject: Subject, number: Quantity) -> bool:
    """Whether the number is told of what somebody has: "tiene un hijo, Pablo, de 4 años", "has a 4 year old son", "a 10
    ans d'expérience". His own age is had by itself in many languages: "tiene 38 años"."""
    first = subject.end
    has = next((at for at in range(first, min(first + HAS_WITHIN, len(words))) if words[at].form in HAS), None)
    opens = fold(number.text).split()[:1]
    at = next((place for place, word in enumerate(words) if [word.form] == opens), None)
    if has is None or at is None or at < has:
        return False
    if any(_is_something(word) for word in words[has + 1 : at]):
        return True
    rest = [word for word in words[at + 1 :] if word.concept != "age" and word.form not in _AGE_ITSELF]
    if len(rest) > 1 and rest[0].form in _OF:
        rest = rest[1:]
    return bool(rest) and rest[0].clause == words[at].clause and _is_something(rest[0])


def _is_something(word: Word) -> bool:
    """A thing or somebody, and no word of time or change."""
    if word.concept.startswith("kin:"):
        return True
    return not (word.filler or word.form[0].isdigit() or word.form in _TURNING or word.form in _NO_THINGS)


HAS: Final = frozenset(
    "has have had got hat habe haben hatte tiene tengo tenemos tienen tem tenho temos a ai avons ont ha ho".split()
)
"""Somebody has something, in the third person and in the first."""
HAS_WITHIN: Final = 2
"""Words after the subject among which that stands: "ya tiene"."""
_OF: Final = frozenset("of de di von".split())
_AGE_ITSELF: Final = frozenset("old alt edad idade eta age".split())
_NO_THINGS: Final = UPDATE | ONE_OFF | ALSO | HABIT | frozenset(WEEKDAYS) | frozenset(MONTHS)


_BEING: Final = frozenset("is are was ist est es e has have has_to would must".split())
"""Before the value: "is", "has to be", "would be"."""


def _after(words: Sequence[Word], concept: str) -> list[str]:
    """Content words between `concept` and the verb after it: the "colour" of "favourite colour is teal"."""
    found: list[str] = []
    for place, word in enumerate(words):
        if word.concept == concept:
            for following in words[place + 1 : place + 5]:
                if following.form in _BEING and found:
                    return found
                if not following.filler:
                    found.append(following.concept)
            before = [w.concept for w in words[max(0, place - 2) : place] if not w.filler]
            return before[-1:] or found[:1]  # "mi comida favorita"
    return found


def moved_to_place(words: Sequence[Word], forms: Set[str]) -> bool:
    """Whether somebody moved house, and where to."""
    if forms.isdisjoint(MOVED):
        return False
    for place, word in enumerate(words[:-1]):
        if word.form in MOVED or word.form == "nach":
            following = words[place + 1 : place + 4]
            if any(w.form in {"to", "a", "nach", "para", "from"} for w in following) and any(
                w.name and not no_place(w) for w in following
            ):
                return True
            if following[:1] and following[0].form == "in" and _dwelling_in(words):
                return True
            if _into_or_with(words[place + 1 :], word.clause) and forms.isdisjoint(_NOT_FOR_GOOD):
                return True
    return not forms.isdisjoint(("搬到", "搬", "引っ越し", "nach"))


def _into_or_with(following: Sequence[Word], clause: int) -> bool:
    """Into what, with whom or when he moved, and then where: "into my own flat in Hamburg", "in with Tom in Leipzig",
    "with his wife to Denver", "last month to Denver". Before a place that no list has, a dwelling or whoever lives
    there must stand: "last month to Bosch"."""
    told = list(itertools.takewhile(lambda word: word.clause == clause, following))
    if len(told) < _WAY_MIN or any(word.form[0].isdigit() for word in told):
        return False
    *way, link, where = told
    if not where.name or no_place(where) or link.form not in ("in", "to"):
        return False
    forms = [word.form for word in way]
    if link.form == "in":
        dwelling = forms[:1] == ["into"] and forms[-1] in _DWELLINGS
        return dwelling or forms[:2] == ["in", "with"] or forms[:3] == ["back", "in", "with"]
    known = where.form in _places()
    with_own = forms[:1] == ["with"] and len(forms) in (2, 3) and (way[-1].concept.startswith("kin:"))
    return known and (with_own or (len(forms) == 2 and forms[0] in _WHEN))


_WAY_MIN: Final = 4
_WHEN: Final = frozenset("on last this".split())
_NOT_FOR_GOOD: Final = frozenset(
    "other child kid and when for until but office role job closer back_to temporarily weekend holiday hotel".split()
)


@cache
def _places() -> frozenset[str]:
    return frozenset(map(fold, PLACES))


def no_place(word: Word) -> bool:
    """A program, a language, a day or a department: "we moved to Postgres", "moved to Marketing"."""
    return word.form in _no_places() or word.form in WEEKDAYS or word.form in MONTHS


@cache
def _no_places() -> frozenset[str]:
    return _DEPARTMENTS | frozenset(map(fold, TOOLS)) - frozenset(map(fold, PLACES))


_DEPARTMENTS: Final = frozenset(
    "marketing sales engineering finance hr legal operations ops support product design research accounting".split()
)


def _rents_in(words: Sequence[Word]) -> bool:
    """ "Rents a one-bed in Tampere", all year: a home."""
    rents = any(w.form in {"rent", "rents", "renting"} for w in words) and not any(
        w.form in {"out", "every", "each", "for", "holiday"} for w in words
    )
    return rents and any(
        (a.form in _DWELLINGS or a.form.endswith(("-bed", "-bedroom"))) and b.form == "in" and c.name
        for a, b, c in zip(words, words[1:], words[2:], strict=False)
    )


def _dwelling_in(words: Sequence[Word]) -> bool:
    """ "A house in Kinsale", into which somebody moved."""
    return any(
        a.form in _DWELLINGS and b.form == "in" and c.name for a, b, c in zip(words, words[1:], words[2:], strict=False)
    )


_DWELLINGS: Final = frozenset("house flat apartment place home cottage bungalow studio condo".split())


def _role(words: Sequence[Word]) -> str | None:
    """The post somebody holds: "the CEO of our company", "our family GP", "tech lead"."""
    for place, word in enumerate(words):
        if word.stem in ROLES or word.form in ROLES:
            post = "boss" if word.concept == "kin:boss" else word.stem
            before = words[place - 1] if place else None
            if before and not before.filler and not before.name and not before.possessive:
                return f"{before.concept} {post}"
            return post
    return None
