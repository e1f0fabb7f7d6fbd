"""Something else is told beside what has changed: "works at Acme and lives in Rome", "lives in Oslo". Both stay.

One statement is one record: what replaces it hides all that it tells, also what nobody spoke of. The newer statement
tells what has changed, and a search puts it above the older one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from functools import lru_cache
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.finite import FINITE
from recollect.rules.lexicon.numbers import SMALL, TENS
from recollect.rules.lexicon.subjects import ADVERBS
from recollect.write.verify.attribute import OTHER
from recollect.write.verify.background import is_generic
from recollect.write.verify.done_with import tells_death
from recollect.write.verify.statement import Statement, read
from recollect.write.verify.subject import TIME_WORDS
from recollect.write.verify.words import Word, cut

_AND: Final = ("and", "but", "und", "aber", "y", "pero", "et", "mais", "e", "ma", "mas")
_JOINT: Final = late(rf"(?:(?<!\s)\s*[;.!?]+\s+|(?:,|(?<!\s))\s+(?:{'|'.join(_AND)})\s+)", re.IGNORECASE)
_PRONOUNS: Final = frozenset("i we he she they it er sie ella el il elle lei lui ela ele".split())
_BEFORE_VERBS: Final = ADVERBS | _PRONOUNS
_POINTING_BACK: Final = frozenset("it there them him that this which who so".split())
"""In a clause that says more of the one before it: "lives in Rome and loves it there"."""
_BEING: Final = frozenset("is are am has have does do ist sind bin hat habe es son est sont ha hanno é sou tem".split())
_NO_STATE: Final = frozenset(
    """
    a was were had did went got came left made said told broke won sold bought chose found began became felt saw lost
    wrote built brought sent rang grew hit quit
    """.split()
)
"""What happened, and "a", which is a verb in French alone."""
CLAUSES_MAX: Final = 8


def tells_besides(old: Statement, new: Statement) -> bool:
    """Whether a clause of the old one tells of something that lasts and that the new one does not speak of."""
    if old.attribute.name == new.attribute.name == "age" and _beside_age(old, new):
        return True
    if not _JOINT.search(old.text) or (old.full_names and new.full_names):
        return False
    if old.subject.key[0] == "thing" and ("end" in new.cues or tells_death(new)):
        return False  # with the thing itself everything of it is over
    clauses = _clauses(old.text, _subject(old))
    given = {part.attribute.name for part in (new, *_clauses(new.text, _subject(new)))} - {OTHER}
    touched = [_spoken_of(clause, new, given) for clause in clauses]
    if not any(touched):
        return False
    lasting = [at > 0 or _is_now(clause) for at, clause in enumerate(clauses)]
    return any(lasts and not spoken_of for lasts, spoken_of in zip(lasting, touched, strict=True))


def _beside_age(old: Statement, new: Statement) -> bool:
    """ "Is 30 and diabetic", "is 60, widowed": another word set beside the age, which needs no verb of its own."""
    after = old.words[old.subject.end :]
    if all(word.form not in _AND and word.clause == after[0].clause for word in after):
        return False
    known = {word.concept for word in new.words} | {"age"}
    return any(_tells(word) and word.concept not in known and not _is_passing(word) for word in after)


def _is_passing(word: Word) -> bool:
    """A number, a time or a word that goes with any verb: no state that would be hidden."""
    form = word.form
    return form[0].isdigit() or form in SMALL or form in TENS or form in TIME_WORDS or form in ADVERBS


def _subject(statement: Statement) -> str:
    return " ".join(word.text for word in statement.words[: statement.subject.end])


def _spoken_of(clause: Statement, new: Statement, given: Set[str]) -> bool:
    """By the same thing it gives, by its verb where that has no name, or by another word that tells something."""
    verbs = _verbs(clause)
    if clause.attribute.name == OTHER and any(verb.form in new.forms for verb in verbs):
        return True
    told = {word.concept for word in clause.content if _tells(word)}
    told -= {word.concept for word in (*clause.words[: clause.subject.end], *verbs)}
    return clause.attribute.name in given or not told.isdisjoint(word.concept for word in new.content)


@lru_cache(maxsize=512)
def _clauses(text: str, subject: str) -> tuple[Statement, ...]:
    """The first one, and the later ones that have a verb of their own, told of the same subject; else nothing."""
    first, *others = _JOINT.split(text)[:CLAUSES_MAX]
    found = [f"{subject} {words}" for words in _lasting(others)]
    return tuple(read(clause) for clause in (first, *found)) if found else ()


def _lasting(parts: list[str]) -> Iterator[str]:
    """Those that tell how things are; what happened once is no state that would be hidden."""
    for part in parts:
        words = cut(part)
        verb = next((at for at, word in enumerate(words) if word.form not in _BEFORE_VERBS), len(words))
        if verb == len(words) or not _present(words[verb]):
            continue
        rest = words[verb + 1 :]
        if _POINTING_BACK.isdisjoint(word.form for word in rest) and any(_tells(word) for word in rest):
            yield " ".join(word.text for word in words if word.form not in _PRONOUNS)


def _tells(word: Word) -> bool:
    return not word.filler and not is_generic(word)


def _is_now(clause: Statement) -> bool:
    """Whether the verb after its subject tells how things are."""
    return any(map(_present, _verbs(clause)))


def _verbs(clause: Statement) -> list[Word]:
    return [word for word in clause.words[clause.subject.end :] if word.form.partition("_")[0] in FINITE]


def _present(word: Word) -> bool:
    form = word.form.partition("_")[0]
    return form in _BEING or (form in FINITE and form not in _NO_STATE and not form.endswith("ed"))
