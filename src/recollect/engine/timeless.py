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
_NUMBER = late(r"\d+(?:(?:st|nd|rd|th|er|re)\b|[ºª°])?", re.IGNORECASE)
_HALF = late(r"\b[ap]\.\s?m\b\.?", re.IGNORECASE)
_WORD = late(r"[^\W\d_]+")


def timeless(text: str) -> str:
    """One mark for each run of digits, each name of a month or weekday, and each half of the day. Worked: "It is 12:03
    on Monday." is as "It is 9:45 on Friday." Prompts are long and name few days: only those that stand there are
    looked for."""
    marked = _HALF.sub(MARK, text) if ".m" in text or ".M" in text or ". m" in text else text
    marked = _NUMBER.sub(MARK, marked)
    names = [word for word in set(_WORD.findall(marked)) if word.lower() in _NAMES]
    if names:
        marked = re.sub(rf"(?:{'|'.join(map(re.escape, names))})(?:-feira)?(?![^\W_])", _alone, marked)
    return marked if marked.isascii() else _unspaced().sub(MARK, marked)


def _alone(found: re.Match[str]) -> str:
    """A pattern that begins with its words is found at once, one that begins with what stands before is not."""
    before = found.string[found.start() - 1 : found.start()]
    return found.group() if before.isalnum() else MARK


@lru_cache(maxsize=1)
def _unspaced() -> re.Pattern[str]:
    """Names in scripts that write words together, or whose letters are more than one character."""
    return re.compile("|".join(sorted((name for name in _NAMES if ord(name[0]) >= 0x900), key=len, reverse=True)))
