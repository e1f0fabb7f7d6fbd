"""Several are told of together, and the newer statement tells of one of them: "Tom and Ana work at Acme", "Ana works at
Globex now". Both stay.

What is told of the others still holds, and nobody spoke of them. They are called one by one ("Tom and Ana", "Tom and
I", "the staging and production databases") or by one word ("my parents", "both twins", "the offices"). What needs all
of them is over for all: two who are married, one divorced.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from recollect.rules.lexicon.finite import FINITE
from recollect.rules.lexicon.holders import MINE, THEIRS, WITH_NOUNS
from recollect.rules.lexicon.numbers import SMALL
from recollect.rules.lexicon.people import OVERLAPS
from recollect.rules.lexicon.several import ALL_OF_THEM, MUTUAL, THEY, TOGETHER
from recollect.rules.lexicon.subjects import ADVERBS, FIRST, LEADING_IN
from recollect.write.verify.done_with import same_term
from recollect.write.verify.identity import may_be_one
from recollect.write.verify.listed import JOINING
from recollect.write.verify.numbered import is_plural
from recollect.write.verify.statement import Statement
from recollect.write.verify.subject import USER, verb_forms
from recollect.write.verify.whose import is_person, persons, tie_of
from recollect.write.verify.words import Word, cut

WORDS_MAX: Final = 12
"""Words at the beginning among which those are looked for who are told of together."""
_AND: Final = "and"
_BEFORE_NOUNS: Final = MINE | THEIRS | WITH_NOUNS | ALL_OF_THEM

_SPEAKER: Final = FIRST - MINE

Part = tuple[Word, ...]
"""One of them, in the words it is called by."""


def one_of_them(old: Statement, new: Statement) -> bool:
    """Whether the old one is told of several, and the new one of some of them only."""
    if old.full_names and new.full_names:
        return False
    if _one_of_those(old, new):
        return True
    parts, others = _parts(old), _parts(new)
    if not _opening(new).isdisjoint(ALL_OF_THEM | THEY):
        return False
    if len(parts) > 1 and _is_mutual(old, new):
        return False
    if len(parts) > 1:
        told = [_is_told(part, parts, old, new) for part in parts]
        if not any(told) and new.subject.key == (USER,):
            told = [any(_is_user(word, old) for word in part) for part in parts]  # "no longer lives there"
        return any(told) and not all(told)
    return bool(parts) and len(others) == 1 and _one_of_many(parts[0], others[0], old, new)


def _is_mutual(old: Statement, new: Statement) -> bool:
    """Whether the old one tells what needs all of them: "live together", or "are married" where one is divorced now."""
    if not old.forms.isdisjoint(TOGETHER):
        return True
    mutual = old.forms & MUTUAL
    return bool(mutual) and (_RELATIONSHIP in new.states or not mutual.isdisjoint(new.forms))


_RELATIONSHIP: Final = "relationship"


def _parts(statement: Statement) -> list[Part]:
    """Of whom it is told, each by itself; what stands before the first verb."""
    words = cut(JOINING.sub(f" {_AND} ", statement.text.replace(" & ", f" {_AND} ")))[:WORDS_MAX]
    while words and words[0].form in LEADING_IN:
        words = words[1:]
    parts: list[list[Word]] = [[]]
    verb = together = False
    for before, word in zip((None, *words), words, strict=False):
        joined = word.form == _AND
        if joined or (before is not None and word.clause != before.clause):
            parts += [[]] if parts[-1] else []
        if joined:
            together = True
            continue
        verb = _is_verb(word, parts[-1])
        if verb:
            break
        parts[-1].append(word)
    if not verb:
        parts[-1] = _name_at_first(parts[-1])
    found = [tuple(word for word in part if _calls(word)) for part in parts]
    return [part for part in found if part] if together or len(parts) == 1 else []


def _is_verb(word: Word, part: Sequence[Word]) -> bool:
    """Whether the sentence goes on here: never with the first word of a part, nor right after an article."""
    if not any(map(_calls, part)) or part[-1].form in _BEFORE_NOUNS or word.capital or is_person(word):
        return False
    return word.form in FINITE or word.form in verb_forms() or word.form.endswith("ed") or word.form in ADVERBS


def _name_at_first(part: Iterable[Word]) -> list[Word]:
    """Where no verb is known, how far a name reaches: "… and her brother Rui commute"."""
    found: list[Word] = []
    for word in part:
        if not (word.capital or is_person(word) or word.form in _BEFORE_NOUNS):
            break
        found.append(word)
    return found


def _calls(word: Word) -> bool:
    return not word.filler or word.form in _SPEAKER or is_person(word)


def _opening(statement: Statement) -> frozenset[str]:
    """The words before the first that calls somebody, and that one: "both of them", "we"."""
    words = statement.words
    first = next((place for place, word in enumerate(words) if not word.filler), len(words))
    return frozenset(word.form for word in words[: first + 1])


def _is_told(part: Part, parts: Sequence[Part], old: Statement, new: Statement) -> bool:
    """Whether the new one speaks of this one: of somebody by his name, of what has none by all of its words."""
    if any(_is_user(word, old) for word in part):
        called = _SPEAKER | {word.form for word in part}
        return any(word.form in called and not word.possessive for word in new.words)
    others = {word.form for other in parts if other is not part for word in other}
    names = [word for word in part if word.name or (word.capital and len(part) == 1)]
    own = [word for word in names if word.form not in others]
    if own:
        return any(word.form in new.forms for word in own)
    ties = [tie_of(word) for word in part if is_person(word)]
    if any(may_be_one(tie, known) for tie in ties for known in new.people):
        return True
    own = [word for word in part if not word.possessive]
    return bool(own) and all(any(same_term(word, other) for other in new.words) for word in own)


def _is_user(word: Word, old: Statement) -> bool:
    """The speaker, or the name under which the user is spoken of, which is no content."""
    unread = word.concept not in old.concepts and word.stem not in old.concepts
    return not word.possessive and (word.form in FIRST or (word.capital and unread))  # "User's wife" is another


def _one_of_many(part: Part, other: Part, old: Statement, new: Statement) -> bool:
    """Whether the one calls several by one word, and the other is one of those."""
    many, one = part[-1], other[-1]
    if many.possessive or one.possessive or not is_plural(many):
        return False
    if new.words[0].form == _ONE and any(same_term(many, word) for word in other):
        return True  # "one of the twins"
    if is_plural(one) and not one.capital:
        return False
    if not _are_people(many):
        more = any(not any(same_term(word, known) for known in part) for word in other)
        single = any(same_term(many, word) and word.form != many.form for word in other)
        return more and single  # "the Paris office", "server alpha"; "James" is one
    if is_person(one):
        tie, wide = tie_of(one), tie_of(many)
        return tie == wide or any(tie in group and wide in group for group in OVERLAPS)
    return one.capital and one.form not in old.forms


def _one_of_those(old: Statement, new: Statement) -> bool:
    """ "Has three brothers", "one of their brothers died": the new one tells of one of those whom the old one counts or
    calls by one word, wherever they stand in it. Not where it tells of them anew: "… so I have one cat"."""
    called = _one_of(new)
    if called is None or _one_of(old) is not None or _counts(old) != (_counts(new) or _counts(old)):
        return False
    if sum(same_term(word, called) for word in new.words) > 1:
        return False
    return any(is_plural(word) and not word.possessive and same_term(word, called) for word in old.words)


def _counts(statement: Statement) -> set[float | str]:
    return {amount.value for amount in statement.quantities if amount.dimension == "count"}


def _one_of(statement: Statement) -> Word | None:
    """Of whom the statement tells one: "one of my cats", "sold one of the three bikes"."""
    words = statement.words
    for one, of, whose, *called in zip(words, words[1:], words[2:], words[3:], (*words[4:], None), strict=False):
        if (one.form, of.form) == (_ONE, "of") and whose.form in _BEFORE_NOUNS:
            word = next((word for word in called if word and not _is_number(word)), None)
            return word if word and is_plural(word) and not word.possessive else None
    return None


def _is_number(word: Word) -> bool:
    return word.form.isdigit() or word.form in SMALL


_ONE: Final = "one"


def _are_people(word: Word) -> bool:
    return is_person(word) or word.form.removesuffix("s") in persons()
