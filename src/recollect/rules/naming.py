"""Names: when two of them mean the same. Pure; who resolves names against a store does it in its own transaction.

Folded are letter case, accents, possessives, articles, titles and the legal form of companies, so that "Dr. Ana Silva",
"ana silva" and "Ana Silva's" have one key, and "Acme Corp." and "the Acme" another.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from recollect.rules.text import fold

NAME_CHARS_MAX: Final = 120
TITLES: Final = frozenset(
    """mr mrs ms miss mx dr prof professor sir dame lord lady rev fr st saint herr frau señor señora senor senora sr sra
    don doña monsieur madame mme mlle m judge captain capt president senator""".split()
) - {"m", "don", "st", "fr", "sr"}
SUFFIXES: Final = frozenset(
    """inc incorporated corp corporation co company ltd limited llc llp plc gmbh ag kg ug sa sas sarl bv nv oy oyj ab as
    asa aps spa srl pty kk sl lda""".split()
)
ARTICLES: Final = frozenset("the a an el la los las der die das le les il lo gli o os as um uma".split()) - {"as"}
COMPANY_SUFFIX: Final = SUFFIXES - {"as", "co", "company", "sa", "ab", "ag", "sl", "spa"} | {"co."}
"""Those that say by themselves that a company is meant."""
_EDGES: Final = "\"'“”‘’«»()[]{}.,;:!?*_`~–—- "
_POSSESSIVE: Final = re.compile(r"['’]s?$")
_SPACES: Final = re.compile(r"[\s_]+")


@lru_cache(maxsize=8192)
def key_of(name: str) -> str:
    """What a name is looked up by; empty when nothing is left of it. Worked: "Dr. Ana Silva's" is "ana silva"."""
    text = _POSSESSIVE.sub("", name.strip(_EDGES))
    words = [word.strip(_EDGES) for word in _SPACES.split(fold(text))]
    words = [word for word in words if word]
    while len(words) > 1 and (words[0] in TITLES or words[0] in ARTICLES) and words[1] != "of":  # "Lord of the Rings"
        words = words[1:]
    if len(words) > 1 and words[0] == "project":  # "Project Nova" and "Nova"
        words = words[1:]
    while len(words) > 1 and (words[-1].replace(".", "") in SUFFIXES or words[-1] == "&"):  # "Wren & Co" and "Wren"
        words = words[:-1]
    return " ".join(words)[:NAME_CHARS_MAX]


@lru_cache(maxsize=8192)
def shown(name: str) -> str:
    """How a name is written down: without possessive and the marks around it."""
    text = _SPACES.sub(" ", _POSSESSIVE.sub("", name.strip(_EDGES)).strip())
    words = text.split(" ")
    while len(words) > 1 and words[0].lower() in {"the", "a", "an"}:
        words = words[1:]
    return " ".join(words)[:NAME_CHARS_MAX]


def has_title(name: str) -> bool:
    """ "Dr. Silva", "Mrs Brown": a person, whatever else is said."""
    first, _, rest = name.partition(" ")
    return bool(rest) and fold(first).strip(".") in TITLES and not rest.startswith("of ")


def relation_key(relation: str) -> str:
    """One spelling of a relation. Worked: "WORKS_AT" and "Works At" are "works at"."""
    return _SPACES.sub(" ", relation.lower()).strip()


def first_word(key: str) -> str:
    return key.partition(" ")[0]


def is_whole(key: str) -> bool:
    """More than one word: "ana silva" rather than "ana"."""
    return " " in key


def better_type(known: str, said: str) -> str:
    """Anything specific says more than "concept"; otherwise the first type stays."""
    return said if known == "concept" else known


def better_name(known: str, said: str) -> str:
    """The longer one says more ("Ana Silva" rather than "Ana"), as long as it is no other spelling of the same."""
    return said if is_whole(key_of(said)) and not is_whole(key_of(known)) else known
