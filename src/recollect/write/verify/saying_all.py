"""A statement said over again, word for word, that goes on with a detail: "works at Google", "… as an engineer".

The second says all that the first does, so one of them is enough. Only where what follows cannot narrow what was said:
as what or at which place by name somebody works or studies, and what those are called who were counted. "Drinks coffee
at work" is less than "drinks coffee", and "works at Google in the evening" may be another job.
"""

from __future__ import annotations

from typing import Final

from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word, cut

_OCCUPIED: Final = frozenset("work job studies".split())
_AT: Final = frozenset("at in near with for".split())
_AS: Final = "as"
_AND: Final = frozenset("and und y et e".split())


def says_all(old: Statement, new: Statement) -> bool:
    """Whether the new one has every word of the old one in its order, and a detail behind them."""
    mine, yours = cut(old.text), cut(new.text)
    if len(yours) <= len(mine) or [word.form for word in mine] != [word.form for word in yours[: len(mine)]]:
        return False
    if old.negated or new.negated or old.cues != new.cues:
        return False
    rest = yours[len(mine) :]
    if old.attribute.name in _OCCUPIED and rest[0].clause == yours[len(mine) - 1].clause:
        return rest[0].form == _AS or (rest[0].form in _AT and _is_named(rest[1:]))
    return _calls(old, rest)


def _is_named(rest: list[Word]) -> bool:
    return bool(rest) and rest[0].name and all(word.name or word.form in _AND for word in rest)


def _calls(old: Statement, rest: list[Word]) -> bool:
    """ "Has two kids", "…, Ana and Ben": as many names as were counted."""
    counts = [amount.value for amount in old.quantities if amount.dimension == "count"]
    named = [word for word in rest if word.form not in _AND]
    return all(word.name for word in named) and counts == [float(len(named))] and bool(old.people)
