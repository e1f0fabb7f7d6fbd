"""Names that are typed in small letters: "i live in porto", "works at stripe now".

Many type no capitals in a chat, and without one a town is a word like any other: the move to another ended nothing.
Only where somebody lives, moves to or works is read so, for there a word without an article that is in none of the
lists is hardly anything but a name. Not in a text that has capitals of its own, whose small words are meant small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from recollect.rules.lexicon.naming import PLACES, TOOLS
from recollect.rules.lexicon.slots import BETWEEN, MOVED, VERB_LAST
from recollect.rules.lexicon.whereabouts import BEFORE_NAMES, NO_NAMES
from recollect.write.ties.names import is_ordinary
from recollect.write.verify.words import Word

NAME_WORDS_MAX: Final = 3
_OPENING: Final = frozenset("new san santa los las el st saint bad rio fort cape port mount la le".split())
"""Begins a name, and is none alone: "new york"."""
_AT: Final = frozenset("at bei chez".split())
_ORDINARY_ENDS: Final = ("ness", "tion", "sion", "ment", "ism", "ity", "ship", "ance", "ence", "ies")


def with_names(words: list[Word]) -> list[Word]:
    """The words with those marked that name where somebody lives or works; the first word says whom it is about."""
    if any(word.name or word.capital for word in words[1:]):
        return words
    named = [*words]
    for word in _name_in(words):
        named[word.place] = replace(word, name=True, capital=True)
    return named


def _name_in(words: Sequence[Word]) -> list[Word]:
    start, moved = _begins(words)
    firm = start > 0 and words[start - 1].form in _AT
    opens = start + 1 < len(words) and words[start].form in _OPENING
    found = [*words[start : start + 1]] if opens else []
    for word in words[start + len(found) : start + NAME_WORDS_MAX]:
        if not _may_name(word, moved=moved, firm=firm) or word.clause != words[start].clause:
            break
        found.append(word)
    return [] if opens and len(found) == 1 else found


def _begins(words: Sequence[Word]) -> tuple[int, bool]:
    """Where a name may begin, behind the last word where there is none; and whether somebody moved there."""
    last = next((word.form for word in words if word.form in VERB_LAST), "")
    for place, word in enumerate(words):
        following = [other for other in words[place + 1 : place + 4] if other.form not in BETWEEN]
        before = BEFORE_NAMES.get(word.form, frozenset())
        if following and following[0].form in before and following[0].clause == word.clause:
            return following[0].place + 1, word.form in MOVED
        if last and word.form in BEFORE_NAMES[last]:
            return place + 1, True
    return len(words), False


def _may_name(word: Word, *, moved: bool, firm: bool) -> bool:
    """Whether it is in no list, or in that of places. Who moves to a tool has not moved; and of what ends in "s" more
    are plurals than names, but for what somebody works at."""
    if word.form in PLACES or word.concept in PLACES:
        return True
    if word.form.endswith(_ORDINARY_ENDS) or (word.form.endswith("s") and not firm):
        return False
    known = word.filler or word.concept != word.stem or word.form in NO_NAMES or (moved and word.form in TOOLS)
    return not known and word.form.isalpha() and len(word.form) > 2 and not is_ordinary(word.form)
