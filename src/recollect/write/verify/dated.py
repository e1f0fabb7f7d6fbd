"""Two things that happened at different times: "moved to Rome in 2003", "moved to Oslo in 2004". Both stay.

A date is a value where it says when something is or will be: "the exam is on 3 May", then "on 10 May". Of what is over
it says which one is meant, as a number does that tells two rooms apart. What happens once has one date only: the same
told of the same, with another date, is a correction.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from recollect.rules.lexicon.occasions import AGAIN, ONCE, ONCE_EACH, ONCE_MADE, SETTLED
from recollect.rules.tense import clauses, happened, will_be
from recollect.write.verify.attribute import OTHER
from recollect.write.verify.common import only_meant
from recollect.write.verify.statement import Statement, read
from recollect.write.verify.subject import USER
from recollect.write.verify.words import Word

_DIMENSIONS: Final = ("year", "month", "date")
"""The longest first: two days of different years are not compared."""
_LEADS: Final = frozenset("in on during around from of early late mid by back summer winter spring autumn fall".split())
"""Before a time at which something happened; "moved to 10 May" names the value that the change is about."""
_HAVE: Final = frozenset("has have had".split())
_PASSIVE: Final = frozenset("was were".split())
_STATE: Final = frozenset("was were cost weighed earned paid lived worked".split())
_SINCE: Final = frozenset("since moved started joined became".split())


def two_occasions(old: Statement, new: Statement) -> bool:
    """Whether both tell what is over, each with a time of its own; or the old one of a year, the new one of today."""
    if not (old.quantities and new.quantities):
        return False
    if old.full_names and new.full_names and old.subject.key[0] != USER:
        return False  # records of people, where the same deed with another date is a correction; see `named`
    if new.kind == "correction" or "correction" in new.cues or only_meant(old) or only_meant(new):
        return False
    if done_once(old, new):
        return False
    for dimension in _DIMENSIONS:
        mine, yours = _times(old, dimension), _times(new, dimension)
        if mine and yours:
            return not (mine <= yours or yours <= mine) and _over(old) and _over(new)
        if mine or yours:
            return dimension == "year" and bool(mine) and _was_once(old) and not _over(new)
    return False


def two_deeds(old: Statement, new: Statement) -> bool:
    """Whether both tell with one verb what somebody did or measured once, each with a number, a day or a name of its
    own: "paid $50 for dinner", "paid $70 for dinner". What lasts or was settled has one value: "moved to", "chose"."""
    if old.subject.key != new.subject.key or new.kind == "correction":
        return False
    if old.full_names and new.full_names and (old.subject.key[0] != USER or old.words[0].form in old.full_names):
        return False  # records of people; see `named`
    if new.cues & _CHANGED or only_meant(old) or only_meant(new) or old.negated or new.negated or new.rejected:
        return False
    if {old.attribute.name, new.attribute.name} & _LASTING or any(amount.denied for amount in new.quantities):
        return False
    if not (old.forms | new.forms).isdisjoint(_STILL) or done_once(old, new) or not (_over(old) and _over(new)):
        return False
    verbs = {form for form in old.forms & new.forms if happened([form])} - SETTLED
    mine, yours = ({(amount.dimension, amount.value) for amount in side.quantities} for side in (old, new))
    counted = bool(mine - yours and yours - mine)
    named = bool(old.names - new.forms and new.names - old.forms)
    return bool(verbs) and (counted or (named and not verbs <= _PASSIVE) or _two_things(old, new, verbs))


def _two_things(old: Statement, new: Statement, verbs: Set[str]) -> bool:
    """ "Returned the Kindle", "returned the shoes": all that each tells after the verb is one thing, one of them by a
    name, and the two have no word in common."""
    mine, yours = (_thing(one, verbs) for one in (old, new))
    if not (mine and yours) or any(word.name for word in mine) == any(word.name for word in yours):
        return False
    return not any(one.form == other.form or one.concept == other.concept for one in mine for other in yours)


def _thing(statement: Statement, verbs: Set[str]) -> tuple[Word, ...]:
    """What stands after the verb and an article up to the end; empty where there is more."""
    words = statement.words
    verb = next((place for place, word in enumerate(words[:_VERB_MAX]) if word.form in verbs), len(words))
    rest = words[verb + 1 :]
    rest = rest[1:] if rest and rest[0].form in _ARTICLES else rest
    return rest if len(rest) <= _THING_WORDS and not any(word.filler for word in rest) else ()


_ARTICLES: Final = frozenset("the a an my our their his her".split())
_THING_WORDS: Final = 3
_VERB_MAX: Final = 3


_CHANGED: Final = frozenset(("update", "correction", "end", "wish", "hedge"))
_LASTING: Final = frozenset("home work job role name age birthday tie choice favourite preference".split())
_STILL: Final = frozenset("has have is are am now since until".split())
"""Beside what is over something that holds: "has paid 50 so far"."""


def took_place(statement: Statement) -> bool:
    """Whether it tells of an event and not when one is or will be: "dentist visit", not "the exam is on 3 May"."""
    return not statement.cues & _CHANGED and not only_meant(statement) and statement.forms.isdisjoint(_AHEAD)


_AHEAD: Final = frozenset("is are am will now moved rescheduled postponed".split())


def still_to_come(old: Statement, new: Statement) -> bool:
    """Whether the one tells how it is with somebody and the other how it will be: "lives in Berlin", "will live in
    Lisbon from June". Not of things, which have their dates ahead of them ("the exam will be on 10 May"). What is so
    by now takes the place of what was, and not of what was told ahead of it."""
    things = "thing" in (old.subject.key[0], new.subject.key[0])
    if new.kind == "correction" or (things and not {old.attribute.name, new.attribute.name} & _OF_PEOPLE):
        return False
    lasting = bool({old.attribute.name, new.attribute.name} & _LASTING or new.states or new.employer)
    if _is_ahead(old, new):
        return lasting and not (_is_ahead(new, old) or new.negated or new.cues & _TAKEN_BACK)
    return lasting and _is_ahead(new, old) and not only_meant(old) and new.cues.isdisjoint(_CHANGED - {"wish", "hedge"})


def _is_ahead(statement: Statement, other: Statement) -> bool:
    """Whether what it tells of the same as the other will be so; another clause beside it says nothing of that: "lives
    in Lisbon and is going to learn Portuguese"."""
    if not will_be(statement.text):
        return False
    told = [read(clause, statement.kind) for clause in clauses(statement.text)]
    states, names = statement.states.keys() & other.states.keys(), {statement.attribute.name, other.attribute.name}
    same = [one for one in told if one.states.keys() & states] or [
        one for one in told if one.attribute.name in names - {OTHER}
    ]
    return all(will_be(one.text) for one in same or (statement,))


_OF_PEOPLE: Final = frozenset(("home", "work"))
"""Told of somebody, however the words before it are read: "ab Juni wird Ana in Wien leben"."""
_TAKEN_BACK: Final = frozenset(("end", "correction", "wish", "hedge"))


def other_date(old: Statement, new: Statement) -> bool:
    """Whether both tell of a deed that is done once, with two times: the later one corrects the earlier."""
    if not (old.quantities and new.quantities) or not done_once(old, new) or only_meant(old) or only_meant(new):
        return False
    pairs = [(_times(old, dimension), _times(new, dimension)) for dimension in _DIMENSIONS]
    return any(mine and yours and not mine & yours for mine, yours in pairs)


def done_once(old: Statement, new: Statement) -> bool:
    """The same deed of the same one, of a sort that is done once: "graduated in 2015", "graduated in 2016"."""
    if old.subject.key != new.subject.key or not (old.forms | new.forms).isdisjoint(AGAIN):
        return False
    both = old.forms & new.forms
    once = not both.isdisjoint(ONCE_EACH) or (not both.isdisjoint(ONCE_MADE) and not both.isdisjoint(_PASSIVE))
    return once and set(_told(old)) == set(_told(new))


def _told(statement: Statement) -> list[str]:
    return [word.concept for word in statement.content]


def _over(statement: Statement) -> bool:
    words = [part for word in statement.words for part in word.form.split("_")]
    got = "got" in words and statement.forms.isdisjoint(_HAVE)  # "has got" is present
    return statement.forms.isdisjoint(ONCE) and (got or happened(words))


def _was_once(statement: Statement) -> bool:
    """How something was in a year that is named, and not since it: "was 700 in 2019"."""
    return _over(statement) and not statement.forms.isdisjoint(_STATE) and statement.forms.isdisjoint(_SINCE)


def _times(statement: Statement, dimension: str) -> frozenset[float | str]:
    """The times of one sort that say when; empty where one of them is what is told."""
    found = [amount for amount in statement.quantities if amount.dimension == dimension and not amount.denied]
    if not found:
        return frozenset()
    forms = [word.form for word in statement.words]
    first = found[0].text.split()
    for place, form in enumerate(forms):
        if form in {part.lower() for part in first}:
            before = forms[max(0, place - 2) : place]
            return frozenset(amount.value for amount in found) if not _LEADS.isdisjoint(before) else frozenset()
    return frozenset()
