"""What somebody does not do, and did once: "I don't smoke", "I smoked a cigarette at the party yesterday". Both stay.

A slip ends no diet and no abstinence. What begins anew is told otherwise: "smokes now", "started again", "eats meat".
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

from recollect.rules.lexicon.change import CORRECTION, NEGATION
from recollect.rules.lexicon.occasions import ACCIDENTS, AGAIN, CONSUMED, SETTLED
from recollect.rules.tense import happened
from recollect.write.verify.done_with import same_term
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

_ABSTAINED: Final = frozenset("meat plant_diet alcohol smoking gluten".split())
"""Lines of states (`rules.lexicon.states`) that are told of what somebody takes."""
_PEOPLE: Final = frozenset(("user", "person", "name"))
_CHANGED: Final = frozenset(("update", "end", "wish", "hedge", "habit", "also"))
_LASTING: Final = AGAIN | SETTLED | frozenset("first since resumed took back every".split())
"""In what may be no slip but a beginning."""
_DOING: Final = frozenset(("do", "does"))
_PERFECT: Final = frozenset("has have had been was were be".split())


def slipped(old: Statement, new: Statement) -> bool:
    """Whether the old one tells what somebody does not do or take, and the new one that he did on one occasion."""
    if old.subject.key[0] not in _PEOPLE or new.kind == "correction" or new.negated or new.cues & _CHANGED:
        return False
    if not new.forms.isdisjoint(_LASTING) or old.attitude or new.attitude or _takes_back(new):
        return False
    if "past" in old.cues:
        return False
    deeds = [word for before, word in _pairs(new) if happened([word.form]) and before not in _PERFECT]
    again = [deed for deed in deeds if any(same_term(deed, word) for word in _not_done(old))]
    if again:
        return _once(new) or any(_has_one_object(deed, new) for deed in again)
    axes = {
        axis for axis in _ABSTAINED & old.states.keys() if new.states.get(axis, old.states[axis]) != old.states[axis]
    }
    return bool(axes) and _once(new) and any(deed.form in CONSUMED for deed in deeds)


def _pairs(statement: Statement) -> Iterator[tuple[str, Word]]:
    """Each word with the form before it."""
    return zip(("", *(word.form for word in statement.words)), statement.words, strict=False)


def _not_done(statement: Statement) -> list[Word]:
    """What is denied as a habit: after "doesn't" and "never" in the present, and in "non-smoker"."""
    found = []
    for (before, denial), word in zip(_pairs(statement), statement.words[1:], strict=False):
        habit = denial.form in {"never", "non"} or (denial.form == "not" and before in _DOING)
        if denial.form in NEGATION and habit and not word.filler and not happened([word.form]):
            found.append(word)
    return found


def _once(statement: Statement) -> bool:
    return "one_off" in statement.cues or not statement.forms.isdisjoint(_ONCE) or _by_accident(statement)


_ONCE: Final = frozenset(("once", "accidentally", "unintentionally"))


def _by_accident(statement: Statement) -> bool:
    pairs = itertools.pairwise(word.form for word in statement.words)
    return any(before == "by" and form in ACCIDENTS for before, form in pairs)


def _takes_back(new: Statement) -> bool:
    """Whether it corrects something: not by what was done by mistake."""
    if "correction" not in new.cues:
        return False
    return not _by_accident(new) or not new.forms.isdisjoint(CORRECTION - ACCIDENTS)


def _has_one_object(deed: Word, statement: Statement) -> bool:
    """ "Smoked a cigar at the wedding": one of something, on an occasion that is named."""
    following = [word.form for word in statement.words if word.place > deed.place and word.clause == deed.clause]
    return following[:1] in (["a"], ["an"], ["one"]) and "at" in following and "for" not in following
