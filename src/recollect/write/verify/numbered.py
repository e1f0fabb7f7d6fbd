"""Things that are told apart by a number: "room 101 is booked" and "room 102 is booked" are about two rooms.

A number measures ("the rent is 900") or it says which one is meant ("note 3", "bus 12"). Only the second kind is read
here, and only where it is sure: at the beginning of a statement, before anything is told, or written out as "number".
A number that belongs to somebody's only one ("my room is room 12") is a value; that is weighed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.several import PLURALS
from recollect.rules.lexicon.things import BEFORE_NUMBERS, DEEDS, MEASURES, OWN_NUMBERS
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

RUN_WORDS_MAX: Final = 10
"""Words at the beginning among which a number may say which one is meant."""
_OPENINGS: Final = frozenset((("this", "is"), ("that", "is"), ("here", "is"), ("it", "is"), ("there", "is")))
DEED_WORDS_MAX: Final = 4
"""Words at the beginning among which a deed is looked for."""
_ARTICLES: Final = frozenset("the a an some".split())
_LINKS: Final = frozenset("about by for from in of on to with".split())
_NUMBER_SIGNS: Final = frozenset("number no nr".split())
_INDEX: Final = late(r"\s*(?:\[(\d{1,9})\]|#(\d{1,9})\b)\s*\S")
"""A text that begins with its own number: "[3] …", "#3 …"."""


def other_one(old: Statement, new: Statement) -> bool:
    """Whether the two speak of things of one kind with different numbers."""
    before, after = _numbers(old), _numbers(new)
    return any(after[noun] != number for noun, number in before.items() if noun in after)


def _numbers(statement: Statement) -> Mapping[str, str]:
    """What is numbered -> its number."""
    if not any(word.form.isdecimal() for word in statement.words):
        return {}
    found: dict[str, str] = {}
    numbered = _INDEX.match(statement.text)
    if numbered:
        found[""] = numbered[1] or numbered[2]
    for noun, number in (*_at_the_beginning(statement.words), *_written_out(statement.words)):
        found.setdefault(noun, number)
    return found


def _at_the_beginning(words: tuple[Word, ...]) -> Iterator[tuple[str, str]]:
    first = _first(words)
    nouns: list[Word] = []
    for place in range(first, min(len(words), first + RUN_WORDS_MAX)):
        word = words[place]
        if word.clause != words[first].clause:
            return
        if word.form.isdecimal():
            following = words[place + 1] if place + 1 < len(words) else None
            counts = following is not None and len(nouns) > 1 and is_plural(following)
            after = words[place - len(nouns) - 1].form if place > len(nouns) else ""
            own = after in _LINKS and bool(nouns) and nouns[-1].form in OWN_NUMBERS
            if not nouns or nouns[-1].form in MEASURES or counts or own:
                return
            yield nouns[-1].stem, word.form
            nouns = []
        elif word.form in _ARTICLES or word.form in _LINKS:
            nouns = []
        elif word.form not in _NUMBER_SIGNS or not nouns:
            if not _is_noun(word):
                return
            nouns.append(word)


def _first(words: tuple[Word, ...]) -> int:
    """Where the run begins: after "this is", or after a deed ("Ana finished task 3") of which there may be many."""
    for place, word in enumerate(words[:DEED_WORDS_MAX]):
        if word.form in DEEDS:
            return place + 1
        if word.form.isdecimal():
            break  # "chapter 3 is finished": what it is done to stands first
    return 2 if tuple(word.form for word in words[:2]) in _OPENINGS else 0


def _written_out(words: tuple[Word, ...]) -> Iterator[tuple[str, str]]:
    """ "memory number 3", wherever it stands."""
    if any(word.form in _OWNERS for word in words):
        return
    for noun, sign, number in zip(words, words[1:], words[2:], strict=False):
        if sign.form in _NUMBER_SIGNS and number.form.isdecimal() and _is_noun(noun) and noun.form not in OWN_NUMBERS:
            yield noun.stem, number.form


_OWNERS: Final = frozenset("i my our your his her their".split())


def _is_noun(word: Word) -> bool:
    """What may be one: no small word, nobody's, and nothing that reads like a verb."""
    return not (
        (word.filler and word.form not in _ALSO_NOUNS)
        or word.possessive
        or not word.form.isalpha()
        or word.form in BEFORE_NUMBERS
        or word.form.endswith("ed")
        or is_plural(word)
    )


_ALSO_NOUNS: Final = frozenset("note thing user".split())
"""Small words elsewhere: "note that", "some thing"."""


def is_plural(word: Word) -> bool:
    """Or a verb of the third person, which ends like one."""
    return word.form in PLURALS or (word.form.endswith("s") and not word.form.endswith(("ss", "us")))
