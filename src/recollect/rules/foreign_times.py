"""Expressions of time in questions that are not asked in English: "vor zwei Wochen", "en mayo de 2023", "去年五月".

Tables of readers, made for one language at a time when a question is first asked in it, for
`recollect.rules.foreign_questions`. Which language that is, is told by its words; a question with more English words is
none of these. The words are in `recollect.rules.lexicon.foreign_times`, the readers of Chinese and Japanese in
`recollect.rules.eastern_times`. Feasts and decades are not read here. Pure.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, partial
from typing import TYPE_CHECKING, Final

from recollect.rules import eastern_times
from recollect.rules.expressions import YEAR
from recollect.rules.late import late
from recollect.rules.lexicon.foreign_times import ENGLISH, TONGUES
from recollect.rules.lexicon.tongues import Sides, Tongue
from recollect.rules.not_times import NO_AMOUNT, NO_CURRENCY
from recollect.rules.stretches import (
    DAY,
    counted_back,
    day_of,
    latest_year,
    month_of,
    season_of,
    steps_on,
    third_of,
    up_to_now,
    weekday_beside,
    year_back,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from recollect.rules.expressions import Row, Span

EASTERN: Final = "east"
"""Chinese and Japanese: their words of time do not clash, and share signs."""
_EASTERN_SIGN: Final = late("[\u3040-\u30ff\u4e00-\u9fff]")
_WORD: Final = late(r"[^\W\d_]+")
_FEW: Final = r"(?(f)(?! (?:d[aeiou]s?|de[lr]|dell\w*|vo[rnm])\b))"
""" "los últimos días de mi viaje" are none of those right before now."""
_FEW_DAYS: Final = 7
_FEW_OTHERS: Final = 3
"""So many are the "last days", and the last weeks, months or years."""
_WORTH_MIN: Final = 2
"""One word of a language alone, or two that others have too."""


@cache
def _folds() -> dict[int, str]:
    """Letters without their accents, one for one, so that places in a text stay the same."""
    folds = {ord("’"): "'", ord("ё"): "е", ord("Ё"): "Е", ord("ß"): "s"}
    for code in range(0xC0, 0x250):
        base = unicodedata.normalize("NFD", chr(code))[0]
        if base.isascii():
            folds[code] = base
    return folds | {ord("０") + digit: str(digit) for digit in range(10)}


def plain(text: str) -> str:
    """Worked: "märz" and "März" are read as "marz" and "Marz"."""
    return text.translate(_folds())


@cache
def _worth() -> tuple[frozenset[str], dict[str, tuple[frozenset[str], frozenset[str]]]]:
    """The words that tell English, and those that tell each other language."""
    told = {
        name: (frozenset(plain(tongue.strong).split()), frozenset(plain(tongue.weak).split()))
        for name, tongue in TONGUES.items()
    }
    return frozenset(ENGLISH.split()), told


def languages_of(text: str) -> tuple[str, ...]:
    """The language a text is in, the likeliest first where they are alike; none where it may as well be English.

    A word that is of one language alone counts two, one that others have too counts one, an English one two against it.
    Worked: "en route to Mars 2020" has two French words that others have too, and an English one: it is not French.
    """
    english, told = _worth()
    words = frozenset(_WORD.findall(plain(text).lower()))
    against = 2 * len(words & english)
    if len(_EASTERN_SIGN.findall(text)) > 2 * against:
        return (EASTERN,)
    worth = {name: 2 * len(words & strong) + len(words & weak) for name, (strong, weak) in told.items()}
    most = max(worth.values())
    return tuple(name for name in worth if worth[name] == most) if most > against and most >= _WORTH_MIN else ()


def rows_of(language: str) -> tuple[Row, ...]:
    return eastern_times.ROWS if language == EASTERN else _rows(TONGUES[language])


@cache
def lead_of(language: str) -> re.Pattern[str]:
    """What ends before a time and says nothing: the "en la" of "en la semana pasada"."""
    if language == EASTERN:
        return re.compile("(?!)")
    words = "|".join(f"{word}{_gap(word)}" for word in TONGUES[language].leads.split("|"))
    return re.compile(rf"(?:\b(?:{words})){{1,2}}$", re.IGNORECASE)


def _gap(word: str) -> str:
    """What stands between a word and the next: nothing after "l'"."""
    return "" if word.endswith("'") else " "


def _group(name: str, choices: Sequence[str]) -> str:
    """Longer ones first, so that "ein paar" is not "ein"."""
    return f"(?P<{name}>{'|'.join(sorted(choices, key=len, reverse=True))})"


def _rows(tongue: Tongue) -> tuple[Row, ...]:
    of, day = tongue.of, r"(?P<d>[0-2]?\d|3[01])"
    month, season = _group("m", tongue.months), _group("s", tongue.seasons)
    weekday, part = _group("w", tongue.weekdays), _parts(tongue.parts)
    year = rf"(?:,? ?{of}(?P<y>{YEAR})\b)"
    th = rf"(?:{tongue.ordinal})?"
    last_day = rf"(?: ?[-–] ?| (?:{tongue.through}) )(?P<z>[0-2]?\d|3[01]){th}"
    weekday_before = rf"(?:\b(?:{'|'.join(tongue.weekdays)}),? (?:(?:den|dem|der|el|le|il|dia|o) )?)?"

    def read(reader: Callable[..., Span]) -> Callable[[re.Match[str], datetime], Span]:
        return partial(reader, tongue=tongue)

    return (
        (rf"(?<![\d./-])(?P<d>\d{{1,2}})[./-](?P<m>\d{{1,2}})[./-](?P<y>{YEAR})(?!\d)", _numeric),
        (rf"{weekday_before}(?<![\d.,:/-]){day}{th}(?:{last_day})? {of}{month}\b{year}?", read(_day)),
        *_counting_rows(tongue),
        *_stepping_rows(tongue),
        (rf"\b{part} ?{of}{month}\b{year}?", read(_month)),
        (rf"\b{part}(?P<m>(?!))? ?{of}(?P<y>{YEAR})\b", read(_month)),
        (rf"\b{month}{year}", read(_month)),
        (rf"{_right_after(tongue.in_)}(?P<y>(?!))?\b{month}\b", read(_month)),
        (rf"{_right_after(tongue.and_)}(?P<y>(?!))?\b{month}\b", read(_month_or_name)),
        (rf"\b{season}{year}", read(_season)),
        (
            rf"(?:{_right_after(tongue.season_in)}|\b(?=(?:{tongue.seasonal or '(?!)'})\b))(?P<y>(?!))?{season}\b",
            read(_season),
        ),
        (rf"{_right_after(tongue.on)}{_not_after(tongue.every)}\b{weekday}\b", read(_weekday)),
        *((rf"\b(?:{pattern})\b", partial(_named_day, step=step)) for pattern, step in tongue.days.items()),
        *([(rf"\b(?:{tongue.weekend})\b", _weekend)] if tongue.weekend else ()),
        (rf"{NO_CURRENCY}\b(?P<y>{YEAR})\b(?!\d|[-/.]\d){NO_AMOUNT}", _year),
    )


def _counting_rows(tongue: Tongue) -> list[Row]:
    """ "vor zwei Wochen", "los últimos tres meses"."""
    fill = {
        "n": _group("n", [r"(?<![\d.,])\d{1,3}", *tongue.numbers]),
        "u": rf"{_group('u', list(tongue.counted))}\b",
        "h": f"(?P<h>{tongue.half})?",
        "f": "(?P<f>)",
    }
    read, no_month = ((tongue.ago, _ago), (tongue.lately, _lately)), _no_month(tongue)
    return [
        (rf"\b(?:{pattern.format(**fill)})(?!\w){no_month}{_FEW * ('{f}' in pattern)}", partial(reader, tongue=tongue))
        for patterns, reader in read
        for pattern in patterns
    ]


def _stepping_rows(tongue: Tongue) -> list[Row]:
    """ "letzte Woche", "la semana pasada", and what lies within: "im Mai letzten Jahres"."""
    parts = [_group("m", tongue.months), _group("s", tongue.seasons), _group("w", tongue.weekdays)]
    units = list(tongue.units)
    part = "|".join((*parts, _parts(tongue.parts)))
    noun = rf"(?:{'|'.join((*parts, _group('u', units)))})"
    sides = [(tongue.last, -1), (tongue.this, 0), (tongue.next, 1)]
    within: list[Row] = [
        (rf"\b(?:{part}),? ?{tongue.of}{wide}", partial(_within, tongue=tongue, step=step))
        for side, step in sides
        for wide in _stepped(side, _group("k", units))
    ]
    return [
        *within,
        *(
            (one + _no_month(tongue), partial(_step, tongue=tongue, step=step))
            for side, step in sides
            for one in _stepped(side, noun)
        ),
    ]


def _no_month(tongue: Tongue) -> str:
    """ "la última semana de mayo" is none of those right before now; "letztes Jahr im Mai" is."""
    months = "|".join(tongue.months)
    return rf"(?:(?<=jahr)|(?<=jahre)|(?! (?:im |des |vom |del? |du |d[ao] |di |d')?(?:{months}|mes|mois|monats)\b))"


def _parts(parts: Sequence[str]) -> str:
    return "(?:" + "|".join(f"(?P<p{which}>{pattern})" for which, pattern in enumerate(parts)) + ")"


def _stepped(side: Sides, noun: str) -> list[str]:
    before, after = side
    found = [rf"\b(?:{before})(?:[ -]|(?<='))(?:{noun})\b"] if before else []
    return [*found, rf"\b(?:{noun}) (?:{after})\b"] if after else found


def _right_after(words: str) -> str:
    """One of them stands before, and is no part of the expression."""
    found = (rf"(?<=\b{word}{_gap(word)})" for word in words.split("|") if word)
    return rf"(?:{'|'.join(found)})" if words else ""


def _not_after(words: str) -> str:
    return "".join(rf"(?<!\b{word} )" for word in words.split("|") if word)


def _which(word: str, choices: Sequence[str]) -> int:
    """The place of the pattern that this word is."""
    return next(place for place, one in enumerate(choices) if re.fullmatch(one, word, re.IGNORECASE))


def _month_number(match: re.Match[str], tongue: Tongue) -> int:
    return 1 + _which(match["m"], tongue.months)


def _season_month(match: re.Match[str], tongue: Tongue) -> int:
    return 3 + 3 * _which(match["s"], tongue.seasons)


def _unit(word: str, units: dict[str, str]) -> str:
    return list(units.values())[_which(word, list(units))]


def _number(word: str | None, tongue: Tongue) -> float:
    if word is None or word.isdigit():
        return int(word) if word else 1
    return list(tongue.numbers.values())[_which(word, list(tongue.numbers))]


def _counted(match: re.Match[str], tongue: Tongue) -> tuple[float, str]:
    count, unit = _number(match.groupdict().get("n"), tongue), _unit(match["u"], tongue.counted)
    return (6 * count, "month") if unit == "half a year" else (count, unit)


def _ago(match: re.Match[str], now: datetime, tongue: Tongue) -> Span:
    count, unit = _counted(match, tongue)
    is_vague = re.fullmatch(tongue.vague, match["n"] or "", re.IGNORECASE) is not None
    return counted_back(count + 0.5 if match.groupdict().get("h") else count, unit, now, is_vague=is_vague)


def _lately(match: re.Match[str], now: datetime, tongue: Tongue) -> Span:
    count, unit = _counted(match, tongue)
    if match.groupdict().get("f") is not None:
        count = _FEW_DAYS if unit == "day" else _FEW_OTHERS
    return up_to_now(round(count), unit, now)


def _numeric(match: re.Match[str], now: datetime) -> Span:
    """The day comes first everywhere but in America; "5/13/2023" is of there."""
    day, month = int(match["d"]), int(match["m"])
    return day_of(int(match["y"]), day, month) if month > 12 else day_of(int(match["y"]), month, day)


def _day(match: re.Match[str], now: datetime, tongue: Tongue) -> Span:
    month, day = _month_number(match, tongue), int(match["d"])
    first = day_of(int(match["y"]) if match["y"] else latest_year(now, month, day), month, day)
    last = day_of(first[0].year, month, int(match["z"])) if match["z"] else first
    return (first[0], last[1]) if first[0] <= last[0] else None


def _step(match: re.Match[str], now: datetime, tongue: Tongue, step: int) -> Span:
    """ "letzten Mai", "el verano pasado", "letzten Freitag", "letzte Woche"."""
    if match["m"]:
        month = _month_number(match, tongue)
        if step > 0:
            return month_of(now.year if month > now.month else now.year + 1, month)
        return month_of(latest_year(now, month) - (step < 0 and month == now.month), month)
    if match["s"]:
        start, end = season_of(_season_month(match, tongue), now, is_over=step < 0)
        return (year_back(start, -1), year_back(end, -1)) if step > 0 else (start, end)
    if match["w"]:
        return weekday_beside(_which(match["w"], tongue.weekdays), now, is_ahead=step >= 0)
    return steps_on(step, _unit(match["u"], tongue.units), now)


def _within(match: re.Match[str], now: datetime, tongue: Tongue, step: int) -> Span:
    """ "im Mai letzten Jahres", "el viernes de la semana pasada", "Ende letzten Monats"."""
    unit = _unit(match["k"], tongue.units)
    wide = steps_on(step, unit, now)
    if match["w"]:
        day = wide[0] + _which(match["w"], tongue.weekdays) * DAY
        return (day, day + DAY) if unit == "week" else None
    if match["m"] or match["s"]:
        if unit != "year":
            return None
        if match["m"]:
            return month_of(wide[0].year, _month_number(match, tongue))
        return season_of(_season_month(match, tongue), now, wide[0].year)
    return third_of(wide, _part(match) or 0)


def _part(match: re.Match[str]) -> int | None:
    said = match.groupdict()
    return next((which for which in range(3) if said.get(f"p{which}")), None)


def _month(match: re.Match[str], now: datetime, tongue: Tongue) -> Span:
    part = _part(match)
    if not match["m"]:
        year = int(match["y"])
        return third_of((day_of(year, 1, 1)[0], day_of(year + 1, 1, 1)[0]), part or 0)
    month = _month_number(match, tongue)
    whole = month_of(int(match["y"]) if match["y"] else latest_year(now, month), month)
    return whole if part is None else third_of(whole, part)


def _month_or_name(match: re.Match[str], now: datetime, tongue: Tongue) -> Span:
    """Not "la madre de Julio"; German writes all nouns with a capital, and names nobody so."""
    return None if match["m"][0].isupper() and tongue.and_ != "und" else _month(match, now, tongue)


def _season(match: re.Match[str], now: datetime, tongue: Tongue) -> Span:
    return season_of(_season_month(match, tongue), now, int(match["y"]) if match["y"] else 0)


def _weekday(match: re.Match[str], now: datetime, tongue: Tongue) -> Span:
    return weekday_beside(_which(match["w"], tongue.weekdays), now)


def _named_day(match: re.Match[str], now: datetime, step: int) -> Span:
    return steps_on(step, "day", now)


def _weekend(match: re.Match[str], now: datetime) -> Span:
    return steps_on(-1, "weekend", now)


def _year(match: re.Match[str], now: datetime) -> Span:
    year = int(match["y"])
    return day_of(year, 1, 1)[0], day_of(year + 1, 1, 1)[0]
