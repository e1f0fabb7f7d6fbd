"""Whose age, and which: where an age is asked for, the latest that is told of that person comes first.

A stage after ranking, for the one value that everybody has and tells in the same words. "How old is Marta?" fits "I'm
33 years old" better than "Marta is 29", word by word and by meaning, whoever says it, and "how old am I?" fits "my old
flat" better than "I'm 34". An age is a number whose subject is the person, in years: his size, temperature or delay is
none. Right below it comes the day on which he was born, where it is told. Nothing is dropped, and no other question is
touched.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from recollect.read.field import Ranked
from recollect.read.shape import taken
from recollect.rules.late import late
from recollect.rules.lexicon.calendar_names import MONTHS, WEEKDAYS
from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.holders import MINE
from recollect.rules.lexicon.kinship import KIN, PETS, TIES
from recollect.rules.lexicon.numbers import SMALL, TENS
from recollect.rules.text import STOP_WORDS, fold

if TYPE_CHECKING:
    from recollect.model.record import Record

REACH: Final = 12
"""Candidates looked at, as in `newer`."""
ME: Final = ""
"""The name of the one who asks for his own age."""
CALLED_WITHIN: Final = 5
"""Words among which the name stands: "my youngest step brother Leo"."""
REASON: Final = "tells how old the person asked for is"
"""Why something was moved up."""
_ASKED: Final = late(
    r"\b(?:how old (?:is|was|will)|wie alt (?:ist|war|wird)|cuantos anos tiene|quel age a|quantos anos tem"
    r"|(?<!average )age of) "
    r"(?P<a>\w+)(?!['’\w])(?! (?:and|or|und|y|et|e)\b)|\b(?P<b>\w+)['’]s age\b"
)
_JOINS: Final = frozenset("and or und y et e".split())
_FOND: Final = frozenset("little young younger youngest older eldest elder big baby dear best".split())
"""Before a name or a tie."""
_ASKED_OWN: Final = late(
    r"\bhow old (?:am i|i am)\b|\b(?:what is|what['’]?s) my (?:current )?age\b|\bwie alt (?:bin ich|ich bin)\b"
    r"|\bcuantos anos tengo\b|\bquel age (?:ai-je|j['’]ai)\b|\bquantos anos (?:eu )?tenho\b"
)
_SMALL: Final = "|".join(word for word, number in SMALL.items() if number > 1 and word.isascii())
_NUMBER: Final = rf"(?:\d{{1,3}}|(?:{'|'.join(TENS)})(?:[- ]?(?:{_SMALL}))?|{_SMALL})"
_OLD: Final = (
    r"(?:(?:now|just|already|only|almost|an?|jetzt|ahora|maintenant|agora) )?"
    rf"{_NUMBER}(?:[ -](?:years?|months?|weeks?)[ -]old\b| (?:jahre|monate|wochen)(?: alt)?\b| (?:anos|ans)\b"
    r"| years\b(?! (?:in|on|by)\b))?"
    r"(?=$|[,;!?)]|[.:](?!\d)|-year| [–—-] | (?:and|but|so|now|already|today|tomorrow|yesterday|last|next|this|in|on|by"
    r"|since|soon|und|y|et|e|seit|jetzt|ahora|maintenant|agora)\b)"
)
"""A number of years, in folded text; what counts something else ("10 minutes late", "146 cm") is none."""
_PERSON: Final = "§"
"""Stands for the name of the one asked for, where a text is read for his age."""
_ANOTHER: Final = "¤"
"""Stands before the name of anybody else."""
_CAPITAL: Final = "‡"
"""Stands before what else has a capital letter within a sentence: a name, or in German any noun."""
_ASIDE: Final = r"(?: \([^()]{1,60}\)|, [^,.;!?]{1,60},)?"
_AGE: Final = late(
    rf"{_PERSON}(?:{_ASIDE}|[^{_ANOTHER}{_CAPITAL}]{{0,200}}?\b(?:he|she|who|el|ella|il|elle|ele|ela)"
    rf"|[^{_ANOTHER}]{{0,200}}?\b(?:er|sie))"
    r"(?:['’]s| (?:(?:has|will|just|recently|finally|is|is going to|is about to) )*"
    r"(?:is|was|be|turn(?:ed|ing|s)?|ist|war|wird|wurde|tiene|cumple|cumplio|a|aura|tem|fez|faz)) "
    rf"{_OLD}"
    rf"|{_PERSON}(?:,? aged|, age|['’]s age (?:is|was)|:) {_OLD}|{_PERSON}(?:, | \(){_NUMBER}(?=[,)])"
    rf"|\b{_NUMBER}[ -](?:years?|months?|weeks?)[ -]old(?: [a-z-]+){{0,2}},? {_PERSON}",
    re.DOTALL,
)
"""That the person is so old, in folded text with the mark for his name; as "he" where nobody else is named between."""
_OWN_AGE: Final = late(
    r"(?:(?:^|[,.;!?] |\b(?:and|but|so|now|that|today|und|y|et|e|jetzt|ahora) )"
    r"(?:i['’]?m|i am|i (?:just |recently |have )?turned|user (?:is|(?:just |recently )?turned)|ich bin|user ist|tengo"
    r"|user tiene|j['’]ai|user a|(?:eu )?tenho|user tem))"
    rf" {_OLD}"
)
"""The same of the one who speaks or whose memory it is."""
_BORN: Final = late(r"\b(?:born|birthday|geboren|geburtstag|naci\w*|cumplea\w*|anniversaire|nasc\w*)\b")
"""That may tell an age too."""
_BIRTH: Final = late(
    rf"(?:{_PERSON}{_ASIDE}|\b(?:i|user))(?: (?:was|is|got))? (?:born|nacio|naci|nasceu|nasci)\b"
    rf"|(?:{_PERSON}|\bich)(?: (?:ist|wurde|bin))\b.{{0,40}}?\bgeboren\b|(?:{_PERSON} est|\bje suis) nee?\b"
    rf"|(?:(?:{_PERSON}|\buser)['’]s|\bmy|\bmein) (?:birthday|birth ?date|date of birth|geburtstag)"
    r"(?: (?:is|was|falls|on|ist)\b|:)"
)
"""When somebody was born, in folded text with the mark for his name."""
_NAME: Final = late(r"([^\W\d_]+)(?=(?: ([A-Z](?![A-Z])[^\W\d_]+))?)")
_SURNAME: Final = late(rf"(?<={_PERSON}) [{_ANOTHER}{_CAPITAL}]?[A-Z](?![A-Z])[^\W\d_]+")
_BEFORE_PLACES: Final = late(
    r"\b(?:in|at|near|from|to|for|of|on|by) (?:the )?$|[A-Z][^\W\d_]* $|\d[ -]$|(?:^|[.!?:] ?|[\"“(])$"
)
"""Before what has a capital letter and is nobody's name, goes on with one, or begins a sentence."""
_MARKS: Final = late(f"[{_PERSON}{_ANOTHER}{_CAPITAL}]")
BEFORE_CHARS: Final = 20
"""Letters before a name that are looked at."""
_DIGIT: Final = late(r"\d")
_FIRST: Final = late(r"\b(?:i|my|ich|mein|meine|je|j['’]\w+|yo|tengo|eu|tenho)\b")


@lru_cache(maxsize=256)
def asked_for(question: str) -> str | None:
    """The folded name of the one whose age is asked, with the surname where it is given; `ME` for the one who asks;
    None for any other question."""
    low = fold(question[:1000])
    if _ASKED_OWN.search(low):
        return ME
    found = _ASKED.search(low)
    name = _called(question, low[found.start("a") :]) or found["a"] or found["b"] if found else None
    if name is None or name in STOP_WORDS:
        return None
    full = re.search(rf"(?i:\b{re.escape(name)}) ([A-Z][^\W\d_]+)", question[:1000])
    return f"{name} {fold(full[1])}" if full and fold(full[1]) not in MONTHS else name


def _called(question: str, low: str) -> str | None:
    """The name after what somebody is called by: "my aunt Anna", "little Leo". `low` begins where the name is due."""
    words = low.split()[:CALLED_WITHIN]
    lead = list(itertools.takewhile(lambda word: word in _FOND or word in _ties() or word in MINE, words))
    name, after = [*words[len(lead) : len(lead) + 2], "", ""][:2]
    name = name.strip("?.,!")
    if not lead or lead[-1] in MINE or not name.isalpha() or after in _JOINS:
        return None
    named = (found[1] for found in _NAME.finditer(question) if fold(found[1]) == name)
    return name if any(word[0].isupper() for word in named) else None


@cache
def _ties() -> frozenset[str]:
    return frozenset(map(fold, frozenset().union(*KIN.values(), *TIES.values(), PETS)))


def reorder(ranked: Ranked, records: Mapping[int, Record], name: str) -> Ranked:
    """The ranking with the latest age of this person first, and below it the day he was born. `records` holds the rows
    of the first `REACH`."""
    rows = [records.get(place) for place in ranked.places[:REACH].tolist()]
    order = list(range(len(ranked.places)))
    wanted, top = _latest(rows, name), 0
    if wanted is not None:
        top = next((at for at in range(wanted) if not _may_answer(rows[at], rows[wanted], name)), wanted)
        order.insert(top, order.pop(wanted))
        top += 1
    born = next((at for at, row in enumerate(rows) if row is not None and at != wanted and _tells_birth(row, name)), 0)
    if order.index(born) > top:
        order.remove(born)
        order.insert(top, born)
    if order == list(range(len(order))):
        return ranked
    moved = taken(ranked, order)
    return replace(moved, scores=np.maximum.accumulate(moved.scores[::-1])[::-1])


def _latest(rows: Sequence[Record | None], name: str) -> int | None:
    """Where the newest age of the person stands, and of two as new the first; None where none is told, or where two
    people say how old they are and either may ask."""
    for who in dict.fromkeys((name, name.partition(" ")[0])):
        told = {at: row for at, row in enumerate(rows) if row is not None and _tells_age(row, who)}
        if told and (who != ME or len({row.speaker for row in told.values() if row.speaker}) < 2):
            return max(told, key=lambda at: (_moment(told[at]), -at))
    return None


def _may_answer(row: Record | None, wanted: Record | None, name: str) -> bool:
    """Whether what stands above the wanted one tells of the person when he was born, or as lately how old he is."""
    if row is None or wanted is None:
        return True
    about = _FIRST.search(fold(row.content)) if name == ME else _is_about(row, name)
    born = bool(about) and _BORN.search(fold(row.content)) is not None
    return born or (_tells_age(row, name) and _moment(row) >= _moment(wanted))


def _moment(row: Record) -> datetime:
    return row.occurred_at or row.created_at


def _tells_age(row: Record, name: str) -> bool:
    if row.role in _NO_PERSON:
        return False
    if name != ME and _AGE.search(_marked(row.content, name)):
        return True
    if name != ME and not _speaks(row, name):
        return False
    low, own = fold(row.content), fold(row.speaker or "")
    return _OWN_AGE.search(f"user{low.removeprefix(own)}" if own and low.startswith(f"{own} ") else low) is not None


def _tells_birth(row: Record, name: str) -> bool:
    """That the person was born on a day or in a year; a place is no answer."""
    if row.role in _NO_PERSON or not _DIGIT.search(row.content):
        return False
    found = _BIRTH.search(_marked(row.content, name))
    return found is not None and (_PERSON in found[0] or name == ME or _speaks(row, name))


def _marked(text: str, name: str) -> str:
    """The text folded, with `_PERSON` where it names the one asked for, with his surname where that is asked for, and
    with marks before other names."""
    if name == ME:
        return fold(text)
    first, _, last = name.partition(" ")

    def mark(found: re.Match[str]) -> str:
        low = fold(found[1])
        if low == first and (not last or fold(found[2] or "") == last):
            return _PERSON
        if not found[1][0].isupper() or low in STOP_WORDS or low in MONTHS or low in WEEKDAYS:
            return found[0]
        before = found.string[max(0, found.start() - BEFORE_CHARS) : found.start()]
        is_place = low not in GIVEN_NAMES and _BEFORE_PLACES.search(before)
        return found[0] if is_place else f"{_ANOTHER if low in GIVEN_NAMES else _CAPITAL}{found[0]}"

    return fold(_SURNAME.sub("", _NAME.sub(mark, _MARKS.sub(" ", text))))


def _speaks(record: Record, name: str) -> bool:
    return name.partition(" ")[0] in fold(record.speaker or "").split()


def _is_about(record: Record, name: str) -> bool:
    """It names the person, or it is what the person says of himself."""
    low = fold(record.content)
    if re.search(rf"\b{re.escape(name)}\b", low):
        return True
    return _speaks(record, name) and _FIRST.search(low) is not None


_NO_PERSON: Final = frozenset(("assistant", "system", "tool"))
