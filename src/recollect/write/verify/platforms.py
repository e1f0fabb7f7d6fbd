"""What a thing runs on, is written in or is kept with: one at a time, told with or without a word of change.

"Hosts the blog on WordPress" and "the blog runs on Ghost" name two for one blog. What a thing merely *uses* may be many
("the API uses Redis"), so plain use on both sides tells nothing.
"""

from __future__ import annotations

from typing import Final

from recollect.write.verify.align import Alignment
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

RUNNING: Final = frozenset(
    """use run host choose build write deploy store keep serve live written move switch migrat backed power manage based
    located happen take place hold""".split()
)
"""Concepts and stems of what ties a thing to what it runs on; anything else said is about something else."""
_ON: Final = frozenset("on in with to at".split())
_USING: Final = frozenset("use uses using used".split())
_NOT_INSTEAD: Final = frozenset(("also", "past", "wish", "hedge", "end"))


def other_platform(old: Statement, new: Statement, found: Alignment) -> bool:
    """Both say of one thing on what it runs, and it is something else."""
    if not (old.cues | new.cues).isdisjoint(_NOT_INSTEAD - ({"end"} if "end" not in old.cues else set())):
        return False
    if old.negated or (old.forms & _USING and new.forms & _USING):
        return False
    shared = {word.concept for word in found.shared}
    things = [side for side in (old, new) if _is_thing(side) and shared >= set(side.subject.words)]
    if not things or not shared - RUNNING:
        return False
    return _one_value(old, found.left_old) and _one_value(new, found.left_new)


def _is_thing(statement: Statement) -> bool:
    key = statement.subject.key
    shouted = any(word.text.isupper() for word in statement.words[: statement.subject.end])  # CI, API
    return bool(statement.subject.words) and (key[0] == "thing" or (key[0] == "name" and shouted))


def _one_value(statement: Statement, left: tuple[Word, ...]) -> bool:
    """Of what the other has not, one name, said to be what it runs on."""
    names = [word for word in left if word.capital]
    others = [word for word in left if not word.capital and names and word.clause == names[0].clause]
    if not names or names[-1].place - names[0].place >= len(names):
        return False
    before = next((w.form for w in statement.words if w.place == names[0].place - 1), "")
    tied = before in _ON or any(word.concept in RUNNING or word.stem in RUNNING for word in statement.content)
    return tied and all(word.concept in RUNNING or word.stem in RUNNING for word in others)
