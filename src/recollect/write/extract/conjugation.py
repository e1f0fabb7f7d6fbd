"""First person to third in Spanish, German, French, Portuguese and Italian.

Irregular verbs come from the tables of the lexicon; all others are made from their endings, so that a verb nobody
listed is read as well. Endings that only the first person has ("compré", "comprei", "nuotavo") are safe anywhere; a
present in "-o" looks like a noun, so that whoever asks must look at its place (`is_sure`).
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from recollect.rules.lexicon import persons, verb_classes

_PLURALS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "es": {"a": ("amos",), "e": ("emos", "imos")},
    "pt": {"a": ("amos",), "e": ("emos", "imos")},
    "it": {"a": ("iamo",), "e": ("iamo",)},
}
"""First person plural of regular verbs, by the vowel of their third person."""
_HARD: Final = re.compile(r"(?:ch|[^aeiouäöürlhmn])[mn]e$")
"""öffne, zeichne, atme: without an e before the ending nobody could say it; wohne and lerne need none."""
_SPELLED: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    # ending of the first person -> ending of the third; the first that fits counts
    "es": (("aré", "ará"), ("eré", "erá"), ("iré", "irá"), ("qué", "có"), ("gué", "gó"), ("cé", "zó"), ("é", "ó"),
           ("aí", "ayó"), ("eí", "eyó"), ("í", "ió"), ("ábamos", "aba"), ("íamos", "ía"), ("amos", "a"), ("emos", "e"),
           ("imos", "e"), ("aba", "aba"), ("zco", "ce")),
    "pt": (("arei", "ará"), ("erei", "erá"), ("irei", "irá"), ("quei", "cou"), ("guei", "gou"), ("cei", "çou"),
           ("ei", "ou"), ("aí", "aiu"), ("ávamos", "ava"), ("íamos", "ia"), ("amos", "a"), ("emos", "e"),
           ("imos", "e"), ("ava", "ava"), ("eço", "ece"), ("enço", "ence"), ("rço", "rce")),
    "it": (("erò", "erà"), ("irò", "irà"), ("avo", "ava"), ("evo", "eva"), ("ivo", "iva"), ("isco", "isce"),
           ("iamo", "a"), ("avamo", "ava"), ("evamo", "eva")),
}  # fmt: skip
_SEVERAL: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "es": (("ió", "ieron"), ("ó", "aron"), ("a", "an"), ("e", "en"), ("á", "án")),
    "pt": (("ou", "aram"), ("eu", "eram"), ("iu", "iram"), ("a", "am"), ("e", "em")),
    "it": (("a", "ano"), ("e", "ono"), ("à", "anno")),
    "fr": (("ait", "aient"), ("e", "ent")),
    "de": (),
}
"""Ending of the third person of one -> of several."""
_ONE: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "es": (("os", "o"), ("as", "a")),
    "pt": (("os", "o"), ("as", "a")),
    "it": (("ati", "ato"), ("iti", "ito"), ("uti", "uto"), ("ate", "ata"), ("ite", "ita"), ("ute", "uta"),
           ("ani", "ano")),
    "fr": (("és", "é"), ("ées", "ée"), ("iens", "ien"), ("iennes", "ienne"), ("ants", "ant")),
}  # fmt: skip
"""Ending of several -> of one, where it leaves no doubt."""
_SHARED: Final = ("aba", "ava")
"""Endings that the third person has too."""
_FRENCH: Final = (
    ("issons", "it"), ("geons", "ge"), ("çons", "ce"), ("ons", "e"), ("rai", "ra"), ("ais", "ait"), ("x", "t"),
    ("ds", "d"), ("ts", "t"), ("cs", "c"), ("s", "t"),
)  # fmt: skip
_PREFIX: Final = re.compile(r"^(?:ver|be|er|ent|zer|miss|über|unter|ge)(?=\w{3})")
_LOST_E: Final = re.compile(r"(?:[bdfgkmnpstz]|ch)le$")
"""What the first person of a verb in -eln ends with: pendle, sammle; not fühle, spiele, stelle."""
_SHORT_MAX: Final = 3


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


def third_of(low: str, language: str) -> str:
    """The third person of what looks like a first person in a Romance language, empty for any other word."""
    known = third(language).get(low)
    if known is not None:
        return known
    if low in verb_classes.NO_VERBS[language] or not low.isalpha():
        return ""
    if language == "fr":
        return _french_third(low)
    if len(low) <= _SHORT_MAX:
        return ""
    for ending, other in _SPELLED[language]:
        if low.endswith(ending):
            bare = low[: -len(ending)]
            vowel = "e" if ending == "iamo" and bare in _other_class(language) else other
            return bare + vowel if len(low) > len(ending) + 1 else ""
    if not low.endswith("o") or low.endswith(verb_classes.NOUN_ENDINGS[language]):
        return ""
    return low[:-1] + ("e" if low[:-1] in _other_class(language) else "a")


def is_sure(low: str, language: str) -> bool:
    """Whether a form can be nothing but a first person, wherever it stands."""
    if low in third(language):
        return low not in verb_classes.ALSO_NOUNS[language] and low not in verb_classes.ALSO_THIRD[language]
    return not low.endswith(("o", *_SHARED)) or low.endswith(("avo", "evo", "isco", "iamo"))


def is_shared(low: str, language: str) -> bool:
    """Whether the third person has the same form: "trabajaba", "tenía"."""
    return low in verb_classes.ALSO_THIRD[language] or (language != "fr" and low.endswith(_SHARED))


@cache
def _other_class(language: str) -> frozenset[str]:
    return frozenset(verb_classes.NOT_IN_A[language].split())


def _french_third(low: str) -> str:
    """After "je", "on" or "nous" every verb is one; only its ending changes."""
    return next((low[: -len(ending)] + other for ending, other in _FRENCH if low.endswith(ending)), low)


def german_third(low: str) -> str:
    """habe -> hat, wohne -> wohnt, kaufte -> kaufte, lern -> lernt, pendle -> pendelt; any other word as it is."""
    known = persons.IRREGULAR["de"].get(low) or persons.IRREGULAR["de"].get(low + "e")
    if known is not None:
        return known
    bare = _PREFIX.sub("", low)
    strong = persons.IRREGULAR["de"].get(bare) or persons.IRREGULAR["de"].get(bare + "e")
    if strong is not None and bare != low:
        return low[: len(low) - len(bare)] + strong
    if low in verb_classes.GERMAN_PAST or bare in verb_classes.GERMAN_PAST:
        return low
    if low.endswith("te") and not low.endswith(verb_classes.GERMAN_T_STEMS):
        return low
    full = low if low.endswith("e") else low + "e"
    if len(full) <= _SHORT_MAX:
        return low
    if _LOST_E.search(full):
        return f"{full[:-2]}elt"
    return full[:-1] + ("et" if full[-2] in "td" or _HARD.search(full) else "t")


def german_plural(low: str) -> str:
    """What stands with "wir": ziehen -> zieht, wandern -> wandert; any other word as it is."""
    known = persons.IRREGULAR["de"].get(low)
    if known is not None:
        return known
    if low.endswith("ten") and not low[:-1].endswith(verb_classes.GERMAN_T_STEMS):
        return low[:-1]
    if low.endswith(("ern", "eln")) and len(low) > 4:
        return low[:-1] + "t"
    return german_third(low[:-1]) if low.endswith("en") and len(low) > 4 else low


def plural_of(verb: str, language: str) -> str:
    """What several do, of a verb in the third person: tiene -> tienen, abita -> abitano; any other word as it is."""
    known = verb_classes.PLURALS[language].get(verb)
    if known is not None:
        return known
    return next((verb[: -len(one)] + many for one, many in _SEVERAL[language] if verb.endswith(one)), verb)


def singular_of(word: str, language: str) -> str:
    """What one is, of what several are, where the ending tells: sposati -> sposato, vegetarianos -> vegetariano."""
    return next((word[: -len(many)] + one for many, one in _ONE.get(language, ()) if word.endswith(many)), word)
