"""Where sentences begin and end, in any script. A place, not a copy: positions stay those of the turn."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from recollect.rules.lexicon.finite import FINITE
from recollect.rules.lexicon.persons import MARKS
from recollect.write.extract.initials import shortens
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

WORDS_MAX: Final = 200
"""Words read of one sentence; a longer one is a list or a paste, and cutting clauses looks back and forth in it."""
SENTENCES_MAX: Final = 1_500
"""Sentences read from one turn, the last ones: what a person means to say stands at the end of a long paste."""

_END: Final = Lazy(r"[.!?…]+[\"')\]]*(?=\s|$|[A-Z¿¡])|[。！？]+[」』”)）]*|\n+|;(?=\s)|\s[—–-]{1,2}\s|—|；|।")
_ABBREVIATIONS: Final = frozenset(
    """
    mr mrs ms dr prof st jr sr vs e.g i.e eg ie etc approx no inc ltd co dept est fig vol sra dra sr.a bzw z.b ca ggf
    usw evtl u.a d.h nr str abs p.ej ud av mme mlle m jan feb mar apr jun jul aug sep sept oct nov dec a.m p.m
    ave blvd rd apt
    """.split()
)
_GERMAN_MONTH: Final = Lazy(
    r" (?:Jan(?:uar)?|Jänner|Feb(?:ruar)?|März?|Apr(?:il)?|Mai|Juni?|Juli?|Aug(?:ust)?|Sept?(?:ember)?"
    r"|Okt(?:ober)?|Nov(?:ember)?|Dez(?:ember)?)s?\b"
    r"| (?:Stock|Etage|OG|Woche|SSW|Monat|Klasse|Semester|Platz|Geburtstag|Lebensjahr|Jahrgang|Schwangerschaft)"
)
_GERMAN_ORDINAL: Final = Lazy(
    r"\b(?:am|vom|der|die|das|den|dem|zum|zur|ab|bis|im|seit|jeden|und|oder) \d{1,2}$", re.IGNORECASE
)
_DATED: Final = Lazy(
    r"\b(?:on|the|by|of|until|till|since|before|after|from|between|and|to|for) \d{1,2}$", re.IGNORECASE
)
"""What stands before a day in English, where it is written the German way: "on 12. June". Not of May: "May I …" begins
a sentence. Nor where something is told of the month: "from 9 to 5. March is busy"."""
_ENGLISH_MONTH: Final = Lazy(
    r" (?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?)\b"
)
_SURELY_DATED: Final = Lazy(r"\bon (?:the )?\d{1,2}$|^the \d{1,2}$", re.IGNORECASE)
_TOLD_OF_MONTH: Final = Lazy(r"\S+?(?:['’]s\b| (?P<word>[a-z]+))")
_NO_VERB_IN_S: Final = frozenset("as this always perhaps thus unless plus across besides towards afterwards".split())
_GERMAN_DAY: Final = Lazy(r"(?<!\bi )\b(?:am|vom|zum|bis|ab) \d{1,2}$", re.IGNORECASE)
_GERMAN_ONLY: Final = Lazy(r" (?:Januar|Jänner|Februar|März|Mai|Juni|Juli|Okt(?:ober)?|Dez(?:ember)?)\b")
_AROUND_CHARS: Final = 120
"""How far on both sides of a number it is asked which language it stands in."""
_WORDS: Final = Lazy(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_NEVER_LAST: Final = frozenset("mr mrs ms dr prof e.g i.e eg ie vs approx z.b bzw ca d.h p.ej mme mlle sra dra".split())
_DOTTED: Final = Lazy(r"(?:[^\W\d_]{1,2}\.)+[^\W\d_]{1,2}$")
"""Letters with full stops between them: "u.s", "ph.d", "j.k"."""


_NUMBERED: Final = Lazy(r"^[ ]{0,8}(?:\(?(?P<number>\d{1,2})[.)]|(?P<letter>[a-j])\))(?=[ ]{1,4}[^\W\d])", re.MULTILINE)
_IN_A_LINE: Final = Lazy(
    r"^(?P<label>[ ]{0,8}(?:(?:my|our)\s[^:\n]{1,60}|goals?):)[ ]1[.)](?=[ ][^\W\d])(?P<items>[^\n]{1,400})",
    re.IGNORECASE | re.MULTILINE,
    hints=":_1",
)
_NEXT_ITEM: Final = Lazy(r"[,;]?[ ](\d{1,2})[.)](?=[ ][^\W\d])")


class Sentence(NamedTuple):
    """`text[start:end]` without its final mark; `mark` is that mark ("", ".", "?", "!", "-" for a dash ...)."""

    start: int
    end: int
    mark: str


def unnumbered(text: str) -> str:
    """`text` without the numbers of its lists, in the same length: "1. learn Rust" is one item and not two sentences.
    A list has a first and a second item; "1. Mai" is a day."""
    found = [one for one in _NUMBERED.finditer(text) if not _GERMAN_MONTH.match(text[one.end() : one.end() + 12])]
    numbers = {match["number"] or match["letter"] for match in found}
    if {"1", "2"} <= numbers or {"a", "b"} <= numbers:
        kept: list[str] = []
        at = 0
        for match in found:
            kept += (text[at : match.start()], " " * len(match.group()))
            at = match.end()
        text = "".join((*kept, text[at:]))
    return _IN_A_LINE.sub(_in_a_line, text)


def _in_a_line(match: re.Match[str]) -> str:
    """ "My pets: 1. a dog 2. two cats" as "My pets: a dog, two cats"."""
    items = [int(item[1]) for item in _NEXT_ITEM.finditer(match["items"])]
    if not items or items != list(range(2, len(items) + 2)):
        return match.group()
    return f"{match['label']}   " + _NEXT_ITEM.sub(lambda item: "," + " " * (len(item.group()) - 1), match["items"])


def sentences(text: str) -> list[Sentence]:
    """The sentences of `text`, blank ones left out."""
    found: list[Sentence] = []
    start = 0
    for match in _ends(text):
        _add(found, text, start, match.start(), match.group().strip())
        start = match.end()
    _add(found, text, start, len(text), "")
    return found[-SENTENCES_MAX:]


def as_written(text: str) -> list[str]:
    """The sentences of `text` with their marks, blank ones left out; neither a semicolon nor a dash ends one."""
    found: list[str] = []
    start = 0
    for match in (*_ends(text), None):
        if match is None or match.group().strip()[:1] in _FULL:
            end = len(text) if match is None else match.end()
            found += (said,) if (said := text[start:end].strip()) else ()
            start = end
    return found


def sentence_end(text: str, start: int) -> int:
    """Where the sentence ends that `start` is in, before its mark; neither a semicolon nor a dash ends one."""
    return next((match.start() for match in _ends(text, start) if match.group().strip()[:1] in _FULL), len(text))


_FULL: Final = frozenset(("", *".!?…。！？।"))
"""Begins what ends a sentence; "": a new line."""


def _ends(text: str, start: int = 0) -> Iterator[re.Match[str]]:
    """The marks at which sentences end."""
    for match in _END.finditer(text, start):
        if match.group()[0] == "." and _is_inside(text, start, match):
            continue
        yield match
        start = match.end()


def line_end(text: str, start: int) -> int:
    """Where the line ends that `start` is in."""
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def paragraph_end(text: str, start: int) -> int:
    """Where the paragraph ends that `start` is in, or the blank lines above the next one."""
    end = text.find("\n\n", start)
    return len(text) if end < 0 else end


def paragraph_below_end(text: str, start: int) -> int:
    """The end of the first lines after `start` that are not blank."""
    said = _SAID.search(text, start)
    return len(text) if said is None else paragraph_end(text, said.start())


_SAID: Final = re.compile(r"\S")


def _is_inside(text: str, start: int, match: re.Match[str]) -> bool:
    """A full stop that ends no sentence: after an abbreviation, or between a number and what follows."""
    word = text[max(start, match.start() - 8) : match.start()].rsplit(None, 1)[-1:]
    if not word:
        return False
    low = word[0].lower().lstrip("(")
    if low.isdigit() and len(low) <= 2:
        return _is_of_a_day(text, start, match)
    following = text[match.end() : match.end() + 3].lstrip()[:1]
    if low in _NEVER_LAST:
        return bool(following)
    if following.islower() or following.isdigit():
        alone = len(low) == 1 and low.isalpha() and low != "i"
        dotted = _DOTTED.match(low) is not None
        return low in _ABBREVIATIONS or alone or dotted or (low.endswith("str") and following.isdigit())
    return following.isupper() and shortens(text, start, match.start(), match.end())


def _is_of_a_day(text: str, start: int, match: re.Match[str]) -> bool:
    """Whether the full stop stands behind a day or another ordinal: "am 5. Mai", "on 12. June", "im 3. Stock"."""
    if _is_english(text, match.start()):
        before, after = text[max(start, match.start() - 10) : match.start()], text[match.end() : match.end() + 32]
        if _ENGLISH_MONTH.match(after) is None:
            return _GERMAN_ONLY.match(after) is not None and _GERMAN_DAY.search(before) is not None
        return _DATED.search(before) is not None and (
            _SURELY_DATED.search(before.lstrip()) is not None or not _is_told_of(after.lstrip())
        )
    if _GERMAN_MONTH.match(text[match.end() : match.end() + 12]):
        return True
    # "vom 12. bis 15. Mai", "im 3. Stock"
    goes_on = text[match.end() : match.end() + 2].strip().isalpha()
    return goes_on and _GERMAN_ORDINAL.search(text[max(start, match.start() - 10) : match.start()]) is not None


def _is_told_of(month: str) -> bool:
    """Whether a verb follows the month that a text begins with: "March is busy", "October looks bad"."""
    found = _TOLD_OF_MONTH.match(month)
    if found is None:
        return False
    word = found["word"]
    return word is None or word in FINITE or (word.endswith(("s", "ed")) and word not in _NO_VERB_IN_S)


def _is_english(text: str, place: int) -> bool:
    """Whether the words around speak more for English than for German: "I am 30. Plan a trip" is no "am 30. April"."""
    around = text[max(0, place - _AROUND_CHARS) : place + _AROUND_CHARS].lower()
    words = _WORDS.findall(around.replace("’", "'").replace("i am ", "i "))
    english, german = (sum(word in MARKS[code] for word in words) for code in ("en", "de"))
    return english > german


def _add(found: list[Sentence], text: str, start: int, end: int, mark: str) -> None:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    if start < end:
        found.append(Sentence(start, end, "?" if "?" in mark or "？" in mark else mark[:1]))
    elif mark and found and ("?" in mark or "？" in mark):
        found[-1] = found[-1]._replace(mark="?")
