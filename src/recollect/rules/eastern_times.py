"""Expressions of time in Chinese and Japanese questions: "三天前", "上周五", "2023年5月3日", "先週の金曜日".

One table for both: their words of time share signs and do not clash. Used by `recollect.rules.foreign_times`. Pure.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from recollect.rules.stretches import (
    DAY,
    Stretch,
    counted_back,
    day_of,
    latest_year,
    month_of,
    season_of,
    steps_on,
    third_of,
    up_to_now,
    weekday_beside,
)

if TYPE_CHECKING:
    import re
    from datetime import datetime

    from recollect.rules.expressions import Row, Span

_DIGITS: Final = {sign: number for number, sign in enumerate("〇一二三四五六七八九")} | {
    "零": 0, "两": 2, "兩": 2, "几": 3, "幾": 3, "数": 3, "數": 3, "半": 0.5,
}  # fmt: skip
_VAGUE: Final = frozenset("几幾数數")
_FEW_DAYS: Final = 7
"""The "last few days", up to now."""
_TEN: Final = 10
_CENTURY: Final = 100
_STEPS: Final = {
    **dict.fromkeys("去 昨 先 上 きょねん".split(), -1),
    **dict.fromkeys("今 本 这 這 この ことし".split(), 0),
    **dict.fromkeys("明 来 來 下".split(), 1),
    **dict.fromkeys("前 一昨 上上 先々 先先 おととし".split(), -2),
}
_SEASONS: Final = "春夏秋冬"
_WEEK: Final = ("一月", "二火", "三水", "四木", "五金", "六土", "日天")
"""The signs of each weekday, Chinese and Japanese."""
_DAYS: Final = {
    "大前天": -3,
    "前天|前晚|一昨日|おととい|一昨夜": -2,
    "昨天|昨日|昨晚|昨晩|昨夜|きのう": -1,
    "今天|今日(?!子(?!供|ど))|本日|今朝|今早|今晚|今晩|今夜|きょう": 0,
    "明天|明日(?!香)|あした": 1,
    "(?<![大最以之然天日年月周週])[后後]天(?!性)|明[后後]日|あさって": 2,
}
_UNITS: Final = {
    "day": "天|日间|日間|日", "week": "个?(?:星期|礼拜)|個?(?:星期|禮拜)|週間|周间|周|週",
    "month": "[个個箇かヶヵカケ]月间?間?", "year": "年间?間?",
}  # fmt: skip
_COUNT: Final = r"(?P<n>(?<!\d)\d{1,3}|好?[几幾]|数|數|半|[一二三四五六七八九十两兩]{1,3})"
_UNIT: Final = "(?:" + "|".join(f"(?P<{unit}>{signs})" for unit, signs in _UNITS.items()) + ")"
_BACK: Final = "上上[个個]?|上[个個]?|先々|先先|先|[这這本今][个個]?|この|下[个個]?|来|來"
_YEAR: Final = (
    "(?:(?P<y>(?<!\\d)(?:19|20)\\d\\d|[一二][〇零一二三四五六七八九]{3})年(?!代)"
    "|(?P<ys>(?:一昨|[去昨前今本明来來])(?=年)|おととし|きょねん|ことし)年?)"
)
_HAN: Final = "[一二三四五六七八九十]"
_MONTH: Final = rf"(?P<m>(?<!\d)(?:1[0-2]|0?[1-9])|(?<!{_HAN})(?:十[一二]?|[一二三四五六七八九]))月(?![間间天兔街])份?"
_DAY: Final = rf"(?P<d>3[01]|[12]?\d|{_HAN}{{1,3}})[日号號](?!間|间)"
_LAST_DAY: Final = rf"(?:(?:到|至|から| ?[-–~〜～] ?)(?P<z>3[01]|[12]?\d|{_HAN}{{1,3}})[日号號](?!間|间)(?:まで)?)?"
_PART: Final = "(?:(?P<p0>年?初め?|月初|上旬)|(?P<p1>年中|中旬|半ば)|(?P<p2>年?底|年?末|月[底末]|下旬|の?終わり))?"
_SEASON: Final = "(?P<s>[春夏秋冬])[天季]?"
_WEEKDAY: Final = "(?P<w>[一二三四五六日天])"
_NO_HABIT: Final = "(?<![每毎])(?<!每[个個])(?<!毎週)(?<!毎週の)"


def number_of(signs: str) -> float:
    """Worked: "12", "十二" are 12, "二十一" is 21, "半" is 0.5."""
    if signs.isdigit() and signs.isascii():
        return int(signs)
    tens, ten, ones = signs.removeprefix("好").rpartition("十")
    if not ten:
        return _DIGITS[ones[-1]]  # "一两天" are two
    return _TEN * (_DIGITS[tens[-1]] if tens else 1) + (_DIGITS[ones[-1]] if ones else 0)


def _counted(match: re.Match[str]) -> tuple[float, str]:
    unit = next(unit for unit in _UNITS if match[unit])
    return number_of(match["n"]) + (0.5 if match.groupdict().get("h") else 0), unit


def _ago(match: re.Match[str], now: datetime) -> Span:
    count, unit = _counted(match)
    return counted_back(count, unit, now, is_vague=match["n"][-1] in _VAGUE)


def _lately(match: re.Match[str], now: datetime) -> Span:
    count, unit = _counted(match)
    if unit == "day" and match["n"][-1] in _VAGUE:
        count = _FEW_DAYS
    return up_to_now(*((6, "month") if count < 1 and unit == "year" else (max(1, round(count)), unit)), now)


def _year(match: re.Match[str], now: datetime) -> int:
    if said := match["y"]:
        return int(said) if said.isdecimal() else int("".join(str(_DIGITS[sign]) for sign in said))
    return now.year + _STEPS[match["ys"]]


def _dated(match: re.Match[str], now: datetime) -> Span:
    """A year, a month and a day, each of which may be missing: "2023年5月", "去年五月三日", "5月3日", "去年夏天"."""
    has_year = bool(match["y"] or match["ys"])
    if match["s"]:
        month = _season_month(match)
        return _third(match, season_of(month, now, _year(match, now) if has_year else 0))
    month, day = int(number_of(match["m"])), int(number_of(match["d"])) if match["d"] else 1
    year = _year(match, now) if has_year else latest_year(now, month, day)
    if not match["d"]:
        return _third(match, month_of(year, month))
    (start, end), last = day_of(year, month, day), match["z"]
    return start, max(end, day_of(year, month, int(number_of(last)))[1]) if last else end


def _whole_year(match: re.Match[str], now: datetime) -> Span:
    year = _year(match, now)
    return _third(match, (day_of(year, 1, 1)[0], day_of(year + 1, 1, 1)[0]))


def _slashed(match: re.Match[str], now: datetime) -> Span:
    return day_of(int(match["y"]), int(match["m"]), int(match["d"]))


def _decade(match: re.Match[str], now: datetime) -> Span:
    """Without a century the latest that has begun."""
    said = int(match["n"])
    first = said if said > _CENTURY else now.year - now.year % _CENTURY + said
    first -= _CENTURY * (first > now.year)
    return day_of(first, 1, 1)[0], day_of(first + 10, 1, 1)[0]


def _third(match: re.Match[str], stretch: Stretch) -> Stretch:
    part = next((which for which in range(3) if match[f"p{which}"]), None)
    return stretch if part is None else third_of(stretch, part)


def _stepped(match: re.Match[str], now: datetime, unit: str) -> Span:
    """ "上周五", "先週の金曜日", "上周末", "上个月5号", "先月末"."""
    stretch = steps_on(_STEPS[match["k"].rstrip("个個")], unit, now)
    if unit == "month":
        if match["d"]:
            return day_of(stretch[0].year, stretch[0].month, int(number_of(match["d"])))
        return _third(match, stretch)
    if match["end"]:
        return stretch[0] + 5 * DAY, stretch[1]
    if match["w"]:
        day = stretch[0] + _weekday_number(match["w"]) * DAY
        return day, day + DAY
    return stretch


def _stepped_season(match: re.Match[str], now: datetime) -> Span:
    return season_of(_season_month(match), now, is_over=_STEPS[match["k"].rstrip("个個")] < 0)


def _season(match: re.Match[str], now: datetime) -> Span:
    return season_of(_season_month(match), now)


def _season_month(match: re.Match[str]) -> int:
    return 3 + 3 * _SEASONS.index(match["s"])


def _weekday_number(sign: str) -> int:
    return next(number for number, signs in enumerate(_WEEK) if sign in signs)


def _weekday(match: re.Match[str], now: datetime) -> Span:
    return weekday_beside(_weekday_number(match["w"]), now)


def _weekend(match: re.Match[str], now: datetime) -> Span:
    return steps_on(-1, "weekend", now)


def _named_day(match: re.Match[str], now: datetime, step: int) -> Span:
    return steps_on(step, "day", now)


ROWS: Final[tuple[Row, ...]] = (
    (r"(?<!\d)(?P<y>(?:19|20)\d\d)([-/.])(?P<m>\d{1,2})\2(?P<d>\d{1,2})(?!\d)", _slashed),
    (r"(?<!\d)(?P<n>(?:19|20)?\d0)年代", _decade),
    (rf"(?<![\d.])(?:{_YEAR}[的の、,]?)?{_MONTH}(?P<s>(?!))?[的の]?(?:{_DAY}{_LAST_DAY}|{_PART})", _dated),
    (rf"{_YEAR}[的の]?{_SEASON}(?P<m>(?!))?(?P<d>(?!))?{_PART}", _dated),
    (rf"(?:最近|过去|過去|近|ここ|この|[这這](?=[几幾]))[的の]?{_COUNT}{_UNIT}(?P<h>半)?(?!前)", _lately),
    (rf"{_COUNT}{_UNIT}(?P<h>半)?多?(?:くらい|ぐらい|ほど)?(?:之前|以前|前)", _ago),
    (
        rf"(?P<k>{_BACK})(?:周(?!刊)|週(?!刊)|星期|礼拜|禮拜)[的の]?"
        r"(?:(?P<end>[週周]?末)|(?P<w>[月火水木金土日](?=曜)|[一二三四五六日天](?![次个個本]))(?:曜日?)?)?",
        partial(_stepped, unit="week"),
    ),
    (rf"(?P<k>{_BACK})月[的の]?(?:{_DAY}|{_PART})", partial(_stepped, unit="month")),
    (r"(?P<k>上[个個]?|この|[这這今][个個]?)(?P<s>[春夏秋冬])[天季]?", _stepped_season),
    (
        rf"{_NO_HABIT}(?<![一二三四五六七八九十两每\d])(?:周|週|星期|礼拜|禮拜){_WEEKDAY}(?![次个個天本围杰郎])",
        _weekday,
    ),
    (rf"{_NO_HABIT}(?P<w>[月火水木金土日])曜日", _weekday),
    (rf"{_YEAR}{_PART}", _whole_year),
    (r"(?P<s>[春夏秋冬])[天季](?!旅[馆館]|酒店)", _season),
    (rf"{_NO_HABIT}(?<![一二三四五六七八九十两兩\d个個])[周週]末(?![的の]?[前后後]|[想要]|打算)", _weekend),
    *((pattern, partial(_named_day, step=step)) for pattern, step in _DAYS.items()),
)
