"""Who has started at a firm works there: "I started at Apple on Monday" tells of where somebody works from now on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.employment import SCHOOLS
from recollect.rules.lexicon.naming import CALENDAR
from recollect.write.extract.english.words import Token, render

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.drafts import Turn
    from recollect.write.extract.english.grammar import Group

_WHEN: Final = frozenset("on last this in yesterday today as earlier two three a".split())
"""After the name: since when, or as what."""
_NO_FIRM: Final = (
    SCHOOLS
    | CALENDAR
    | frozenset(
        """
    oxford cambridge harvard yale stanford princeton mit berkeley ucla eton sorbonne easter christmas level chapter
    page church crossfit parkrun
    """.split()
    )
)


def works_there(text: str, words: Sequence[Token], group: Group, turn: Turn) -> str:
    """The statement that somebody works where he has started, "" where that is not said: of a year it may be over."""
    at = group.verb + 1
    plain = group.base in {"start", "begin"} and group.past and not group.denied and at == group.subject + 2
    if not plain or len(words) < at + 2 or words[at].low != "at" or words[group.subject].low != "i":
        return ""
    end = at + 1
    while end < len(words) and words[end].text[:1].isupper():
        end += 1
    name, tail = words[at + 1 : end], words[end:]
    if not name or any(token.low in _NO_FIRM or token.text.isdigit() for token in name):
        return ""
    if tail and (tail[0].low not in _WHEN or any(token.text[:1].isdigit() for token in tail)):
        return ""
    since = f" (started {render(text, tail)})" if tail else ""
    return f"{turn.name} works at {render(text, name)}{since}"
