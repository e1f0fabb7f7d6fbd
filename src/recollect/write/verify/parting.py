"""The end of the user's tie to a partner whom it does not name: "broke up last week", "girlfriend and User broke up".

It ends the one statement that he has a partner, or who that is. Of several nobody knows which is meant, and all stay.
Who is married, and what else is told of a partner ("User's boyfriend is a chef"), is not touched. What was over a year
ago, or before somebody new came, ended another tie.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from recollect.write.verify.statement import Statement
from recollect.write.verify.subject import USER

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
