"""Sentences that ask for something to be done so from now on: "use metric units", "give me the aisle seat".

They say what somebody wants, so their verb is read as wanting; "I use metric units" tells what somebody does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from recollect.rules.lexicon.requests import INSTRUCTING
from recollect.write.verify.words import Word

_BEFORE: Final = frozenset("please pls plz always just kindly from now on ok okay so hey and could can you".split())
"""May stand before the verb of such a sentence."""


def asked_for(words: list[Word]) -> list[Word]:
    """The words with the verb of a standing request as "want"."""
    for place, word in enumerate(words):
        if word.form in INSTRUCTING:
            words[place] = replace(word, concept="want", stem="want", filler=False)
            break
        if word.form not in _BEFORE:
            break
    return words
