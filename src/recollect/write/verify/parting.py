"""The end of the user's tie to a partner, whom it names or not: "broke up last week", "girlfriend and User broke up".

Named, he is no longer called a partner, whatever is told of him with that ("User's boyfriend Jun is a chef"). Unnamed,
it ends the one statement that he has a partner, or who that is. Of several nobody knows which is meant, and all stay.
Who is married, and what else is told of a partner ("User's boyfriend is a chef"), is not touched then. What was over a
year ago, or before somebody new came, ended another tie.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from recollect.rules.lexicon.change import NEARLY, PARTING
from recollect.rules.lexicon.people import PARTNERS
from recollect.write.verify.ending import long_ago
from recollect.write.verify.statement import Statement
from recollect.write.verify.subject import USER
from recollect.write.verify.words import Word

_PARTNERS: Final = frozenset("girlfriend boyfriend partner fiance fiancee".split())
_WEEKDAYS: Final = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_OVER: Final = re.compile(
    r"^(?:has |have |just |recently |finally |sadly |officially )*(?:broke|broken|split|splits) up"
    r"(?: (?:today|yesterday|recently|now|again|for good|(?P<dated>"
    rf"(?:last|this) (?:night|morning|afternoon|evening|week|weekend|month|{_WEEKDAYS})|on (?:{_WEEKDAYS})"
    r"|in (?:january|february|march|april|may|june|july|august|september|october|november|december)"
    r"|(?:\w+ ){1,2}(?:days?|weeks?|months?) ago)))?$"
)
_HAS: Final = re.compile(
    r"^(?:now |currently )?(?:(?:has|have) a (?P<new>new )?(?P<tie>girlfriend|boyfriend|partner|fiancee?)"
    r"(?: (?:named|called) \w+(?: \w+)?)?|(?:is|am) (?:dating|seeing) (?P<name>\w+))$"
)
_SELF: Final = frozenset("user i me my".split())
_TIES: Final = frozenset(f"kin:{tie}" for tie in PARTNERS)
_LATELY: Final = r"(?:has |have |just |recently |finally |sadly |officially |are |got |getting )*"
_SPEAKER: Final = frozenset(("user", "i"))
_NOT_NOW: Final = frozenset(("past", "wish", "end", "hedge"))
_UNSURE: Final = frozenset(("wish", "hedge"))


def broke_up(old: Statement, new: Statement) -> bool:
    """Whether the new one ends the tie that the old one tells of."""
    over = _over(new)
    if over is None or old.negated or not old.cues.isdisjoint(_NOT_NOW):
        return False
    tie = _tie(old)
    return tie is not None and (not over.who or tie.who in {over.who, ""}) and not (tie.new and over.dated)


_PAIR_OVER: Final = re.compile(
    rf"^(\w+) and (\w+) {_LATELY}(?:(?:broke|broken|split|splits) up|divorced|separated)\b"
    rf"|^(\w+) {_LATELY}(?:broke|broken|split|splits) up with (\w+)\b"
)


def parted_from(old: Statement, new: Statement) -> bool:
    """Whether two who are named are no longer a pair, and the old one calls the one of them the other's partner."""
    if new.forms.isdisjoint(PARTING) or new.negated or not new.cues.isdisjoint(_UNSURE) or long_ago(new):
        return False
    found = _PAIR_OVER.match(" ".join(word.form for word in new.words))
    tie = None if found is None or not old.cues.isdisjoint(("past", "end")) else _called_partner(old)
    return found is not None and tie is not None and {_name(form) for form in found.groups() if form} == tie


def still_a_pair(old: Statement, new: Statement) -> bool:
    """Whether the new one tells that another pair is over, or that this one nearly was."""
    if new.forms.isdisjoint(PARTING):
        return False
    tie = _called_partner(old)
    found = _PAIR_OVER.match(" ".join(word.form for word in new.words)) if tie is not None else None
    if tie is None or found is None:
        return tie is not None and not new.forms.isdisjoint(NEARLY)
    return {_name(form) for form in found.groups() if form} != tie


def _called_partner(statement: Statement) -> frozenset[str] | None:
    """The two of "User's boyfriend Jun is a chef", "Jun is User's boyfriend"; None where nobody is named so."""
    words = statement.words
    if len(words) > 2 and _owns(words[0]) and words[1].concept in _TIES and words[2].text[:1].isupper():
        return frozenset((_name(words[0].form), words[2].form))
    if len(words) == 4 and words[1].form == "is" and _owns(words[2]) and words[3].concept in _TIES:
        return frozenset((words[0].form, _name(words[2].form)))
    return None


def _owns(word: Word) -> bool:
    return word.possessive or word.form in _SELF


def _name(form: str) -> str:
    return USER if form in _SELF else form


class _Tie(NamedTuple):
    """As what the other one is called, "" where nothing is said of him; whether he is new, or left at a time told."""

    who: str
    new: bool = False
    dated: bool = False


def _over(statement: Statement) -> _Tie | None:
    """The tie that is over; None where nothing is."""
    subject, forms = statement.subject, [word.form for word in statement.words]
    if "up" not in statement.forms or statement.negated or not statement.cues.isdisjoint(_UNSURE) or statement.names:
        return None
    start = subject.end or int(forms[0] in _SPEAKER)
    found = _OVER.match(" ".join(forms[start:]))
    if found is None:
        return None
    dated = found["dated"] is not None
    if subject.key == (USER,) and start == 1:
        return _Tie("", dated=dated)
    together = subject.end == 4 and forms[2] == "and" and forms[1] in _PARTNERS and forms[3] in {forms[0], "i"}
    return _Tie(forms[1], dated=dated) if together and statement.of_user else None


def _tie(statement: Statement) -> _Tie | None:
    """The user's tie to a partner; None where the statement tells something else."""
    subject, words = statement.subject, statement.words
    told = " ".join(word.form for word in words[subject.end :])
    if subject.key == (USER,) and not statement.owners:
        found = _HAS.match(told)
        dated = found is not None and found["name"] is not None and not words[-1].name
        return None if found is None or dated else _Tie(found["tie"] or "", new=found["new"] is not None)
    named = len(words) in {4, 5} and words[2].form == "is" and all(word.name for word in words[3:])
    own = statement.of_user and not statement.owners and subject.end == 2 and words[1].form in _PARTNERS
    return _Tie(words[1].form) if own and named else None
