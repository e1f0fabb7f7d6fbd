"""Names that are typed in small letters: "i live in porto", "works at stripe now".

Many type no capitals in a chat, and without one a town is a word like any other: the move to another ended nothing.
Where somebody lives or moves to only a place that is known counts: people move to oat milk, biology and solar too.
Where somebody works at, a word without an article that is in none of the lists is hardly anything but a name. Not in a
text that has capitals of its own, whose small words are meant small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from recollect.rules.lexicon.naming import PLACES
from recollect.rules.lexicon.slots import BETWEEN, VERB_LAST
from recollect.rules.lexicon.whereabouts import BEFORE_NAMES, NO_NAMES, TOWNS
from recollect.write.ties.names import is_ordinary
from recollect.write.verify.words import Word

NAME_WORDS_MAX: Final = 3
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


def _name_in(words: Sequence[Word]) -> Sequence[Word]:
    start = _begins(words)
    following = [word for word in words[start : start + NAME_WORDS_MAX] if word.clause == words[start].clause]
    for size in range(len(following), 0, -1):
        called = " ".join(word.form for word in following[:size])
        if called in PLACES or called in TOWNS:
            return following[:size]
    if not start or words[start - 1].form not in _AT:
        return ()
    ends = next((place for place, word in enumerate(following) if not _may_name(word)), len(following))
    return following[:ends]


def _begins(words: Sequence[Word]) -> int:
    """Where a name may begin; behind the last word where there is none."""
    last = next((word.form for word in words if word.form in VERB_LAST), "")
    for place, word in enumerate(words):
        following = [other for other in words[place + 1 : place + 4] if other.form not in BETWEEN]
        before = BEFORE_NAMES.get(word.form, frozenset())
        if following and following[0].form in before and following[0].clause == word.clause:
            return following[0].place + 1
        if last and word.form in BEFORE_NAMES[last]:
            return place + 1
    return len(words)


def _may_name(word: Word) -> bool:
    """Whether it is in no list of words that are none."""
    if word.form.endswith(_ORDINARY_ENDS) or word.filler or word.concept != word.stem or word.form in NO_NAMES:
        return False
    return word.form.isalpha() and len(word.form) > 2 and not is_ordinary(word.form)
