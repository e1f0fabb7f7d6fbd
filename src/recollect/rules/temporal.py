"""Time expressions in a question: "last summer", "in May 2023", "two weeks ago" become intervals against a given now.

Pure: `now` is an argument. English expressions and ISO dates are understood, in questions also those of some other
languages; what is not understood is simply not there, because a question is also searched by its words. Expressions
without a year mean the latest one that has begun. Dates inside stored texts are not interpreted here; only the time an
item carries is compared with the intervals.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

import numpy as np

from recollect.rules import asked_periods, expressions, periods
from recollect.rules.expressions import ONCE_A_YEAR, WEEKDAYS, YEAR
from recollect.rules.foreign_hints import may_be_foreign
from recollect.rules.late import late
from recollect.rules.short_years import SHORT_YEAR
from recollect.rules.stretches import midnight, year_back

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence, Set

    from numpy.typing import NDArray

EXPRESSIONS_MAX: Final = 8
"""Intervals taken from one question."""
TEXT_CHARS_MAX: Final = 2_000

_OF: Final = frozenset(("", "of", "in", "on", "at", "over", "of the", "in the"))
_YEAR_MIN: Final = timedelta(days=300)
"""What lasts this long is a year; a shorter stretch beside it is a part of one."""
_YEARS_AGO: Final = timedelta(days=240)
"""As long as what is counted in years ago may lie about."""
_LINKS: Final = frozenset(
    "in of on during since until till by before after around from between and to the over".split()
)
_TOKEN: Final = late(r"[a-z]+|\d+")
_YEAR: Final = late(r"(?<!\d)(?:\d{4}(?!\d)|(?:\d\d)?\d0['’]?s\b|(?<=['’‘])\d\d\b)")
_NAMES_YEAR: Final = late(rf"\b{YEAR}\b|{SHORT_YEAR}")
_HINTS: Final = expressions.HINTS | periods.HINTS
_ASKED_HINTS: Final = _HINTS | asked_periods.HINTS
_ASKED_WORDS: Final = frozenset[str]().union(*(row[0] for row in asked_periods.ROWS))
_AS_NOW: Final = frozenset("today tonight yesterday tomorrow this".split())
_CHOSEN: Final = frozenset("last past this next".split())
"""With one of these a year is said, though not by its number."""
_DAY: Final = timedelta(days=1)
_WEEK: Final = timedelta(days=7)
_FOREIGN: Final = "recollect.rules.foreign_questions"
"""Loaded when it is first needed: most stores are asked in English."""
BEGINNING: Final = datetime(1900, 1, 1, tzinfo=UTC)
"""From where "before 2020" reaches; nobody who asks remembers more."""
_BEFORE: Final = late(r"\b(?:before|prior to|earlier than|until|till|up to)\s+(?:the\s+)?$")
_AFTER: Final = late(r"\b(?:after|later than)\s+(?:the\s+)?$")
_UNTIL: Final = late(r"\b(?:until|till|up to)\s+(?:the\s+)?$")
_NEAR: Final = late(
    r"\b(?:days?|nights?|mornings?|evenings?|weeks?|weekends?|months?|years?|hours?|just|right|shortly|soon|immediately)"
    r"\s+(?:before|after)\s+(?:the\s+)?$"
)
"""A time right beside another: "the week before Christmas", "shortly after May"."""
_BUSY: Final = late(
    r"\b(?:be|been|(?:am|are|is|was|were|get|got)(?:\s+(?:i|you|we|he|she|they|it))?)\s+up\s+to\s+(?:the\s+)?$"
)
"""What somebody does, and no end of a time: "what have I been up to last week"."""
_LEAD_CHARS: Final = 32
_FEAST_MAX: Final = timedelta(days=3)
_FROM: Final = late(r"\b(?:between|from)\s+(?:the\s+)?$")
_THROUGH: Final = frozenset(("to", "until", "till", "through", "-", "–"))
_DATED: Final = late(r"(?: (?:morning|noon|afternoon|evening|night))? ?[,(]?(?: ?(?:the|an?))? ?", re.IGNORECASE)
"""What stands between a weekday and its date: "Monday, May 6", "Monday morning, the 6th of May"."""
_WEEK_OF: Final = late(
    r"\bweek(?:(?P<end>end) of|\s+(?P<how>of|beginning|commencing|starting|ending))(?:\s+on)?\s+(?:the\s+)?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Interval:
    """A stretch of time, the end not included."""

    start: datetime
    end: datetime
    text: str
    """The words it was read from."""
    outside: str = ""
    """The words of a time beside which it lies and which is no part of it: the 2020 of "before 2020"."""


Found = tuple[int, int, Interval]
"""Where the words of it begin and end, and what they mean."""


Reader = tuple[re.Pattern[str], "Callable[[re.Match[str], datetime], expressions.Span]"]
Readers = tuple[Reader, ...]


@cache
def readers() -> Readers:
    """The readers in order (what is read first is taken); compiled on first use."""
    return compiled((*periods.ROWS, *expressions.ROWS))


def _asked_readers(words: list[str]) -> Readers:
    """The same for a question with these words; before them those that are for questions alone."""
    if _ASKED_WORDS.isdisjoint(words):
        return readers()
    return (*(reader for hints, reader in _asked_rows() if not hints.isdisjoint(words)), *readers())


@cache
def _asked_rows() -> tuple[tuple[Set[str], Reader], ...]:
    return tuple((row[0], reader) for row in asked_periods.ROWS for reader in compiled((row[1:],)))


def compiled(rows: Sequence[expressions.Row]) -> Readers:
    return tuple((re.compile(pattern, re.IGNORECASE), read) for pattern, read in rows)


def may_name_a_time(text: str) -> bool:
    """Whether there is anything to read; most questions and statements have nothing."""
    return _may_name_a_time(text, _TOKEN.findall(text.lower()), _HINTS)


def _may_name_a_time(text: str, words: list[str], hints: Set[str]) -> bool:
    return not hints.isdisjoint(words) or _YEAR.search(text) is not None


def intervals(text: str, now: datetime, *, beyond: bool = False) -> tuple[Interval, ...]:
    """The stretches of time that `text` speaks of, seen from `now`, in reading order.

    `beyond`: it is a question; there "before 2020" and "after May" mean what lies on that side, not the time they name,
    a day without a month ("on the 3rd") is the latest, and it need not be asked in English.
    """
    text = text[:TEXT_CHARS_MAX]
    if now.tzinfo is None:
        now = now.replace(tzinfo=UTC)
    words = _TOKEN.findall(text.lower())
    if beyond and may_be_foreign(text, words):
        found: tuple[Interval, ...] = import_module(_FOREIGN).intervals(text, now)
        if found:
            return found
    if not _may_name_a_time(text, words, _ASKED_HINTS if beyond else _HINTS):
        return ()
    return _joined(text, read_all(text, now, _asked_readers(words) if beyond else readers()), now, beyond=beyond)


def read_all(text: str, now: datetime, rows: Readers, links: Set[str] = _LINKS) -> list[Found]:
    """What the readers make of a text, in reading order, each sign read once. `links`: words of a group `lead` that are
    no part of an expression."""
    found: list[Found] = []
    taken = [False] * len(text)
    for pattern, read in rows:
        for match in pattern.finditer(text):
            begin = _begin(match, links)
            if any(taken[begin : match.end()]):
                continue
            try:
                span = read(match, now)
            except (ValueError, OverflowError):
                continue
            if span is None:
                continue
            taken[begin : match.end()] = [True] * (match.end() - begin)
            interval = Interval(start=span[0], end=span[1], text=text[begin : match.end()].strip())
            found.append((begin, match.end(), interval))
            if len(found) == EXPRESSIONS_MAX:
                return sorted(found, key=_start)
    return sorted(found, key=_start)


def fit(
    time: NDArray[np.float64],
    spans: Sequence[Interval],
    *,
    later_days: float = 10.0,
    earlier_days: float = 3.0,
) -> NDArray[np.float32]:
    """How well each time (epoch seconds) fits the intervals: 1 inside, falling off outside, best interval counts.

    What happened is often told days later and rarely before, so the fall after the end is slower: e^(-gap/10 days)
    against e^(-gap/3 days). Worked: 10 days after the end gives 0.37, 3 days before the start the same.
    """
    best = np.zeros(len(time), dtype=np.float32)
    for span in spans:
        start, end = span.start.timestamp(), span.end.timestamp()
        late = np.maximum(time - end, 0) / (later_days * 86_400)
        early = np.maximum(start - time, 0) / (earlier_days * 86_400)
        np.maximum(best, np.exp(-(late + early)).astype(np.float32), out=best)
    return best


def _begin(match: re.Match[str], links: Set[str]) -> int:
    """Where the expression itself begins: "in", "since" or "between" before it are not part of it."""
    lead = match.groupdict().get("lead")
    return match.end("lead") if lead and lead.strip().lower() in links else match.start()


def _start(entry: Found) -> int:
    return entry[0]


def _nested(text: str, found: list[Found], now: datetime) -> list[Found]:
    """ "August last year", "Friday last week", "a year ago today": two that stand together and tell one time."""
    kept: list[Found] = []
    for entry in found:
        if kept and text[kept[-1][1] : entry[0]].strip(" ,").lower() in _OF:
            words = text[kept[-1][0] : entry[1]]
            narrow, wide = sorted((kept[-1][2], entry[2]), key=lambda interval: interval.end - interval.start)
            part = _part_of(narrow, wide, words, now)
            if part is not None:
                kept[-1] = (kept[-1][0], entry[1], part)
                continue
        kept.append(entry)
    return kept


def _part_of(narrow: Interval, wide: Interval, words: str, now: datetime) -> Interval | None:
    """A part of a year or a week next to one is that part of it; None where they are two times."""
    lasts = wide.end - wide.start
    if lasts == _WEEK and narrow.text.lower().split()[-1] in WEEKDAYS:
        return _moved(narrow, -((narrow.start - wide.start).days // 7 * _WEEK), words)
    if wide.text.lower().endswith(" ago"):
        return _as_long_ago(narrow, wide, words, now)
    if lasts >= _YEAR_MIN > narrow.end - narrow.start:
        span = narrow.end - narrow.start
        begins = narrow.start + span / 3 if span <= _FEAST_MAX else narrow.start  # New Year's begins the day before
        return _years_back(narrow, begins.year - wide.start.year, words)
    return None


def _as_long_ago(narrow: Interval, ago: Interval, words: str, now: datetime) -> Interval | None:
    """ "two weeks ago today" is that day; "in May two years ago" is the May of that year."""
    then, today = ago.start + (ago.end - ago.start).days // 2 * _DAY, midnight(now)
    in_years = ago.end - ago.start >= _YEARS_AGO
    said = frozenset(_TOKEN.findall(narrow.text.lower()))
    if not _AS_NOW.isdisjoint(said):
        return _years_back(narrow, today.year - then.year, words) if in_years else _moved(narrow, then - today, words)
    if in_years and not ONCE_A_YEAR.isdisjoint(said) and not _NAMES_YEAR.search(narrow.text):
        return _years_back(narrow, narrow.start.year - then.year, words)
    return None


def _with_weekday(text: str, found: list[Found]) -> list[Found]:
    """ "Monday, May 6, 2024" is that day; the Monday of this week is not meant. Without a year it may be the coming
    one: "next Monday, May 6"."""
    kept: list[Found] = []
    for entry in found:
        if kept and _DATED.fullmatch(text, kept[-1][1], entry[0]):
            begin, words = kept[-1][0], text[kept[-1][0] : entry[1]]
            day = _of_weekday(kept[-1][2], entry[2]) or _of_weekday(entry[2], kept[-1][2])
            if day is not None:
                kept[-1] = (begin, entry[1], Interval(start=day.start, end=day.end, text=words))
                continue
        kept.append(entry)
    return kept


def _of_weekday(named: Interval, day: Interval) -> Interval | None:
    """The day that a weekday and a date beside it mean, or None where one of them is neither."""
    name = named.text.lower().split()[-1]
    if name not in WEEKDAYS or day.end - day.start != _DAY or day.text.lower().split()[-1] in WEEKDAYS:
        return None
    if not any(sign.isdigit() for sign in day.text):
        return day if day.start.weekday() == WEEKDAYS[name] else None  # "yesterday, Tuesday"
    same = (named.start.month, named.start.day) == (day.start.month, day.start.day)
    return named if same and not _NAMES_YEAR.search(day.text) else day


def _weekday_beside(text: str, found: list[Found]) -> list[Found]:
    """ "the Sunday before October 25": the last such day before it, or the first after it."""
    kept: list[Found] = []
    for entry in found:
        link = text[kept[-1][1] : entry[0]].strip().lower().removesuffix(" the") if kept else ""
        before, day = kept[-1][2] if kept else entry[2], entry[2]
        name = before.text.lower().split()[-1]
        if link in {"before", "after"} and name in WEEKDAYS and day.end - day.start == _DAY:
            gap = (day.start.weekday() - WEEKDAYS[name]) % 7 or 7
            start = day.start - timedelta(days=gap if link == "before" else gap - 7 or -7)
            words = text[kept[-1][0] : entry[1]]
            kept[-1] = (kept[-1][0], entry[1], Interval(start=start, end=start + _DAY, text=words))
        else:
            kept.append(entry)
    return kept


def _moved(interval: Interval, by: timedelta, words: str) -> Interval:
    return Interval(start=interval.start + by, end=interval.end + by, text=words)


def _years_back(interval: Interval, years: int, words: str) -> Interval:
    return Interval(start=year_back(interval.start, years), end=year_back(interval.end, years), text=words)


def _whole_week(text: str, entry: Found) -> Found:
    """ "the week of 6 May", "the weekend of May 4": the one that day lies in, or lies next to."""
    begin, end, interval = entry
    lead = max(0, begin - _LEAD_CHARS)
    match = _WEEK_OF.search(text[lead:begin]) if interval.end - interval.start <= _FEAST_MAX else None
    if match is None:
        return entry
    day = interval.start if interval.end - interval.start == _DAY else interval.start + _DAY
    start, lasts = day - day.weekday() * _DAY, _WEEK
    if match["end"]:
        start, lasts = start + (5 if day.weekday() > 1 else -2) * _DAY, 2 * _DAY
    elif match["how"].lower() != "of":
        start = day - 6 * _DAY if match["how"].lower() == "ending" else day
    begin = lead + match.start()
    return begin, end, Interval(start=start, end=start + lasts, text=text[begin:end])


def _joined(text: str, found: list[Found], now: datetime, *, beyond: bool) -> tuple[Interval, ...]:
    """ "between A and B" and "from A to B" are one stretch; "since A" lasts until now."""
    found = _weekday_beside(text, _with_weekday(text, _nested(text, found, now)))
    found = [_whole_week(text, entry) for entry in found]
    merged: list[Interval] = []
    skip = False
    for place, (begin, end, interval) in enumerate(found):
        if skip:
            skip = False
            continue
        lead = text[max(0, begin - _LEAD_CHARS) : begin].lower()
        if place + 1 < len(found):
            next_begin, _, following = found[place + 1]
            link = text[end:next_begin].strip().lower()
            opened = _FROM.search(lead) and (link == "and" or link in _THROUGH)
            if opened or (link in _THROUGH and _both_dated(interval, following)):
                merged.append(_stretch(interval, following, f"{interval.text} {link} {following.text}"))
                skip = True
                continue
        if re.search(r"\bsince\s+(?:the\s+)?$", lead) and interval.start < now:
            merged.append(Interval(start=interval.start, end=max(now, interval.end), text=f"since {interval.text}"))
        else:
            merged.append(_beyond(interval, lead, now) if beyond else interval)
    return tuple(merged)


def _both_dated(first: Interval, last: Interval) -> bool:
    """ "May 2023 to July 2023" needs no "from"; "Monday to Friday" may be every week."""
    dated = _NAMES_YEAR.search(first.text) and _NAMES_YEAR.search(last.text)
    return bool(dated) and first.start <= last.start


def _stretch(first: Interval, last: Interval, words: str) -> Interval:
    """From the one to the end of the other. One that is said without a year takes that of the other: the November of
    "from November to February" is the one before that February."""
    dated, until = (_NAMES_YEAR.search(one.text) is not None for one in (first, last))
    yearly, then = (not ONCE_A_YEAR.isdisjoint(_TOKEN.findall(one.text.lower())) for one in (first, last))
    if yearly and not dated and (until or (first.start > last.start and first.end > last.end)):
        years = first.start.year - last.start.year
        first = _years_back(first, years + (year_back(first.start, years) > last.start), first.text)
    elif yearly and dated and then and not until and _CHOSEN.isdisjoint(last.text.lower().split()):
        years = last.start.year - first.start.year
        last = _years_back(last, years - (year_back(last.start, years) < first.start), last.text)
    elif first.start > last.start and all(WEEKDAYS.keys() & _TOKEN.findall(one.text.lower()) for one in (first, last)):
        first = _moved(first, -((first.start - last.start).days // 7 + 1) * _WEEK, first.text)
    return Interval(start=min(first.start, last.start), end=max(first.end, last.end), text=words)


def _beyond(interval: Interval, lead: str, now: datetime) -> Interval:
    """All that lies on the side that "before", "until" or "after" points to.

    Worked: "before 2020" ends where 2020 begins, "until 2020" where it ends, "after May" begins with June.
    """
    if _NEAR.search(lead) or _BUSY.search(lead):
        return interval
    if _BEFORE.search(lead) and interval.start > BEGINNING:
        until = _UNTIL.search(lead) is not None
        if until:
            return Interval(start=BEGINNING, end=interval.end, text=f"until {interval.text}")
        words = f"before {interval.text}"
        return Interval(start=BEGINNING, end=interval.start, text=words, outside=interval.text)
    if _AFTER.search(lead) and interval.end < now:
        return Interval(start=interval.end, end=now, text=f"after {interval.text}", outside=interval.text)
    return interval
