"""Two qualities of one thing: "the office is big" and "the office is warm" are both true.

Sentences that are built alike but for the last word read like another value of one thing. Where that word names a
quality, only a word of the same quality is another value of it; a word that is known for another quality, or for none,
says something else.
"""

from __future__ import annotations

from functools import cache

from recollect.rules.lexicon.qualities import QUALITIES
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

_COPULAS = frozenset("is are was were am be s looks look feels seems".split())
_DEGREES = frozenset("very really so quite pretty too rather extremely a bit fairly".split())


def other_quality(old: Statement, new: Statement) -> bool:
    """The two say of the same thing how it is, in different respects."""
    if "correction" in new.cues or "update" in new.cues:
        return False
    (before, was), (after, now) = _taken_apart(old), _taken_apart(new)
    if was is None or now is None or before != after:
        return False
    ours, theirs = _qualities().get(now.form, frozenset()), _qualities().get(was.form, frozenset())
    return bool(ours or theirs) and ours.isdisjoint(theirs)


def _taken_apart(statement: Statement) -> tuple[tuple[str, ...], Word | None]:
    """What stands before the copula and with it, and the one word after it; None where more is said."""
    words = statement.words
    at = next((place for place, word in enumerate(words) if word.form in _COPULAS), None)
    if at is None:
        return (), None
    rest = [word for word in words[at + 1 :] if word.form not in _DEGREES]
    return tuple(word.form for word in words[: at + 1]), rest[0] if len(rest) == 1 else None


@cache
def _qualities() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in QUALITIES.strip().splitlines():
        quality, _, words = line.partition(":")
        for word in words.split():
            found.setdefault(word, set()).add(quality)
    return {word: frozenset(names) for word, names in found.items()}
