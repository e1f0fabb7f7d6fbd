"""Whether two statements of a profile say the same: most of their words are, and nothing tells them apart. Pure.

"My son is allergic to nuts" and "My daughter is allergic to nuts" share nearly all words and are two facts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.kinship import KIN, TIES
from recollect.rules.lexicon.negation import NEGATIONS
from recollect.rules.lexicon.numbers import SMALL, TENS
from recollect.rules.lexicon.occupations import OCCUPATIONS
from recollect.rules.similarity import jaccard, word_set
from recollect.rules.text import SIGNS_IN_WORDS, fold

SAME_SHARE: Final = 0.6
_LETTERS: Final = rf"(?:[^\W_]|[{SIGNS_IN_WORDS}])+"
_WORD: Final = late(rf"{_LETTERS}(?:['’.,:-]{_LETTERS})*")
_OWN: Final = re.compile(r"['’]s$")


@dataclass(frozen=True, kw_only=True)
class Said:
    """A statement, as far as it is compared."""

    words: frozenset[str]
    people: frozenset[str]
    """By their tie: "son", "boss"."""
    marks: frozenset[str]
    """Names and numbers."""
    denied: bool


def said(text: str) -> Said:
    """Worked: "My son Tom has 2 cats" is about "son", and its marks are "tom" and "2"."""
    found = [_OWN.sub("", word) for word in _WORD.findall(text)]
    folded = [fold(word) for word in found]
    names = {word for place, word in enumerate(folded) if place and found[place][:1].isupper()}
    return Said(
        words=word_set(text),
        people=frozenset(folded) & _people(),
        marks=frozenset(names | {word for word in folded if word[:1].isdigit() or word in SMALL or word in TENS}),
        denied=not _denials().isdisjoint(text.lower().replace("’", "'").split()),
    )


def same(one: Said, other: Said, *, whichever: bool = False) -> bool:
    """`whichever`: also when one denies what the other says, for of the two only one can stand."""
    if jaccard(one.words, other.words) <= SAME_SHARE or one.people != other.people:
        return False
    if one.denied != other.denied and not whichever:
        return False
    return one.marks <= other.marks or other.marks <= one.marks


@cache
def _people() -> frozenset[str]:
    """Not by what they do: "Ana is a teacher" tells of nobody else."""
    ties = frozenset().union(*TIES.values()) - OCCUPATIONS
    return frozenset(fold(word) for words in (*KIN.values(), ties) for word in words)


@cache
def _denials() -> frozenset[str]:
    return frozenset().union(*NEGATIONS.values())
