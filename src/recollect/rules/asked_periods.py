"""English expressions of time read in questions alone: "the first Monday of June", "late last year", "H1 2024".

A third table of readers, asked before `recollect.rules.periods` by `recollect.rules.temporal`. A question looks back;
in a statement "on the 3rd" may be a day to come, so there these words stay what they are. Pure.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from recollect.rules.expressions import (
    ANY_YEAR,
    COUNT,
    MONTH,
    OF_YEAR,
    ORDINALS,
    PART,
    SEASONS,
    WEEKDAYS,
    ago,
    month_number,
    number_of,
    past_stretch,
    which_part,
)
from recollect.rules.late import late
from recollect.rules.short_years import year_number
from recollect.rules.stretches import (
    DAY,
    Stretch,
    day_of,
    midnight,
    month_of,
    months_on,
    season_of,
    steps_on,
    third_of,
    up_to_now,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Set

    from recollect.rules.expressions import Span

_STEPS: Final = {"last": -1, "the": 0, "this": 0, "next": 1}
_MONTHS_BACK_MAX: Final = 12
"""Months looked at for the latest one that has such a day."""


def _day_of_month(match: re.Match[str], now: datetime) -> Span:
    """ "the first Monday of June", "the last day of last month". Without a year the latest that is not to come."""
    if match["l"]:
        start, _ = steps_on(_STEPS[match["l"].lower()], "month", now)
        return _counted_day(match, (start.year, start.month))
    month = month_number(match["m"])
    if match["y"]:
        return _counted_day(match, (year_number(match, now), month))
    day = _counted_day(match, (now.year, month))
    return day if day is None or day[0] <= now else _counted_day(match, (now.year - 1, month))


def _counted_day(match: re.Match[str], of: tuple[int, int]) -> Span:
    start, end = month_of(*of)
    wanted = WEEKDAYS.get(match["w"].lower())
    if match["n"].lower() == "last":
        day = end - DAY if wanted is None else end - ((end.weekday() - wanted) % 7 or 7) * DAY
    else:
        count = ORDINALS[match["n"].lower()] - 1
        day = start + (count if wanted is None else (wanted - start.weekday()) % 7 + 7 * count) * DAY
    return (day, day + DAY) if day < end else None


def _the_nth(match: re.Match[str], now: datetime) -> Span:
    """ "on the 3rd": the latest one. Worked: on 16 August "the 20th" is 20 July."""
    number = int(match["d"])
    if match["l"]:
        start, _ = steps_on(_STEPS[match["l"].lower()], "month", now)
        return day_of(start.year, start.month, number)
    return _latest(number, now)


def _latest(number: int, until: datetime) -> Span:
    first = midnight(until).replace(day=1)
    for back in range(_MONTHS_BACK_MAX):
        start, end = (months_on(first, -back - step) for step in (0, -1))
        day = start + (number - 1) * DAY
        if start <= day < end and day <= until:
            return day, day + DAY
    return None


def _nth_to_nth(match: re.Match[str], now: datetime) -> Span:
    """ "between the 3rd and the 10th": the latest that is not to come, and the latest before it."""
    last = _the_nth(match, now)
    first = _latest(int(match["f"]), last[0]) if last else None
    return (first[0], last[1]) if first and last else None


def _part_of_stretch(match: re.Match[str], now: datetime) -> Span:
    """ "late last year", "at the end of last month", "early last summer"."""
    unit, step = match["u"].lower(), _STEPS[match["l"].lower()]
    if unit not in SEASONS:
        return third_of(steps_on(step, unit, now), which_part(match))
    if step > 0:
        return None
    return third_of(season_of(SEASONS[unit], now, is_over=step < 0), which_part(match))


def _half(match: re.Match[str], now: datetime) -> Span:
    start = datetime(year_number(match, now), 1 if match["n"] == "1" else 7, 1, tzinfo=UTC)
    return start, months_on(start, 6)


def _part_of_year(match: re.Match[str], now: datetime) -> Span:
    """ "the first quarter of this year"."""
    months = 3 if match["u"].lower() == "quarter" else 6
    which = 12 // months if match["n"].lower() == "last" else ORDINALS[match["n"].lower()]
    start = months_on(steps_on(_STEPS[match["l"].lower()], "year", now)[0], months * (which - 1))
    return (start, months_on(start, months)) if months * which <= 12 else None


def _half_a_year(match: re.Match[str], now: datetime) -> Stretch:
    return up_to_now(6, "month", now)


def _fortnights(match: re.Match[str], now: datetime) -> Stretch:
    return up_to_now(2 * (number_of(match["n"]) if match["n"] else 1), "week", now)


def _past_weekend(match: re.Match[str], now: datetime) -> Stretch:
    return steps_on(-1, "weekend", now)


def _the_weekend(match: re.Match[str], now: datetime) -> Span:
    """The last; of one to come, or any, nothing is read."""
    return None if _NOT_OVER.search(match.string) else _past_weekend(match, now)


_NOT_OVER: Final = late(
    r"\b(?:usually|normally|often|always|ever)\b|\A(?!.*\b(?:did|was|were|had)\b)"
    r".*\b(?:do|does|don['’]t|am|are|is|will|shall|should|can|going|plans?|planning)\b",
    re.IGNORECASE | re.DOTALL,
)
_GIVEN: Final = "".join(
    rf"(?<!\b{word} )" for word in "the those these my your our for me you him her us them want need back".split()
)
"""Before a count: "for two days, back home", "give me ten days back" count nothing back from now."""
_NO_NOUN: Final = r"(?=\W*$|[,.;:?!)]| (?:did|was|were|have|had|i|we|he|she|they|you|when|what|who|where|which)\b)"
"""What may follow: not "on the 3rd floor", not "two weeks back in Rome"."""
_NTH: Final = r"(?:[1-9]|[12]\d|3[01])(?:st|nd|rd|th)"
_NO_LIST: Final = rf"(?!(?:,?(?: and| or)?(?: the)? {_NTH})++(?!{_NO_NOUN}))"
"""Not "on the 2nd, 3rd and 4th floors"."""
_THE_DAY: Final = (
    r"(?P<d>[1-9]|[12]\d|3[01])(?:st|nd|rd|th)"
    rf"(?: of (?P<l>last|this|the) month\b)?{_NO_LIST}{_NO_NOUN}"
)
_SHORT: Final = r"(?P<u>wk|mo|mth|yr)"
_UNIT: Final = r"(?P<u>day|week|wk|month|mth|mo|year|yr)"
"""What is counted, short or long."""
_NTH_WORDS: Final = frozenset("st nd rd th".split())
_DAY_WORDS: Final = frozenset(("day", *WEEKDAYS))
_PART_WORDS: Final = frozenset("early mid late beginning start middle end".split())
_SHORT_WORDS: Final = frozenset("wk wks mo mos mth mths yr yrs".split())
Asked = tuple["Set[str]", str, "Callable[[re.Match[str], datetime], Span]"]
"""As a row; before it the words of which a question must have one, so that most questions try none of these."""
ROWS: Final[tuple[Asked, ...]] = (
    (
        _DAY_WORDS,
        rf"\b(?P<n>last|{'|'.join(ORDINALS)}) (?P<w>day|{'|'.join(WEEKDAYS)}) (?:of|in) "
        rf"(?:(?P<m>{MONTH}){OF_YEAR}|(?P<l>last|this|next|the) month\b)",
        _day_of_month,
    ),
    (
        _NTH_WORDS,
        r"\b(?:from|between) the (?P<f>[1-9]|[12]\d|3[01])(?:st|nd|rd|th) "
        rf"(?:and|to|until|till|through) (?:the )?{_THE_DAY}",
        _nth_to_nth,
    ),
    (
        _NTH_WORDS,
        rf"(?:(?<=\bon the )|(?<=\bsince the )|(?<=\bafter the )|(?<=\bbefore the )|(?<=\bwhat about the )){_THE_DAY}",
        _the_nth,
    ),
    (
        _PART_WORDS,
        rf"\b(?P<p>{PART})[ -](?P<l>last|this|next) (?P<u>week|month|year|{'|'.join(SEASONS)})\b",
        _part_of_stretch,
    ),
    (frozenset("h"), rf"\bh(?P<n>[12])(?: of)?,? {ANY_YEAR}", _half),
    (
        frozenset(("quarter", "half")),
        rf"\b(?P<n>last|{'|'.join(ORDINALS)}) (?P<u>quarter|half) of (?P<l>last|this|next|the) year\b(?! \d)",
        _part_of_year,
    ),
    (frozenset(("half",)), r"\b(?:last|past) half(?: of)?(?: an?)?[ -]year\b", _half_a_year),
    (
        frozenset(("fortnight", "fortnights")),
        rf"\b(?:last|past) (?:(?P<n>{COUNT}) )?fortnights?\b",
        _fortnights,
    ),
    (frozenset(("weekend",)), r"\b(?:this )?past weekend\b", _past_weekend),
    (
        frozenset(("weekend",)),
        r"\b(?:over|on|at|during) the weekend\b(?!['’-]| (?:of|before|after|in|that|when|we|i|trip|getaway)\b)",
        _the_weekend,
    ),
    (
        frozenset(("night", "nights")),
        rf"\b(?P<n>{COUNT})(?P<h>(?!))?(?P<i>(?!))? (?P<u>night)s? ago\b",
        ago,
    ),
    (
        frozenset(("back",)),
        rf"{_GIVEN}\b(?P<n>{COUNT})(?P<h> and a half)?(?: of)? {_UNIT}s?(?P<i> and a half)? back{_NO_NOUN}",
        ago,
    ),
    (_SHORT_WORDS, rf"\b(?P<n>{COUNT})(?P<h> and a half)?(?: of)? {_SHORT}s?(?P<i> and a half)? ago\b", ago),
    (_SHORT_WORDS, rf"\b(?:last|past) (?P<n>{COUNT}) {_SHORT}s?\b", past_stretch),
)
HINTS: Final = frozenset("st nd rd th fortnight".split()) | _SHORT_WORDS
"""Of a question with one of these, or with a hint of the other tables, the readers are tried."""
