"""One of several things told together is over: "takes aspirin and warfarin", "no longer takes aspirin". Both stay.

Nobody said that the others are over as well, and they would be hidden with the one that is. The newer statement tells
what has changed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.calendar_names import WEEKDAYS
from recollect.rules.lexicon.change import CORRECTION, EXCHANGES, NEGATION, UPDATE
from recollect.rules.lexicon.subjects import ADVERBS
from recollect.write.verify.background import is_generic
from recollect.write.verify.done_with import tells_death
from recollect.write.verify.statement import Statement
from recollect.write.verify.subject import USER
from recollect.write.verify.words import Word, cut

_AND: Final = r"\s+(?:and|or|nor|&(?=\s+(?-i:[a-z]))|\+|plus|as well as|along with|und|oder|sowie|y|et|ou|e|ed)\s+"
JOINING: Final = late(_AND, re.IGNORECASE)
"""Without one of these nothing is set side by side; a comma may only add a detail."""
_JOINT: Final = late(rf"(,?{_AND}|[,:]\s+|[.;!?(]\s*)", re.IGNORECASE)
_STOPS: Final = frozenset(".;!?(")
_POINTING_BACK: Final = frozenset("it there them him that this which who ones".split())
"""In a part that says more of the one before it: "lives in Rome and loves it there"."""
_DETAILS: Final = frozenset("mostly mainly usually so even because when while although though especially both".split())
"""What begins with one of these is told of what is before it."""
_ARTICLES: Final = frozenset("a an the my our his her their".split())
"""Before a thing; what stands first without one is what is done with all of them."""
_COUNTED: Final = frozenset("two three four five six seven eight nine ten both several 2 3 4 5 6 7 8 9".split())
"""Of what is named after it: "two cats, Milo and Luna"."""
_ALL: Final = frozenset("only solely both all everything none neither nur solo seulement".split())
"""The new one speaks of the whole."""
_HOW_OFTEN: Final = frozenset(
    "daily weekly monthly nightly day week month morning evening night now together today regularly".split()
)
_SPEAKER: Final = frozenset(("i", "we", USER))
WORDS_OF_ONE_MAX: Final = 4
"""Telling words of one thing among others; what has more is told by itself."""
PARTS_MAX: Final = 24


@dataclass(frozen=True, slots=True)
class _Part:
    """One of the things told side by side."""

    words: tuple[Word, ...]
    carrier: Word | None = None
    """In the first one: what is done with all of them."""


def one_of_several(old: Statement, new: Statement) -> bool:
    """Whether the new one denies or ends one of the things that the old one tells of, and leaves out another."""
    if not JOINING.search(old.text) or not _ALL.isdisjoint(new.forms) or (old.full_names and new.full_names):
        return False
    over = "end" in new.cues or old.attitude * new.attitude < 0 or tells_death(new)
    over = over or not new.forms.isdisjoint(EXCHANGES) or bool(old.negated) != bool(new.negated)
    named = new.subject.key[0] != USER and old.subject.key != new.subject.key
    if not (over or named):
        return False
    spoken_of = _spoken_of(old)
    among = named and not spoken_of.isdisjoint(new.subject.words)  # "my brother and my sister live in Rome"
    for chain in _chains(old.text):
        touched = left = False
        for part in chain:
            own = [word for word in part.words if (word.concept in spoken_of) == among and _counts(word, old)]
            known = [word for word in own if word is not part.carrier and _is_told(word, new)]
            if known:
                touched = touched or over or all(word.concept in new.subject.words for word in own)
            elif any(word is not part.carrier for word in own):
                left = True
        if touched and left:
            return True
    return False


def _spoken_of(old: Statement) -> set[str]:
    """Whom or what the old one is about: "my wife and I" are no list of things."""
    end = old.subject.end
    if old.subject.key[0] == USER:
        end = max((at + 1 for at, word in enumerate(old.words[:end]) if word.form in _SPEAKER), default=0)
    return {word.concept for word in old.words[:end]}


def _counts(word: Word, old: Statement) -> bool:
    """Not the name under which the user is spoken of; days are no content, and yet told side by side."""
    return word.concept in old.concepts or word.stem in old.concepts or word.form in WEEKDAYS


@lru_cache(maxsize=512)
def _chains(text: str) -> tuple[tuple[_Part, ...], ...]:
    """The things set side by side, a row for each sequence joined by commas and an "and"."""
    pieces = _JOINT.split(text)[: 2 * PARTS_MAX]
    found: list[tuple[_Part, ...]] = []
    chain: list[_Part] = []
    joined = False
    for place in range(0, len(pieces), 2):
        part = _part(pieces[place], first=place == 0)
        between = pieces[place - 1].strip(" \n,") if place else "."
        if part is None or between[:1] in _STOPS:
            found += [tuple(chain)] if joined else []
            chain, joined = [], False
        elif between not in ("", ":"):
            joined = bool(chain)
        chain += [part] if part is not None else []
    return (*found, tuple(chain)) if joined else tuple(found)


def _part(text: str, *, first: bool) -> _Part | None:
    """None: it is not one of several, it is told by itself, counts them or says more of what is before it."""
    words = cut(text)
    telling = [word for word in words if _tells(word)]
    forms = {word.form for word in words}
    if not telling or not forms.isdisjoint(_POINTING_BACK) or (not first and words[0].form in _DETAILS):
        return None
    if first and not forms.isdisjoint(_COUNTED) and not any(word.name for word in telling):
        return None
    place = words.index(telling[0])
    bare = all(word.filler or word.form in NEGATION for word in words[:place]) and (
        not place or words[place - 1].form not in _ARTICLES
    )
    carrier = telling[0] if first and bare and len(telling) > 1 else None
    if first and "with" in forms:  # "coffee with milk and sugar": what the others are set beside follows it
        last = max(at for at, word in enumerate(words) if word.form == "with")
        telling = [word for word in telling if words.index(word) > last] or telling
    return _Part(tuple(telling), carrier) if len(telling) - bool(carrier) <= WORDS_OF_ONE_MAX else None


def _tells(word: Word) -> bool:
    if word.filler or word.form[0].isdigit() or word.form in _HOW_OFTEN or word.form in ADVERBS:
        return False
    if word.form in NEGATION or word.form in UPDATE or word.form in CORRECTION:
        return False
    return word.capital or not is_generic(word)


def _is_told(word: Word, new: Statement) -> bool:
    return any(
        word.form == other.form or word.stem == other.stem or word.concept == other.concept for other in new.words
    )
