"""Statements of a heading and a value, "Job: nurse": they say what the heading names, and nothing else with its words.

Such a statement meets one with another heading, or one about something else ("the job interview is on Monday"), without
touching it. What has the same heading, or tells of the very thing with a value of the same sort, is weighed.
"""

from __future__ import annotations

import re
from typing import Final

from recollect.rules.lexicon.finite import FINITE
from recollect.rules.lexicon.headings import ONE_VALUE, OPENINGS
from recollect.rules.lexicon.subjects import SOMEBODY
from recollect.rules.tense import happened
from recollect.write.verify.quantities import agree
from recollect.write.verify.statement import Statement
from recollect.write.verify.subject import USER
from recollect.write.verify.words import Word

_HEADING: Final = re.compile(r"[^\W\d][^:.!?;,()\n]{0,40}:\s+\S")
HEADING_WORDS_SHARED: Final = 2
"""So many words of a heading tell which thing is meant."""
HEADING_WORDS_MAX: Final = 3
"""Words that carry meaning in a heading; what is longer is a sentence before a colon."""


def other_heading(old: Statement, new: Statement) -> bool:
    """Whether a heading tells the two apart."""
    mine, yours = _heading(old), _heading(new)
    if mine is None and yours is None:
        return False
    if mine is not None and yours is not None:
        return not _one_heading(old, new)
    (heading, given), plain = ((yours, new), old) if yours is not None else ((mine, old), new)
    if _says_the_same(plain, given) or _names_it(plain, given, heading or frozenset()):
        return False
    return not (_gives(plain, heading or frozenset(), given) or _same_attribute(plain, given))


def _says_the_same(plain: Statement, given: Statement) -> bool:
    """Whether all that stands under the heading, and the heading itself, is in the other one: "Gate: B12"."""
    amounts = all(any(agree(one, other) for other in plain.quantities) for one in given.quantities)
    words = all(word.concept in plain.concepts for word in given.content)
    return words and amounts and bool(given.content) and plain.negated == given.negated


def _names_it(plain: Statement, given: Statement, heading: frozenset[str]) -> bool:
    """Whether the other one names the very thing, by two words of the heading ("shoe size for the twins: 30"), or by
    the heading and something that stands under it ("tea: oat milk", "I take my tea with oat milk"): it is weighed."""
    shared = heading & plain.concepts
    if len(shared) >= HEADING_WORDS_SHARED:
        return True
    return shared == heading and given.attribute.name != "work" and bool(_told(given) & plain.concepts)


def other_under_heading(old: Statement, new: Statement) -> bool:
    """Whether both stand under one heading of which somebody has one value, with two values."""
    heading = _heading(new)
    if heading is None or not _one_heading(old, new) or heading.isdisjoint(ONE_VALUE):
        return False
    if not new.cues.isdisjoint(_NOT_INSTEAD) or not old.cues.isdisjoint(_NOT_INSTEAD) or new.negated:
        return False
    return not _told(old) & _told(new)


def told_otherwise(old: Statement, new: Statement) -> bool:
    """Whether both stand under one heading, each with a word of its own: no repetition."""
    mine, yours = _told(old), _told(new)
    return _one_heading(old, new) and bool(mine - yours) and bool(yours - mine)


def _one_heading(old: Statement, new: Statement) -> bool:
    """The same heading of the same one: "Ben's job" is not "Ana's job"."""
    heading = _heading(new)
    return heading is not None and heading == _heading(old) and _owners(old) == _owners(new)


def _owners(statement: Statement) -> frozenset[str]:
    return frozenset(
        word.form
        for word in statement.words
        if word.clause == 0 and _is_person(word) and word.form != USER and word in statement.content
    )


def _told(statement: Statement) -> frozenset[str]:
    """The first thing that is said under the heading; "nurse in Leeds" is a nurse."""
    after = [word for word in statement.words if word.clause > 0]
    first = next((place for place, word in enumerate(after) if place and word.filler), len(after))
    return frozenset(word.concept for word in after[:first] if not word.filler)


_NOT_INSTEAD: Final = frozenset(("past", "wish", "hedge", "also"))


def _heading(statement: Statement) -> frozenset[str] | None:
    """The concepts of the heading; None where there is none, or only a name or a word that leads in."""
    if _HEADING.match(statement.text) is None:
        return None
    before = [word for word in statement.words if word.clause == 0]
    if any(word.form in OPENINGS or (word.form in FINITE and not word.possessive) for word in before):
        return None
    if happened([word.form for word in before]) or any(word.form in SOMEBODY for word in before):
        return None  # a sentence before a colon: "the doctor tested me: …"
    carrying = {word.place for word in statement.content}  # without the name under which the user is spoken of
    named = frozenset(word.concept for word in before if word.place in carrying and not _is_person(word))
    return named if 0 < len(named) <= HEADING_WORDS_MAX else None


def _is_person(word: Word) -> bool:
    return word.form == USER or (word.name and not word.text.isupper()) or word.possessive  # a TTL is nobody


def _gives(statement: Statement, heading: frozenset[str], given: Statement) -> bool:
    """Whether it is about what the heading names, with a value of the same sort."""
    about = {word.removeprefix("kin:") for word in statement.subject.words}
    if about != {word.removeprefix("kin:") for word in heading}:
        return False
    if (statement.attribute.name == "job") != (given.attribute.name == "job"):
        return False
    return _sorts(statement) == _sorts(given)


def _sorts(statement: Statement) -> frozenset[str]:
    return frozenset(amount.dimension for amount in statement.quantities)


def _same_attribute(statement: Statement, given: Statement) -> bool:
    """Both give one attribute that a person has once: a home, an employer, a trade, an age."""
    mine, yours = statement.attribute, given.attribute
    return mine.name == yours.name and mine.name in _TOLD_WITHOUT


_TOLD_WITHOUT: Final = frozenset(("home", "job", "age", "name", "favourite"))
"""Attributes that are told as often without the word that is their heading."""
