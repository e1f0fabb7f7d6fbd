"""Dates that follow from what was said: "next Friday", spoken on a Monday, gives one day and no other.

Pure; the conversation's time is an argument. Broader than `recollect.rules.temporal`, which reads questions and so
looks back: a plan looks ahead, and a weekday, month or feast without a year may be the one before or the one after.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from recollect.rules.expressions import YEAR
from recollect.rules.late import late
from recollect.rules.short_years import SHORT_YEAR
from recollect.rules.stretches import year_back
from recollect.rules.temporal import Interval, intervals

DAY: Final = timedelta(days=1)
SPAN_MAX: Final = timedelta(days=370)
"""A claim may be coarser than what was said ("in June" for "on June 5"), but not by more than a year."""
_UNIT_DAYS: Final = {"day": 1, "week": 7, "month": 30, "year": 365, "hour": 0, "minute": 0}
_SLACK_DAYS: Final = {"day": 0, "week": 3, "month": 12, "year": 120, "hour": 0, "minute": 0}
_NUMBERS: Final = {"a": 1, "an": 1} | {
    word: number
    for number, word in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), start=1)
}
_AHEAD: Final = late(
    rf"\b(?:in|within|after|for)\s+(?:the\s+(?:next|past|last)\s+)?(?P<n>\d{{1,3}}|{'|'.join(_NUMBERS)})\s+"
    rf"(?P<u>{'|'.join(_UNIT_DAYS)})s?\b|"
    rf"\b(?P<n2>\d{{1,3}}|{'|'.join(_NUMBERS)})\s+(?P<u2>{'|'.join(_UNIT_DAYS)})s?\s+(?:from now|later)\b",
    re.IGNORECASE,
)
_WEEKDAY: Final = late("|".join(calendar.day_name), re.IGNORECASE)
_YEAR: Final = late(rf"\b{YEAR}\b|{SHORT_YEAR}")
_ISO: Final = late(r"(?P<date>\d{4}-\d{2}-\d{2})(?:[T ].*)?")

_WRITTEN: Final = late(
    rf"\d{{4}}-\d{{2}}|\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}|(?:{'|'.join(calendar.month_name[1:])}|"
    rf"{'|'.join(calendar.month_abbr[1:])})\b|^\W*{YEAR}\W*$",
    re.IGNORECASE,
)
"""A date as it stands in a calendar; "Friday" and "last week" are said from where the speaker is."""
_WEEK: Final = late(r"week", re.IGNORECASE)
""" "The weekend of June 6" has no sure first day. """

Span = tuple[datetime, datetime, timedelta]
"""From, to (not included), and how far beyond both a retelling may lie: nobody's "yesterday" is as sure as a date."""


def spans(sentence: str, at: datetime) -> list[Span]:
    """Every stretch of time that a sentence spoken at `at` may mean."""
    found: list[Span] = []
    for interval in intervals(sentence, at):
        found += _readings(interval)
    midnight = at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    for match in _AHEAD.finditer(sentence):
        text, unit = match["n"] or match["n2"], (match["u"] or match["u2"]).lower()
        count = int(text) if text.isdigit() else _NUMBERS[text.lower()]
        slack = _SLACK_DAYS[unit] * DAY
        for direction in (1, -1):
            day = midnight + direction * count * _UNIT_DAYS[unit] * DAY
            found.append((day - slack, day + slack + DAY, DAY))
    return found


def _readings(interval: Interval) -> list[Span]:
    """What was read, and what it means looking ahead or further back when no year was said."""
    span = (interval.start, interval.end)
    written = _WRITTEN.search(interval.text) is not None
    slack = DAY if not written or _WEEK.search(interval.text) else timedelta()
    if _WEEKDAY.search(interval.text) and not written and not _YEAR.search(interval.text):
        return [(span[0] + step * DAY, span[1] + step * DAY, slack) for step in (-7, 0, 7, 14)]
    found = [span]
    if not _YEAR.search(interval.text) and re.search(r"[^\W\d]", interval.text) and _names_a_season(interval):
        found += [(year_back(span[0], years), year_back(span[1], years)) for years in (1, -1)]
    return [(start, end, slack) for start, end in found]


def _names_a_season(interval: Interval) -> bool:
    """A month, season or feast, not "last week" or "yesterday"."""
    return not re.search(
        r"\b(?:ago|last|past|previous|this|next|yesterday|today|tonight|tomorrow)\b", interval.text, re.I
    )


def follows(start: datetime, end: datetime, said: Sequence[Span]) -> bool:
    """Whether a stretch of time lies within one that was said, or is a coarser way of saying it."""
    return any(
        (first - slack <= start and end <= last + slack) or (start <= first and last <= end and end - start <= SPAN_MAX)
        for first, last, slack in said
    )


def day_of(text: object) -> datetime | None:
    """An ISO date as the start of that day (UTC); `ValueError` when it is none."""
    if text is None or text == "":
        return None
    match = _ISO.fullmatch(str(text).strip())
    if match is None:
        raise ValueError(f"{text!r} is no date")
    return datetime.fromisoformat(match["date"]).replace(tzinfo=UTC)
