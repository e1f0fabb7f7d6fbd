"""A statement said over again, word for word, that goes on with a detail: "works at Google", "… as an engineer".

The second says all that the first does, so one of them is enough. Only where what follows cannot narrow what was said:
as what or at which place by name somebody works or studies, and what those are called who were counted. "Drinks coffee
at work" is less than "drinks coffee", and "works at Google in the evening" may be another job.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from recollect.rules.lexicon.people import ROLES
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

_OCCUPIED: Final = frozenset("work job studies".split())
_AT: Final = frozenset("at in near with for".split())
_AS: Final = "as"
_BEFORE_POST: Final = frozenset("a an the my our his her their".split())
"""After "as" a post follows; "as of Monday" tells something else."""
_AND: Final = frozenset("and und y et e".split())


def says_all(old: Statement, new: Statement) -> bool:
    """Whether the new one has every word of the old one in its order, and a detail behind them."""
    mine, yours = old.words, new.words
    occupied = old.attribute.name in _OCCUPIED
    if len(yours) <= len(mine) or not mine or not (occupied or old.people):
        return False
    if old.negated or new.negated or old.cues != new.cues:
        return False
    if any(word.form != again.form for word, again in zip(mine, yours, strict=False)):
        return False
    rest = yours[len(mine) :]
    if occupied and rest[0].clause == yours[len(mine) - 1].clause:
        return _is_post(rest) or (rest[0].form in _AT and _is_named(rest[1:]))
    return _calls(old, rest)


def _is_post(rest: Sequence[Word]) -> bool:
    """ "as an engineer", "as head of sales", "as CTO"."""
    if rest[0].form != _AS or len(rest) < 2:
        return False
    post = rest[1]
    return post.form in _BEFORE_POST or post.form in ROLES or post.stem in ROLES or _is_written_name(post)


def _is_named(rest: Sequence[Word]) -> bool:
    return bool(rest) and _is_written_name(rest[0]) and all(_is_written_name(w) or w.form in _AND for w in rest)


def _is_written_name(word: Word) -> bool:
    """With its capital: what small letters name is a guess, and too little to end a statement by."""
    return word.name and not word.text[:1].islower()


def _calls(old: Statement, rest: Sequence[Word]) -> bool:
    """ "Has two kids", "…, Ana and Ben": as many names as were counted."""
    counts = [amount.value for amount in old.quantities if amount.dimension == "count"]
    named = [word for word in rest if word.form not in _AND]
    return all(word.name for word in named) and counts == [float(len(named))] and bool(old.people)
