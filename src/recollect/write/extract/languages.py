"""Which language a turn is in, and which reader reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon import persons
from recollect.write.extract import eastern, european
from recollect.write.extract.drafts import Draft, Turn
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.sentences import Sentence

_LETTERS: Final = Lazy(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_ACCENTED: Final = Lazy(r"\b[a-zß-ÿ]*[ß-ÿ]")
"""In a word that is no name: "José lives in Ghent" is English."""
_PERFECT: Final = Lazy(r"\b(?:he|hemos) [a-zñáéíóú]+[aií]do\b")
"""Spanish "he mudado": its first word is English as well."""
_DETECT_CHARS_MAX: Final = 4_000


def detect(text: str) -> str:
    """The language of a turn: one of the known codes; "" for a script no reader knows."""
    sample = text[:_DETECT_CHARS_MAX]
    if not sample.isascii():
        script = eastern.script(sample)
        if script is not None:
            return script
    counts = dict.fromkeys(persons.MARKS, 0)
    for word in _LETTERS.findall(sample.lower()):
        for code, marks in persons.MARKS.items():
            if word in marks:
                counts[code] += 1
        if word.startswith(("j'", "qu'", "n'", "d'")) and len(word) > 3:
            counts["fr"] += 2
    if _PERFECT.search(sample.lower()):
        counts["es"] += 2
    # where two languages have as many, one with accents is rather not English
    accented = not sample.isascii() and _ACCENTED.search(sample) is not None
    best = max(counts, key=lambda code: (counts[code], (code == "en") != accented))
    if any(sign in sample for sign in "¿¡ñ") and counts["es"] * 2 >= counts[best]:
        return "es"
    return best if counts[best] else "en"


def read(text: str, found: Sequence[Sentence], turn: Turn, language: str) -> list[Draft]:
    """The drafts of a turn in any language but English; none in a language without a reader."""
    if language in eastern.READERS:
        return eastern.read(text, found, turn, language)
    return european.read(text, found, turn, language) if language in persons.IRREGULAR else []
