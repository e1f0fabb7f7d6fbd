"""Two things told of in the same way: "the maths exam is on May 3", "the physics exam moved to May 9". Both stay.

A number or a date takes the place of another one of the same thing. What a statement is told of is read here only where
that is sure: it begins with "the", "my", "our" or nothing, then come one to three plain words, and then the verb. One
thing is often called in two ways ("the gym", "the membership"), so two words alone tell nothing apart: either the last
word is the same and the ones before it mean different things, or the same is told with the same verb.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from recollect.rules.lexicon.calendar_names import MONTHS, WEEKDAYS
from recollect.rules.lexicon.generic import NOUNS, QUALITIES
from recollect.rules.lexicon.occasions import FREQUENCY
from recollect.rules.lexicon.subjects import ADVERBS, SEASONS
from recollect.rules.lexicon.things import LOOSE, MEASURES
from recollect.write.verify.align import plainly_apart
from recollect.write.verify.done_with import same_term
from recollect.write.verify.quantities import WHEN, disagree
from recollect.write.verify.statement import Statement
from recollect.write.verify.subject import USER, verb_forms
from recollect.write.verify.whose import is_person
from recollect.write.verify.words import Word

PHRASE_WORDS_MAX: Final = 3
NO_NEARER: Final = 0.5
"""What a word before the one and the other may have in common: "my flight", "the airport bus"; not "the wedding", "the
marriage ceremony"."""
_BEFORE_NOUNS: Final = frozenset("the my our".split())
_MINE: Final = frozenset(("my", USER))
_BEING: Final = frozenset("am is are was were".split())
_HAVING: Final = frozenset("has have had".split())
_INSTEAD: Final = frozenset("instead replaces replaced renamed same called".split())
"""With one of these the one thing may have become the other."""


@dataclass(frozen=True, slots=True)
class _Told:
    """What it is told of, and how. `nouns` is empty for the user; `owner`: somebody else whose it is."""

    nouns: tuple[Word, ...]
    owner: Word | None
    mine: bool
    verb: Word


def another_thing(old: Statement, new: Statement) -> bool:
    """Whether two values that differ are told of two things, or of the user and of somebody or something else."""
    dimensions = {p.dimension for p in old.quantities for q in new.quantities if disagree(p, q)}
    if not dimensions or "correction" in new.cues or new.kind == "correction" or new.forms & _INSTEAD:
        return False
    mine, yours = _told(old), _told(new)
    if mine is None or yours is None or _spoken_of(mine, new) or _spoken_of(yours, old):
        return False
    if not mine.nouns or not yours.nouns:
        other = mine.nouns or yours.nouns
        if not other or not (dimensions.isdisjoint(WHEN) or is_person(other[-1])):
            return False  # "I start at nine", "my shift starts at ten"
        return _same_doing(old, mine, new, yours, other)
    if same_term(mine.nouns[-1], yours.nouns[-1]):
        return _somebody_elses(mine, yours) or _other_kind(old, mine, new, yours)
    return not _people_both(mine, yours) and _other_words(old, mine, new, yours)


def _told(statement: Statement) -> _Told | None:
    """None where what it is told of is not plain."""
    words = statement.words
    end = max(statement.subject.end, 1)
    if end >= len(words):
        return None
    before = list(words[:end])
    while before and before[-1].form in ADVERBS:
        before.pop()
    verb = next((word for word in words[end:] if word.form not in ADVERBS), None)
    if not before or verb is None or not _is_english(verb):
        return None
    first = before[0]
    if len(before) == 1 and not first.possessive and _is_user(first, statement):
        return _Told((), None, True, verb)
    of_user = first.form in _MINE or (first.possessive and _is_user(first, statement))
    if not of_user and first.form not in _BEFORE_NOUNS and first.capital and not first.possessive:
        return None  # "Marlin": it may be the name of what is called otherwise elsewhere
    nouns = before[1:] if of_user or first.form in _BEFORE_NOUNS else before
    owner = nouns[0] if nouns and nouns[0].possessive else None
    nouns = nouns[1:] if owner else nouns
    if not 0 < len(nouns) <= PHRASE_WORDS_MAX or not all(_is_plain(word, words[0]) for word in nouns):
        return None
    return _Told(tuple(nouns), owner, of_user and owner is None, verb)


def _is_user(word: Word, statement: Statement) -> bool:
    """The speaker, or the name under which the user is spoken of, which is no content."""
    own = word.capital and statement.subject.key == (USER,) and word not in statement.content
    return word.form == "i" or (word.form == USER and word.text[:1].isupper()) or own


def _is_english(verb: Word) -> bool:
    form = verb.form.partition("_")[0]
    if form in _BEING | _HAVING or form in verb_forms():
        return True
    return form.isascii() and len(form) > 2 and form.endswith(("s", "ed"))


def _is_plain(word: Word, first: Word) -> bool:
    """A common noun, or a word before one that says which: no name, number, day, nor "new", "next", "weekly"."""
    if word.filler or word.possessive or word.clause != first.clause or not word.form.replace("-", "").isalpha():
        return False
    if word.form in WEEKDAYS or word.form in MONTHS or word.form in _vague() or word.form.endswith(("ly", "ed")):
        return False
    return word.form in SEASONS or not (word.name or word.text.isupper())


@cache
def _vague() -> frozenset[str]:
    """What may be said of any thing of a kind, and so tells no two of them apart."""
    return frozenset((*QUALITIES.split(), *FREQUENCY["en"], *_ANY))


_ANY: Final = frozenset("annual upcoming following remaining actual future latest newest oldest other".split())


def _spoken_of(told: _Told, other: Statement) -> bool:
    """Whether what sets this one apart is in the other statement too, wherever: then they may be about one thing."""
    telling = told.nouns[:-1] or told.nouns
    called = {other.words[place].place for place in range(other.subject.end)}
    return any(
        same_term(word, known) and (len(told.nouns) > 1 or known.place not in called)
        for word in telling
        for known in other.content
    )


def _same_doing(old: Statement, mine: _Told, new: Statement, yours: _Told, nouns: tuple[Word, ...]) -> bool:
    """The same verb, and with "is" the same quality: "I weigh", "the parcel weighs"; "I am … tall". What somebody has
    may stand with his things as well."""
    one, other = mine.verb, yours.verb
    if nouns[-1].form in MEASURES:
        return False
    if one.form in _BEING and other.form in _BEING:
        after = {word.concept for word in old.content if word.place > one.place}
        return any(word.concept in after for word in new.content if word.place > other.place)
    if one.form in _HAVING or other.form in _HAVING:
        return one.concept == other.concept and is_person(nouns[-1])
    return one.stem == other.stem and one.form.endswith("ed") == other.form.endswith("ed")


def _somebody_elses(mine: _Told, yours: _Told) -> bool:
    """ "My rent", "the neighbours' rent"."""
    own, theirs = (mine, yours) if mine.mine else (yours, mine)
    if not own.mine or theirs.owner is None or not is_person(theirs.owner) or len(own.nouns) != len(theirs.nouns):
        return False
    return all(same_term(one, other) for one, other in zip(own.nouns, theirs.nouns, strict=True))


def _other_kind(old: Statement, mine: _Told, new: Statement, yours: _Told) -> bool:
    """ "The dentist appointment", "the hairdresser appointment"; not "the meeting", "the board meeting"."""
    if mine.owner is not None or yours.owner is not None or len(mine.nouns) < 2 or len(yours.nouns) < 2:
        return False
    if any(word.form in LOOSE for word in (*mine.nouns[:-1], *yours.nouns[:-1])):
        return False
    pairs = ((one, other) for one in mine.nouns[:-1] for other in yours.nouns[:-1])
    return all(_apart(old, one, new, other) for one, other in pairs)


def _other_words(old: Statement, mine: _Told, new: Statement, yours: _Told) -> bool:
    """No word of the one means the same as one of the other, and the same is told of them with the same verb."""
    if mine.owner is not None or yours.owner is not None or mine.verb.form in _HAVING:
        return False
    if _means_many(mine.nouns[-1]) or _means_many(yours.nouns[-1]):
        return False
    if not _apart(old, mine.nouns[-1], new, yours.nouns[-1]):
        return False
    pairs = ((one, other) for one in mine.nouns for other in yours.nouns)
    apart = all(plainly_apart(old, one, new, other, NO_NEARER) for one, other in pairs)
    return apart and _same_doing(old, mine, new, yours, yours.nouns)


def _means_many(word: Word) -> bool:
    """What is another word for much else: a measure, a deed ("the call", "the drive"), what fits nearly anything."""
    return word.form in MEASURES or word.form.endswith("ing") or word.form in verb_forms() or word.form in _fitting()


@cache
def _fitting() -> frozenset[str]:
    return frozenset(NOUNS.split())


def _apart(old: Statement, one: Word, new: Statement, other: Word) -> bool:
    if one.form in SEASONS and other.form in SEASONS:
        return one.form != other.form
    return plainly_apart(old, one, new, other)


def _people_both(mine: _Told, yours: _Told) -> bool:
    return is_person(mine.nouns[-1]) and is_person(yours.nouns[-1])
