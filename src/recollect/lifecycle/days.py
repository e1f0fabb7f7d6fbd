"""When something was, as a line of a profile says it: no more exactly than it is known. Pure.

A memory has the first day of the stretch it speaks of: 1 January for "in 2019", the 1st for "in May", Monday for "last
week". Printed as it stands that is a day nobody named.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Final

from recollect.rules.expressions import names_days
from recollect.rules.late import late
from recollect.rules.temporal import intervals
from recollect.rules.tense import clauses, will_be

ONE_DAY: Final = timedelta(days=2)
"""A stretch up to this long is a day, or the night after it."""
SOME_WEEKS: Final = timedelta(days=45)
_DAY: Final = late(r"\d{4}-\d{2}-\d{2}")
_FIRST: Final = late(r"(?<!\d)0?1(?:st|er|º|\.|日|号)?(?!\d)|\bfirst\b", re.IGNORECASE)


def day_of(value: object) -> datetime | None:
    """The day that a memory's metadata give, if they do."""
    if not isinstance(value, str) or not _DAY.fullmatch(value):
        return None
    try:
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    except ValueError:  # 31 February
        return None


def as_known(line: str, day: datetime, said_at: datetime) -> str:
    """The day as far as it is known ("2026-05-03", "2026-05", "2026"); empty where the line tells the year itself."""
    if re.search(rf"(?<!\d){day.year}(?!\d)", line):
        return ""
    return day.date().isoformat()[: _known(line, day, said_at)]


def is_over(line: str, day: datetime, said_at: datetime, now: datetime) -> bool:
    """Whether it was told ahead of its day, and the last day that may be meant has passed. What it tells first decides:
    who "lives in Rome and will start at Bosch in May" lives there still."""
    if day <= said_at:
        return False
    first, *others = clauses(line)
    if others and not will_be(first) and all(one.start <= said_at for one in intervals(first, said_at)):
        return False
    lasts = {10: timedelta(days=1), 7: timedelta(days=31), 4: timedelta(days=366)}[_known(line, day, said_at)]
    return now - day >= max(lasts, _period(line, day, said_at))


def _period(line: str, day: datetime, said_at: datetime) -> timedelta:
    """How long the period lasts that a line names by its first and last day ("6 to 17 April"); the year may be another
    one, for the readers look back."""
    for one in intervals(line, said_at):
        if (one.start.month, one.start.day) == (day.month, day.day) and names_days(one.text):
            return one.end - one.start
    return timedelta()


def _known(line: str, day: datetime, said_at: datetime) -> int:
    """How many signs of the day are known: 10 a day, 7 a month, 4 a year. The readers tell it for English; elsewhere
    the first of a month is one only where the line says so."""
    for one in intervals(line, said_at):
        if one.start.date() == day.date():
            lasts = one.end - one.start
            return 10 if lasts <= ONE_DAY or names_days(one.text) else 7 if lasts <= SOME_WEEKS else 4
    if day.day > 1 or _FIRST.search(line):
        return 10
    return 7 if day.month > 1 else 4
