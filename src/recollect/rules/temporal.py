"""Time expressions in a question: "last summer", "in May 2023", "two weeks ago" become intervals against a given now.

Pure: `now` is an argument. English expressions and ISO dates are understood; what is not understood is simply not
there, because a question is also searched by its words. Expressions without a year mean the latest one that has begun.
Dates inside stored texts are not interpreted here; only the time an item carries is compared with the intervals.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from recollect.rules import expressions, periods
from recollect.rules.expressions import WEEKDAYS, year_back
from recollect.rules.late import late

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

EXPRESSIONS_MAX: Final = 8
"""Intervals taken from one question."""
TEXT_CHARS_MAX: Final = 2_000

_OF: Final = frozenset(("", "of", "in", "on", "of the", "in the"))
_YEAR_MIN: Final = timedelta(days=300)
"""What lasts this long is a year; a shorter stretch beside it is a part of one."""
_LINKS: Final = frozenset(
    "in of on during since until till by before after around from between and to the over".split()
)
_TOKEN: Final = late(r"[a-z]+|\d+")
_YEAR: Final = late(r"(?<!\d)(?:\d{4}(?!\d)|(?:\d\d)?\d0['’]?s\b)")
_HINTS: Final = expressions.HINTS | periods.HINTS
_DAY: Final = timedelta(days=1)
_WEEK: Final = timedelta(days=7)
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


@dataclass(frozen=True, kw_only=True, slots=True)
class Interval:
    """A stretch of time, the end not included."""

    start: datetime
    end: datetime
    text: str
    """The words it was read from."""
    outside: str = ""
    """The words of a time beside which it lies and which is no part of it: the 2020 of "before 2020"."""


@cache
def readers() -> tuple[tuple[re.Pattern[str], Callable[[re.Match[str], datetime], expressions.Span]], ...]:
    """The readers in order (what is read first is taken); compiled on first use."""
    rows = (*periods.ROWS, *expressions.ROWS)
    return tuple((re.compile(pattern, re.IGNORECASE), read) for pattern, read in rows)


def may_name_a_time(text: str) -> bool:
    """Whether there is anything to read; most questions and statements have nothing."""
    return not _HINTS.isdisjoint(_TOKEN.findall(text.lower())) or _YEAR.search(text) is not None


def intervals(text: str, now: datetime, *, beyond: bool = False) -> tuple[Interval, ...]:
    """The stretches of time that `text` speaks of, seen from `now`, in reading order.

    `beyond`: "before 2020" and "after May" mean what lies on that side, as in a question; else the time they name.
    """
    text = text[:TEXT_CHARS_MAX]
    if not may_name_a_time(text):
        return ()
    if now.tzinfo is None:
        now = now.replace(tzinfo=UTC)
    found: list[tuple[int, int, Interval]] = []
    taken = [False] * len(text)
    for pattern, read in readers():
        for match in pattern.finditer(text):
            if any(taken[_begin(match) : match.end()]):
                continue
            try:
                span = read(match, now)
            except (ValueError, OverflowError):
                continue
            if span is None:
                continue
            begin = _begin(match)
            taken[begin : match.end()] = [True] * (match.end() - begin)
            interval = Interval(start=span[0], end=span[1], text=text[begin : match.end()].strip())
            found.append((begin, match.end(), interval))
            if len(found) == EXPRESSIONS_MAX:
                return _joined(text, sorted(found, key=_start), now, beyond=beyond)
    return _joined(text, sorted(found, key=_start), now, beyond=beyond)


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


def _begin(match: re.Match[str]) -> int:
    """Where the expression itself begins: "in", "since" or "between" before it are not part of it."""
    lead = match.groupdict().get("lead")
    return match.end("lead") if lead and lead.strip().lower() in _LINKS else match.start()


def _start(entry: tuple[int, int, Interval]) -> int:
    return entry[0]


def _nested(text: str, found: list[tuple[int, int, Interval]]) -> list[tuple[int, int, Interval]]:
    """ "August last year", "Friday last week": a part of a year or a week next to one is that part of it."""
    kept: list[tuple[int, int, Interval]] = []
    for entry in found:
        if kept and text[kept[-1][1] : entry[0]].strip(" ,").lower() in _OF:
            narrow, wide = sorted((kept[-1][2], entry[2]), key=lambda interval: interval.end - interval.start)
            if wide.end - wide.start == _WEEK and narrow.text.lower().split()[-1] in WEEKDAYS:
                days = (narrow.start - wide.start).days // 7 * _WEEK
                kept[-1] = (kept[-1][0], entry[1], _moved(narrow, -days, text[kept[-1][0] : entry[1]]))
                continue
            if wide.end - wide.start >= _YEAR_MIN > narrow.end - narrow.start:
                years = wide.start.year - narrow.start.year
                words = text[kept[-1][0] : entry[1]]
                start, stop = year_back(narrow.start, -years), year_back(narrow.end, -years)
                kept[-1] = (kept[-1][0], entry[1], Interval(start=start, end=stop, text=words))
                continue
        kept.append(entry)
    return kept


def _weekday_beside(text: str, found: list[tuple[int, int, Interval]]) -> list[tuple[int, int, Interval]]:
    """ "the Sunday before October 25": the last such day before it, or the first after it."""
    kept: list[tuple[int, int, Interval]] = []
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


def _joined(text: str, found: list[tuple[int, int, Interval]], now: datetime, *, beyond: bool) -> tuple[Interval, ...]:
    """ "between A and B" and "from A to B" are one stretch; "since A" lasts until now."""
    found = _weekday_beside(text, _nested(text, found))
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
            opened = re.search(r"\b(?:between|from)\s+(?:the\s+)?$", lead)
            if opened and link in {"and", "to", "until", "till", "through", "-", "–"}:
                start, stop = min(interval.start, following.start), max(interval.end, following.end)
                if interval.start > following.start and interval.end > following.end:
                    # "between May and July" without a year: the May before that July.
                    start, stop = year_back(interval.start), following.end
                merged.append(Interval(start=start, end=stop, text=f"{interval.text} {link} {following.text}"))
                skip = True
                continue
        if re.search(r"\bsince\s+(?:the\s+)?$", lead) and interval.start < now:
            merged.append(Interval(start=interval.start, end=max(now, interval.end), text=f"since {interval.text}"))
        else:
            merged.append(_beyond(interval, lead, now) if beyond else interval)
    return tuple(merged)


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
