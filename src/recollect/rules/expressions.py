"""English expressions of time, one reader each: a pattern, and what it means seen from a given now.

The table `ROWS` is used by `recollect.rules.temporal` alone, in its order: what is read first is taken. A reader
returns a start and an end (not included), or None when the words only look like a time ("may" the verb). Pure.
"""

from __future__ import annotations

import calendar
import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from recollect.rules.late import late
from recollect.rules.not_times import NO_AMOUNT, NO_CURRENCY, is_somebody
from recollect.rules.short_years import SHORT_YEAR, year_number
from recollect.rules.stretches import (
    DAY,
    counted_back,
    day_of,
    latest_year,
    midnight,
    month_of,
    season_of,
    steps_on,
    third_of,
    up_to_now,
    weekday_beside,
    year_back,
)

if TYPE_CHECKING:
    from collections.abc import Callable

LEAP_DAY: Final = (2, 29)
LEAP_YEARS_APART_MAX: Final = 8
_MONTHS: Final = {name.lower(): number for number, name in enumerate(calendar.month_name) if name} | {
    name.lower(): number for number, name in enumerate(calendar.month_abbr) if name
}
_MONTHS["sept"] = 9
WEEKDAYS: Final = {name.lower(): number for number, name in enumerate(calendar.day_name)}
SEASONS: Final = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""First month; each lasts three. Meteorological, northern."""
_NUMBERS: Final = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
    "seventy": 70, "eighty": 80, "ninety": 90, "couple": 2, "few": 3, "several": 4,
}  # fmt: skip
_VAGUE: Final = frozenset(("couple", "few", "several"))
_SHORT_UNITS: Final = {"night": "day", "wk": "week", "mo": "month", "mth": "month", "yr": "year"}
ORDINALS: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
NEW_YEARS_EVE: Final = "new year's eve"
_HOLIDAYS: Final = {
    "christmas": (12, 25), "xmas": (12, 25), "new year": (1, 1), "halloween": (10, 31), "valentine": (2, 14),
    "independence day": (7, 4), NEW_YEARS_EVE: (12, 31),
}  # fmt: skip

MONTH: Final = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\b\.?"
)
_MONTH_LEADS: Final = frozenset("in during since last".split())
"""After these even "may" and "march" in small letters are months."""
_NO_LEADS: Final = frozenset(("", "and"))
YEAR: Final = r"(?:19|20)\d\d"
ANY_YEAR: Final = rf"(?P<y>{YEAR}|{SHORT_YEAR})"
OF_YEAR: Final = rf"(?:(?:,? (?:of )?|(?=['’‘])){ANY_YEAR})?"
"""The year after a name, where it is said."""
_DAYNUM: Final = r"(?:[0-2]?\d|3[01])(?:st|nd|rd|th)?"
_THROUGH: Final = r"(?:\s?[-–]\s?| (?:to|until|till|through) (?:the )?)"
_AND: Final = r"(?: and (?:the )?)"


def _periods(first: str, join: str) -> tuple[str, str]:
    return (
        rf"{first}\b(?P<d>{_DAYNUM})(?:(?: of)? (?P<m>{MONTH}))?{join}(?P<z>{_DAYNUM})(?: of)? (?P<k>{MONTH}){OF_YEAR}",
        rf"{first}\b(?P<m>{MONTH}) (?:the )?(?P<d>{_DAYNUM}){join}(?:(?P<k>{MONTH}) )?(?P<z>{_DAYNUM})\b"
        rf"(?:,? {ANY_YEAR}|(?=\W*$|[,.;)]))",
    )


_PERIODS: Final = (*_periods("between (?:the )?", _AND), *_periods(r"(?<![\d:])", _THROUGH))
"""Nothing follows the last number of the second of each: "May 3-5 people" are no days."""
_FROM_DAY: Final = tuple(late(pattern, re.IGNORECASE) for pattern in _PERIODS)
_VERBS_TOO: Final = frozenset("may march".split())
_ONES: Final = "one|two|three|four|five|six|seven|eight|nine"
COUNT: Final = (
    rf"(?:(?<![\d.])(?<!\d,)\d{{1,3}}|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:[- ](?:{_ONES}))?"
    rf"|(?:thir|four|fif|six|seven|eigh|nine)teen|an?|{_ONES}|ten|eleven|twelve|couple|few|several)"
)
PART: Final = r"(?:early|mid|late|beginning of|start of|middle of|end of|the end of)"

HINTS: Final = frozenset(
    """
    ago day days week weeks weekend month months year years yesterday today tonight tomorrow last past this next
    previous christmas xmas halloween valentine valentines thanksgiving independence
    """.split()
) | frozenset((*_MONTHS, *WEEKDAYS, *SEASONS))
"""Without one of these words or a year there is nothing to read, and most questions have none."""
ONCE_A_YEAR: Final = frozenset((*_MONTHS, *SEASONS)) | frozenset(
    "christmas xmas new halloween valentine valentines independence thanksgiving".split()
)
"""Words of what comes round every year: without one said, it is that of the year the sentence speaks of."""

Span = tuple[datetime, datetime] | None
Row = tuple[str, "Callable[[re.Match[str], datetime], Span]"]
"""A pattern and what reads it."""


def names_days(text: str) -> bool:
    """Whether it tells a period by its first and last day: "6-17 April", "July 20 to August 7"."""
    return any(_ends_of_period(match) for pattern in _FROM_DAY for match in pattern.finditer(text))


def _ends_of_period(match: re.Match[str]) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Month and day of the first and of the last day, or None where they are none: "from 9 to 5 May"."""
    named = [match[part] for part in "mk" if match[part]]
    if any(name.rstrip(".") in _VERBS_TOO for name in named):
        return None  # "3 to 5 may come"
    first, last = ((month_number(named[at]), int(re.sub(r"\D", "", match[part]))) for at, part in ((0, "d"), (-1, "z")))
    known = all(1 <= day <= calendar.monthrange(2024, month)[1] for month, day in (first, last))
    return (first, last) if known and (first[0] != last[0] or first < last) else None


def number_of(text: str) -> int:
    """Worked: "twenty-one" is 20 + 1."""
    return int(text) if text.isdigit() else sum(_NUMBERS.get(part, 0) for part in re.split(r"[- ]", text.lower())) or 1


def month_number(text: str) -> int:
    return _MONTHS[text.lower().rstrip(".")]


def _iso(match: re.Match[str], now: datetime) -> Span:
    year, month, day = (int(part) if part else 0 for part in match.group("y", "m", "d"))
    return day_of(year, month, day) if day else month_of(year, month)


def _slashed(match: re.Match[str], now: datetime) -> Span:
    first, second, year = int(match["a"]), int(match["b"]), int(match["y"])
    dotted = "." in match.group()
    month, day = (second, first) if dotted or first > 12 else (first, second)
    return day_of(year, month, day)


def _day_of_month(match: re.Match[str], now: datetime) -> Span:
    month, day = month_number(match["m"]), int(re.sub(r"\D", "", match["d"]))
    year = year_number(match, now) if match["y"] else latest_year(now, month, day)
    if (month, day) == LEAP_DAY and not match["y"]:
        year = next(leap for leap in range(year, year - LEAP_YEARS_APART_MAX, -1) if calendar.isleap(leap))
    return day_of(year, month, day)


def _days_of_month(match: re.Match[str], now: datetime) -> Span:
    """ "6 to 17 April", "20 July to 7 August": from the first day to the end of the last."""
    ends = _ends_of_period(match)
    if ends is None:
        return None
    first, last = ends
    year = year_number(match, now) if match["y"] else latest_year(now, *first)
    if match["y"] and first > last:
        year -= 1  # "20 December to 7 January 2027"
    return day_of(year, *first)[0], day_of(year + (first > last), *last)[1]


def _week_of_month(match: re.Match[str], now: datetime) -> Span:
    month = month_number(match["m"])
    year = year_number(match, now) if match["y"] else latest_year(now, month)
    start, end = month_of(year, month)
    if match["n"].lower() == "last":
        return end - 7 * DAY, end
    week = ORDINALS[match["n"].lower()] - 1
    if match["u"].lower() == "weekend":
        saturday = start + timedelta(days=(5 - start.weekday()) % 7 + 7 * week)
        return saturday, saturday + 2 * DAY
    return start + 7 * week * DAY, min(start + 7 * (week + 1) * DAY, end)


def _part_of(match: re.Match[str], now: datetime) -> Span:
    year = year_number(match, now) if match["y"] else 0
    if match["m"]:
        month = month_number(match["m"])
        start, end = month_of(year or latest_year(now, month), month)
    elif year:
        start, end = day_of(year, 1, 1)[0], day_of(year + 1, 1, 1)[0]
    else:
        return None
    return third_of((start, end), which_part(match))


def which_part(match: re.Match[str]) -> int:
    """Of three: "early" is the first, "late" the last."""
    which = match["p"].lower()
    return 0 if which in {"early", "beginning of", "start of"} else 1 if which in {"mid", "middle of"} else 2


def _month_of_year(match: re.Match[str], now: datetime) -> Span:
    month = month_number(match["m"])
    if match["y"]:
        return month_of(year_number(match, now), month)
    lead = (match["lead"] or "").lower().strip()
    if lead in _NO_LEADS and is_somebody(match.string, match.start("m"), match.end("m")):
        return None
    if lead not in _MONTH_LEADS:
        if match["m"].lower() == "may" and not (lead and match["m"][0] == "M"):
            return None  # the verb
        if match["m"].lower() in {"march", "mar", "jan", "dec", "sep", "sept", "oct"} and not match["m"][0].isupper():
            return None
    if lead == "next":
        return month_of(now.year if month > now.month else now.year + 1, month)
    year = latest_year(now, month)
    if lead == "last" and month == now.month:
        year -= 1
    return month_of(year, month)


def _season(match: re.Match[str], now: datetime) -> Span:
    name = match["s"].lower()
    if name in {"fall", "spring"} and not (match["y"] or match["lead"]):
        return None  # also verbs
    lead = (match["lead"] or "").lower().strip()
    year = year_number(match, now) if match["y"] else 0
    start, end = season_of(SEASONS[name], now, year, is_over=lead == "last" and not year)
    return (year_back(start, -1), year_back(end, -1)) if lead == "next" and not year else (start, end)


def ago(match: re.Match[str], now: datetime) -> Span:
    """Also "1.5 years ago" and "a year and a half ago"."""
    name = match["n"].lower()
    whole = float(name.replace(",", ".")) if name[0].isdigit() else number_of(name)
    count = whole + 0.5 if match["h"] or match["i"] else whole
    return counted_back(count, unit_of(match["u"]), now, is_vague=name in _VAGUE)


def past_stretch(match: re.Match[str], now: datetime) -> Span:
    return up_to_now(number_of(match["n"]) if match["n"] else 1, unit_of(match["u"]), now)


def unit_of(word: str) -> str:
    """Worked: "wks" and "Week" are "week"; "nights" are counted as days."""
    word = word.lower().removesuffix("s")
    return _SHORT_UNITS.get(word, word)


def _relative(match: re.Match[str], now: datetime) -> Span:
    step = {"last": -1, "previous": -1, "this": 0, "next": 1}[match["lead"].lower()]
    return steps_on(step, match["u"].lower(), now)


def _named_day(match: re.Match[str], now: datetime) -> Span:
    word = re.sub(r"\s+", " ", match.group().lower())
    today = midnight(now)
    if word == "the other day":
        return today - 7 * DAY, today
    step = {"the day before yesterday": -2, "yesterday": -1, "tomorrow": 1}.get(word, 0)
    return today + step * DAY, today + (step + 1) * DAY


def _weekday(match: re.Match[str], now: datetime) -> Span:
    lead = (match["lead"] or "").lower().strip()
    return weekday_beside(WEEKDAYS[match["w"].lower()], now, is_ahead=lead in {"this", "next", "coming"})


def _holiday(match: re.Match[str], now: datetime) -> Span:
    name, lead = match["h"].lower(), (match["lead"] or "").lower().strip()
    year_given = year_number(match, now) if match["y"] else now.year if lead == "this" else 0
    if name == "new year" and match["e"] and match["e"].lower() == "eve":
        name = NEW_YEARS_EVE  # the last day of the year that is said
    if lead == "next" and not year_given:
        month, number = _HOLIDAYS.get(name, (11, 28))
        year_given = latest_year(now, month, number) + 1
    if name == "thanksgiving":
        year = year_given or latest_year(now, 11, 28)
        first = datetime(year, 11, 1, tzinfo=UTC)
        day = first + timedelta(days=(3 - first.weekday()) % 7 + 21)
    else:
        month, number = _HOLIDAYS[name]
        day = datetime(year_given or latest_year(now, month, number), month, number, tzinfo=UTC)
    return (day, day + 2 * DAY) if name == NEW_YEARS_EVE else (day - DAY, day + 2 * DAY)


def _whole_year(match: re.Match[str], now: datetime) -> Span:
    year = year_number(match, now)
    return day_of(year, 1, 1)[0], day_of(year + 1, 1, 1)[0]


def _short_year(match: re.Match[str], now: datetime) -> Span:
    """ "in '22"; a number after a quotation mark may be anything else."""
    return _whole_year(match, now) if _YEAR_LEAD.search(match.string[: match.start()][-8:]) else None


_YEAR_LEAD: Final = late(
    r"\b(?:in|of|during|since|until|till|by|before|after|around|from|between|and|to)\s$", re.IGNORECASE
)
_LEAD: Final = (
    r"(?P<lead>\b(?:in|of|on|during|since|until|till|by|last|next|this|before|after|around|from|between|and|to)\s+)?"
)

ROWS: Final[tuple[Row, ...]] = (
    (rf"\b(?P<y>{YEAR})[-/](?P<m>0?[1-9]|1[0-2])(?:[-/](?P<d>[0-2]?\d|3[01]))?\b(?!\d)", _iso),
    (rf"\b(?P<a>\d{{1,2}})[./](?P<b>\d{{1,2}})[./](?P<y>{YEAR})\b", _slashed),
    (
        rf"\b(?P<n>first|second|third|fourth|last|[1-4](?:st|nd|rd|th)) (?P<u>week|weekend) (?:of|in) "
        rf"(?P<m>{MONTH}){OF_YEAR}",
        _week_of_month,
    ),
    *((pattern, _days_of_month) for pattern in _PERIODS),
    (rf"\b(?P<d>{_DAYNUM})(?: of)? (?P<m>{MONTH}){OF_YEAR}", _day_of_month),
    (rf"\b(?P<m>{MONTH}) (?:the )?(?P<d>{_DAYNUM})\b(?!\d){OF_YEAR}", _day_of_month),
    (rf"\b(?P<p>{PART})[ -](?P<m>{MONTH})?(?:,? ?(?:of )?{ANY_YEAR})?", _part_of),
    (rf"{_LEAD}\b(?P<m>{MONTH}){OF_YEAR}", _month_of_year),
    (
        r"(?P<lead>\b(?:last|next|this|past|in the|during the|over the|the) )?"
        rf"\b(?P<s>spring|summer|autumn|fall|winter)\b{OF_YEAR}",
        _season,
    ),
    (
        rf"\b(?P<n>(?<!\d[.,])\d{{1,2}}[.,]\d{{1,2}}|{COUNT})(?P<h> and a half)?(?: of)? (?P<u>day|week|month|year)s?"
        r"(?P<i> and a half)? ago\b",
        ago,
    ),
    (rf"\b(?:last|past) (?:(?P<n>{COUNT})(?: of)? )(?P<u>day|week|month|year)s?\b", past_stretch),
    (r"\bpast (?P<n>(?!))?(?P<u>week|month|year)\b", past_stretch),
    (
        r"\b(?P<lead>last|previous|this|next) (?P<u>weekend|week|month|quarter|year|night|morning|afternoon|evening)\b",
        _relative,
    ),
    (r"\b(?:the day before yesterday|the other day|yesterday|today|tonight|(?<!\bno )tomorrow)\b", _named_day),
    (rf"(?P<lead>\b(?:last|this|next|coming|on) )?\b(?P<w>{'|'.join(WEEKDAYS)})\b", _weekday),
    (
        rf"(?P<lead>\b(?:last|this|next) )?\b(?P<h>{'|'.join(_HOLIDAYS)}|thanksgiving)(?:['’]?s)?\b"
        rf"(?: (?P<e>day|eve))?{OF_YEAR}",
        _holiday,
    ),
    (rf"{NO_CURRENCY}\b(?P<y>{YEAR})\b(?!\d|[-/.]\d){NO_AMOUNT}", _whole_year),
    (rf"(?P<y>{SHORT_YEAR})", _short_year),
)
