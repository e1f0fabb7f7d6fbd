"""Sides of one thing: for whom somebody works, in what or where, when and how; where somebody lives and with whom; when
and where something is.

Of each side there is one value at a time, and each stays when another is told: "works at Acme", "works nights".
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final, NamedTuple

from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.slots import BETWEEN, TOLD_BY
from recollect.write.verify.replacing import really_gives
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

_VERBS: Final = {"work": "work", "home": "live"}
"""Attribute -> the concept of its verb."""
_FIRM, _FIELD, _PLACE, _HOW = "firm", "field", "place", "how"
_FOR: Final = frozenset("at for with bei fur chez para".split())
"""Before whom somebody works for."""
_AT_OR_IN: Final = frozenset("en em na no im am dans".split())
"""Before a firm as before anything else: "trabaja en Acme"."""
_ARTICLES: Final = frozenset(
    "the a an his her their my our this that einer einem eine der dem den un une una um uma el la le".split()
)
_AGREEING: Final = frozenset("with as de als como comme".split())
"""How somebody lives or works, of which there is one value too: with whom, as what."""
_NOT_BEFORE: Final = frozenset("at from after before to of zur nach".split())
"""Before work that nobody does there: "codes at work"."""
_NOUNS: Final = frozenset("job jobs company employer".split())
HOME_REACH: Final = 5
"""Words after a verb of living among which the place is told: "lives alone in", "wohne seit Januar in"."""


class _Told(NamedTuple):
    sides: frozenset[str]
    link: str = ""
    """The word after the verb."""
    what: str = ""
    """The first that tells something after that."""


def other_side(old: Statement, new: Statement) -> bool:
    """Both tell of one person's work or home, or of one event, and of different sides of it. Where the newer says that
    it is so now, how it was before may have given way to it."""
    if _when_and_where(old, new):
        return True
    name = new.attribute.name
    if old.attribute.name != name or name not in _VERBS or old.subject.key != new.subject.key:
        return False
    before, after = (_told(one, name) for one in (old, new))
    if not before.sides or not after.sides:
        return False
    apart = before.sides.isdisjoint(after.sides)
    if "update" in new.cues or "again" in new.forms:
        return apart and before.sides != {_HOW}
    same = before.link == after.link and (before.link in _AGREEING or before.what == after.what != "")
    return apart or (before.sides == after.sides == {_HOW} and not same)


def _told(statement: Statement, name: str) -> _Told:
    """No side where the attribute is told by other words than the verb's."""
    words = [word for word in statement.words if word.form not in BETWEEN]
    at = next((at for at, word in enumerate(words) if word.concept == _VERBS[name]), None)
    known = {_FIRM} if name == "work" and statement.employer else set[str]()
    if name == "home" and really_gives(statement, name):
        return _Told(frozenset((_PLACE,)))
    if at is None or (at and words[at - 1].form in _NOT_BEFORE) or words[at].form in _NOUNS:
        return _Told(frozenset(known))
    clause = [word for word in words[at + 1 :] if word.clause == words[at].clause]
    link = clause[0].form if clause else ""
    if name == "home":
        placed = "_" in words[at].form or any(word.form in TOLD_BY["home"][1] for word in clause[:HOME_REACH])
        return _Told(frozenset((_PLACE if placed else _HOW,)), link)
    sides = known.union(side for pair in pairwise(clause) if (side := _side(*pair)) is not None) or {_HOW}
    return _Told(frozenset(sides), link, next((word.form for word in clause[1:] if not word.filler), ""))


def _side(link: Word, what: Word) -> str | None:
    """The side of work that two words tell: "at Acme", "in Berlin", "in sales"."""
    named = what.name or what.capital
    if link.form in _FOR and (named or what.form in _ARTICLES):
        return None if link.form == "with" and what.form in GIVEN_NAMES else _FIRM
    if link.form in _AT_OR_IN or (link.form == "in" and what.form in _ARTICLES):
        return _FIRM
    if link.form == "in":
        return _PLACE if named else _FIELD
    return None


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
