"""Whether what speaks for a change is enough among all that is known of a person; when in doubt both stay.

The judge reads two statements side by side, as if they were known to belong together. Among hundreds of memories of
one life most pairs have nothing to do with each other and still share words: the person's name, what everybody does,
what this person always speaks of. Here only words that tell memories apart count, and every kind of change must show
its own proof. Wrongly keeping both loses nothing; a wrong change hides or muddles something true.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from recollect.rules.lexicon import change, generic
from recollect.rules.text import default_analyser
from recollect.write.verify.align import Alignment, align
from recollect.write.verify.compare import Comparison, Signals, compare
from recollect.write.verify.judge import DUPLICATE, MERGE, SUPERSEDE, Verdict
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

FEW_MEMORIES: Final = 20
"""Below so many, how often a word stands in them says little; as many are taken for granted."""
GENERIC_WORTH: Final = 0.1
UNSEEN_WORTH: Final = 0.85
"""Worth of a word that only the known statement has; how many others hold it was not asked."""
SHARED_MIN: Final = 0.5
"""Worth that the shared words must have together: one word that stands in few memories."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Background:
    """What a statement is held against: how many memories there are, and how many of them hold each of its words."""

    count: int
    holding: Mapping[str, int] = field(default_factory=dict)

    def worth(self, word: Word) -> float:
        """How much a word tells, 0..1. Worked: of 200 memories one holds it: 0.87; forty do: 0.30."""
        if is_generic(word):
            return GENERIC_WORTH
        held = self.holding.get(word.stem)
        if held is None:
            return UNSEEN_WORTH
        return max(GENERIC_WORTH, 1.0 - math.log1p(held) / math.log(2 + max(self.count, FEW_MEMORIES)))


@cache
def _generic() -> frozenset[str]:
    words = f"{generic.VERBS} {generic.NOUNS} {generic.QUALITIES}".split()
    analyser = default_analyser()
    return frozenset(words) | frozenset(analyser.term(word) for word in words)


def is_generic(word: Word) -> bool:
    """Whether a word fits nearly every statement. A name never does."""
    return not word.name and (word.form in _generic() or word.stem in _generic())


@dataclass(frozen=True, slots=True)
class _Found:
    """What the two have in common, weighed by what each word tells."""

    shared: tuple[Word, ...]
    """Telling words in common."""
    worth: float
    cover_old: float
    cover_new: float

    @property
    def cover_both(self) -> float:
        return min(self.cover_old, self.cover_new)


def stands(old: Statement, new: Statement, verdict: Verdict, cosine: float | None, background: Background) -> bool:
    """Whether a verdict that changes what is known has proof enough."""
    if old.full_names and new.full_names:
        return True
    alignment = align(old, new)
    found = _weigh(old, new, alignment, background)
    compared = compare(old, new, cosine=cosine, jaccard=0.0, alignment=alignment)
    if verdict.label == DUPLICATE:
        return _repeats(old, new, found, compared.signals)
    if not found.shared and verdict.guard not in _SLOTS:
        return False
    if verdict.label == MERGE:
        return _completes(old, new, found, compared)
    return verdict.label == SUPERSEDE and _replaces(old, new, found, compared)


_SLOTS: Final = frozenset(("slot", "state", "job"))


def _weigh(old: Statement, new: Statement, alignment: Alignment, background: Background) -> _Found:
    named = _spoken_of(old) | _spoken_of(new)
    olds = [(w, s, background.worth(w)) for w, s in zip(old.content, alignment.old_scores, strict=True)]
    news = [(w, s, background.worth(w)) for w, s in zip(new.content, alignment.new_scores, strict=True)]
    shared = tuple(w for w, s, worth in news if s == 1.0 and worth > GENERIC_WORTH and w.form not in named)
    return _Found(
        shared=shared,
        worth=sum(background.worth(word) for word in {word.stem: word for word in shared}.values()),
        cover_old=_cover([(s, worth) for w, s, worth in olds if w.form not in named]),
        cover_new=_cover([(s, worth) for w, s, worth in news if w.form not in named]),
    )


def _spoken_of(statement: Statement) -> frozenset[str]:
    """Names the statement is about: that both are about one person is no topic in common."""
    first = statement.words[: statement.subject.end or 1]
    return frozenset(word.form for word in first if word.capital or word.name)


def _cover(scores: list[tuple[float, float]]) -> float:
    total = sum(worth for _, worth in scores)
    return sum(score * worth for score, worth in scores) / total if total else 0.0


# --- a repetition ---------------------------------------------------------------------------------------------------


def _repeats(old: Statement, new: Statement, found: _Found, signals: Signals) -> bool:
    if signals["amount_differs"] or signals["denied_once"] or signals["state_differs"]:
        return False
    if signals["amount_added"] or signals["wish_and_fact"]:
        return False
    if signals["state_same"] and found.cover_new >= 0.6:
        return True
    return found.cover_new >= 0.8 and found.cover_old >= 0.7


# --- more about the same --------------------------------------------------------------------------------------------


def _completes(old: Statement, new: Statement, found: _Found, compared: Comparison) -> bool:
    signals = compared.signals
    if found.worth < SHARED_MIN or signals["denied_once"] or signals["amount_differs"] or signals["other_thing"]:
        return False
    if old.cues & _UNSETTLED != new.cues & _UNSETTLED:
        return False
    if found.cover_old >= 0.8 and found.cover_new >= 0.3:
        return True
    about = {word.concept for word in found.shared}
    return bool(about & set(new.subject.words)) and new.subject.key[0] in ("thing", "name")


_UNSETTLED: Final = frozenset(("wish", "past", "end"))


# --- another value --------------------------------------------------------------------------------------------------


def _replaces(old: Statement, new: Statement, found: _Found, compared: Comparison) -> bool:
    signals = compared.signals
    if "wish" in new.cues or "hedge" in new.cues:
        return False
    if signals["other_value"] or signals["other_holder"]:
        return not (old.forms | new.forms) & _AMONG
    if found.worth < SHARED_MIN:
        return bool(signals["state_differs"]) and not signals["habit_and_once"]
    return (
        _counted(found, signals)
        or _denied(old, new, found, signals)
        or _over(old, new, found)
        or _settled(old, new, found, signals)
        or _corrected(new, found)
        or _changed(new, found, signals)
        or bool(signals["state_differs"])
        or bool(signals["attitude_turned"] and found.cover_both >= 0.7)
        or bool((signals["value_over_old"] or signals["swapped"]) and found.cover_old >= 0.5)
        or bool(signals["same_thing"] and signals["same_beginning"] >= 0.5 and found.cover_old >= 0.5)
    )


_AMONG: Final = frozenset("one some among".split())
"""One of several: "one of my favourite films"."""


def _counted(found: _Found, signals: Signals) -> bool:
    """The same thing with another number, date or time."""
    return bool(signals["amount_differs"]) and found.cover_old >= 0.7 and found.cover_new >= 0.5


def _denied(old: Statement, new: Statement, found: _Found, signals: Signals) -> bool:
    """One denies the very thing that the other states."""
    denied = old.negated | new.negated
    about = any(word.concept in denied for word in found.shared)
    return bool(signals["denied_once"]) and about and found.cover_old >= 0.7 and found.cover_new >= 0.6


def _over(old: Statement, new: Statement, found: _Found) -> bool:
    """An ending whose object is the shared thing. "Never give up" ends nothing, and an ending does not end another."""
    return "end" not in old.cues and found.cover_old >= 0.5 and _object_of(new, change.END, found)


def _settled(old: Statement, new: Statement, found: _Found, signals: Signals) -> bool:
    """What was owed or planned is done."""
    return bool(signals["settled"] or (old.kind == "commitment" and "done" in new.cues)) and found.cover_old >= 0.6


def _corrected(new: Statement, found: _Found) -> bool:
    return (new.kind == "correction" or "correction" in new.cues) and found.cover_old >= 0.5


def _changed(new: Statement, found: _Found, signals: Signals) -> bool:
    """A switch whose object is the shared thing, or another value of the same attribute that is said to hold now."""
    if found.cover_old < 0.5 or "update" not in new.cues:
        return False
    return _object_of(new, change.UPDATE - _HOLDS_NOW, found) or bool(signals["same_single"] and found.cover_old >= 0.6)


_HOLDS_NOW: Final = frozenset("now nowadays these_days new_one".split())
CUE_REACH: Final = 6
"""Words after a cue among which its object stands, within the clause."""


def _object_of(statement: Statement, cues: frozenset[str], found: _Found) -> bool:
    """Whether a cue that is not itself denied has a shared word for its object, or for the subject right before it."""
    shared = {word.place for word in found.shared}
    for place, word in enumerate(statement.words):
        if not _begins(statement, place, cues):
            continue
        if any(before.form in change.NEGATION for before in statement.words[max(0, place - 3) : place]):
            continue
        near = statement.words[max(0, place - CUE_REACH) : place + CUE_REACH + 1]
        if any(other.place in shared and other.clause == word.clause for other in near):
            return True
    return False


def _begins(statement: Statement, place: int, cues: frozenset[str]) -> bool:
    """Whether one of `cues`, a word or a phrase, begins at `place`."""
    joined = ""
    for word in statement.words[place : place + 5]:
        joined = f"{joined}_{word.form}" if joined else word.form
        if joined in cues:
            return True
    return False
