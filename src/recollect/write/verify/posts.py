"""Who somebody is to the user, where he has one such at a time: "Dr. Smith is my dentist", "my dentist is Dr. Jones".

Told in either order, and nothing else told. With another name it takes the place of the one before. Of a boss, a doctor
or a landlord the bare statement is enough; of others, such as a vet or a trainer, it must say that it is so now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from recollect.rules.lexicon.people import ONE_AT_A_TIME, ROLES
from recollect.rules.lexicon.subjects import POSSESSIVES
from recollect.write.verify.statement import Statement
from recollect.write.verify.subject import USER
from recollect.write.verify.surnames import TITLES, other_title
from recollect.write.verify.words import Word

_UNSURE: Final = frozenset(("past", "wish", "also", "hedge", "end"))
_NOW: Final = frozenset("now currently".split())
_NEWER: Final = frozenset(("new", "current"))
_NOT_THIS: Final = frozenset("old ex former previous first other second next future late best favourite".split())
"""Before a post: somebody else than who holds it now, or one of several."""
_SEVERAL: Final = frozenset(
    """
    teacher tutor mentor advisor adviser roommate flatmate babysitter coach owner founder editor goalkeeper striker
    maintainer admin
    """.split()
)
"""Of these somebody has more than one, unless it is said which: "my piano teacher"."""
_NARROW_MAX: Final = 2
_WORDS_MAX: Final = 12


@dataclass(frozen=True, slots=True)
class Post:
    """`post` with the words that narrow it; `holder`: his names; `titles` before them; `new`: said to be so now."""

    post: str
    narrow: frozenset[str]
    holder: frozenset[str]
    titles: frozenset[str]
    new: bool


def other_in_post(old: Statement, new: Statement) -> bool:
    """The same post for the user, held by somebody else."""
    before = post_of(old)
    after = post_of(new) if before is not None else None
    if before is None or after is None or (before.post, before.narrow) != (after.post, after.narrow):
        return False
    if not before.holder.isdisjoint(after.holder) and not other_title(before.titles, after.titles):
        return False
    one = after.post in ONE_AT_A_TIME or (after.post in ROLES and (after.post not in _SEVERAL or bool(after.narrow)))
    return one and (after.new or after.post in ONE_AT_A_TIME)


def post_of(statement: Statement) -> Post | None:
    """The post and who holds it; None where anything else is told, or of somebody else's."""
    if "is" not in statement.forms or len(statement.words) > _WORDS_MAX:
        return None
    if statement.negated or statement.quantities or statement.owners or statement.cues & _UNSURE:
        return None
    words = [word for word in statement.words if word.form not in _NOW]
    at = next((place for place, word in enumerate(words) if word.form == "is"), 0)
    sides = (words[:at], words[at + 1 :])
    if at == 0 or not sides[1] or any(word.clause != words[0].clause for word in words):
        return None
    own, other = sides if _is_own(words[0]) else sides[::-1]
    if not _is_own(own[0]) or len(own) < 2:
        return None
    names = [word for word in other if word.capital]
    titles = frozenset(word.form for word in other if word.form in TITLES)
    if not names or len(names) + len(titles) != len(other):
        return None
    narrow = frozenset(word.form for word in own[1:-1])
    if narrow & _NOT_THIS or len(narrow) > _NARROW_MAX or any(word.capital or word.possessive for word in own[1:-1]):
        return None
    said_now = len(words) < len(statement.words) or not narrow.isdisjoint(_NEWER)
    return Post(_post(own), narrow - _NEWER, frozenset(word.form for word in names), titles, said_now)


def _is_own(word: Word) -> bool:
    """ "my", "User's", or the name under which the user is spoken of: whose else it is was asked before."""
    return word.form in POSSESSIVES - {USER} or (word.possessive and (word.form == USER or word.capital))


def _post(own: Sequence[Word]) -> str:
    last = own[-1]
    if last.concept in ("kin:boss", "manager"):
        return "boss"
    return last.concept.removeprefix("kin:") if last.concept.startswith("kin:") else last.form
