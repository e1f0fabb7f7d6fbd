"""Hours and days written in words or with strokes: "ten to five", "half four", "noon", "3/5", "Christmas Eve".

Read from the folded text before single numbers are, which would take them apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.calendar_names import FEASTS
from recollect.rules.lexicon.numbers import DAYPOINTS, SMALL, TENS

_HALF: Final = late(r"\b(half|quarter) (past|to) (\w+)|\b(\w+) and a half\b|\bhalf an hour\b|\bhalb (\w+)")
_PAST: Final = late(r"\b(\w+)(?: minutes)? (past|to) (\w+)(?! \w+s\b)")
_HALF_HOUR: Final = late(r"\b(?:at|by|until|till|from|before|after) half (\w+)")
_HOUR: Final = late(
    r"\b(?:(?:at|by|until|till|from|before|after|um|gegen) ([a-z]{3,8})(?= on\b| every\b| in the\b| sharp\b|[.,;!]|$)"
    r"|([a-z]{3,6}|\d{1,2}) (?:o'clock|in the (?:morning|afternoon|evening)|at night)|\b(noon|midday|midnight)\b)"
)
_STROKES: Final = late(r"(?<![\d/.])(\d{1,2})/(\d{1,2})(?:/(?:20)?\d\d)?(?![\d/])")
_DOTS: Final = late(r"(?<![\d/.])(\d{1,2})\.(\d{1,2})\.(?:(?:20)?\d\d)?(?!\d)")
HOURS_A_DAY: Final = 24
Told = tuple[re.Match[str], str, float | str, tuple[str, ...]]
"""Where, in which dimension, the value, and the words that are taken up by it."""


def _number(word: str) -> int:
    return SMALL.get(word) or TENS.get(word) or (int(word) if word.isdecimal() and len(word) <= 2 else 0)


def in_words(text: str, taken: set[str]) -> Iterator[Told]:
    """Hours and days of `text` that are not `taken` already."""
    for match in _HALF.finditer(text):
        written = match[3] or match[5] or ""
        number = _number(written)
        if number:
            minutes = 30 if match[1] == "half" else -30 if match[5] else -15 if match[2] == "to" else 15
            yield match, "clock", number * 60 + minutes, (written,)
        elif match[4] == "hour" or not (match[4] or match[5]):
            yield match, "span", 90.0 if match[4] else 30.0, ()
    for match in _PAST.finditer(text):
        minutes, hour = _number(match[1]), _number(match[3])
        if minutes in (5, 10, 20, 25) and 0 < hour <= 12:
            yield match, "clock", hour * 60 + (minutes if match[2] == "past" else -minutes), (match[1], match[3])
    for match in _HALF_HOUR.finditer(text):
        if 0 < _number(match[1]) <= 12:
            yield match, "clock", _number(match[1]) * 60 + 30, (match[1],)
    for match in _HOUR.finditer(text):
        said = match[1] or match[2] or match[3]
        hour = DAYPOINTS.get(said) or _number(said)
        if 0 < hour <= HOURS_A_DAY and said not in taken:
            yield match, "clock", hour % HOURS_A_DAY * 60, (said,)
    yield from _days(text)


def _days(text: str) -> Iterator[Told]:
    for pattern in (_STROKES, _DOTS):
        for match in pattern.finditer(text):
            day, month = int(match[1]), int(match[2])
            if month > 12 >= day:
                day, month = month, day
            if 1 <= day <= 31 and 1 <= month <= 12:
                yield match, "date", f"{month}-{day}", (match[1], match[2])
    for name, date in FEASTS.items():
        found = re.search(rf"\b{name}\b", text) if name in text else None
        if found:
            yield found, "date", date, tuple(name.split())
