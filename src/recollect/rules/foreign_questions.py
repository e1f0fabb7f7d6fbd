"""The times in a question that is not asked in English: "desde mayo", "vor zwei Wochen", "5月から7月まで".

`recollect.rules.temporal` loads this when it first meets such a question. It finds the language, lets its readers
(`recollect.rules.foreign_times`) read the text, then the English ones what is left, and looks what stands beside the
times. Pure.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple
from unicodedata import normalize

from recollect.rules.foreign_times import EASTERN, languages_of, lead_of, plain, rows_of
from recollect.rules.lexicon.foreign_times import TONGUES
from recollect.rules.stretches import year_back
from recollect.rules.temporal import BEGINNING, Interval, compiled, read_all, readers

if TYPE_CHECKING:
    from datetime import datetime

    from recollect.rules.temporal import Found, Readers

_BESIDE_CHARS: Final = 24
_BOTH_ENDS: Final = re.compile(r"\d\.?[^\d./-]+\d{1,2}(?!\d)")
""" "3. bis 5. Mai": a stretch already."""
_YEAR_SAID: Final = re.compile(r"\d{4}")
_IN: Final = re.compile(
    r",? (?:(?:en|in|im|em|a|no|na|au|am|el|le|il|nel|в)(?: (?:el|la|il|dia))? |nell'|l')?", re.IGNORECASE
)
"""Between a year and a month or a season of it."""
_YEAR_DAYS: Final = (365, 366)
_SEASON_DAYS_MAX: Final = 95
_WEEK_DAYS: Final = 7


class Links(NamedTuple):
    """Each is looked for in what stands before a time and, after a line's end, in what follows it."""

    since: re.Pattern[str]
    before: re.Pattern[str]
    after: re.Pattern[str]
    until: re.Pattern[str]
    opened: re.Pattern[str]
    through: re.Pattern[str]
    """Between the two ends of a stretch."""


def intervals(text: str, now: datetime) -> tuple[Interval, ...]:
    """As those of `recollect.rules.temporal`; none where the text is English, or names no time in its language."""
    text = normalize("NFC", text)
    low = plain(text)
    taken = {language: _signs(read_all(low, now, _readers(language))) for language in languages_of(text)}
    if not any(taken.values()):
        return ()
    language = max(taken, key=taken.__getitem__)
    found = read_all(low, now, (*_readers(language), *readers()))
    return _linked(text, _in_year(low, found), now, language)


def _in_year(low: str, found: list[Found]) -> list[Found]:
    """ "el año pasado en mayo", "im Sommer letztes Jahr": that month or season of that year."""
    kept: list[Found] = []
    for entry in found:
        part = _part_of_year(kept[-1][2], entry[2]) if kept and _IN.fullmatch(low, kept[-1][1], entry[0]) else None
        if part is not None:
            kept[-1] = (kept[-1][0], entry[1], replace(part, text=low[kept[-1][0] : entry[1]]))
        else:
            kept.append(entry)
    return kept


def _part_of_year(one: Interval, other: Interval) -> Interval | None:
    """None where they are two times; a weekday or a week of a year says nothing of which."""
    part, year = sorted((one, other), key=lambda interval: interval.end - interval.start)
    days, begins = (part.end - part.start).days, (year.start.month, year.start.day)
    dated = _WEEK_DAYS < days < _SEASON_DAYS_MAX or (days == 1 and any(sign.isdigit() for sign in part.text))
    if not dated or begins != (1, 1) or (year.end - year.start).days not in _YEAR_DAYS:
        return None
    if _YEAR_SAID.search(year.text) or _YEAR_SAID.search(part.text):
        return None
    back = part.start.year - year.start.year
    return replace(part, start=year_back(part.start, back), end=year_back(part.end, back))


def _signs(found: list[Found]) -> int:
    """How much of a text was read: of two languages that are alike, the one that reads more is meant."""
    return sum(end - begin for begin, end, _ in found)


@cache
def _readers(language: str) -> Readers:
    return compiled(rows_of(language))


@cache
def _links(language: str) -> Links:
    if language == EASTERN:
        return Links(
            since=re.compile("\n(?:以来|以來|以降|からずっと|から|起|开始|開始)"),
            before=re.compile("\n(?:之前|以前|より前|前)"),
            after=re.compile("\n(?:之后|之後|以后|以後|より後)"),
            until=re.compile("\n(?:为止|為止|まで)"),
            opened=re.compile(""),
            through=re.compile(r"\s?(?:到|至|から|[-–~〜～])\s?"),
        )
    tongue = TONGUES[language]

    def stands_before(words: str) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{words})(?: |(?<='))\n")

    return Links(
        since=stands_before(tongue.since),
        before=stands_before(tongue.before),
        after=stands_before(tongue.after),
        until=stands_before(tongue.until),
        opened=stands_before(tongue.between),
        through=re.compile(rf" (?:{tongue.through}) (?:(?:el|la|le|il|dem|den|o) )?| ?[-–] ?"),
    )


def _linked(text: str, found: list[Found], now: datetime, language: str) -> tuple[Interval, ...]:
    """The stretches that the times found mean: from the one to the other, since it, before or after it."""
    links, lead, low = _links(language), lead_of(language), plain(text).lower()
    merged: list[Interval] = []
    opened: tuple[int, Interval] | None = None
    for place, (begin, end, interval) in enumerate(found):
        if opened is not None:
            merged.append(_stretch(opened[1], interval, text[opened[0] : end]))
            opened = None
            continue
        beside = f"{low[max(0, begin - _BESIDE_CHARS) : begin]}\n{low[end : end + _BESIDE_CHARS]}"
        following = low[end : found[place + 1][0]] if place + 1 < len(found) else None
        if following is not None and links.through.fullmatch(following) and links.opened.search(beside):
            opened = (begin, interval)
        else:
            before = lead.search(low, max(0, begin - _BESIDE_CHARS), begin)
            meant = _beside(interval, beside, links, now)
            merged.append(replace(meant, text=text[before.start() if before else begin : end].strip()))
    return tuple(merged)


def _stretch(first: Interval, last: Interval, words: str) -> Interval:
    """Worked: asked in August 2023, "zwischen Mai und Juli 2021" begins in May 2021, "von November bis Februar" in the
    November before that February."""
    start = first.start
    if start > last.start and not _YEAR_SAID.search(first.text):
        start = year_back(start, start.year - last.start.year)
        start = year_back(start) if start > last.start else start
    return replace(first, start=min(start, last.start), end=max(last.end, start), text=words)


def _beside(interval: Interval, beside: str, links: Links, now: datetime) -> Interval:
    if _BOTH_ENDS.search(interval.text):
        return interval
    if links.since.search(beside) and interval.start < now:
        return replace(interval, end=max(now, interval.end))
    if links.until.search(beside) and interval.end > BEGINNING:
        return replace(interval, start=BEGINNING)
    if links.before.search(beside) and interval.start > BEGINNING:
        return replace(interval, start=BEGINNING, end=interval.start, outside=interval.text)
    if links.after.search(beside) and interval.end < now:
        return replace(interval, start=interval.end, end=now, outside=interval.text)
    return interval
