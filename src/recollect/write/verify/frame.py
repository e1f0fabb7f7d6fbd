"""Sentences built alike that differ in one place, and what a statement is limited to; signals by their names."""

from __future__ import annotations

from typing import Final

from recollect.write.verify.align import Alignment
from recollect.write.verify.statement import Statement


class Signals(dict[str, float]):
    """Signals by name; one that is not there is 0."""

    def __missing__(self, name: str) -> float:
        return 0.0


def frame(old: Statement, new: Statement, found: Alignment, signals: Signals) -> None:
    """Sentences built alike that differ in one place: at the end (a value) or at the beginning (what it is about)."""
    a, b = old.frame, new.frame
    shorter = max(1, min(len(a), len(b)))
    prefix = _common(a, b)
    suffix = min(_common(a[::-1], b[::-1]), shorter - min(prefix, shorter))
    signals["same_beginning"] = prefix / shorter
    signals["same_ending"] = suffix / shorter
    signals["longer"] = min(2.0, len(new.words) / max(1, len(old.words))) / 2
    here, there = old.context, new.context
    apart = bool(here - there - new.concepts) and bool(there - here - old.concepts)
    signals["other_context"] = float(apart)
    if apart and here & there:
        signals["narrowed_context"] = 1.0
    mine, yours = old.forms & TIMES_APART, new.forms & TIMES_APART
    if signals["amount_differs"] and mine and yours and mine.isdisjoint(yours):
        signals["narrowed_context"] = 1.0  # one value for each of them
    limited = {old.attribute.name, new.attribute.name} <= _TASTES
    signals["taste_in_context"] = float(apart and limited)
    on_top = bool(here & set(new.subject.words)) or bool(there & set(old.subject.words))
    signals["context_is_subject"] = float(on_top)
    signals["refers_back"] = float(_refers_back(new, found))
    signals["other_script"] = float(old.text.isascii() != new.text.isascii())


TIMES_APART: Final = frozenset(
    """
    weekday weekdays weekend weekends morning mornings evening evenings night nights summer winter breakfast lunch
    dinner
    """.split()
)
"""Something may have a value at each of these: "on weekdays at 6", "on weekends at 9"."""
_TASTES: Final = frozenset(("preference", "like", "dislike"))


def _common(a: tuple[str, ...], b: tuple[str, ...]) -> int:
    count = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        count += 1
    return count


def _refers_back(new: Statement, found: Alignment) -> bool:
    """The new statement begins with something the old one introduced ("the novel", "my road bike", "at Spotify")."""
    if not found.shared:
        return False
    known = {word.concept for word in found.shared if word.concept not in {"like", "live", "work", "name"}}
    first = next((word for word in new.content), None)
    return first is not None and first.concept in known and len(found.left_new) + len(new.quantities) >= 2
