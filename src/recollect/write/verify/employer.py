"""For whom somebody works, by name, however it is told: "works at Acme", "a nurse at Acme", "got a job at Acme".

One employer at a time, unless the statement says that it is one of several.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from recollect.rules.lexicon.employment import BESIDE, POSTS, SCHOOLS, SINCE_WHEN, STARTING
from recollect.rules.lexicon.people import PROFESSIONS, ROLES
from recollect.write.verify.words import Word

_AT: Final = frozenset("at for chez bei".split())
REACH: Final = 4
"""Words before "at" among which work is spoken of."""
_OTHERS: Final = frozenset("who whose".split())
"""With one of these it may be somebody else's."""


def employer_of(words: Sequence[Word]) -> frozenset[str]:
    """The words of the employer's name; empty when none is told, or only one of several."""
    if any(
        (word.form in BESIDE and not _first_day(words, at)) or word.form in _OTHERS for at, word in enumerate(words)
    ):
        return frozenset()
    for place, word in enumerate(words):
        if word.form not in _AT or not place:
            continue
        name = _name_after(words, place)
        if name and _tells_of_work(words, place, name):
            return name
    return frozenset()


def _first_day(words: Sequence[Word], place: int) -> bool:
    """ "started on Monday": the day on which it began, and not one of those on which somebody works."""
    before = words[place - 1].form if place else ""
    return before in _ON and any(word.form in STARTING for word in words[:place])


_ON: Final = frozenset("on last this next since".split())


def _name_after(words: Sequence[Word], place: int) -> frozenset[str]:
    found: list[str] = []
    for word in words[place + 1 :]:
        if word.clause != words[place].clause or not (word.name or word.capital):
            if found or word.form != "the":
                break
            continue
        found.append(word.form)
    return frozenset(found)


def _tells_of_work(words: Sequence[Word], place: int, name: frozenset[str]) -> bool:
    before = [word for word in words[max(0, place - REACH) : place] if word.clause == words[place].clause]
    if not before:
        return False
    last = before[-1]
    if last.concept == "work":  # "works at Acme", not "the team at work at Acme"
        return len(before) < 2 or before[-2].form not in _AT
    if words[place].form != "at":
        return False
    if last.form in POSTS:
        return True
    if last.form in STARTING:
        return name.isdisjoint(SCHOOLS) and any(word.form in SINCE_WHEN for word in words[place + 1 :])
    return _is_post(last) and any(word.form in _BEING for word in before)


_BEING: Final = frozenset("am is are was been as a an become became".split())


def _is_post(word: Word) -> bool:
    return word.form in PROFESSIONS or word.concept in PROFESSIONS or word.form in ROLES or word.stem in ROLES
