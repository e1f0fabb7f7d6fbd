"""Values in a text: counts, amounts, percentages, dates, clock times, and the words around each. Pure.

A text is cut at spaces, and every piece is looked up in a bounded cache that knows what it is (a number, a month, the
end of a sentence) and which index terms it has, so a text costs about a tenth of a microsecond a word. Two values can
be compared when they are of one kind: `8 cards` and `10 cards`, `April 21` and `April 22`. Nothing here knows what is
asked, and no date is resolved against a calendar (see `temporal`).
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from recollect.rules.lexicon.turns import TURNING_LETTERS, TURNING_STARTS, TURNS
from recollect.rules.text import STOP_WORDS, default_analyser

WORDS_MAX: Final = 400
"""Words read of a text; what a person states comes early, what follows is pasted."""
VALUES_MAX: Final = 24
"""Values read of a text."""
CACHE_ENTRIES_MAX: Final = 50_000
_PIECE_CHARS_MAX: Final = 40
_WHEN: Final = frozenset(
    "last next yesterday today tonight tomorrow now starting effective since instead already so recently".split()
)
"""After a number these begin something else: "to 1.29 last night" counts no nights."""
UNIT_WORDS: Final = 4
"""Words after a number in which the thing counted is looked for: "12 conditional probability problems"."""

NUMBER, MONEY, PERCENT, DATE, TIME = "number", "money", "percent", "date", "time"
KINDS: Final = (PERCENT, MONEY, TIME, DATE, NUMBER)

_MONTHS: Final = {
    form: name
    for name in """january february march april may june july august september october november december""".split()
    for form in (name, name[:3])
} | {"sept": "september"}
_WEEKDAYS: Final = {
    form: name
    for name in "monday tuesday wednesday thursday friday saturday sunday".split()
    for form in (name, f"{name}s")
}
_COUNTS: Final = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14", "fifteen": "15",
    "sixteen": "16", "seventeen": "17", "eighteen": "18", "nineteen": "19", "twenty": "20", "thirty": "30",
    "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90", "dozen": "12",
    "once": "1", "twice": "2", "one": "1", "single": "1",
}  # fmt: skip
_ORDINALS: Final = {
    "second": "2", "third": "3", "fourth": "4", "fifth": "5", "sixth": "6", "seventh": "7", "eighth": "8",
    "ninth": "9", "tenth": "10", "eleventh": "11", "twelfth": "12",
}  # fmt: skip
_MEASURED_BY_ARTICLE: Final = frozenset("minute hour day week month year dozen decade".split())
"""After "a" or "an" these count as one of them: "it's been a month"."""
_BEFORE_SPANS: Final = frozenset("been for about almost nearly over just after within in only".split())
"""Without one of these "a month" is a rate: 29 euros a month."""
_TITLES: Final = frozenset("dr mr mrs ms prof st".split())
"""A dot after these ends no sentence, and they are no name of their own."""
_CURRENCY_WORDS: Final = frozenset("dollar dollars euro euros pound pounds usd eur gbp yen bucks cents €".split())
_HALF_DAYS: Final = frozenset("am pm a.m p.m".split())

_MORE_THAN_WORDS: Final = frozenset((*_WEEKDAYS, *_COUNTS, *_ORDINALS, *_TITLES, "a", "an", "noon", "midnight"))
"""Words of small letters that are more than that; a month has a capital one."""
_CLOSING: Final = ".,!?;:"
_ENDS: Final = frozenset(".!?…。？！")
_PAUSES: Final = frozenset(",;:—–")
_EDGES: Final = "\"'“”‘’()[]{}<>*_.,;:!?…-–—~`|/\\"
_NUMBER: Final = re.compile(r"(\d[\d,]*(?:\.\d+)*)(\+|st|nd|rd|th|k|m)?")
_MONEY: Final = re.compile(r"(?:[$€£¥]|usd|eur)(\d[\d,]*(?:\.\d+)?[km]?)|(\d[\d,]*(?:\.\d+)?[km]?)[€£$]")
_PERCENT: Final = re.compile(r"(\d+(?:[.,]\d+)?)%")
_CLOCK: Final = re.compile(r"(\d{1,2}:\d\d(?::\d\d)?)([ap]\.?m)?|(\d{1,2})([ap]\.?m)")
_MEASURE: Final = re.compile(r"(\d[\d,]*(?:\.\d+)?)-?([a-z]{1,7})")
_SHARE: Final = re.compile(r"\d+/\d+")
_ISO_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_WORD: Final = re.compile(r"\w+")
_DIGIT: Final = re.compile(r"\d")
_VALUE_WORDS: Final = frozenset((*_MONTHS, *_WEEKDAYS, *_COUNTS, *_ORDINALS, "noon", "midnight"))
_SPACED: Final = str.maketrans(dict.fromkeys((*_EDGES, *string.punctuation, "’"), " "))
"""Cuts a word off from what may stand at its edges."""


class Piece(NamedTuple):
    """What stands between two spaces."""

    low: str
    """Without punctuation at its edges and its possessive ending, in lower case."""
    terms: tuple[str, ...]
    kind: str = ""
    """One of the kinds of value, "month", "weekday", "year", "ordinal", "article", or nothing."""
    amount: str = ""
    unit: str = ""
    """The measure written onto the number, as in 250ms."""
    ends: bool = False
    """The sentence ends after it."""
    pauses: bool = False
    """A comma or the like follows, or the sentence ends."""
    stop: bool = False
    capital: bool = False
    owns: bool = False
    """Written as an owner: Theo's."""
    turns: bool = False
    """One of the words without which nothing is told to be over, or otherwise now."""


@dataclass(frozen=True, slots=True)
class Value:
    """One value, and where in the pieces of its text it stands."""

    kind: str
    amount: str
    unit: tuple[str, ...]
    """Terms of the words right after it; empty when nothing is counted by name."""
    first: int
    last: int


def may_hold_values(text: str) -> bool:
    """Whether it can hold one at all: most texts do not, and need not be read in pieces for that."""
    if _DIGIT.search(text) is not None:
        return True
    words = text.lower().translate(_SPACED).split()
    if not _VALUE_WORDS.isdisjoint(words):
        return True
    spans = _MEASURED_BY_ARTICLE.intersection(words)
    said = " ".join(words) if spans else ""
    return any(f"a {span}" in said or f"an {span}" in said for span in spans)


def pieces(text: str) -> list[Piece]:
    """The first `WORDS_MAX` pieces of a text."""
    return list(map(_known().__getitem__, text.split(maxsplit=WORDS_MAX)[:WORDS_MAX]))


def sentences(words: Sequence[Piece]) -> list[Sequence[Piece]]:
    """The pieces, cut where a sentence ends."""
    ends = [at + 1 for at, word in enumerate(words) if word.ends]
    if not ends or ends[-1] < len(words):
        ends.append(len(words))
    return [words[first:last] for first, last in zip((0, *ends), ends, strict=False) if last > first]


def terms_of(words: Iterable[Piece]) -> set[str]:
    return {term for word in words for term in word.terms}


def values(words: Sequence[Piece]) -> list[Value]:
    """The values among the pieces, in reading order. A month and its day are one value, as are 3 and PM."""
    found: list[Value] = []
    after = 0
    for at in [at for at, word in enumerate(words) if word.kind]:
        value = _value(words, at) if at >= after else None
        if value is not None:
            found.append(value)
            after = value.last + 1
            if len(found) == VALUES_MAX:
                break
    return found


def _value(words: Sequence[Piece], at: int) -> Value | None:
    """The value that begins here; None for a year or an ordinal on its own."""
    piece = words[at]
    after = words[at + 1] if at + 1 < len(words) and not piece.pauses else None
    if piece.kind == "month":
        if after is not None and after.kind in {NUMBER, "ordinal"} and not after.unit:
            return Value(DATE, f"{piece.amount} {after.amount}", (), at, at + 1)
        return Value(DATE, piece.amount, (), at, at)
    if piece.kind == "weekday":
        return Value(DATE, piece.amount, (), at, at)
    if piece.kind in {NUMBER, "ordinal"} and after is not None:
        month = at + 2 if after.low == "of" and at + 2 < len(words) else at + 1
        if words[month].kind == "month":
            return Value(DATE, f"{words[month].amount} {piece.amount}", (), at, month)
    if piece.kind == "ordinal":
        if not _bare(after):
            return Value(NUMBER, piece.amount, _unit(words, at), at, at)
        before = words[at - 1].low if at else ""
        return Value(DATE, piece.amount, (), at, at) if before == "the" and piece.low[0].isdigit() else None
    if piece.kind == "article":
        if after is None or after.low not in _MEASURED_BY_ARTICLE or not at or words[at - 1].low not in _BEFORE_SPANS:
            return None
        return Value(NUMBER, "1", after.terms, at, at + 1)
    if piece.kind == "year":
        return None
    if piece.kind == NUMBER and after is not None:
        if after.low in _HALF_DAYS:
            return Value(TIME, f"{piece.amount}{after.low[0]}m", (), at, at + 1)
        if after.low in {"percent", "%"}:
            return Value(PERCENT, piece.amount, (), at, at + 1)
        if after.low in _CURRENCY_WORDS:
            return Value(MONEY, piece.amount, (), at, at + 1)
    if piece.kind == TIME and after is not None and after.low in _HALF_DAYS:
        return Value(TIME, f"{piece.amount}{after.low[0]}m", (), at, at + 1)
    unit = (piece.unit,) if piece.unit else _unit(words, at) if piece.kind == NUMBER else ()
    return Value(piece.kind, piece.amount, unit, at, at)


def _bare(after: Piece | None) -> bool:
    """Nothing that could be counted follows."""
    return after is None or after.stop or bool(after.kind)


def _unit(words: Sequence[Piece], at: int) -> tuple[str, ...]:
    """Terms of what is counted: the words after the number up to a small word or a pause."""
    terms: list[str] = []
    if words[at].pauses:
        return ()
    for piece in words[at + 1 : at + 1 + UNIT_WORDS]:
        if piece.stop or piece.kind or piece.low in _WHEN:
            break
        terms += piece.terms
        if piece.pauses:
            break
    return tuple(terms)


class _Known(dict[str, Piece]):
    """Pieces met so far; one that is asked for is read where it is not there."""

    def __init__(self) -> None:
        super().__init__()
        self._term = default_analyser().plain_term

    def __missing__(self, chunk: str) -> Piece:
        if len(chunk) > _PIECE_CHARS_MAX:
            return _piece(chunk)
        if len(self) >= CACHE_ENTRIES_MAX:
            self.clear()
        word, sign = (chunk[:-1], chunk[-1]) if chunk[-1] in _CLOSING else (chunk, "")
        if word.islower() and word.isalpha() and word.isascii() and word not in _MORE_THAN_WORDS:
            # Nearly all of them, at a third of the cost.
            ends = sign in _ENDS
            pauses = ends or sign in _PAUSES
            stop = word in STOP_WORDS
            terms = () if stop else (self._term(word),)
            turns = word in TURNS or word[:TURNING_LETTERS] in TURNING_STARTS
            piece = Piece(word, terms, "", "", "", ends, pauses, stop, False, False, turns)
        else:
            piece = _piece(chunk)
        self[chunk] = piece
        return piece


@cache
def _known() -> _Known:
    return _Known()


def _piece(chunk: str) -> Piece:
    chunk = chunk[:_PIECE_CHARS_MAX].replace("’", "'")
    bare = chunk.strip(_EDGES)
    low = bare.lower()
    owns = low.endswith(("'s", "s'"))
    if owns:
        low = low[:-2] if low.endswith("'s") else low[:-1]
    kind, amount, unit = _kind(low, bare)
    tail = chunk.rstrip("\"'”’)]}*_")[-1:]
    ends = tail in _ENDS and low not in _TITLES
    stop = low in STOP_WORDS or low in _TITLES or not bare
    return Piece(
        low=low,
        terms=() if stop else tuple(default_analyser().terms(bare)),
        kind=kind,
        amount=amount,
        unit=unit,
        ends=ends,
        pauses=ends or tail in _PAUSES or (not bare and chunk != "&"),
        stop=stop,
        capital=bare[:1].isupper() and low not in {"i", "i'm", "i've", "i'd", "i'll"},
        owns=owns,
        turns=any(part in TURNS or part[:TURNING_LETTERS] in TURNING_STARTS for part in _WORD.findall(low)),
    )


def _kind(low: str, bare: str) -> tuple[str, str, str]:
    """(kind, amount, unit) of one piece in lower case."""
    if not low[:1].isdigit() and low[:1] not in {"$", "€", "£", "¥"}:
        if low in _MONTHS:
            # "may" and "march" are verbs as well
            return ("month", _MONTHS[low], "") if bare[:1].isupper() else ("", "", "")
        if low in _WEEKDAYS:
            return "weekday", _WEEKDAYS[low], ""
        if low in _COUNTS:
            return NUMBER, _COUNTS[low], ""
        if low in _ORDINALS:
            return "ordinal", _ORDINALS[low], ""
        if low in {"a", "an"}:
            return "article", "1", ""
        if low in {"noon", "midnight"}:
            return TIME, low, ""
        return "", "", ""
    if match := _PERCENT.fullmatch(low):
        return PERCENT, _plain(match[1]), ""
    if match := _MONEY.fullmatch(low):
        return MONEY, _plain(match[1] or match[2]), ""
    if match := _CLOCK.fullmatch(low):
        half = (match[2] or match[4] or "")[:1]
        return TIME, (match[1] or match[3]) + (f"{half}m" if half else ""), ""
    if _ISO_DATE.fullmatch(low):
        return DATE, low, ""
    if _SHARE.fullmatch(low):
        return NUMBER, low, ""
    if _YEAR.fullmatch(low):
        return "year", low, ""
    if match := _NUMBER.fullmatch(low):
        suffix = match[2] or ""
        if suffix in {"st", "nd", "rd", "th"}:
            return "ordinal", match[1], ""
        return NUMBER, _plain(match[1] + suffix.strip("+")), ""
    if match := _MEASURE.fullmatch(low):
        return NUMBER, _plain(match[1]), match[2]
    return "", "", ""


def _plain(amount: str) -> str:
    """An amount in one spelling: 1,200 and 1200, 4.0 and 4, 2k and 2000 are the same."""
    amount = amount.replace(",", "")
    factor = {"k": 1_000, "m": 1_000_000}.get(amount[-1:], 1)
    try:
        return f"{float(amount.rstrip('km')) * factor:.15g}"
    except ValueError:
        return amount
