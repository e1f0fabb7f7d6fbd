"""Two who share a first name: "Ben is 4", "my colleague Ben Carter is 52". Both stay.

Who is called by his first name in one statement and by a full name in the other is mostly one person. Not where the
newer one says who he is, which nobody does of somebody he has spoken of already, and not where the ages are too far
apart for one life between two statements.
"""

from __future__ import annotations

from typing import Final

from recollect.write.verify.quantities import Quantity
from recollect.write.verify.statement import Statement

YEARS_BETWEEN_MAX: Final = 5
"""By how much somebody may have aged between two statements about him."""


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
