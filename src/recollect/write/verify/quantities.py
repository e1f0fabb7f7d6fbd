"""Numbers, amounts, dates and times of a statement, brought to one form so that they can be compared.

forty-one = 41, two decades = 20 years, 6'2" = 188 cm, 2pm = 14:00, 3 April = April 3rd. A quantity is a dimension and
a value; two statements disagree where they give different values in one dimension. Read from the folded text with
bounded patterns and from the words; no calendar is consulted, because nothing here depends on today.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.calendar_names import FEASTS, MONTHS, WEEKDAYS
from recollect.rules.lexicon.numbers import (
    DAYPOINTS,
    ORDINALS,
    PACES,
    POUND_KG,
    SCALES,
    SMALL,
    TENS,
    TIMES,
    UNITS,
    WHOLE,
)
from recollect.rules.text import fold
from recollect.write.verify.times import in_words
from recollect.write.verify.words import Word

TOLERANCE: Final = 0.012
"""Relative difference below which measured amounts are the same: 6'2" is 187.96 cm."""
QUANTITIES_MAX: Final = 16
WHEN: Final = frozenset("clock date day month weekday year".split())
"""Dimensions that say when something is."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value in a dimension; `code` for numbers that only name something (phone numbers, addresses, versions)."""

    dimension: str
    value: float | str
    text: str
    denied: bool = False
    """Named only to be ruled out: "not the 12th"."""


_HEIGHT: Final = late(r"\b(\d)\s?(?:'|ft|foot|feet)\s?(\d{1,2})?(?:\"|''|in\b|inch(?:es)?)?")
_CLOCK: Final = late(r"\b(\d{1,2})(?:[:.h](\d{2}))?\s?(am|pm|a\.m|p\.m|uhr|h|時|点|utc)?(?![\d\w%]|[.,]\d)")
_CODE: Final = late(r"\d{1,12}(?:\.\d{1,12}){2,8}|\+?\d[\d-]{0,20}(?:[ -]\d{3,12}){1,6}|\b\d{2,12}-\d{2,12}[\d-]{0,20}")
_ADDRESS: Final = late(r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){0,4}|https?://[^\s,;)]{1,200}")
_ISO: Final = late(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_NUMBER: Final = late(r"([$€£¥₹])?(\d[\d.,]*)(?:(k|m)$|(%|[a-z°]{0,4})$)")


def quantities(text: str, words: list[Word]) -> tuple[Quantity, ...]:
    """What the statement measures, in reading order."""
    plain = not any(letter.isdigit() for letter in text) and not any(_is_number_word(word.form) for word in words)
    if plain and "@" not in text and "://" not in text:
        return ()
    found: list[Quantity] = []
    lower = fold(text)[:1_200]
    lower, taken = _fixed_forms(lower, found)
    _from_words(words, found, taken)
    ruled_out = {
        words[place + 1 + skip].form
        for place in range(len(words))
        if words[place].form in _NOT or (words[place].form in _SAID and _takes_back(words[place + 1 :]))
        for skip in (0, 1)
        if place + 1 + skip < len(words)
    }
    marked = [replace(amount, denied=True) if fold(amount.text).split()[0] in ruled_out else amount for amount in found]
    return tuple(dict.fromkeys(marked))[:QUANTITIES_MAX]


_NOT: Final = frozenset("not nicht no pas nao instead".split())


_SAID: Final = frozenset("said wrote thought".split())


def _takes_back(rest: list[Word]) -> bool:
    """ "I said 1984 but it was 1985"."""
    return any(word.form in {"but", "actually", "meant"} for word in rest)


_NUMBER_WORDS: Final = frozenset(
    (
        *(*SMALL, *TENS, *WEEKDAYS, *MONTHS, *ORDINALS, *TIMES, *PACES, *WHOLE),
        *("dozen", "half", "hundred", "quarter", "halb", *DAYPOINTS, *(feast.split()[0] for feast in FEASTS)),
    )
)


def _is_number_word(form: str) -> bool:
    return form in _NUMBER_WORDS or ("-" in form and form.split("-", maxsplit=1)[0] in _NUMBER_WORDS)


def _fixed_forms(text: str, found: list[Quantity]) -> tuple[str, set[str]]:
    """Codes, ISO dates, feet and inches, clock times: written in one piece, so they are taken out first."""
    taken: set[str] = set()

    def take(match: re.Match[str], quantity: Quantity) -> None:
        found.append(quantity)
        taken.update(re.findall(r"\d+(?:[.,:]\d+)*\w*", match.group()))
        taken.update(re.findall(r"\d+h?", match.group()))
        taken.add(match.group().strip())

    for match in _ADDRESS.finditer(text):
        take(match, Quantity("code", match.group().rstrip("."), match.group()))
        taken.update(re.findall(r"\w+", match.group()))
    for match in _ISO.finditer(text):
        take(match, Quantity("date", f"{int(match[2])}-{int(match[3])}", match.group()))
    for match in _CODE.finditer(text):
        if not _ISO.match(match.group()):
            take(match, Quantity("code", re.sub(r"[ -]", "", match.group()), match.group().strip()))
    for match in _HEIGHT.finditer(text):
        if match[2] or "ft" in match.group() or "f" in match.group():
            take(match, Quantity("length", int(match[1]) * 0.3048 + int(match[2] or 0) * 0.0254, match.group().strip()))
    for match in _CLOCK.finditer(text):
        half, minutes = match[3] or "", match[2]
        before = text[max(0, match.start() - 6) : match.start()]
        if match.group() in taken or (match.start() and text[match.start() - 1] in ".,:$€£-/"):
            continue
        hour = int(match[1])
        at = re.search(r"(?:\bat|\bum|\ba las|\bà|\bàs|\bas|\ba)\s$", before)
        named = half in {"am", "pm", "a.m", "p.m", "uhr", "h", "時", "点", "utc"}
        colon = minutes and text[match.start(2) - 1] in ":h"
        if hour <= 24 and (named or colon or (at and not minutes and not _counted(text[match.end() :]))):
            if half.startswith("p") and hour < 12:
                hour += 12
            take(match, Quantity("clock", hour % 24 * 60 + int(minutes or 0), match.group().strip()))
    for match, dimension, value, words in in_words(text, taken):
        take(match, Quantity(dimension, value, match.group().strip()))
        taken.update(words)
    return text, taken


_COUNTS: Final = late(
    r"\s(?!on|at|every|this|tomorrow|today|sharp|and|for|from|now|with|in|am|pm"
    r"|these days|nowadays|instead|most days|because|so|but|until|till)[a-z]"
)


def numbers_in(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\d+(?:[.,]\d+)?", text))


def _counted(rest: str) -> bool:
    """Whether a bare number after "at" counts something ("at 2 sites") and is no hour."""
    return bool(_COUNTS.match(rest))


def _from_words(words: list[Word], found: list[Quantity], taken: set[str]) -> None:
    place = 0
    while place < len(words):
        word = words[place]
        if word.form in PACES:
            found.append(Quantity("days", PACES[word.form], word.text))
        elif word.form in WHOLE and place and (words[place - 1].form in _ONE or word.form == "fortnight"):
            found.append(Quantity(*WHOLE[word.form], word.text))
        elif word.form in WEEKDAYS and not _is_my(words, place):
            found.append(Quantity("weekday", str(WEEKDAYS[word.form]), word.text))
        elif word.form in MONTHS and _is_month(words, place):
            place = _month(words, place, found, taken)
        elif word.form not in taken:
            number, after, sign = _number(words, place)
            if number is not None:
                place = _amount(words, place, after, number, sign, found)
                continue
        place += 1


_ONE: Final = frozenset(("a", "an", "one"))


def _is_my(words: list[Word], place: int) -> bool:
    """French "mon frère": no Monday, unless a day can stand there."""
    if words[place].form != "mon":
        return False
    before = words[place - 1].form if place else ""
    after = words[place + 1] if place + 1 < len(words) else None
    if before in _DAY_FOLLOWS or after is None or after.form[0].isdigit():
        return False
    return not (after.form in _AFTER_DAY or after.form in WEEKDAYS or after.clause != words[place].clause)


_DAY_FOLLOWS: Final = frozenset("on by next this last every until till before since from each".split())
_AFTER_DAY: Final = frozenset("at to and or morning afternoon evening night through till until is".split())


def _is_month(words: list[Word], place: int) -> bool:
    """Whether a word that is also something else means the month here: "may", "march", a man called Jan."""
    word = words[place]
    if word.form in {"may", "mar", "march", "marco"}:
        return word.text[0].isupper()
    if word.form != "jan":
        return True
    near = [words[at].form for at in (place - 1, place + 1) if 0 <= at < len(words)]
    return any(form[0].isdigit() or form in _MONTH_FOLLOWS or form in MONTHS for form in near)


_MONTH_FOLLOWS: Final = frozenset("in by since until till this next last late early mid end of from before".split())


def _month(words: list[Word], place: int, found: list[Quantity], taken: set[str]) -> int:
    """A month with the day beside it."""
    month = MONTHS[words[place].form]
    around = [*reversed(words[max(0, place - 3) : place])]
    day = next((n for n in (_day(w) for w in around if w.form not in {"of", "de", "the"}) if n), None)
    if day is None and place + 1 < len(words):
        the = place + 2 < len(words) and words[place + 1].form == "the"
        day = _day(words[place + 1 + the])
    if day:
        found[:] = [q for q in found if not (q.dimension in {"count", "day", "clock"} and q.value == day)]
        found.append(Quantity("date", f"{month}-{day}", f"{day} {words[place].text}"))
        if place + 1 < len(words) and _day(words[place + 1]) == day:
            taken.add(words[place + 1].form)
    else:
        found.append(Quantity("month", str(month), words[place].text))
    return place


def _day(word: Word) -> int | None:
    match = re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th|\.|er|º)?", word.form)
    return int(match[1]) if match and 1 <= int(match[1]) <= 31 else ORDINALS.get(word.form)


def _known_suffix(suffix: str) -> bool:
    return suffix in UNITS or suffix.rstrip("s") in UNITS or suffix in {"st", "nd", "rd", "th", "%", "h", "er"}


def _number(words: list[Word], place: int) -> tuple[float | None, int, str]:
    """The number at `place`: (value, place after it, unit or sign written with it)."""
    form = words[place].form
    match = _NUMBER.match(form)
    if match:
        digits = match[2].rstrip(".,")
        if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", digits):
            digits = digits.replace(",", "")
        digits = digits.replace(",", ".")
        try:
            value = float(digits)
        except ValueError:
            return None, place + 1, ""
        if match[3]:
            value *= SCALES[match[3]]
        if match[4] and not _known_suffix(match[4]):
            return None, place + 1, ""  # "3D", "B12": a name
        if place + 1 < len(words) and words[place + 1].form in _LARGE:
            return value * SCALES[words[place + 1].form], place + 2, match[1] or ""
        return value, place + 1, match[1] or match[4] or ""
    parts = form.split("-")
    if len(parts) == 2 and parts[0] in TENS and parts[1] in SMALL:
        return float(TENS[parts[0]] + SMALL[parts[1]]), place + 1, ""
    if len(parts) >= 2 and parts[0] in SMALL:
        return float(SMALL[parts[0]]), place + 1, "-".join(parts[1:])
    if form in TENS:
        ones = SMALL.get(words[place + 1].form, 0) if place + 1 < len(words) else 0
        return float(TENS[form] + ones), place + (2 if 0 < ones < 10 else 1), ""
    if form == "one" and [word.form for word in words[max(0, place - 2) : place]] == ["down", "to"]:
        return 1.0, place + 1, ""
    if form == "one" and place + 1 < len(words) and UNITS.get(words[place + 1].form, ("", 0))[0] in _SPANS:
        return 1.0, place + 1, ""
    if form in SMALL and form != "one":
        value, after = float(SMALL[form]), place + 1
        if after < len(words) and words[after].form in SCALES:
            value, after = value * SCALES[words[after].form], after + 1
        return value, after, ""
    if form in TIMES and place + 1 < len(words) and words[place + 1].form in _EACH and not _every(words, place + 2):
        return TIMES[form], place + 1, ""
    if form in SCALES and len(form) > 1:
        return float(SCALES[form]), place + 1, ""
    return None, place + 1, ""


_LARGE: Final = frozenset(("hundred", "thousand", "million"))
_SPANS: Final = frozenset(("span", "days", "months", "years"))
_EACH: Final = frozenset(("a", "per", "every"))


def _every(words: list[Word], place: int) -> bool:
    """ "once every three months": the number of months says all."""
    return place < len(words) and (words[place].form in SMALL or words[place].form[0].isdigit())


_SQUARE: Final = frozenset(("square", "sq"))


def _amount(words: list[Word], place: int, after: int, number: float, sign: str, found: list[Quantity]) -> int:
    """A number with its unit: the sign written with it, the next word, or what is counted."""
    text = " ".join(word.text for word in words[place : after + 1])
    written = words[place].form
    if sign in {"st", "nd", "rd", "th"}:
        found.append(Quantity("day", number, words[place].text))
        return after
    if sign in "$€£¥₹" and sign:
        found.append(Quantity("money", number, words[place].text))
        return after
    unit = UNITS.get(sign) or UNITS.get(sign.rstrip("s")) if sign else None
    if unit is None and after < len(words):
        squared = words[after].form in _SQUARE and after + 1 < len(words)
        following = words[after + squared]
        unit = UNITS.get(following.form) or UNITS.get(following.stem) or UNITS.get(following.form.rstrip("s"))
        if unit is not None:
            after += 1 + squared
            unit = ("area", unit[1] ** 2) if squared else unit
    if unit is not None:
        found.append(Quantity(unit[0], round(number * unit[1], 9), text))
    elif re.fullmatch(r"(?:19|20)\d\d", written):
        found.append(Quantity("year", number, written))
    else:
        found.append(Quantity("count", number, words[place].text))
    return after


def agree(left: Quantity, right: Quantity) -> bool:
    """Whether two quantities say the same. A bare number agrees with any amount of that value; 9 o'clock with 21:00."""
    if left.dimension != right.dimension:
        if "pound" in (left.dimension, right.dimension):
            return agree(_as(left, right.dimension), _as(right, left.dimension))
        if "count" in (left.dimension, right.dimension) or "day" in (left.dimension, right.dimension):
            return _bare_agrees(left, right)
        return _converted(left) == _converted(right) is not None
    if isinstance(left.value, str) or isinstance(right.value, str):
        return left.value == right.value or (left.dimension == "date" and _turned(left) == right.value)
    if left.dimension == "clock":
        return left.value % 720 == right.value % 720
    if left.dimension in _MEASURED:
        return abs(left.value - right.value) <= TOLERANCE * max(abs(left.value), abs(right.value))
    return left.value == right.value


_MEASURED: Final = frozenset(("length", "mass", "volume", "area", "speed"))


def _turned(date: Quantity) -> str:
    """A date with strokes the other way round: 5/3 is in May or in March."""
    month, _, day = str(date.value).partition("-")
    return f"{day}-{month}" if "/" in date.text else str(date.value)


def _as(amount: Quantity, other: str) -> Quantity:
    """Pounds as what the other amount is: a weight or money."""
    if amount.dimension != "pound" or isinstance(amount.value, str):
        return amount
    if other == "mass":
        return replace(amount, dimension="mass", value=amount.value * POUND_KG)
    return replace(amount, dimension="money")


def _bare_agrees(left: Quantity, right: Quantity) -> bool:
    for bare, other in ((left, right), (right, left)):
        if bare.dimension in {"count", "day"}:
            if other.dimension == "date":
                return str(other.value).split("-")[1] == str(int(float(bare.value)))
            if other.dimension == "clock":
                return isinstance(other.value, float | int) and other.value % 720 == float(bare.value) * 60 % 720
            if other.dimension in {"money", "years", "percent", "year", "count", "day", "days", "months", "length"}:
                return float(other.value) == float(bare.value)
    return False


def _converted(quantity: Quantity) -> float | None:
    """Spans of time in days, for "six weeks" against "42 days"; None for anything else."""
    factor = {"days": 1.0, "months": 30.0, "years": 360.0, "span": 1 / 1440}.get(quantity.dimension)
    return None if factor is None or isinstance(quantity.value, str) else round(quantity.value * factor, 3)


_COMPARABLE: Final = frozenset(
    frozenset(pair)
    for pair in (
        ("date", "day"),
        ("count", "money"),
        ("count", "years"),
        ("pound", "money"),
        ("pound", "mass"),
        ("pound", "count"),
    )
)


def disagree(left: Quantity, right: Quantity) -> bool:
    """Whether both measure the same thing and give different values."""
    if agree(left, right):
        return False
    return left.dimension == right.dimension or frozenset((left.dimension, right.dimension)) in _COMPARABLE
