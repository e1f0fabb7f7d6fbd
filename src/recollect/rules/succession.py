"""Ties with one holder at a time: who is told to be somebody's new boss takes the place of the one before. English;
pure.

Friends, colleagues, neighbours and relatives are many; whoever is new among them takes nobody's place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from recollect.rules.lexicon.succession import HELD_BY_ONE
from recollect.rules.tense import will_be
from recollect.rules.text import fold

_SLOTS: Final[Mapping[str, str]] = {tie: slot for slot, ties in HELD_BY_ONE.items() for tie in ties.split()}
TIES: Final = tuple(_SLOTS)


@dataclass(frozen=True, slots=True)
class Stated:
    """That somebody holds a tie, as one record says it."""

    holder: str
    at: int
    """When it was said, in any unit."""
    new: bool
    """As news: "my new boss is Olu"."""
    live: bool
    """The record is current; one that was replaced told the truth of its time."""


def slot_of(tie: str) -> str:
    """What a tie is one of; "" where it has more than one holder. Worked: "manager" and "boss" are one."""
    return _SLOTS.get(fold(tie), "")


def introduces(text: str, tie: str) -> bool:
    """Whether it tells of a tie that its holder is new in it: "User's new boss is Olu", "User's boss is Olu again"."""
    return _news(slot_of(tie)).search(fold(text)) is not None and not will_be(text)


@cache
def _news(slot: str) -> re.Pattern[str]:
    ties = "|".join(map(re.escape, HELD_BY_ONE[slot].split()))
    return re.compile(
        rf"\bnew (?:{ties})\b(?!['’]s| (?:at|in|for|of)\b)"
        rf"|\b(?:{ties}) is (?:called |named )?(?:[\w.'’-]+ ){{1,3}}(?:now|again)\b"
        rf"|\b(?:{ties}) is (?:now|again)\b|\bis (?:now )?[\w'’-]{{1,40}} (?:{ties}) (?:now|again)\b"
        rf"|\bis (?:now|again) [\w'’-]{{1,40}} (?:{ties})\b"
    )


def handed_on(stated: Iterable[Stated]) -> dict[str, int]:
    """Who holds a tie no more, and since when. Of several at a time nobody knows who is meant, and all stay; who is
    told to hold it again does."""
    holders: dict[str, int] = {}
    gone: dict[str, int] = {}
    for one in sorted(stated, key=lambda one: (one.at, one.new)):
        others = [holder for holder in holders if holder != one.holder]
        if one.new and len(others) == 1:
            gone[others[0]] = one.at
            del holders[others[0]]
        if one.live or one.new:
            holders[one.holder] = one.at
            gone.pop(one.holder, None)
    return gone
