"""First person to third in Spanish, German, French, Portuguese and Italian, from the tables of the lexicon."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from recollect.rules.lexicon import persons

_PLURALS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "es": {"a": ("amos",), "e": ("emos", "imos")},
    "pt": {"a": ("amos",), "e": ("emos", "imos")},
    "it": {"a": ("iamo",), "e": ("iamo",)},
}
"""First person plural of regular verbs, by the vowel of their third person."""

_HARD: Final = re.compile(r"(?:ch|[^aeiouäöürlhmn])[mn]e$")
"""öffne, zeichne, atme: without an e before the ending nobody could say it; wohne and lerne need none."""


@cache
def third(language: str) -> dict[str, str]:
    """First-person forms of a language and their third persons."""
    table = dict(persons.IRREGULAR[language])
    kind = ""
    for word in persons.STEMS.get(language, "").split():
        if word.endswith(":"):
            kind = word[:-1]
            continue
        a = "a" if kind in {"ar", "are"} else "e"
        table.setdefault(word + "o", word + a)
        for ending in _PLURALS[language][a]:
            table.setdefault(word + ending, word + a)
        if language == "es":
            table.setdefault(word + ("é" if a == "a" else "í"), word + ("ó" if a == "a" else "ió"))
        elif language == "pt":
            table.setdefault(word + ("ei" if a == "a" else "i"), word + ("ou" if a == "a" else "eu"))
    if language == "fr":
        table |= {word: word for word in persons.FRENCH_ER}
        table |= {word[:-1] + ending: word for word in persons.FRENCH_ER for ending in ("ons", "eons")}
    return table


def german_third(low: str) -> str:
    """habe -> hat, wohne -> wohnt; any other word as it is."""
    known = persons.IRREGULAR["de"].get(low)
    if known is not None:
        return known
    if low.endswith("e") and len(low) > 3:
        return low[:-1] + ("et" if low[-2] in "td" or _HARD.search(low) else "t")
    return low


def german_plural(low: str) -> str:
    """What stands with "wir": ziehen -> zieht, wandern -> wandert; any other word as it is."""
    known = persons.IRREGULAR["de"].get(low)
    if known is not None:
        return known
    if low.endswith(("ern", "eln")) and len(low) > 4:
        return low[:-1] + "t"
    return german_third(low[:-1]) if low.endswith("en") and len(low) > 4 else low
