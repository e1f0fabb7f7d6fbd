"""Stretches of the calendar as seen from a now: last week, two months back, the next Friday.

What the readers of time expressions share, in whatever language they read. In UTC; an end is not included. Pure.
"""

from __future__ import annotations

import calendar
from datetime import UTC, datetime, timedelta
from typing import Final

DAY: Final = timedelta(days=1)
Stretch = tuple[datetime, datetime]


def midnight(now: datetime) -> datetime:
    return now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def months_on(time: datetime, months: int) -> datetime:
    index = time.year * 12 + time.month - 1 + months
    year, month = divmod(index, 12)
    return time.replace(year=year, month=month + 1, day=min(time.day, calendar.monthrange(year, month + 1)[1]))


def year_back(time: datetime, years: int = 1) -> datetime:
    return months_on(time, -12 * years)


def latest_year(now: datetime, month: int, day: int = 1) -> int:
    """The latest year in which that day is not in the future."""
    return now.year if (month, day) <= (now.month, now.day) else now.year - 1


def day_of(year: int, month: int, day: int) -> Stretch:
    start = datetime(year, month, day, tzinfo=UTC)
    return start, start + DAY


def month_of(year: int, month: int) -> Stretch:
    start = datetime(year, month, 1, tzinfo=UTC)
    return start, months_on(start, 1)


def third_of(stretch: Stretch, which: int) -> Stretch:
    """Its beginning (0), middle (1) or end (2)."""
    start, end = stretch
    third = (end - start) / 3
    return start + which * third, end - (2 - which) * third


def season_of(month: int, now: datetime, year: int = 0, *, is_over: bool = False) -> Stretch:
    """The three months from `month` on, of that year or of the latest that has begun. `is_over`: in summer, "last
    summer" is a year ago."""
    start = datetime(year or latest_year(now, month), month, 1, tzinfo=UTC)
    if is_over and now < months_on(start, 3):
        start = year_back(start)
    return start, months_on(start, 3)


def weekday_beside(wanted: int, now: datetime, *, is_ahead: bool = False) -> Stretch:
    """The latest such day before today, or the next one after it."""
    today = midnight(now)
    if is_ahead:
        day = today + ((wanted - today.weekday()) % 7 or 7) * DAY
    else:
        day = today - ((today.weekday() - wanted) % 7 or 7) * DAY
    return day, day + DAY


def steps_on(step: int, unit: str, now: datetime) -> Stretch:
    """The unit of the calendar that lies `step` of them from the present one: -1 is the last, 1 the next."""
    today = midnight(now)
    monday = today - today.weekday() * DAY
    if unit == "week":
        return monday + 7 * step * DAY, monday + 7 * (step + 1) * DAY
    if unit == "weekend":
        saturday = monday + (5 + 7 * step) * DAY
        return saturday, saturday + 2 * DAY
    if unit == "month":
        start = months_on(today.replace(day=1), step)
        return start, months_on(start, 1)
    if unit == "quarter":
        start = months_on(today.replace(day=1), 3 * step - (today.month - 1) % 3)
        return start, months_on(start, 3)
    if unit == "year":
        return day_of(today.year + step, 1, 1)[0], day_of(today.year + step + 1, 1, 1)[0]
    if unit in {"day", "night"}:
        return today + step * DAY, today + (step + 1) * DAY
    return today, today + DAY  # this morning, afternoon, evening


def counted_back(count: float, unit: str, now: datetime, *, is_vague: bool = False) -> Stretch:
    """About the day that lies so far back; the farther, the wider. Worked: two weeks ago is the 14th day back and three
    on each side of it."""
    is_vague = is_vague or count % 1 > 0
    today = midnight(now)
    if unit in {"day", "week"}:
        centre = today - round(count * (7 if unit == "week" else 1)) * DAY
    else:
        months = count * (12 if unit == "year" else 1)
        centre = months_on(today, -int(months)) - round(30 * (months % 1)) * DAY
    slack = {"day": int(is_vague), "week": 3, "month": 12, "year": 60 if count % 1 else 120}[unit] * DAY
    return centre - slack, centre + slack + (unit != "year") * DAY


def up_to_now(count: int, unit: str, now: datetime) -> Stretch:
    """The last so many, today included."""
    if unit in {"day", "week"}:
        return midnight(now) - count * (7 if unit == "week" else 1) * DAY, now + DAY
    return months_on(midnight(now), -count * (12 if unit == "year" else 1)), now + DAY
