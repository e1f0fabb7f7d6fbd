"""Whose age: of two statements that give one, the one about the person asked for comes first.

A stage after ranking, for the one value that everybody has and tells in the same words. "How old is Marta?" fits "I'm
33 years old" better than "Marta is 29", word by word and by meaning, whoever says it. What is about the named person is
what names him, or what he says himself; it takes the place right above the first age of somebody else. Nothing is
dropped, and no other question is touched.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from recollect.read.field import Ranked
from recollect.read.shape import taken
from recollect.rules.late import late
from recollect.rules.text import STOP_WORDS, fold

if TYPE_CHECKING:
    from recollect.model.record import Record

REACH: Final = 12
"""Candidates looked at, as in `newer`."""
_ASKED: Final = late(
    r"\b(?:how old (?:is|was|will)|wie alt (?:ist|war|wird)|cuantos anos tiene|quel age a|quantos anos tem"
    r"|(?<!average )age of) "
    r"(?P<a>\w+)(?!['’\w])(?! (?:and|or|und|y|et|e)\b)|\b(?P<b>\w+)['’]s age\b"
)
_AGE: Final = late(
    r"(?:\b(?:am|is|was|turn(?:ed|ing|s)?|aged|bin|ist|wird|tiene|tengo|a|ai|tem|tenho)|['’][ms]|\bj['’]ai)"
    r" (?:(?:now|just|already|only|jetzt|ahora|maintenant|agora) )?(?:\d{1,3}|[a-z]+ty(?:-[a-z]+)?)(?![\w%:/]|[.,]\d)"
    r"|\b\d{1,3}[ -](?:years?[ -]old|jahre alt)\b"
)
"""That somebody is so old, in folded text."""
_FIRST: Final = late(r"\b(?:i|my|ich|mein|meine|je|j['’]\w+|yo|tengo|eu|tenho)\b")


@lru_cache(maxsize=256)
def asked_for(question: str) -> str | None:
    """The folded name of the one whose age is asked; None for any other question."""
    found = _ASKED.search(fold(question[:1000]))
    name = (found["a"] or found["b"]) if found else None
    return None if name is None or name in STOP_WORDS else name


def reorder(ranked: Ranked, records: Mapping[int, Record], name: str) -> Ranked:
    """The ranking with the age of this person above those of others. `records` holds the rows of the first `REACH`."""
    places = ranked.places[:REACH].tolist()
    told = {
        at: _is_about(records[place], name)
        for at, place in enumerate(places)
        if place in records and _AGE.search(fold(records[place].content))
    }
    wanted = next((at for at, about in told.items() if about), None)
    others = next((at for at, about in told.items() if not about), None)
    if wanted is None or others is None or wanted < others:
        return ranked
    order = [at for at in range(len(ranked.places)) if at != wanted]
    order.insert(others, wanted)
    moved = taken(ranked, order)
    return replace(moved, scores=np.maximum.accumulate(moved.scores[::-1])[::-1])


def _is_about(record: Record, name: str) -> bool:
    """It names the person, or it is what the person says of himself."""
    low = fold(record.content)
    if re.search(rf"\b{re.escape(name)}\b", low):
        return True
    own = name in fold(record.speaker or "").split()
    return own and _FIRST.search(low) is not None
