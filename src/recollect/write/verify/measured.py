"""Two numbers that measure two things: "Leo is 4 years old", "Leo's shoe size is 27". Both stay.

A number takes the place of another one of the same thing. An age is compared with an age, what is somebody's ("Leo's
bus") with the same of his, and how many there are here says nothing of how many there are elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.finite import FINITE
from recollect.rules.lexicon.things import HEADCOUNTS
from recollect.rules.text import fold
from recollect.write.verify.align import Alignment, align, plainly_apart
from recollect.write.verify.attribute import of_what_is_had
from recollect.write.verify.done_with import same_term
from recollect.write.verify.quantities import WHEN, Quantity, disagree
from recollect.write.verify.statement import Statement
from recollect.write.verify.subject import owned_in
from recollect.write.verify.words import Word

_AGE: Final = "age"
_BARE: Final = "count"
"""A number without a unit, which may measure anything."""
_COUNTED: Final = frozenset((_BARE, "data"))
"""What there is so much of here and so much of elsewhere."""
_PLACING: Final = frozenset("in on at im am auf en na no dans sur chez".split())


def other_measure(old: Statement, new: Statement) -> bool:
    """Whether the numbers in which the two differ are told of different things."""
    pairs = [(p, q) for p in old.quantities for q in new.quantities if disagree(p, q)]
    if not pairs:
        return False
    if (old.attribute.name == _AGE) != (new.attribute.name == _AGE):
        aged, other = (old, new) if old.attribute.name == _AGE else (new, old)  # "is on Python 3.11" is no age
        had = {amount for pair in pairs for amount in pair if amount in other.quantities}
        if all(of_what_is_had(other.words, other.subject, amount) for amount in had):
            return True
        return all(_names_measured(other, pair) and not _names_measured(aged, pair) for pair in pairs)
    if _has_other(old, new, {amount.dimension for pair in pairs for amount in pair}):
        return True
    found = align(old, new)
    if any(_BARE in (p.dimension, q.dimension) for p, q in pairs) and _of_its_own(old, new, found):
        return True
    return all(p.dimension in _COUNTED for p, _ in pairs) and _elsewhere(old, new, found)


def other_weight(old: Statement, new: Statement) -> bool:
    """ "Weighs 98 kilos", "is down to 94 kilos": what somebody weighs, told by the number alone."""
    if old.subject.key != new.subject.key or old.subject.key[0] == "thing" or old.negated or new.negated:
        return False
    told = _OF_WEIGHT.match(new.told)
    weighs = old.words[old.subject.end : old.subject.end + 1]
    if told is None or not weighs or weighs[0].form not in _WEIGHING or "past" in old.cues or "wish" in new.cues:
        return False
    return any(
        p.dimension in _MASS and q.dimension in _MASS and disagree(p, q) for p in old.quantities for q in new.quantities
    )


_OF_WEIGHT: Final = late(
    r"(?:(?:is|am) )?(?:now |already |currently |finally )*(?:(?:back )?(?:down|up) to|at) (?:about |around )?[\d.,]+ ?"
    r"(?:kilos?|kgs?|kilograms?|pounds?|lbs?)(?: now| already| again)?$"
)
_WEIGHING: Final = frozenset(("weighs", "weigh"))
_MASS: Final = frozenset(("mass", "pound"))


def _names_measured(statement: Statement, pair: tuple[Quantity, Quantity]) -> bool:
    """Whether it says what its number is: "shoe size is 27", "wears size 29", "3 toys". "Is 5 and likes diggers" may
    be an age."""
    words = statement.words
    if owned_in(words[: statement.subject.end]):
        return True
    numbers = {form for amount in pair for form in fold(amount.text).split()}
    for at, word in enumerate(words):
        beside = (*words[at + 1 : at + 2], *words[max(at - 1, statement.subject.end) : at])
        if word.form in numbers and any(other in statement.content and other.form not in FINITE for other in beside):
            return True
    return False


def _of_its_own(old: Statement, new: Statement, found: Alignment) -> bool:
    """Whether one of them measures what is somebody's, and the other speaks of nothing but that person."""
    mine, yours = owned_in(old.words[: old.subject.end]), owned_in(new.words[: new.subject.end])
    person = {word.place for word in new.words[: new.subject.end]} - {word.place for word in yours}
    if any(word.place not in person for word in found.shared):
        return False
    return _among(mine[-1:], found.left_old) or _among(yours[-1:], found.left_new)


def _has_other(old: Statement, new: Statement, dimensions: set[str]) -> bool:
    """Whether the same one has so many of something else, or something else at another time: "Ben has 3 dogs", "Ben has
    5 chickens"; "has ballet at 4pm", "has judo at 6pm". Not where it is told as a change."""
    if old.subject.key != new.subject.key or not old.subject.words or not new.cues.isdisjoint(_CHANGING):
        return False
    counted = dimensions == {_BARE}
    if not (counted or dimensions <= WHEN):
        return False
    mine, yours = _had(old, counted), _had(new, counted)
    if not mine or not yours or not HEADCOUNTS.isdisjoint((mine[-1].form, yours[-1].form)):
        return False
    return all(plainly_apart(old, one, new, other) for one in mine for other in yours)


_CHANGING: Final = frozenset(("update", "end", "done", "correction"))


def _had(statement: Statement, counted: bool) -> list[Word]:
    """What somebody or something has, where nothing else is told: right after its number ("3 dogs"), or right after
    the verb ("a check-up on May 9"). Empty where that is not plain."""
    words, end = statement.words, statement.subject.end
    if len(words) <= end or words[end].form not in _HAVING or statement.kind == "correction" or statement.negated:
        return []
    told = [word for word in words[end + 1 :] if word in statement.content]
    first = words[end + 1].place + (counted or words[end + 1].form in _ARTICLES)
    row = [word.place for word in told] == list(range(first, first + len(told)))
    one_clause = all(word.clause == words[0].clause for word in words)
    return told if len(told) <= HAD_WORDS_MAX and row and one_clause else []


_HAVING: Final = frozenset("has have owns own keeps keep".split())
_ARTICLES: Final = frozenset(("a", "an", "the"))
HAD_WORDS_MAX: Final = 2


def _elsewhere(old: Statement, new: Statement, found: Alignment) -> bool:
    """Whether each is told of a place or a thing of its own: "the Berlin office has", "we now have … in Paris"."""
    if not any(same_term(one, other) for one in _counted(old) for other in _counted(new)):
        return False
    return _among(_where(old), found.left_old) and _among(_where(new), found.left_new)


def _counted(statement: Statement) -> list[Word]:
    """What there is so much of: "desks" after 12, "memory" after 64 GB."""
    numbers = {fold(amount.text).split()[0] for amount in statement.quantities if amount.dimension in _COUNTED}
    words = statement.words
    return [
        word
        for at, number in enumerate(words)
        if number.form in numbers
        for word in words[at + 1 : at + 1 + COUNTED_WITHIN]
        if word in statement.content
    ]


COUNTED_WITHIN: Final = 3
"""Words after a number among which stands what is counted."""


def _where(statement: Statement) -> tuple[Word, ...]:
    """The words of the thing it is told of, else those of the place it ends with."""
    subject, words = statement.subject, statement.words
    if subject.key[0] in _THINGS:
        return words[: subject.end]
    last = max((at for at, word in enumerate(words) if word.form in _PLACING), default=len(words))
    place = words[last + 1 :]
    return () if len(place) > PLACE_WORDS_MAX or any(word.form in FINITE for word in place) else place


_THINGS: Final = frozenset(("thing", "name"))
PLACE_WORDS_MAX: Final = 4


def _among(words: Iterable[Word], left: Iterable[Word]) -> bool:
    places = {word.place for word in left}
    return any(word.place in places for word in words)
