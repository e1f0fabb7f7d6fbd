"""Times named in a clause, seen from the date of the conversation; for what lies ahead as well as for what is past.

The readers are those of `recollect.rules.temporal`, which take the latest time that has begun. A promise or an
appointment speaks of the next one, so what they find without a year is moved on by a week or a year.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Final, NamedTuple

from recollect.rules.expressions import COUNT, LEAP_DAY, number_of
from recollect.rules.lexicon.calendar_names import DAYS, HABITUAL, MAY, MONTH_NAMES, PAST
from recollect.rules.lexicon.kinship import KIN
from recollect.rules.stretches import year_back
from recollect.rules.temporal import may_name_a_time, readers
from recollect.write.extract.arrangements import arranged_for, settled_for
from recollect.write.extract.patterns import Lazy

MATCHES_MAX: Final = 4
"""Of one way to name a time: the first of them may be none, as the June of "June and I fly in October"."""
_DAY: Final = timedelta(days=1)
_YEAR: Final = timedelta(days=366)
_LATELY: Final = timedelta(days=31)
"""A day for which something was settled, and that was no longer ago, is hardly that of next year."""
_AS_IN_ENGLISH: Final = frozenset("april august september november".split())
"""German months that English readers read as well; with a point after the day they cannot."""
_FOREIGN_DAY: Final = Lazy(
    rf"\b(?P<d>[0-3]?\d)(?:(?:º|°|er|\.)? (?:de |d')?(?!(?:{'|'.join(sorted(_AS_IN_ENGLISH))})\b)|\. )"
    rf"(?P<m>{'|'.join(MONTH_NAMES)})(?!\w)"
    r"(?: (?:de |del )?(?P<y>(?:19|20)\d\d))?",
    re.IGNORECASE,
)
_FOREIGN_WEEKDAY: Final = Lazy(
    rf"(?P<before>\b[^\W\d]+ )?\b(?P<w>{'|'.join(DAYS)})\b(?P<after> [^\W\d]+)?",
    re.IGNORECASE,
    hints=" ".join(DAYS),
)
_FOREIGN_PAST: Final = Lazy(rf"\b(?:{'|'.join(PAST)})\b", re.IGNORECASE)
_EASTERN: Final = "\u0900"
"""From this sign on, which way a day lies is not known: there it is that of the year it was said in."""
_HAN_DAY: Final = Lazy(r"(?:(?P<y>(?:19|20)\d\d)年)?(?P<m>1[0-2]|0?[1-9])月(?:(?P<d>[0-3]?\d)[日号])?")
_IN_TIME: Final = Lazy(
    r"\bin (?:about )?(?P<n>\d{1,3}|an?|two|three|four|five|six|seven|eight|nine|ten|couple of|few) (?P<u>day|week"
    r"|month|year)s?\b(?: time)?(?! ago)",
    re.IGNORECASE,
)
_NUMBERS: Final = {
    "a": 1,
    "an": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "couple of": 2,
    "few": 3,
}
_UNIT_DAYS: Final = {"day": 1, "week": 7, "month": 30, "year": 365}
_BESIDE: Final = Lazy(
    rf"\b(?:(?P<all>the )(?P<n>{COUNT}(?: of)? )?|(?P<m>{COUNT}(?: of)? ))(?P<u>day|week)s? (?P<s>before|after)"
    r" (?:the )?$",
    re.IGNORECASE,
)
"""Before a time: what is meant lies so far from it."""
_ABOUT: Final = r"(?:(?:about|around|roughly|almost|nearly|just|only|still|exactly|at least|a|the) )*"
_STRETCH: Final = Lazy(
    rf"\b(?:for|over|within|during|last|first|final|next|these|those|my|our|his|their) {_ABOUT}$", re.IGNORECASE
)
"""Before a count of days: it tells how long, right up to the time or from it on."""
_AT_HAND: Final = Lazy(
    rf"\b(?:have|has|had|having|i've|we've|got|gets?|needs?|needed|spend|spends|spent|spending|takes?|took|every|each|in"
    rf"|another|there(?:'s|'re| is| are| was| were)|(?:gives?|gave) (?:me|us|you|him|her|them)) {_ABOUT}$",
    re.IGNORECASE,
)
"""Before a count of days: it tells how much time there is, and not when."""
_BESIDE_CHARS: Final = 40
_BACKWARD: Final = Lazy(r"\b(?:last|ago|yesterday|since|past|previous|the other day)\b", re.IGNORECASE)
_TIMES: Final = frozenset(
    """
    january february march april june july august september october november december jan feb apr jun jul aug sept sep
    oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tues thurs fri tomorrow tonight easter
    christmas xmas weekend
    """.split()
)
_AHEAD: Final = frozenset("next this coming by until till before".split())
_UNITS: Final = frozenset(
    """
    week month year summer spring autumn fall winter semester term quarter weekend evening afternoon morning january
    """.split()
)
_SEASONS: Final = frozenset("spring summer autumn winter".split())
_ORDINAL: Final = Lazy(r"\d{1,2}(?:st|nd|rd|th)$")
_WEEKDAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_AGAIN_AND_AGAIN: Final = Lazy(
    rf"\b(?:every|each|most) (?:{_WEEKDAY}s?|mornings?|evenings?|weekends?)"
    r"(?: (?:morning|afternoon|evening|night)s?)?\b"
    rf"|\b{_WEEKDAY}s?,? (?:mornings|afternoons|evenings|nights)\b",
    re.IGNORECASE,
)
_USUALLY_ON: Final = Lazy(
    rf"\b(?:usually|normally|typically|generally|always)\b(?: [\w'-]+){{1,6}}? on {_WEEKDAY}s?\b", re.IGNORECASE
)
_HABITS: Final = frozenset("usually normally typically generally always".split())
_DAYTIMES: Final = frozenset("mornings afternoons evenings nights".split())
_NO_DAY: Final = frozenset("every each most no".split())
"""Before a day: no day of the calendar; "like there's no tomorrow"."""
_BEFORE_MAY: Final = frozenset("in by until of next last early late mid".split())


class Span(NamedTuple):
    """A stretch of time, the end not included."""

    start: datetime
    end: datetime


_RANKED: Final = frozenset(
    """
    floor grade year yr time edition class form gear place gen generation century storey avenue street page level row
    round lap chapter episode attempt
    """.split()
)
"""After an ordinal: it counts no day."""
_THE_NTH: Final = Lazy(
    r"\b(?:on|by|until|till|before) the (?P<d>[0-3]?\d)(?:st|nd|rd|th)\b"
    rf"(?! (?:of|birthday|anniversary|{'|'.join(sorted(_RANKED))})\b)",
    re.IGNORECASE,
)
_DAY_OF_YEAR: Final = Lazy(r"(?:\d{4}|0?[1-9]|[12]\d|3[01])[/-](?:0?[1-9]|[12]\d|3[01])(?!\d)")

_COUNTED: Final = frozenset("am pm a.m p.m hours minutes times days weeks months years people".split())
"""After these "7-8" is a stretch, and no day of the year."""


_SINCE_REACH: Final = 4
"""Words before a day in which it may stand: "since early last March", "since the 3rd of May"."""
_ANOTHER: Final = frozenset("for on in by at until till from and or but".split())
"""Between "since" and a day: another one is told, "booked since March for June"."""


def names_day(words: list[str]) -> bool:
    """Whether these words name a day, month or coming stretch; "every Monday" and "on Mondays" are habits."""
    return any(_names_day(words, place) for place in range(len(words)))


def names_day_to_come(words: list[str]) -> bool:
    """The same, but for days since when something is so: "going to the gym since Monday"."""
    return any(_names_day(words, place) and not _since_when(words, place) for place in range(len(words)))


def _names_day(words: list[str], place: int) -> bool:
    word, before = words[place], words[place - 1] if place else ""
    following = words[place + 1] if place + 1 < len(words) else ""
    small_may = word == "may" and (before in _BEFORE_MAY or before[:1].isdigit())
    if word in _TIMES or word == MAY or small_may:
        return not (before in _NO_DAY or _is_habit(words, place) or _is_called_so(words, place))
    return bool(
        (word in _SEASONS and before in {"the", "next", "this", "last"})
        or (_ORDINAL.match(word) and following not in _RANKED)
        or (word in _UNITS and before in _AHEAD)
        or word in {"eod", "deadline"}
        or (
            word == "in"
            and place + 2 < len(words)
            and words[place + 2].rstrip("s") in _UNIT_DAYS
            and following != "the"
        )
        or (
            ("月" in word or "/" in word or "-" in word)
            and _DAY_OF_YEAR.match(word)
            and _COUNTED.isdisjoint(words[place + 1 : place + 2])
        )
    )


def _since_when(words: list[str], place: int) -> bool:
    """ "since Monday": when it began."""
    before = words[max(0, place - _SINCE_REACH) : place]
    return "since" in before and _ANOTHER.isdisjoint(before[before.index("since") :])


def _is_called_so(words: list[str], place: int) -> bool:
    """ "Jun and I", "with April", "my sister June": somebody, and no month."""
    if words[place].endswith("day"):
        return False
    before = words[place - 1] if place else ""
    return words[place + 1 : place + 3] == ["and", "i"] or before == "with" or before in KIN["en"]


def _is_habit(words: list[str], place: int) -> bool:
    """ "on Sunday mornings", "usually on Sunday": no Sunday of the calendar."""
    if not words[place].endswith("day"):
        return False
    following = words[place + 1] if place + 1 < len(words) else ""
    return following in _DAYTIMES or not _HABITS.isdisjoint(words[max(0, place - 7) : place])


def resolve(text: str, at: datetime, *, ahead: bool, after: str = "") -> Span | None:
    """The first time `text` names, seen from `at`; `ahead`: the next one, not the latest. Of what was arranged, the day
    that it was arranged for, unless what was said `after` it tells that it is over."""
    if at.tzinfo is None:
        at = at.replace(tzinfo=UTC)
    text = text[:600]
    if place := arranged_for(text, after):
        text, ahead = text[place:], True
    elif not ahead and (settled := settled_for(text, after)):
        coming, lately = (resolve(text[settled:], at, ahead=way) for way in (True, False))
        return lately if lately is not None and at - lately.end < _LATELY else coming
    text = _AGAIN_AND_AGAIN.sub(" ", text)
    text = _USUALLY_ON.sub(" ", text)
    foreign = _foreign(text, at, ahead=ahead)
    if foreign is not None:
        return foreign
    found = _IN_TIME.search(text)
    today = at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    if found and ahead:
        count = int(found["n"]) if found["n"].isdigit() else _NUMBERS[found["n"].lower()]
        day = today + timedelta(days=count * _UNIT_DAYS[found["u"].lower()])
        return Span(day, day + _DAY)
    if ahead and (found := _THE_NTH.search(text)):
        return _nth(today, int(found["d"]))
    if not may_name_a_time(text):
        return None
    for pattern, read in readers():
        for match in islice(pattern.finditer(text), MATCHES_MAX):
            try:
                span = read(match, at)
            except (ValueError, OverflowError):
                continue
            if span is not None:
                moved = _beside(_moved(Span(*span), match, at, ahead=ahead), match)
                # who moves something to Tuesday on a Tuesday speaks of the next one
                again = place and moved.start == today and match.groupdict().get("w")
                return Span(moved.start + 7 * _DAY, moved.end + 7 * _DAY) if again else moved
    return None


def _moved(span: Span, match: re.Match[str], at: datetime, *, ahead: bool) -> Span:
    words = match.group()
    named = match.groupdict().get("y")
    if (
        not ahead
        or span.end > at
        or span.end - span.start > _YEAR
        or named
        or _BACKWARD.search(words)
        or re.search(r"\d{4}", words)
    ):
        return span
    if span.end - span.start <= _DAY and match.groupdict().get("w"):
        return Span(span.start + 7 * _DAY, span.end + 7 * _DAY)
    years = 4 if (span.start.month, span.start.day) == LEAP_DAY else 1
    try:
        return Span(year_back(span.start, -years), year_back(span.end, -years))
    except (ValueError, OverflowError):
        return span


def _beside(span: Span, match: re.Match[str]) -> Span:
    """Worked: "two days before Christmas" is 23 December, "the week after" it the seven days from the 26th on. "I have
    two weeks before" it says nothing of when: that is the time itself."""
    before = match.string[max(0, match.start() - _BESIDE_CHARS) : match.start()]
    found = _BESIDE.search(before)
    if found is None:
        return span
    lead = "" if found["all"] else before[: found.start()]
    if lead and _AT_HAND.search(lead):
        return span
    first, last = span.start, span.end - _DAY
    named = match.groupdict()
    if named.get("h"):
        # a feast is read with the days around it; what lies beside it is counted from its own day
        first = last = span.start if (named["e"] or "").lower() == "eve" else span.start + _DAY
    counted = (found["n"] or found["m"] or "").lower().removesuffix(" ").removesuffix(" of")
    far = (number_of(counted) if counted else 1) * _UNIT_DAYS[found["u"].lower()] * _DAY
    if found["all"] or counted in _VAGUE or (lead and _STRETCH.search(lead)):
        return Span(first - far, first) if found["s"].lower() == "before" else Span(last + _DAY, last + _DAY + far)
    day = first - far if found["s"].lower() == "before" else last + far
    return Span(day, day + _DAY)


_VAGUE: Final = frozenset(("couple", "few", "several"))


def _nth(today: datetime, day: int) -> Span | None:
    for _ in range(3):
        try:
            start = today.replace(day=day)
        except ValueError:
            start = None
        if start is not None and start >= today:
            return Span(start, start + _DAY)
        today = (today.replace(day=28) + 4 * _DAY).replace(day=1)
    return None


def _foreign(text: str, at: datetime, *, ahead: bool) -> Span | None:
    match = (
        _HAN_DAY.search(text)
        if "月" in text
        else _FOREIGN_DAY.search(text)
        if not text.isascii() or " de " in text or "." in text or " " in text
        else None
    )
    if match is None:
        return _foreign_weekday(text, at)
    name = match["m"].lower()
    month = MONTH_NAMES.get(name) or (int(name) if name.isdigit() else 0)
    year = int(match["y"]) if match["y"] else at.year
    try:
        start = datetime(year, month, int(match["d"] or 1), tzinfo=UTC)
    except ValueError:
        return None
    if not match["y"] and ahead and start < at - _DAY:
        start = year_back(start, -1)
    elif not match["y"] and not ahead and start > at and name[0] < _EASTERN and not name.isdigit():
        start = year_back(start)
    end = start + _DAY if match["d"] else (start + 31 * _DAY).replace(day=1)
    return Span(start, end)


def _foreign_weekday(text: str, at: datetime) -> Span | None:
    """ "vendredi", "am Montag": the last one where the sentence tells the past, else the next; "le lundi" is any."""
    match = _FOREIGN_WEEKDAY.search(text)
    if match is None:
        return None
    before, after = ((match[side] or "").strip().lower() for side in ("before", "after"))
    if before in HABITUAL:
        return None
    today = at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    ahead = (DAYS[match["w"].lower()] - today.weekday()) % 7 or 7
    over = any(word in PAST for word in (before, after)) or _FOREIGN_PAST.search(text) is not None
    start = today + (ahead - 7 if over and ahead < 7 else -7 if over else ahead) * _DAY
    return Span(start, start + _DAY)
