"""Values that are a letter: "my blood type is A", "my shirt size is M".

Most letters are small words or names to whoever reads a sentence, so that another letter looked like no value at all:
"A positive" and "B negative" were two details of one blood type.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from recollect.rules.late import late
from recollect.write.verify.statement import Statement

_VALUE: Final = late(r"\bis (?P<letters>[A-HJ-Z]|[A-Z]{2})(?: ?(?:[+-]|positive|negative|plus|minus))?[.!\s]*$")
"""At the end of a statement: a letter or two, and of which sign. "I" is somebody."""
_LETTER: Final = late(r"[A-HJ-Z][+-]?[.,!;]?")
VALUE_CHARS_MAX: Final = 20
_OPEN: Final = frozenset("past wish hedge also one_off".split())


def other_letters(old: Statement, new: Statement) -> bool:
    """Another letter as the value of the same thing of the same person, and nothing else told; of two values one at
    least is a single letter, for two letters and more may be a name ("my airline is BA")."""
    if old.subject.key != new.subject.key or old.subject.key[0] != "thing" or old.owners != new.owners:
        return False
    if not (old.of_user and new.of_user) or (old.cues | new.cues) & _OPEN or old.negated or new.negated:
        return False
    before, after = _letters(old), _letters(new)
    return bool(before and after) and before != after and 1 in (len(before), len(after))


def _letters(statement: Statement) -> str:
    """What is all that is told of the subject; empty where something else is."""
    told = statement.words[statement.subject.end :]
    found = _VALUE.search(statement.text[-VALUE_CHARS_MAX:]) if told and told[0].form == "is" else None
    return found["letters"] if found else ""


def letter_for_letter(old: Statement, new: Statement) -> bool:
    """The same words up to a letter in the one and another letter in the other: neither repeats nor completes it."""
    for place, (one, other) in enumerate(zip_longest(old.text.split(), new.text.split(), fillvalue="")):
        if one.lower() != other.lower():
            return place > 0 and bool(_LETTER.fullmatch(one) and _LETTER.fullmatch(other))
    return False
