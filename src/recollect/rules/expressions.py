"""English expressions of time, one reader each: a pattern, and what it means seen from a given now.

The table `readers()` is used by `recollect.rules.temporal` alone, in its order: what is read first is taken. A reader
returns a start and an end (not included), or None when the words only look like a time ("may" the verb). Pure.
"""

from __future__ import annotations

import calendar
import re
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_DAY: Final = timedelta(days=1)
_MONTHS: Final = {name.lower(): number for number, name in enumerate(calendar.month_name) if name} | {
    name.lower(): number for number, name in enumerate(calendar.month_abbr) if name
}
_MONTHS["sept"] = 9
_WEEKDAYS: Final = {name.lower(): number for number, name in enumerate(calendar.day_name)}
_SEASONS: Final = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""First month; each lasts three. Meteorological, northern."""
_NUMBERS: Final = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
    "seventy": 70, "eighty": 80, "ninety": 90, "couple": 2, "few": 3, "several": 4,
}  # fmt: skip
_VAGUE: Final = frozenset(("couple", "few", "several"))
_ORDINALS: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
_UNIT_DAYS: Final = {"day": 1, "week": 7, "month": 30, "year": 365}
_HOLIDAYS: Final = {
    "christmas": (12, 25), "xmas": (12, 25), "new year": (1, 1), "halloween": (10, 31), "valentine": (2, 14),
    "independence day": (7, 4),
}  # fmt: skip

_MONTH: Final = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\b\.?"
)
_MONTH_LEADS: Final = frozenset("in during since last".split())
"""After these even "may" and "march" in small letters are months."""
_YEAR: Final = r"(?:19|20)\d\d"
_DAYNUM: Final = r"(?:[0-2]?\d|3[01])(?:st|nd|rd|th)?"
_ONES: Final = "one|two|three|four|five|six|seven|eight|nine"
_COUNT: Final = (
    rf"(?:\d{{1,3}}|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:[- ](?:{_ONES}))?"
    rf"|(?:thir|four|fif|six|seven|eigh|nine)teen|an?|{_ONES}|ten|eleven|twelve|couple|few|several)"
)
_PART: Final = r"(?:early|mid|late|beginning of|start of|middle of|end of|the end of)"

HINTS: Final = frozenset(
    """
    ago day days week weeks weekend month months year years yesterday today tonight tomorrow last past this next
    previous christmas xmas halloween valentine valentines thanksgiving independence
    """.split()
) | frozenset((*_MONTHS, *_WEEKDAYS, *_SEASONS))
"""Without one of these words or a year there is nothing to read, and most questions have none."""

Span = tuple[datetime, datetime] | None


def _day(year: int, month: int, day: int) -> tuple[datetime, datetime]:
    start = datetime(year, month, day, tzinfo=UTC)
    return start, start + _DAY


def _month(year: int, month: int) -> tuple[datetime, datetime]:
    start = datetime(year, month, 1, tzinfo=UTC)
    return start, _months_on(start, 1)


def _months_on(time: datetime, months: int) -> datetime:
    index = time.year * 12 + time.month - 1 + months
    year, month = divmod(index, 12)
    return time.replace(year=year, month=month + 1, day=min(time.day, calendar.monthrange(year, month + 1)[1]))


def year_back(time: datetime, years: int = 1) -> datetime:
    return _months_on(time, -12 * years)


def _midnight(now: datetime) -> datetime:
    return now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def _number(text: str) -> int:
    """Worked: "twenty-one" is 20 + 1."""
    return int(text) if text.isdigit() else sum(_NUMBERS.get(part, 0) for part in re.split(r"[- ]", text.lower())) or 1


def _month_number(text: str) -> int:
    return _MONTHS[text.lower().rstrip(".")]


def _latest_year(now: datetime, month: int, day: int = 1) -> int:
    """The latest year in which that day is not in the future."""
    return now.year if (month, day) <= (now.month, now.day) else now.year - 1


def _iso(match: re.Match[str], now: datetime) -> Span:
    year, month, day = (int(part) if part else 0 for part in match.group("y", "m", "d"))
    return _day(year, month, day) if day else _month(year, month)


def _slashed(match: re.Match[str], now: datetime) -> Span:
    first, second, year = int(match["a"]), int(match["b"]), int(match["y"])
    dotted = "." in match.group()
    month, day = (second, first) if dotted or first > 12 else (first, second)
    return _day(year, month, day)


def _day_of_month(match: re.Match[str], now: datetime) -> Span:
    month, day = _month_number(match["m"]), int(re.sub(r"\D", "", match["d"]))
    year = int(match["y"]) if match["y"] else _latest_year(now, month, day)
    return _day(year, month, day)


def _week_of_month(match: re.Match[str], now: datetime) -> Span:
    month = _month_number(match["m"])
    year = int(match["y"]) if match["y"] else _latest_year(now, month)
    start, end = _month(year, month)
    if match["n"].lower() == "last":
        return end - 7 * _DAY, end
    week = _ORDINALS[match["n"].lower()] - 1
    if match["u"].lower() == "weekend":
        saturday = start + timedelta(days=(5 - start.weekday()) % 7 + 7 * week)
        return saturday, saturday + 2 * _DAY
    return start + 7 * week * _DAY, min(start + 7 * (week + 1) * _DAY, end)


def _part_of(match: re.Match[str], now: datetime) -> Span:
    year = int(match["y"]) if match["y"] else 0
    if match["m"]:
        month = _month_number(match["m"])
        start, end = _month(year or _latest_year(now, month), month)
    elif year:
        start, end = _day(year, 1, 1)[0], _day(year + 1, 1, 1)[0]
    else:
        return None
    third = (end - start) / 3
    which = match["p"].lower()
    if which in {"early", "beginning of", "start of"}:
        return start, start + third
    if which in {"mid", "middle of"}:
        return start + third, end - third
    return end - third, end


def _month_of_year(match: re.Match[str], now: datetime) -> Span:
    month = _month_number(match["m"])
    if match["y"]:
        return _month(int(match["y"]), month)
    lead = (match["lead"] or "").lower().strip()
    if lead not in _MONTH_LEADS:
        if match["m"].lower() == "may" and not (lead and match["m"][0] == "M"):
            return None  # the verb
        if match["m"].lower() in {"march", "mar", "jan", "dec", "sep", "sept", "oct"} and not match["m"][0].isupper():
            return None
    if lead == "next":
        return _month(now.year if month > now.month else now.year + 1, month)
    year = _latest_year(now, month)
    if lead == "last" and month == now.month:
        year -= 1
    return _month(year, month)


def _season(match: re.Match[str], now: datetime) -> Span:
    name = match["s"].lower()
    if name in {"fall", "spring"} and not (match["y"] or match["lead"]):
        return None  # also verbs
    month = _SEASONS[name]
    if match["y"]:
        year = int(match["y"])
        start = datetime(year, month, 1, tzinfo=UTC)
        return start, _months_on(start, 3)
    start = datetime(_latest_year(now, month), month, 1, tzinfo=UTC)
    lead = (match["lead"] or "").lower().strip()
    if lead == "next":
        start = _months_on(start, 12)
    elif lead == "last" and now < _months_on(start, 3):
        start = year_back(start)  # in summer, "last summer" is a year ago
    return start, _months_on(start, 3)


def _ago(match: re.Match[str], now: datetime) -> Span:
    count, unit = _number(match["n"]), match["u"].lower()
    today = _midnight(now)
    if unit == "day":
        start = today - count * _DAY
        slack = 1 if match["n"].lower() in _VAGUE else 0
        return start - slack * _DAY, start + (1 + slack) * _DAY
    if unit == "week":
        centre = today - 7 * count * _DAY
        return centre - 3 * _DAY, centre + 4 * _DAY
    if unit == "month":
        centre = _months_on(today, -count)
        return centre - 12 * _DAY, centre + 13 * _DAY
    centre = _months_on(today, -12 * count)
    return centre - 120 * _DAY, centre + 120 * _DAY


def _half_a_year_ago(match: re.Match[str], now: datetime) -> Span:
    centre = _months_on(_midnight(now), -6)
    return centre - 30 * _DAY, centre + 30 * _DAY


def _past_stretch(match: re.Match[str], now: datetime) -> Span:
    days = (_number(match["n"]) if match["n"] else 1) * _UNIT_DAYS[match["u"].lower()]
    return _midnight(now) - days * _DAY, now + _DAY


def _relative(match: re.Match[str], now: datetime) -> Span:
    lead, unit = match["lead"].lower(), match["u"].lower()
    step = {"last": -1, "previous": -1, "this": 0, "next": 1}[lead]
    today = _midnight(now)
    monday = today - today.weekday() * _DAY
    if unit == "week":
        return monday + 7 * step * _DAY, monday + 7 * (step + 1) * _DAY
    if unit == "weekend":
        saturday = monday + 5 * _DAY + 7 * step * _DAY
        if step == -1 and today.weekday() == 6:
            saturday = monday - 2 * _DAY
        return saturday, saturday + 2 * _DAY
    if unit == "month":
        start = _months_on(today.replace(day=1), step)
        return start, _months_on(start, 1)
    if unit == "year":
        return _day(today.year + step, 1, 1)[0], _day(today.year + step + 1, 1, 1)[0]
    if unit == "night":
        return today + (step if step else 0) * _DAY, today + (step + 1) * _DAY
    return today, today + _DAY  # this morning, afternoon, evening


def _named_day(match: re.Match[str], now: datetime) -> Span:
    word = re.sub(r"\s+", " ", match.group().lower())
    today = _midnight(now)
    if word == "the other day":
        return today - 7 * _DAY, today
    step = {"the day before yesterday": -2, "yesterday": -1, "tomorrow": 1}.get(word, 0)
    return today + step * _DAY, today + (step + 1) * _DAY


def _weekday(match: re.Match[str], now: datetime) -> Span:
    today = _midnight(now)
    lead = (match["lead"] or "").lower().strip()
    wanted = _WEEKDAYS[match["w"].lower()]
    back = (today.weekday() - wanted) % 7 or 7
    if lead in {"this", "next", "coming"}:
        day = today + ((wanted - today.weekday()) % 7 or 7) * _DAY
    else:
        day = today - back * _DAY
    return day, day + _DAY


def _holiday(match: re.Match[str], now: datetime) -> Span:
    name = match["h"].lower()
    year_given = int(match["y"]) if match["y"] else 0
    if name == "thanksgiving":
        year = year_given or _latest_year(now, 11, 28)
        first = datetime(year, 11, 1, tzinfo=UTC)
        day = first + timedelta(days=(3 - first.weekday()) % 7 + 21)
    else:
        month, number = _HOLIDAYS[name]
        day = datetime(year_given or _latest_year(now, month, number), month, number, tzinfo=UTC)
    return day - _DAY, day + 2 * _DAY


def _whole_year(match: re.Match[str], now: datetime) -> Span:
    year = int(match["y"])
    return _day(year, 1, 1)[0], _day(year + 1, 1, 1)[0]


def _compiled(
    *rows: tuple[str, Callable[[re.Match[str], datetime], Span]],
) -> tuple[tuple[re.Pattern[str], Callable[[re.Match[str], datetime], Span]], ...]:
    return tuple((re.compile(pattern, re.IGNORECASE), read) for pattern, read in rows)


_LEAD: Final = (
    r"(?P<lead>\b(?:in|of|on|during|since|until|till|by|last|next|this|before|after|around|from|between|and|to)\s+)?"
)

_Rows = tuple[tuple[re.Pattern[str], "Callable[[re.Match[str], datetime], Span]"], ...]


@cache
def readers() -> _Rows:
    """The readers in order (what is read first is taken); compiled on first use."""
    return _compiled(*_ROWS)


_ROWS: Final[tuple[tuple[str, Callable[[re.Match[str], datetime], Span]], ...]] = (
    (rf"\b(?P<y>{_YEAR})[-/](?P<m>0?[1-9]|1[0-2])(?:[-/](?P<d>[0-2]?\d|3[01]))?\b(?!\d)", _iso),
    (rf"\b(?P<a>\d{{1,2}})[./](?P<b>\d{{1,2}})[./](?P<y>{_YEAR})\b", _slashed),
    (
        rf"\b(?P<n>first|second|third|fourth|last|[1-4](?:st|nd|rd|th)) (?P<u>week|weekend) (?:of|in) "
        rf"(?P<m>{_MONTH})(?:,? (?:of )?(?P<y>{_YEAR}))?",
        _week_of_month,
    ),
    (rf"\b(?P<d>{_DAYNUM})(?: of)? (?P<m>{_MONTH})(?:,? (?:of )?(?P<y>{_YEAR}))?", _day_of_month),
    (rf"\b(?P<m>{_MONTH}) (?:the )?(?P<d>{_DAYNUM})\b(?!\d)(?:,? (?P<y>{_YEAR}))?", _day_of_month),
    (rf"\b(?P<p>{_PART})[ -](?P<m>{_MONTH})?(?:,? ?(?:of )?(?P<y>{_YEAR}))?", _part_of),
    (rf"{_LEAD}\b(?P<m>{_MONTH})(?:,? (?:of )?(?P<y>{_YEAR}))?", _month_of_year),
    (
        r"(?P<lead>\b(?:last|next|this|past|in the|during the|over the|the) )?"
        rf"\b(?P<s>spring|summer|autumn|fall|winter)\b(?:,? (?:of )?(?P<y>{_YEAR}))?",
        _season,
    ),
    (r"\bhalf (?:of )?a year ago\b", _half_a_year_ago),
    (rf"\b(?P<n>{_COUNT})(?: of)? (?P<u>day|week|month|year)s? ago\b", _ago),
    (rf"\b(?:last|past) (?:(?P<n>{_COUNT})(?: of)? )(?P<u>day|week|month|year)s?\b", _past_stretch),
    (r"\bpast (?P<n>(?!))?(?P<u>week|month|year)\b", _past_stretch),
    (
        r"\b(?P<lead>last|previous|this|next) (?P<u>weekend|week|month|year|night|morning|afternoon|evening)\b",
        _relative,
    ),
    (r"\b(?:the day before yesterday|the other day|yesterday|today|tonight|tomorrow)\b", _named_day),
    (rf"(?P<lead>\b(?:last|this|next|coming|on) )?\b(?P<w>{'|'.join(_WEEKDAYS)})\b", _weekday),
    (
        rf"\b(?P<h>{'|'.join(_HOLIDAYS)}|thanksgiving)\b(?:'?s)?(?: (?:day|eve))?(?:,? (?:of )?(?P<y>{_YEAR}))?",
        _holiday,
    ),
    (rf"\b(?P<y>{_YEAR})\b(?!\d|[-/.]\d)", _whole_year),
)
