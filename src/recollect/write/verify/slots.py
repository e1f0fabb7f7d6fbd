"""The index terms under which the known memories of a statement's slot are looked up."""

from __future__ import annotations

from functools import cache

from recollect.rules.lexicon.slots import SLOT_WORDS
from recollect.rules.text import default_analyser
from recollect.write.verify.jobless import is_over
from recollect.write.verify.statement import Statement


def slot_terms(statement: Statement) -> tuple[str, ...]:
    """Of the attribute it gives and of the states it puts somebody in; empty where it gives none."""
    names = [
        statement.attribute.name,
        *statement.states,
        *(["work"] if statement.employer or is_over(statement) else []),
    ]
    return tuple(dict.fromkeys(term for name in names for term in _terms(name)))


@cache
def _terms(name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(default_analyser().terms(SLOT_WORDS.get(name, ""))))
