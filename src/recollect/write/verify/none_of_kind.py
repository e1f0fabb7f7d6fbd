"""A denial of all of a kind and one of that kind exclude each other: "has a dog", "doesn't have any pets".

It must be had in both, by the same one, and the denial must go on to nothing that narrows it: "no pets at work".
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from recollect.rules.lexicon.things import ALL_OF, OWNING
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

_UNTOLD: Final = frozenset(("past", "wish", "hedge"))


def none_of_its_kind(old: Statement, new: Statement) -> bool:
    """Whether the one tells what somebody has, and the other that he has nothing of that kind."""
    if old.subject.key != new.subject.key or not (old.cues | new.cues).isdisjoint(_UNTOLD):
        return False
    denying, stating = (old, new) if old.negated else (new, old)
    kind = _denied_kind(denying)
    return bool(kind) and not stating.negated and _of_kind(_had(stating), ALL_OF[kind])


def denies_having(old: Statement, new: Statement) -> bool:
    """Whether the one tells what is had and the other what is not: no repetition, however much the two are alike."""
    denying, stating = (old, new) if old.negated else (new, old)
    return bool(_had(stating)) and not stating.negated and any(w.concept in denying.negated for w in _had(denying))


def _denied_kind(statement: Statement) -> str:
    """The kind of which nothing is had, where the sentence says no more than that."""
    had = _had(statement)
    if not had or had[0].concept not in ALL_OF or had[0].concept not in statement.negated:
        return ""
    return had[0].concept if all(word.form in _NO_LONGER for word in had[1:]) else ""


def _had(statement: Statement) -> list[Word]:
    """What stands behind the verb of having, from the thing on: "two [big dogs]"."""
    words = statement.words
    at = next((place for place, word in enumerate(words) if word.form in OWNING), None)
    if at is None or words[at].clause != words[0].clause:
        return []
    rest = [word for word in words[at + 1 :] if word.clause == words[at].clause]
    while rest and rest[0].form in _BEFORE:
        rest = rest[1:]
    return rest


def _of_kind(had: list[Word], kind: frozenset[str]) -> bool:
    """Whether the thing itself is of the kind, and no thing for one: "a dog", "a big dog", not "a dog bed"."""
    thing = next((word for word, after in pairwise((*had, None)) if word and _ends(after)), None)
    return thing is not None and not kind.isdisjoint((thing.form, thing.concept, thing.concept.removeprefix("kin:")))


def _ends(after: Word | None) -> bool:
    return after is None or after.filler or after.name or after.concept == "name" or after.form in _NO_LONGER


_BEFORE: Final = frozenset(
    """a an any no not one two three four five some my our got ein eine einen einem zwei drei kein keine keinen un una
    uno une des dos tres du de d deux um uma""".split()
)
_NO_LONGER: Final = frozenset("any more anymore longer now mehr mas plus".split())
