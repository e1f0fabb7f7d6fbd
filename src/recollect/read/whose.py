"""Whose age, and which: where an age is asked for, the latest that is told of that person comes first.

A stage after ranking, for the one value that everybody has and tells in the same words. "How old is Marta?" fits "I'm
33 years old" better than "Marta is 29", word by word and by meaning, whoever says it, and "how old am I?" fits "my old
flat" better than "I'm 34". What is about the named person is what names him, or what he says himself. Nothing is
dropped, and no other question is touched.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from recollect.read.field import Ranked
from recollect.read.shape import taken
from recollect.rules.late import late
from recollect.rules.lexicon.calendar_names import MONTHS
from recollect.rules.text import STOP_WORDS, fold

if TYPE_CHECKING:
    from recollect.model.record import Record

REACH: Final = 12
"""Candidates looked at, as in `newer`."""
ME: Final = ""
"""The name of the one who asks for his own age."""
_ASKED: Final = late(
    r"\b(?:how old (?:is|was|will)|wie alt (?:ist|war|wird)|cuantos anos tiene|quel age a|quantos anos tem"
    r"|(?<!average )age of) "
    r"(?P<a>\w+)(?!['’\w])(?! (?:and|or|und|y|et|e)\b)|\b(?P<b>\w+)['’]s age\b"
)
_ASKED_OWN: Final = late(
    r"\bhow old (?:am i|i am)\b|\b(?:what is|what['’]?s) my (?:current )?age\b|\bwie alt (?:bin ich|ich bin)\b"
    r"|\bcuantos anos tengo\b|\bquel age (?:ai-je|j['’]ai)\b|\bquantos anos (?:eu )?tenho\b"
)
_NUMBER: Final = r"(?:\d{1,3}|[a-z]+ty(?:-[a-z]+)?)"
_AGE: Final = late(
    r"(?:\b(?:am|is|was|turn(?:ed|ing|s)?|aged|bin|ist|wird|tiene|tengo|a|ai|tem|tenho)|['’][ms]|\bj['’]ai)"
    rf" (?:(?:now|just|already|only|jetzt|ahora|maintenant|agora) )?{_NUMBER}(?![\w%:/]|[.,]\d)"
    r"|\b\d{1,3}[ -](?:years?[ -]old|jahre alt)\b"
)
"""That somebody is so old, in folded text."""
_OWN_AGE: Final = late(
    r"(?:(?:^|[,.;!?] |\b(?:and|but|so|now|that|today|und|y|et|e|jetzt|ahora) )"
    r"(?:i['’]?m|i am|i (?:just |recently |have )?turned|user (?:is|(?:just |recently )?turned)|ich bin|user ist|tengo"
    r"|user tiene|j['’]ai|user a|(?:eu )?tenho|user tem))"
    r" (?:(?:now|just|already|only|an?|jetzt|ahora|maintenant|agora) )?"
    rf"{_NUMBER}(?:-year-old\b| ?(?:years? old|years|jahre(?: alt)?|anos|ans)\b)?"
    r"(?=$|[,;!?)]|\.(?!\d)|-year| (?:and|but|so|now|already|today|yesterday|last|this|in|on|by|und|y|et|e|since)\b)"
)
"""The same of the one who speaks or whose memory it is; what counts something ("I am 10 minutes late") is no age."""
_BORN: Final = late(r"\b(?:born|birthday|geboren|geburtstag|naci\w*|cumplea\w*|anniversaire|nasc\w*)\b")
"""That may tell an age too."""
_FIRST: Final = late(r"\b(?:i|my|ich|mein|meine|je|j['’]\w+|yo|tengo|eu|tenho)\b")


@lru_cache(maxsize=256)
def asked_for(question: str) -> str | None:
    """The folded name of the one whose age is asked, with the surname where it is given; `ME` for the one who asks;
    None for any other question."""
    low = fold(question[:1000])
    if _ASKED_OWN.search(low):
        return ME
    found = _ASKED.search(low)
    name = (found["a"] or found["b"]) if found else None
    if name is None or name in STOP_WORDS:
        return None
    full = re.search(rf"(?i:\b{re.escape(name)}) ([A-Z][^\W\d_]+)", question[:1000])
    return f"{name} {fold(full[1])}" if full and fold(full[1]) not in MONTHS else name


def reorder(ranked: Ranked, records: Mapping[int, Record], name: str) -> Ranked:
    """The ranking with the latest age of this person first. `records` holds the rows of the first `REACH`."""
    rows = [records.get(place) for place in ranked.places[:REACH].tolist()]
    wanted = _latest(rows, name)
    if wanted is None:
        return ranked
    above = [at for at in range(wanted) if not _may_answer(rows[at], rows[wanted], name)]
    if not above:
        return ranked
    order = [at for at in range(len(ranked.places)) if at != wanted]
    order.insert(above[0], wanted)
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
    low = fold(row.content)
    if name != ME:
        return _AGE.search(low) is not None and _is_about(row, name)
    own = fold(row.speaker or "")
    return _OWN_AGE.search(f"user{low.removeprefix(own)}" if own and low.startswith(f"{own} ") else low) is not None


def _is_about(record: Record, name: str) -> bool:
    """It names the person, or it is what the person says of himself."""
    low = fold(record.content)
    if re.search(rf"\b{re.escape(name)}\b", low):
        return True
    own = name.partition(" ")[0] in fold(record.speaker or "").split()
    return own and _FIRST.search(low) is not None


_NO_PERSON: Final = frozenset(("assistant", "system", "tool"))
