"""Changes that are no move to another place: "moved to Marketing", "we moved to Postgres", "joined the Apollo team".
Where somebody lives is as it was."""

from __future__ import annotations

import itertools
from typing import Final

from recollect.rules.lexicon.slots import MOVED
from recollect.write.verify.attribute import no_place
from recollect.write.verify.statement import Statement

_NEAR_WORDS: Final = 5
_JOINED: Final = frozenset("joined switched promoted".split())
_STOPS: Final = frozenset(
    "with for because where who when as and but near since his her their from work to_work".split()
)
"""Behind where it leads, these tell why or with whom: "to Denver for his team"."""
_GROUPS: Final = frozenset("team squad department crew division management leadership".split())


def moved_to_no_place(old: Statement, new: Statement) -> bool:
    """Whether the known one tells a home, and the newer one a change of another sort."""
    if old.attribute.name != "home":
        return False
    if new.forms.isdisjoint(MOVED):
        return not new.forms.isdisjoint(_JOINED) and new.attribute.name != "home"
    words = itertools.dropwhile(lambda word: word.form not in MOVED, new.words)
    following = [word for word in itertools.islice(words, 1, 1 + _NEAR_WORDS) if word.form != "to"]
    near = list(itertools.takewhile(lambda word: word.form not in _STOPS, following))
    if any(word.form in _GROUPS for word in near):
        return True
    return new.attribute.name != "home" and any(map(no_place, near))
