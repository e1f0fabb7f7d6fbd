"""One appointment, called by the same word in both, that is moved or called off: "the meeting is on Tuesday", "the
meeting was moved to Wednesday"; "I have a meeting on Friday", "the meeting on Friday is cancelled".

Nothing else may be said: "moved from", "also", "this week" and "on Tuesdays" tell of another one, or of a rule.
"""

from __future__ import annotations

from typing import Final

from recollect.rules.lexicon.calendar_names import MONTHS, WEEKDAYS
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

_THE: Final = frozenset("the my our".split())
_SMALL: Final = frozenset("is was has been got at on to i we have a an".split())
_MOVED: Final = frozenset("moved rescheduled postponed pushed shifted".split())
_OFF: Final = frozenset("cancelled canceled off called".split())


def appointment_changed(old: Statement, new: Statement) -> bool:
    """Whether the newer one tells nothing but another time of it, or that it will not be."""
    known, told = _thing(old), _thing(new)
    if not known or known != told or new.negated or old.negated or new.words[0].form not in _THE:
        return False
    verbs = {word.form for word in new.words} & (_MOVED | _OFF)
    before, after = _times(old), _times(new)
    if verbs & _MOVED:
        return bool(before and after) and before != after
    return bool(verbs) and bool(before) and (not after or after == before)


def _times(statement: Statement) -> set[tuple[str, object]]:
    return {(q.dimension, q.value) for q in statement.quantities}


def _thing(statement: Statement) -> str:
    """The one word that is neither small nor a time, where there is just one."""
    rest = [word for word in statement.words if not _says_nothing(word)]
    return rest[0].form if len(rest) == 1 else ""


def _says_nothing(word: Word) -> bool:
    form = word.form
    small = form in _THE or form in _SMALL or form in _MOVED or form in _OFF
    return small or form in WEEKDAYS or form in MONTHS or form[0].isdigit()
