"""A denial of all of a kind and one of that kind exclude each other: "has a dog", "doesn't have any pets".

Only where each says that and nothing else: "no pets at work", "a dog bed", "a cat to feed" and "no pets but a dog" are
other things, and so is what somebody else has.
"""

from __future__ import annotations

import itertools
from typing import Final

from recollect.rules.lexicon.things import ALL_OF, OWNING
from recollect.write.verify.statement import Statement
from recollect.write.verify.subject import USER
from recollect.write.verify.words import Word

_UNTOLD: Final = frozenset(("past", "wish", "hedge"))


def none_of_its_kind(old: Statement, new: Statement) -> bool:
    """Whether the one tells what somebody has, and the other that he has nothing of that kind."""
    if not _same_one(old, new) or not (old.cues | new.cues).isdisjoint(_UNTOLD):
        return False
    denying, stating = (old, new) if old.negated else (new, old)
    kind = _kind_denied(denying)
    return bool(kind) and not stating.negated and _has_one_of(stating, ALL_OF[kind])


def denies_having(old: Statement, new: Statement) -> bool:
    """Whether the one tells what is had and the other of what all nothing is: no repetition, however alike they are."""
    denying, stating = (old, new) if old.negated else (new, old)
    had = _not_had(denying)
    return bool(had) and had[0].concept in denying.negated and not stating.negated and bool(_had(stating))


def _same_one(old: Statement, new: Statement) -> bool:
    """Whether both begin with the same one: not with "in hotels I", nor with "my other brother"."""
    if old.subject.key != new.subject.key or old.subject.key[0] not in _SOMEBODY or not old.names <= _own(old):
        return False
    mine, yours = _before_having(old), _before_having(new)
    return mine == yours or (old.subject.key == (USER,) and _SPEAKING.issuperset((*mine, *yours)))


def _before_having(statement: Statement) -> list[str]:
    """Whom it is told of, as its words stand before the verb of having."""
    words = (word.form for word in statement.words)
    return [form for form in itertools.takewhile(lambda form: form not in OWNING, words) if form not in _DENYING]


_SOMEBODY: Final = frozenset((USER, "person", "name"))
_SPEAKING: Final = frozenset("i we user ich wir yo nosotros eu nos".split())


def _own(statement: Statement) -> frozenset[str]:
    """Names that stand in it for him who has, or for what he has: "a dog named Rex"."""
    words = [word.form for word in statement.words]
    called = {words[at + 1] for at, form in enumerate(words[:-1]) if form in _CALLED}
    return frozenset((*called, *statement.subject.key[1:]))


def _had(statement: Statement) -> list[Word]:
    """What stands behind the verb of having, where this is the verb of the sentence."""
    words = statement.words
    at = next((place for place, word in enumerate(words) if word.form in OWNING), None)
    if at is None:
        return []
    between = words[statement.subject.end : at]
    return list(words[at + 1 :]) if all(word.form in _DENYING for word in between) else []


def _not_had(statement: Statement) -> list[Word]:
    return list(itertools.dropwhile(lambda word: word.form in _NO, _had(statement)))


def _kind_denied(statement: Statement) -> str:
    """The kind of which nothing is had, where the sentence says no more than that."""
    had = _not_had(statement)
    if not had or had[0].concept not in ALL_OF or had[0].concept not in statement.negated:
        return ""
    return had[0].concept if all(word.form in _NO_LONGER for word in had[1:]) else ""


def _has_one_of(statement: Statement, kind: frozenset[str]) -> bool:
    """Whether one of the kind is all that is had: "a dog", "a big dog named Rex"."""
    had = _had(statement)
    if had[:1] and had[0].form == "got":
        had = had[1:]
    if not had or had[0].form not in _ONE:
        return False
    had = had[1:]
    while had and had[0].form in _LOOKS:
        had = had[1:]
    if not had or kind.isdisjoint((had[0].form, had[0].concept, had[0].concept.removeprefix("kin:"))):
        return False
    rest = [word.form for word in had[1:]]
    return all(form in _NO_LONGER for form in rest) or (len(rest) == _NAMED and rest[0] in _CALLED)


_NAMED: Final = 2
_CALLED: Final = frozenset("named called namens llamado llamada chiamato".split())
_DENYING: Final = frozenset("do does did not no longer don't doesn't nao no non ya n't never".split())
_NO: Final = frozenset("a an any no kein keine keinen".split())
_ONE: Final = frozenset("a an one two three four ein eine einen zwei drei un una uno dos due um uma dois".split())
_LOOKS: Final = frozenset("big small little old young new black white brown grey gray cute lovely beautiful".split())
_NO_LONGER: Final = frozenset("any more anymore longer now at all mehr".split())
