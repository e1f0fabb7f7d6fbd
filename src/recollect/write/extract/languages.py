"""Which language a turn is in, and which reader reads it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon import persons
from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.kinship import KIN, TIES
from recollect.rules.lexicon.requests import REQUEST_VERBS
from recollect.rules.lexicon.wishes import ADDRESSING, ORDERS
from recollect.write.extract.conjugation import third
from recollect.write.extract.drafts import Draft, Turn
from recollect.write.extract.eastern import reading as eastern
from recollect.write.extract.european import reading as european
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.sentences import Sentence

_LETTERS: Final = Lazy(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_ACCENTED: Final = Lazy(r"\b[a-zß-ÿ]*[ß-ÿ]")
"""In a word that is no name: "José lives in Ghent" is English."""
_SIGNS: Final = (
    ("es", Lazy(r"\b[a-záéíóú]*ñ|\b[a-z]+(?:ción|siones|(?<!qu)ando|iendo|ísim[oa])\b")),
    ("pt", Lazy(r"\b[a-zçé]*(?:[ãõê]|lh[aeo]|nh[aeo]|[a-z]{3}ei\b|[a-z]{3}ou\b|ça\b|ço\b|ss[oae]\b|ói\b)")),
    ("de", Lazy(r"\b[a-z]*[äöüß]|\b[a-z]{3,}(?:lich|isch|ieren|iert)\b")),
    (
        "fr",
        Lazy(
            r"\b[a-zéç]*(?:[œêîï]|è(?=[a-z]))|\b(?:l|d|n|j|c|qu|m|s|t)'[a-zéèêœ]|\b[a-zéè]{2,}(?:eux|euse|aient|eau)\b"
        ),
    ),
    (
        "it",
        Lazy(
            r"\b[a-z]+[ìòùè]\b|\b[a-z]{3,}(?:zione|zioni|[aei]re|ggio|ggi|cchi[oa]|tt[oaie]|ll[oaie]|ss[oaie]|isco)\b"
            r"|\b(?:dell|nell|all|un|l)'[a-z]"
        ),
    ),
)
"""Letters and endings that one language has more than the others."""
_PERFECT: Final = Lazy(r"\b(?:he|hemos) [a-zñáéíóú]+[aií]do\b")
"""Spanish "he mudado": its first word is English as well."""
_LOOK_ENGLISH: Final = frozenset(
    "uses attends change code programme organise cite use plane dance danse mess cause".split()
)
_DETECT_CHARS_MAX: Final = 4_000


def detect(text: str) -> str:
    """The language of a turn: one of the known codes; "" for a script no reader knows."""
    sample = text[:_DETECT_CHARS_MAX]
    if not sample.isascii():
        script = eastern.script(sample)
        if script is not None:
            return script
    counts = dict.fromkeys(persons.MARKS, 0)
    words = _LETTERS.findall(sample.lower())
    called = {word.lower() for word in _LETTERS.findall(sample) if word[:1].isupper()} & _also_names()
    for word in words:
        for code, marks in persons.MARKS.items():
            if word in marks and word not in called:
                counts[code] += 1
        counts["en"] += word in persons.ENGLISH_TOO
        if word.startswith(("j'", "qu'", "n'", "d'")) and len(word) > 3:
            counts["fr"] += 2
    for word in called:  # "Mia died" is English, "Mia zia vive a Roma" is not
        for code, marks in persons.MARKS.items():
            counts[code] += word in marks and (counts[code] > 0 or not (KIN[code] | TIES[code]).isdisjoint(words))
    if _PERFECT.search(sample.lower()):
        counts["es"] += 2
    most = max(counts.values())
    if sum(count == most for count in counts.values()) > 1 or not sample.isascii():
        for word in words:
            for code in _signing():
                counts[code] += word in _signing()[code]
        for code, signs in _SIGNS:
            counts[code] += len(signs.findall(sample.lower() if sample.islower() else _small(sample)))
    # where two languages have as many, one with accents is rather not English
    accented = not sample.isascii() and _ACCENTED.search(sample) is not None
    best = max(counts, key=lambda code: (counts[code], (code == "en") != accented))
    if any(sign in sample for sign in "¿¡ñ") and counts["es"] * 2 >= counts[best]:
        return "es"
    # of a text without any of the commonest words one sign says too little: "Paul attends Web Summit"
    return best if counts[best] > (not most and sample.isascii()) else "en"


@cache
def _also_names() -> frozenset[str]:
    """Marks of other languages than English that are given names as well: "Mia", "Ella"."""
    marks = (marks for code, marks in persons.MARKS.items() if code != "en")
    return (GIVEN_NAMES & frozenset().union(*marks)) - persons.MARKS["en"]


@cache
def _signing() -> dict[str, frozenset[str]]:
    """Verbs of the first person and orders, by language: they tell where the commonest words do not."""
    found = {
        code: set(third(code)) | ORDERS[code] | REQUEST_VERBS[code] | ADDRESSING[code] for code in persons.IRREGULAR
    }
    english = persons.MARKS["en"] | persons.ENGLISH_TOO | REQUEST_VERBS["en"] | _LOOK_ENGLISH
    return {code: frozenset(words) - english for code, words in found.items()}


def _small(sample: str) -> str:
    """The words that are no names."""
    return " ".join(word for word in sample.split() if not word[:1].isupper())


def read(text: str, found: Sequence[Sentence], turn: Turn, language: str) -> list[Draft]:
    """The drafts of a turn in any language but English; none in a language without a reader."""
    if language in eastern.READERS:
        return eastern.read(text, found, turn, language)
    return european.read(text, found, turn, language) if language in persons.IRREGULAR else []
