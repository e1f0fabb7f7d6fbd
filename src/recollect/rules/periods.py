"""English expressions for whole periods and for what is counted back: "the 90s", "Q1 2025", "two Fridays ago".

A second table of readers beside `recollect.rules.expressions`, asked before it by `recollect.rules.temporal`, because
"2010-2014" is one stretch and "the first half of 2024" is not the year. Pure.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from recollect.rules.expressions import (
    ANY_YEAR,
    COUNT,
    MONTH,
    OF_YEAR,
    ORDINALS,
    SEASONS,
    WEEKDAYS,
    YEAR,
    Row,
    month_number,
    number_of,
)
from recollect.rules.not_times import NO_AMOUNT
from recollect.rules.short_years import year_number
from recollect.rules.stretches import DAY, latest_year, midnight, months_on

if TYPE_CHECKING:
    import re

    from recollect.rules.expressions import Span

_DECADES: Final = {
    "twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70, "eighties": 80,
    "nineties": 90, "noughties": 0,
}  # fmt: skip
HINTS: Final = frozenset("fortnight fortnights decade decades quarter q".split()) | frozenset(
    (*_DECADES, *(f"{day}s" for day in WEEKDAYS), *(f"{season}s" for season in SEASONS), "weekends")
)


def _first(year: int, month: int = 1) -> datetime:
    return datetime(year, month, 1, tzinfo=UTC)


def _years(match: re.Match[str], now: datetime) -> Span:
    first, last = int(match["y"]), int(match["z"])
    return (_first(first), _first(last + 1)) if first < last else None


def _century_decade(match: re.Match[str], now: datetime) -> Span:
    return _part_of_decade(int(match["y"]), match["p"])


def _decade(match: re.Match[str], now: datetime) -> Span:
    """Without a century the latest that has begun. Worked: in 2026 "the 90s" are 1990 to 1999, "the 20s" 2020 on."""
    within = int(match["n"]) if match["n"] else _DECADES[match["w"].lower()]
    start = now.year - now.year % 100 + within
    return _part_of_decade(start - 100 if start > now.year else start, match["p"])


def _part_of_decade(start: int, part: str | None) -> Span:
    first, last = {"early": (0, 4), "mid": (3, 7), "late": (6, 10)}.get((part or "").lower().rstrip(" -"), (0, 10))
    return _first(start + first), _first(start + last)


def _quarter(match: re.Match[str], now: datetime) -> Span:
    number = int(match["q"]) if match["q"] else 4 if match["n"].lower() == "last" else ORDINALS[match["n"].lower()]
    month = 3 * number - 2
    year = year_number(match, now) if match["y"] else latest_year(now, month)
    return _first(year, month), months_on(_first(year, month), 3)


def _half(match: re.Match[str], now: datetime) -> Span:
    month = 1 if match["n"].lower() in {"first", "1st"} else 7
    start = _first(year_number(match, now), month)
    return start, months_on(start, 6)


def _before_last(match: re.Match[str], now: datetime) -> Span:
    today = midnight(now)
    monday = today - today.weekday() * DAY
    unit = match["u"].lower()
    if unit == "week":
        return monday - 14 * DAY, monday - 7 * DAY
    if unit == "weekend":
        saturday = monday - 9 * DAY
        return saturday, saturday + 2 * DAY
    if unit == "month":
        start = months_on(today.replace(day=1), -2)
        return start, months_on(start, 1)
    if unit == "year":
        return _first(today.year - 2), _first(today.year - 1)
    if unit == "night":
        return today - 2 * DAY, today - DAY
    if unit in WEEKDAYS:
        return _weekdays_back(today, WEEKDAYS[unit], 2)
    return _seasons_back(now, unit, 2)


def _counted_back(match: re.Match[str], now: datetime) -> Span:
    """ "two Fridays ago": of those that are over, the last but one."""
    count, unit = number_of(match["n"]), match["u"].lower().removesuffix("s")
    today = midnight(now)
    if unit in WEEKDAYS:
        return _weekdays_back(today, WEEKDAYS[unit], count)
    if unit == "weekend":
        saturday = today - (today.weekday() + 2 + 7 * (count - 1)) * DAY
        return saturday, saturday + 2 * DAY
    if unit == "fortnight":
        centre = today - 14 * count * DAY
        return centre - 3 * DAY, centre + 4 * DAY
    if unit == "decade":
        centre = months_on(today, -120 * count)
        return centre - 365 * DAY, centre + 365 * DAY
    return _seasons_back(now, unit, count)


def _half_a_year_ago(match: re.Match[str], now: datetime) -> Span:
    centre = months_on(midnight(now), -6)
    return centre - 30 * DAY, centre + 30 * DAY


def _weekdays_back(today: datetime, wanted: int, count: int) -> tuple[datetime, datetime]:
    day = today - ((today.weekday() - wanted) % 7 or 7) * DAY - 7 * (count - 1) * DAY
    return day, day + DAY


def _seasons_back(now: datetime, season: str, count: int) -> tuple[datetime, datetime]:
    start = _first(latest_year(now, SEASONS[season]), SEASONS[season])
    if midnight(now) < months_on(start, 3):
        start = months_on(start, -12)  # the present one is none ago
    start = months_on(start, -12 * (count - 1))
    return start, months_on(start, 3)


def _season_over_new_year(match: re.Match[str], now: datetime) -> Span:
    """ "winter 2021-2022" begins in the first of the two years."""
    start = _first(year_number(match, now), SEASONS[match["s"].lower()])
    return start, months_on(start, 3)


def _months(match: re.Match[str], now: datetime) -> Span:
    """ "March-May 2023", "June/July 2021": the year is said once."""
    first, last, year = month_number(match["m"]), month_number(match["k"]), year_number(match, now)
    return _first(year if first <= last else year - 1, first), months_on(_first(year, last), 1)


_PART: Final = r"(?P<p>early[ -]|mid[ -]?|late[ -])?"
_BACK: Final = "|".join((*WEEKDAYS, *SEASONS, "weekend", "fortnight", "decade"))
ROWS: Final[tuple[Row, ...]] = (
    (
        rf"\b(?P<s>{'|'.join(SEASONS)})(?: of)? {ANY_YEAR}\s?[-–/]\s?(?:{YEAR}|['’]?\d\d)\b",
        _season_over_new_year,
    ),
    (rf"\b(?P<y>{YEAR})\s?[-–]\s?(?P<z>{YEAR})\b(?![-/.]?\d){NO_AMOUNT}", _years),
    (rf"\b(?P<m>{MONTH})\s?(?:[-–/]|to|through|until)\s?(?P<k>{MONTH}),? (?:of )?{ANY_YEAR}", _months),
    (rf"\b{_PART}(?P<y>(?:19|20)\d0)['’]?s\b", _century_decade),
    (rf"\bthe {_PART}(?:['’]?(?P<n>\d0)['’]?s|(?P<w>{'|'.join(_DECADES)}))\b", _decade),
    (rf"\bq(?P<q>[1-4])(?P<n>(?!))?\b{OF_YEAR}", _quarter),
    (
        rf"\b(?P<q>(?!))?(?P<n>first|second|third|fourth|last|[1-4](?:st|nd|rd|th)) quarter (?:of )?{ANY_YEAR}",
        _quarter,
    ),
    (rf"\b(?P<n>first|second|1st|2nd) half (?:of )?{ANY_YEAR}", _half),
    (rf"\b(?P<u>{_BACK}|week|month|year|night) before last\b", _before_last),
    (rf"\b(?P<n>{COUNT})(?: of)? (?P<u>{_BACK})s? ago\b", _counted_back),
    (r"\bhalf (?:of )?a year ago\b", _half_a_year_ago),
)
