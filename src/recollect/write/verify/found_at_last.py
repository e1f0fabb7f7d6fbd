"""Who found what he was looking for looks for it no more: "looking for a new job", "found a job at Siemens"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from recollect.rules.lexicon.change import FINDING, LOOKING
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

_UNTOLD: Final = frozenset(("wish", "hedge", "past"))
_BEFORE: Final = frozenset("a an the my our another some".split())


def found_at_last(old: Statement, new: Statement) -> bool:
    """Whether the older one tells what somebody looks for, and the newer one that he has found it."""
    if old.subject.key != new.subject.key or old.negated or new.negated or not new.cues.isdisjoint(_UNTOLD):
        return False
    wanted, got = _behind(old, LOOKING, "for"), _behind(new, FINDING)
    return bool(wanted) and wanted == got


def _behind(statement: Statement, verbs: frozenset[str], preposition: str = "") -> str:
    """What stands behind the verb, by its last word: the "job" of "a new job in Berlin"."""
    words = statement.words
    for place, word in enumerate(words):
        if word.form in verbs:
            rest = words[place + 1 :]
            if preposition and (not rest or rest[0].form != preposition):
                return ""
            return _thing(rest[1:] if preposition else rest)
    return ""


def _thing(words: Sequence[Word]) -> str:
    if not words or words[0].form not in _BEFORE:
        return ""
    thing = list(takewhile(lambda word: not (word.filler or word.name), words[1:]))
    return thing[-1].concept if thing else ""
