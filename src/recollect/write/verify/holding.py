"""Who holds a post or a thing of which there is one holder at a time: "Ana leads the search team", told in any order.

"The search team is led by Ana", "lead of the search team: Ana" and "Ana is the search team's lead" say the same; with
another name each of them takes the place of the others. Nothing is read where more is told than holder, tie and thing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from recollect.write.verify.align import align
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

TIES: Final = {
    "own": "own", "belong": "own", "lead": "lead", "leader": "lead", "head": "lead", "maintain": "maintain",
    "manage": "manage", "kin:boss": "manage", "supervise": "manage", "chair": "chair", "chairman": "chair",
    "chairwoman": "chair", "chairperson": "chair", "coach": "coach", "kin:coach": "coach", "train": "coach",
}  # fmt: skip
"""Concept or form of a word that ties a holder to a thing -> the tie."""
_DEFINITE: Final = frozenset("the our my of this".split())
_UNSURE: Final = frozenset(("past", "wish", "also", "hedge", "end"))
THING_WORDS_MAX: Final = 3


@dataclass(frozen=True, slots=True)
class Holding:
    tie: str
    thing: frozenset[str]
    holder: frozenset[str]


def holding_of(statement: Statement) -> Holding | None:
    """What it tells of a holder; None when it tells anything else, or of one of several ("owns a boat")."""
    if statement.negated or statement.quantities or statement.cues & _UNSURE or len(statement.content) > 6:
        return None
    tie = next((TIES[key] for word in statement.words for key in (word.concept, word.form) if key in TIES), None)
    definite = any(word.form in _DEFINITE or (word.possessive and not word.name) for word in statement.words)
    if tie is None or not definite:
        return None
    rest = [w for w in statement.content if w.concept not in TIES and w.form not in TIES]
    names = [w for w in rest if w.capital and w.form.isalpha() and not w.text.isupper()]
    thing = frozenset(word.concept for word in rest if word not in names)
    together = bool(names) and names[-1].place - names[0].place == len(names) - 1
    if not together or not 0 < len(thing) <= THING_WORDS_MAX:
        return None
    at_an_end = names[0].place == 0 or names[-1].place == statement.words[-1].place or names[0].clause > 0
    return Holding(tie, thing, frozenset(word.form for word in names)) if at_an_end else None


def held_by_another(old: Statement, new: Statement) -> bool:
    """The same tie to the same thing, with somebody else at the other end."""
    mine = holding_of(old)
    yours = holding_of(new) if mine is not None else None
    if mine is None or yours is None or mine.tie != yours.tie or mine.thing != yours.thing:
        return False
    return mine.holder.isdisjoint(yours.holder)


def held_elsewhere(old: Statement, new: Statement) -> bool:
    """The same sort of post of two people, each with a name of where he holds it: "the CEO of Acme", "of Globex"."""
    if old.attribute != new.attribute or old.attribute.name != "role" or old.subject.key == new.subject.key:
        return False
    found = align(old, new)
    return _names_where(old, found.left_old) and _names_where(new, found.left_new)


def _names_where(statement: Statement, left: Sequence[Word]) -> bool:
    subject = statement.words[: statement.subject.end]
    return bool(subject) and any(word.capital and word not in subject for word in left)
