"""Statements about named third parties ("Ada Lovelace wrote to Babbage"): signals of their own, as names prove nothing.

In a collection about a few people every statement shares names with every other; what counts is whether both speak of
the same deed or trait. Where they do and differ, the newer one holds, whoever it is about: one award has one winner.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from recollect.rules.lexicon.change import NEGATION
from recollect.write.verify.align import Alignment
from recollect.write.verify.quantities import agree, disagree
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

_ONLY: Final = frozenset("only exclusively solely entirely always alone primarily".split())
_CONTRAST: Final = frozenset("instead rather while whereas contrary but although though unlike".split())


def signals_of(old: Statement, new: Statement, found: Alignment, cosine: float, jaccard: float) -> dict[str, float]:
    """Signals of a pair of such statements."""
    names = old.full_names | new.full_names
    old_told = [(w, s) for w, s in zip(old.content, found.old_scores, strict=True) if w.form not in names]
    new_told = [(w, s) for w, s in zip(new.content, found.new_scores, strict=True) if w.form not in names]
    old_names, new_names = names & old.forms, names & new.forms
    sure = sum(1 for _, score in old_told if score == 1.0)
    cover_old = _weighted(old_told)
    cover_new = _weighted(new_told)
    equal = sum(any(agree(p, q) for q in new.quantities) for p in old.quantities)
    denied = new.negated & {word.concept for word, score in old_told if score == 1.0}
    first_old = next((w.concept for w, _ in old_told), "")
    first_new = next((w.concept for w, _ in new_told), "")
    return {
        "told_old": cover_old,
        "told_new": cover_new,
        "told_both": min(cover_old, cover_new),
        "told_either": max(cover_old, cover_new),
        "told_sure": min(sure, 6) / 6,
        "told_none": float(sure == 0),
        "told_one": float(sure == 1),
        "first_told": float(first_old == first_new != ""),
        "names_shared": len(old_names & new_names) / max(1, len(old_names)),
        "names_same": float(old_names == new_names),
        "names_old_gone": float(bool(old_names - new_names)),
        "names_apart": float(not old_names & new_names),
        "amount_equal": float(equal > 0),
        "amount_differs": float(any(disagree(p, q) for p in old.quantities for q in new.quantities)),
        "denied": float(bool(denied)),
        "new_denies": float(bool(new.negated) and not old.negated),
        "only": float(bool(new.forms & _ONLY)),
        "contrast": float(bool(new.forms & _CONTRAST)),
        "cosine": cosine,
        "jaccard": jaccard,
        "same_state": float(bool(set(old.states) & set(new.states))),
        "same_slot": float(old.attribute.name == new.attribute.name != "other"),
        "denies_and_told": float(bool(new.negated)) * cover_old,
        "contrast_and_told": float(bool(new.forms & (_CONTRAST | _ONLY))) * cover_old,
        "first_and_told": float(first_old == first_new != "") * cover_old,
        "apart_and_told": float(not old_names & new_names) * min(cover_old, cover_new),
        "alike": found.alike,
        "both_are_something": float(old_names == new_names and _is_something(old) and _is_something(new)),
        "same_doing": float(_doing(old) == _doing(new) != ""),
        "same_doing_same_names": float(old_names == new_names and _doing(old) == _doing(new) != ""),
    }


def denies(old: Statement, new: Statement) -> bool:
    """A deed is denied in so many words that the known statement has: "has never climbed Mount Etna"."""
    if old.negated:
        return False
    known = {word.concept for word in old.words}
    for place, word in enumerate(new.words):
        told = _denied_by(new.words, place) if word.form in NEGATION else []
        if len(told) >= DENIED_MIN and not told[0].name and known.issuperset(w.concept for w in told):
            return True
    return False


def _denied_by(words: Sequence[Word], place: int) -> list[Word]:
    """What the "not" at `place` reaches: to the end of its clause, or to what is set against it."""
    found: list[Word] = []
    for word in words[place + 1 :]:
        if word.clause != words[place].clause or word.form in _CONTRAST:
            break
        found += [] if word.filler else [word]
    return found


DENIED_MIN: Final = 2
"""Words that must be denied together; one alone may be said of something else."""


def _is_something(statement: Statement) -> bool:
    """ "… is a marine biologist": says what somebody is."""
    words = statement.words[:9]
    return any(a.form in {"is", "was"} and b.form in {"a", "an"} for a, b in itertools.pairwise(words))


def _doing(statement: Statement) -> str:
    """The first word after the names that is not one and carries meaning."""
    for word in statement.words[statement.subject.end :]:
        if not word.filler and not word.name:
            return word.concept
    return ""


def _weighted(told: list[tuple[Word, float]]) -> float:
    """Share of what is told that has a partner; long words weigh more, because they tell more."""
    total = sum(min(len(word.form), 12) for word, _ in told)
    return sum(min(len(word.form), 12) * score for word, score in told) / total if total else 0.0
