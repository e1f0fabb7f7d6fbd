"""First person to third in Spanish, German, French, Portuguese and Italian, from the tables of the lexicon."""

from __future__ import annotations

from functools import cache

from recollect.rules.lexicon import persons


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
        if language == "es":
            table.setdefault(word + ("é" if a == "a" else "í"), word + ("ó" if a == "a" else "ió"))
        elif language == "pt":
            table.setdefault(word + ("ei" if a == "a" else "i"), word + ("ou" if a == "a" else "eu"))
    if language == "fr":
        table |= {word: word for word in persons.FRENCH_ER}
    return table


def german_third(low: str) -> str:
    """habe -> hat, wohne -> wohnt; any other word as it is."""
    known = persons.IRREGULAR["de"].get(low)
    if known is not None:
        return known
    if low.endswith("e") and len(low) > 3:
        return low[:-1] + ("et" if low[-2] in "td" else "t")
    return low
