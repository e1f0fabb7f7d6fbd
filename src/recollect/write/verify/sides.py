"""Sides of one thing: for whom somebody works, in what or where, when and how; where somebody lives and with whom; when
and where something is.

Of each side there is one value at a time, and each stays when another is told: "works at Acme", "works nights".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.slots import BETWEEN, TOLD_BY
from recollect.write.verify.replacing import really_gives
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

_VERBS: Final = {"work": "work", "home": "live"}
"""Attribute -> the concept of its verb."""
_FIRM, _FIELD, _PLACE, _HOW, _UNTOLD = "firm", "field", "place", "how", ""
_FOR: Final = frozenset("at for with bei fur chez para".split())
"""Before whom somebody works for."""
_IN: Final = frozenset("in en em na no im dans".split())
_WHOSE: Final = frozenset("the a an his her their my our this that".split())
_AGREEING: Final = frozenset("with as de als como comme".split())
"""How somebody lives or works, of which there is one value too: with whom, as what."""
_NOT_BEFORE: Final = frozenset("at from after before to of zur nach".split())
"""Before work that nobody does there: "codes at work"."""
_NOUNS: Final = frozenset("job jobs company employer".split())
HOME_REACH: Final = 5
"""Words after a verb of living among which the place is told: "lives alone in", "wohne seit Januar in"."""


def other_side(old: Statement, new: Statement) -> bool:
    """Both tell of one person's work or home, or of one event, and of different sides of it. Where the newer says that
    it is so now, how it was before may have given way to it."""
    if _when_and_where(old, new):
        return True
    name = new.attribute.name
    if old.attribute.name != name or name not in _VERBS or old.subject.key != new.subject.key:
        return False
    before, after = (_side(one, name) for one in (old, new))
    if _UNTOLD in (before.name, after.name) or before.name == after.name != _HOW:
        return False
    if "update" in new.cues or "again" in new.forms:
        return before.name != after.name and before.name != _HOW
    same = before.link == after.link and (before.link in _AGREEING or before.what == after.what != "")
    return before.name != after.name or not same


class _Side(NamedTuple):
    name: str
    link: str = ""
    """The word after the verb."""
    what: str = ""
    """The first that tells something after that."""


def _side(statement: Statement, name: str) -> _Side:
    """None where the attribute is told by other words than the verb's."""
    if name == "work" and statement.employer:
        return _Side(_FIRM)
    if name == "home" and really_gives(statement, name):
        return _Side(_PLACE)
    words = [word for word in statement.words if word.form not in BETWEEN]
    at = next((at for at, word in enumerate(words) if word.concept == _VERBS[name]), None)
    if at is None or (at and words[at - 1].form in _NOT_BEFORE) or words[at].form in _NOUNS:
        return _Side(_UNTOLD)
    clause = [word for word in words[at + 1 :] if word.clause == words[at].clause]
    if name == "home":
        placed = "_" in words[at].form or any(word.form in TOLD_BY["home"][1] for word in clause[:HOME_REACH])
        return _Side(_PLACE if placed else _HOW, clause[0].form if clause else "")
    return _side_of_work(clause)


def _side_of_work(told: Sequence[Word]) -> _Side:
    if not told:
        return _Side(_HOW)
    link, named = told[0].form, len(told) > 1 and (told[1].name or told[1].capital)
    if link in _FOR and len(told) > 1 and (named or told[1].form in _WHOSE):
        return _Side(_HOW if link == "with" and told[1].form in GIVEN_NAMES else _FIRM, link)
    if link in _IN:
        by_name = _PLACE if link in ("in", "im") else _FIRM  # "trabaja en Acme"
        return _Side(by_name if named else _FIELD, link)
    return _Side(_HOW, link, next((word.form for word in told[1:] if not word.filler), ""))


def _when_and_where(old: Statement, new: Statement) -> bool:
    """The same with a day or an hour in the place of a name: "born in 1990", "born in Rome"."""
    if old.subject.key != new.subject.key or len(old.words) != len(new.words):
        return False
    pairs = list(zip(old.words, new.words, strict=True))
    apart = [at for at, (one, other) in enumerate(pairs) if one.form != other.form]
    if len(apart) != 1 or pairs[apart[0] - 1][0].form not in _IN_OR_AT:
        return False
    one, other = (word.form[0].isdigit() for word in pairs[apart[0]])
    return one != other


_IN_OR_AT: Final = frozenset("in at on im am um en em a no na dans".split())
