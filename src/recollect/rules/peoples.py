"""Whether a word says where somebody is from: "Turkish", "Nigerian", "Chinese"."""

from __future__ import annotations

from typing import Final

from recollect.rules.lexicon.naming import PEOPLES

_ENDINGS: Final = ("ish", "ese", "ian", "ean", "ican")
_LONGER_THAN: Final = 4
"""Letters that no people is called with: "wish", "dean"."""


def is_people(word: str) -> bool:
    """`word` in small letters."""
    return word in PEOPLES or (len(word) > _LONGER_THAN and word.endswith(_ENDINGS))
