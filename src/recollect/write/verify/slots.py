"""The index terms under which the known memories of a statement's slot are looked up."""

from __future__ import annotations

import itertools
from functools import cache

from recollect.rules.lexicon.slots import SLOT_WORDS
from recollect.rules.lexicon.things import ALL_OF, CALLED_ALL, OWNING
from recollect.rules.text import default_analyser
from recollect.write.verify.jobless import is_over
from recollect.write.verify.outgrown import over_with
from recollect.write.verify.statement import Statement


def slot_terms(statement: Statement) -> tuple[str, ...]:
    """Of the attribute it gives, of the states it puts somebody in, of what is over with it, and of what is had or not
    had, by kind."""
    names = [
        statement.attribute.name,
        *statement.states,
        *(["work"] if statement.employer or is_over(statement) else []),
        *over_with(statement),
    ]
    return tuple(dict.fromkeys(itertools.chain(*map(_terms, names), *map(_terms_had, _kinds(statement)))))


@cache
def _terms(name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(default_analyser().terms(SLOT_WORDS.get(name, ""))))


def _kinds(statement: Statement) -> list[tuple[str, bool]]:
    """Kinds of which it says that something is had, or that all of it is not."""
    if statement.forms.isdisjoint(OWNING):
        return []
    return [
        (kind, kind in statement.negated)
        for kind, what in ALL_OF.items()
        if kind in statement.negated or not what.isdisjoint(statement.forms)
    ]


@cache
def _terms_had(kind: tuple[str, bool]) -> tuple[str, ...]:
    name, denied = kind
    words = " ".join(sorted(ALL_OF[name])) if denied else CALLED_ALL[name]
    return tuple(dict.fromkeys(default_analyser().terms(words)))
