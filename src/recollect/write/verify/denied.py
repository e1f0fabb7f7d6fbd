"""A denial of something else than what is known: "lives in Berlin", "doesn't live in Hamburg". Both stay.

Of what has one value at a time another value takes the place of the known one. A value that is denied is none: it says
nothing against the one that holds.
"""

from __future__ import annotations

from typing import Final

from recollect.write.verify.align import align
from recollect.write.verify.background import is_generic
from recollect.write.verify.quantities import agree, disagree
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

_ONE_VALUE: Final = frozenset("home work name favourite role job".split())
"""What has one value at a time and can be told without a name: "my favourite colour is blue"."""
_OVER: Final = "end"


def denies_another(old: Statement, new: Statement) -> bool:
    """Whether the one denies a value, and the other tells of another one of the same kind."""
    if bool(old.negated) == bool(new.negated) or _OVER in old.cues:
        return False
    denying, stating = (new, old) if new.negated else (old, new)
    if _other_number(denying, stating):
        return True
    found = align(old, new)
    left, right = (found.left_new, found.left_old) if new.negated else (found.left_old, found.left_new)
    denied, stated = ([word for word in side if not is_generic(word)] for side in (left, right))
    if not (denied and stated) or any(word.concept not in denying.negated for word in denied):
        return False
    if _named(denied) and _named(stated):
        return True
    slot = old.attribute
    return slot == new.attribute and slot.name in _ONE_VALUE and _OVER not in new.cues


def _named(words: list[Word]) -> bool:
    return any(word.capital for word in words)


def _other_number(denying: Statement, stating: Statement) -> bool:
    """ "Is not 31", where 30 is known."""
    numbers = denying.quantities
    if not numbers or not all(number.denied for number in numbers):
        return False
    known = stating.quantities
    apart = any(disagree(number, other) for number in numbers for other in known)
    return apart and not any(agree(number, other) for number in numbers for other in known)
