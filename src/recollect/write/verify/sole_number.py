"""Two statements that have no more in common than whom they are told of and what a number counts: "takes 5 mg of
warfarin", "takes 20 mg of statin"; "met Bob in room 12", "keeps her bike in room 15". Both stay.

A number takes the place of another one of the same thing. Where each statement says a thing of its own, and neither
tells a change, the unit or the noun before the number tells of no same thing.
"""

from __future__ import annotations

import itertools
from typing import Final

from recollect.rules.lexicon.things import MEASURES
from recollect.write.verify.align import align
from recollect.write.verify.background import is_generic
from recollect.write.verify.quantities import WHEN, disagree
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

_CHANGING: Final = frozenset(("update", "correction", "end"))
_BARE: Final = "count"
_SIZED: Final = frozenset("tall high long wide measur grown grow weigh weight height length".split())
"""They say that there is a size, and not of what: "is 140 cm tall", "measures 150 cm"."""
_SETTINGS: Final = frozenset("port version phase gate".split())
"""Of these a thing has one: "runs on port 8080", "listens on port 9090"."""


def only_a_number_shared(old: Statement, new: Statement) -> bool:
    """Whether the two have numbers that differ, and nothing else to be compared by."""
    if not new.cues.isdisjoint(_CHANGING):
        return False
    pairs = [(p, q) for p in old.quantities for q in new.quantities if p.dimension == q.dimension and disagree(p, q)]
    if not pairs or any(p.dimension in WHEN for p, _ in pairs):
        return False
    found = align(old, new)
    left = (_told(old, found.left_old, found.left_new), _told(new, found.left_new, found.left_old))
    own = [any(not is_generic(word) and word.stem not in _SIZED for word in words) for words in left]
    if any(p.dimension == _BARE for p, _ in pairs):
        nouns = _numbered(old) & _numbered(new)
        if not nouns.isdisjoint(_SETTINGS):
            return False
        which = any(noun not in MEASURES for noun in nouns)  # "loved season 2", "disliked season 5"
        return bool(nouns) and all(left) and (any(own) if which else all(own))
    told_of: set[str] = set()
    if old.subject.key == new.subject.key and old.subject.key[0] != "thing":
        told_of = {word.concept for side in (old, new) for word in side.words[: side.subject.end]}
    return all(own) and all(word.concept in told_of or is_generic(word) for word in found.shared)


def _told(statement: Statement, left: tuple[Word, ...], others: tuple[Word, ...]) -> list[Word]:
    """Of the words that only one side has, those that neither say whom it is told of nor are cut short ("auth")."""
    subject = {word.concept for word in statement.words[: statement.subject.end]}
    told = [word for word in left if word.concept not in subject]
    return [word for word in told if not any(_is_short_for(word.form, other.form) for other in others)]


def _is_short_for(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _numbered(statement: Statement) -> set[str]:
    """The nouns right before a number: the "room" of "room 12"."""
    return {
        noun.form
        for noun, number in itertools.pairwise(statement.words)
        if number.form.isdecimal() and not noun.filler and not noun.name
    }
