"""Two who share a name: "Ben is 4", "my colleague Ben Carter is 52"; "Mr. Smith", "Mrs. Smith". Both stay.

Who is called by his first name in one statement and by a full name in the other is mostly one person. Not where the
newer one says who he is, which nobody does of somebody he has spoken of already, and not where the ages are too far
apart for one life between two statements.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import pairwise
from typing import Final

from recollect.rules.lexicon.naming import OF_MEN, OF_WOMEN
from recollect.rules.lexicon.subjects import TITLES_WITH_STOP
from recollect.write.verify.quantities import Quantity
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

YEARS_BETWEEN_MAX: Final = 5
"""By how much somebody may have aged between two statements about him."""


TITLES: Final = OF_MEN | OF_WOMEN | TITLES_WITH_STOP
"""Before a name."""


def two_of_a_family(old: Statement, new: Statement) -> bool:
    """Whether they are about two with one surname: "Mr. Smith", "Mrs. Smith"; "T. Smith", "B. Smith"."""
    first, second = (statement.words[: statement.subject.end] for statement in (old, new))
    names = [{word.form for word in side if word.capital and not word.form.endswith(".")} for side in (first, second)]
    if names[0].isdisjoint(names[1]):
        return False
    titles = [{title for title, _ in _titled(side)} for side in (first, second)]
    initials = [{word.form for word in side if word.form.endswith(".")} for side in (first, second)]
    apart = initials[0] and initials[1] and all(one[:1] != other[:1] for one in initials[0] for other in initials[1])
    return bool(apart) or other_title(*titles)


def another_titled(old: Statement, new: Statement) -> bool:
    """Whether somebody in the one has a surname of somebody in the other, and is another: "met Mr. Smith", "met Mrs.
    Smith"."""
    return any(
        mine == yours and other_title({one}, {other})
        for one, mine in _titled(old.words)
        for other, yours in _titled(new.words)
    )


def _titled(words: Sequence[Word]) -> list[tuple[str, str]]:
    return [(word.form, after.form) for word, after in pairwise(words) if word.form in TITLES and after.capital]


def other_title(mine: Set[str], yours: Set[str]) -> bool:
    """Whether one is called like a man and the other like a woman. A doctor may be either."""
    return any(not mine.isdisjoint(one) and not yours.isdisjoint(other) for one, other in _EITHER)


_EITHER: Final = ((OF_MEN, OF_WOMEN), (OF_WOMEN, OF_MEN))


def two_of_a_name(old: Statement, new: Statement) -> bool:
    """Whether one is about somebody by his first name, and the other about another with a surname."""
    first, second = _called(old), _called(new)
    if not first or not second or first[0] != second[0] or (len(first) > 1) == (len(second) > 1):
        return False
    if new.kind == "correction" or "correction" in new.cues:
        return False
    if len(second) > 1 and new.whose.ties and not old.whose.ties:
        return True  # "my colleague Ben Carter", after "Ben"
    ages = [_age(statement) for statement in (old, new)]
    return ages[0] is not None and ages[1] is not None and not 0 <= ages[1] - ages[0] <= YEARS_BETWEEN_MAX


def _called(statement: Statement) -> tuple[str, ...]:
    """The names of the one it is about, as they stand; empty where it names nobody."""
    names = statement.whose.called if statement.whose.ties else frozenset(statement.subject.key[1:])
    if not statement.whose.ties and statement.subject.key[0] != "name":
        return ()
    return tuple(word.form for word in statement.words[: statement.subject.end] if word.form in names)


def _age(statement: Statement) -> float | None:
    if statement.attribute.name != "age":
        return None
    return next((value for amount in statement.quantities if (value := _years(amount)) is not None), None)


def _years(amount: Quantity) -> float | None:
    told = amount.dimension in ("years", "count") and isinstance(amount.value, float)
    return float(amount.value) if told else None
