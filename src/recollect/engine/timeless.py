"""A text without what changes by itself. Applications tell a model the time in its instructions: these are the same
from one minute and one day to the next."""

from __future__ import annotations

import re
from functools import lru_cache

from recollect.rules.late import late
from recollect.rules.lexicon.calendar_names import (
    DAYS,
    HALF_DAYS,
    MONTH_NAMES,
    MONTHS,
    SHORT_DAYS,
    WEEKDAYS,
    WEEKDAYS_OR_WORDS,
)

MARK = "\x1e"
_NAMES = frozenset((*DAYS, *SHORT_DAYS, *WEEKDAYS, *WEEKDAYS_OR_WORDS, *MONTH_NAMES, *MONTHS, *HALF_DAYS))
_NUMBER_OR_WORD = late(r"\d+(?:(?:st|nd|rd|th|er|re)\b|[ºª°])?|[ap]\.\s?m\b\.?|[^\W\d_]+(?:-feira\b)?", re.IGNORECASE)


def timeless(text: str) -> str:
    """One mark for each run of digits, each name of a month or weekday, and each half of the day. Worked: "It is 12:03
    on Monday." is as "It is 9:45 on Friday." """
    marked = _NUMBER_OR_WORD.sub(_marked, text)
    return marked if marked.isascii() else _unspaced().sub(MARK, marked)


def _marked(found: re.Match[str]) -> str:
    word = found.group()
    return MARK if word[0].isdecimal() or "." in word or word.lower() in _NAMES else word


@lru_cache(maxsize=1)
def _unspaced() -> re.Pattern[str]:
    """Names in scripts that write words together, or whose letters are more than one character."""
    return re.compile("|".join(sorted((name for name in _NAMES if ord(name[0]) >= 0x900), key=len, reverse=True)))
