"""What all memories of a person have in common, so that what two of them share can be told from it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from recollect.rules.lexicon import generic
from recollect.rules.text import default_analyser
from recollect.write.verify.words import Word

FEW_MEMORIES: Final = 20
"""Below so many, how often a word stands in them says little; as many are taken for granted."""
GENERIC_WORTH: Final = 0.1
UNSEEN_WORTH: Final = 0.85
"""Worth of a word that only the known statement has; how many others hold it was not asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Background:
    """What a statement is held against: how many memories there are, and how many of them hold each of its words."""

    count: int
    holding: Mapping[str, int] = field(default_factory=dict)
    told: bool = True
    """In a conversation, where people come back to their subjects without changing anything."""

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
    """Whether a word fits nearly every statement. A name never does, nor a noun made of such a verb: followers."""
    if word.name or word.form in _generic():
        return not word.name
    return word.stem in _generic() and not word.form.rstrip("s").endswith(_MADE_NOUNS)


_MADE_NOUNS: Final = ("er", "or", "ion", "ment", "ness")
