"""The names in a sentence: runs of capitalised words, less those that name nothing.

A capital letter at the start of a sentence proves nothing, so a single word there is weak: it counts when something
around it says that it is a name (`recollect.write.ties.relations` may), or when somebody is known by it already.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from recollect.rules import naming
from recollect.rules.lexicon import everyday, generic
from recollect.rules.lexicon.finite import FINITE
from recollect.rules.lexicon.kinship import KIN, PETS, TIES
from recollect.rules.lexicon.naming import (
    BEFORE_PERSON,
    BEFORE_PLACE,
    CALENDAR,
    COMPANY_WORDS,
    EVENT_WORDS,
    MOTION,
    NO_NAMES,
    PLACE_WORDS,
    PLACES,
    PROJECT_WORDS,
    TOOLS,
)
from recollect.rules.lexicon.occupations import OCCUPATIONS
from recollect.rules.lexicon.ties import CONDITIONS
from recollect.rules.lexicon.verbs import IRREGULAR
from recollect.rules.text import STOP_WORDS, fold

TOKENS_MAX: Final = 400
"""Read of one sentence."""
RUN_MAX: Final = 5
"""Words in one name."""
HEADLINE_WORDS_MIN: Final = 4
"""A sentence of so many longer words that are all capitalised is a headline: its capitals say nothing."""
_TOKEN: Final = re.compile(
    r"[^\W_](?:[\w&+#/-]|['’](?=\w)|\.(?=\w))*[+#]*|[,;:()\"“”—–]|\[|\]|(?<=\s)[&-](?=\s)", re.UNICODE
)
_JOINERS: Final = frozenset("of de da do del della di van von der den la le las los y & bin al".split())
_PART_OF_NAME: Final = PROJECT_WORDS | COMPANY_WORDS | PLACE_WORDS | frozenset("san santa new st saint fort el".split())
_INSTITUTIONS: Final = COMPANY_WORDS | PLACE_WORDS | frozenset("isle state house lord".split())
_COMPANY_ENDS: Final = naming.COMPANY_SUFFIX | COMPANY_WORDS
_NOTHING: Final = NO_NAMES | CALENDAR | STOP_WORDS
_NUMBERED: Final = re.compile(r"[a-z]{0,2}\d[\d.:/x-]*[a-z]{0,2}")
"""Quarters, sizes, versions, times: "Q3", "4k", "3.12"."""
PEOPLE: Final = KIN["en"] | TIES["en"] | PETS
"""Words for a tie to somebody."""
_PERSONS: Final = PEOPLE - PETS


@dataclass(slots=True)
class Token:
    """A word, a mark, or a name."""

    low: str
    text: str = ""
    name: str = ""
    """What is named, for a name."""
    owns: bool = False
    """The name is a possessive: "Ana's"."""
    type: str = "concept"
    weak: bool = False


def read(sentence: str, speaker: str, *, own: bool) -> list[Token]:
    """The tokens of a sentence. `own`: "I" and "my" are the speaker."""
    raw = [match.group() for match in _TOKEN.finditer(sentence)][:TOKENS_MAX]
    words = [word for word in raw if len(word) > 3 and word[0].isalpha()]
    headline = len(words) >= HEADLINE_WORDS_MIN and all(word[0].isupper() for word in words)
    tokens: list[Token] = []
    at = 0
    while at < len(raw):
        token, at = _next(raw, at, tokens, speaker, own=own, headline=headline)
        if token.low != "&":  # it stands within a name, and nowhere else
            tokens.append(token)
    return tokens


def _next(
    raw: list[str], at: int, before: list[Token], speaker: str, *, own: bool, headline: bool
) -> tuple[Token, int]:
    word = raw[at]
    low = fold(word)
    bare = _bare(low)
    if own and low in ("i", "i'm", "i've"):
        return Token("i", word, name=speaker, type="person"), at + 1
    if own and low == "my":
        return Token("my", word, name=speaker, owns=True, type="person"), at + 1
    if bare == fold(speaker).strip() or bare == "user":
        return Token(bare, word, name=speaker, owns=bare != low, type="person"), at + 1
    if not _is_capital(word) or (headline and (word.isupper() or not _is_odd(word))):
        known = _known_type(bare) if word.islower() and _is_odd_tool(bare) else ""
        return (Token(low, word, name=word, type=known) if known else Token(low, word)), at + 1
    opening = not before or before[-1].low in {'"', "“", ":", "(", "—", "–", "-", "["}
    run = _run(raw, at)
    if (_names_nothing(run[0]) and not _is_titled(run)) or (
        len(run) > 1 and opening and _leads(run[0]) and not _is_phrase(run, raw, at)
    ):
        return Token(low, word), at + 1
    while run and _names_nothing(run[-1]) and len(run) > 1:
        run = run[:-1]
    name = naming.shown(" ".join(run))
    owns = run[-1].endswith(("'s", "’s", "s'", "s’"))
    weak = len(run) == 1 and (opening or is_ordinary(run[0])) and not _known_type(fold(name)) and not _is_odd(run[0])
    token = Token(fold(name), " ".join(run), name=name, owns=owns, weak=weak)
    token.type = _type_of(token, run, before, raw[at + len(run)] if at + len(run) < len(raw) else "")
    return token, at + len(run)


def _run(raw: list[str], at: int) -> list[str]:
    """The capitalised words from here on, with the small words inside a name; a possessive ends it."""
    run = [raw[at]]
    place = at + 1
    while place < len(raw) and len(run) - run.count("&") < RUN_MAX and not run[-1].endswith(("'s", "’s")):
        word = raw[place]
        if _is_capital(word) and fold(word) not in _NOTHING:
            run.append(word)
            place += 1
        elif word.isdigit() and len(word) <= 4 and place > at:
            run.append(word)
            return run
        elif fold(word) == "of" and _of_the(raw, place) and _joins(run, "of"):
            run += [word, raw[place + 1], raw[place + 2]]
            place += 3
        elif fold(word) in _JOINERS and place + 1 < len(raw) and _is_capital(raw[place + 1]) and _joins(run, word):
            run += [word, raw[place + 1]]
            place += 2
        else:
            break
    return run


def _of_the(raw: list[str], place: int) -> bool:
    """ "Lord of the Rings"."""
    return place + 2 < len(raw) and raw[place + 1] == "the" and _is_capital(raw[place + 2])


def _is_phrase(run: list[str], raw: list[str], at: int) -> bool:
    """A name made of ordinary words, before a verb: "Whole Foods was"."""
    after = raw[at + len(run)] if at + len(run) < len(raw) else ""
    return all(is_ordinary(word) and fold(word) not in PEOPLE for word in run) and after in FINITE


def _is_titled(run: list[str]) -> bool:
    """ "Web Summit": a word that names nothing by itself may begin what is named after what it is."""
    low = [fold(word) for word in run if not word.isdigit()]
    return len(low) > 1 and low[0] in NO_NAMES and low[0] not in CALENDAR | STOP_WORDS and low[-1] in EVENT_WORDS


def _leads(word: str) -> bool:
    """An ordinary word that begins a sentence before a name: "Yesterday Ana"; "Project Nova" is one name."""
    return is_ordinary(word) and fold(word) not in _PART_OF_NAME and not naming.has_title(f"{word} x")


def _joins(run: list[str], joiner: str) -> bool:
    """ "of" belongs to a name only after a word that is one of an institution: "Bank of England"."""
    return joiner != "of" or fold(run[-1]) in _INSTITUTIONS


def _is_capital(word: str) -> bool:
    return word[0].isupper() or (any(char.isupper() for char in word[1:3]) and word[0].isalpha())


def _is_odd(word: str) -> bool:
    """Capitals or digits inside: "PostgreSQL", "AWS", "iPhone" are names wherever they stand."""
    inside = word[1:].removesuffix("'s").removesuffix("’s")
    return any(char.isupper() or char.isdigit() for char in inside) and len(inside) > 0 and word[0].isalpha()


def _is_odd_tool(low: str) -> bool:
    """Software that people write small: "node.js", "c++"; plain words ("word", "spring") are not meant."""
    return low in TOOLS and not low.isalpha()


def _names_nothing(word: str) -> bool:
    low = _bare(fold(word))
    return low in _NOTHING or len(low) < 2 or _NUMBERED.fullmatch(low) is not None


def _bare(low: str) -> str:
    return low[:-2] if low.endswith(("'s", "’s")) else low.rstrip("'’")


_ADVERB_CHARS_MIN: Final = 6
"""An ending in "ly" or "ing" from this length on is no name's; "Emily" and "Sally" are shorter."""


@lru_cache(maxsize=1)
def _ordinary() -> frozenset[str]:
    """Words of everyday English."""
    said: set[str] = set(STOP_WORDS) | set(FINITE) | set(PEOPLE) | set(OCCUPATIONS)
    for text in (generic.VERBS, generic.NOUNS, generic.QUALITIES):
        said.update(text.split())
    for line in everyday.CONCEPTS.splitlines():
        said.update(word for word in line.replace(":", " ").split() if "_" not in word)
    for line in IRREGULAR.split(";"):
        said.update(line.split())
    return frozenset(said)


@lru_cache(maxsize=4096)
def is_ordinary(word: str) -> bool:
    """A word of everyday English, or a form of one: no name by itself."""
    low = _bare(fold(word))
    known = _ordinary()
    if low in known or (low.endswith(("ly", "ing")) and len(low) >= _ADVERB_CHARS_MIN):
        return True
    stems = (low.removesuffix("s"), low.removesuffix("d"), low.removesuffix("ed"), low.removesuffix("ing"))
    return any(stem in known for stem in stems if 2 < len(stem) < len(low))


def _known_type(low: str) -> str:
    """What the lexicon says of a whole name; nothing for what it does not know."""
    return "place" if low in PLACES else "tool" if low in TOOLS else ""


def _type_of(token: Token, run: list[str], before: list[Token], after: str) -> str:
    """By the name itself, then by the words around it."""
    first, last = fold(run[0]).strip("."), fold(run[-1]).strip(".")
    if naming.has_title(token.text):
        return "person"
    if (len(run) > 1 and first in PROJECT_WORDS) or fold(after) in {"project", "initiative"}:
        return "project"
    if len(run) > 1 and last in _COMPANY_ENDS:
        return "company"
    if (len(run) > 1 and last in EVENT_WORDS) or (last in EVENT_WORDS and not is_ordinary(last)):
        return "event"
    if len(run) > 1 and (last in PLACE_WORDS or first in {"mount", "lake", "san", "santa"}):
        return "place"
    return _known_type(fold(naming.shown(" ".join(run)))) or _type_by_lead(before, run)


def _type_by_lead(before: list[Token], run: list[str]) -> str:
    words = [token.low for token in before[-4:] if not token.name or token.low == "i"]
    lead = words[-1] if words else ""
    if lead in PROJECT_WORDS:
        return "project"
    if lead in _PERSONS or lead in BEFORE_PERSON:
        return "person"
    if all(is_ordinary(word) for word in run) or fold(run[-1]) in CONDITIONS:
        return "concept"
    if lead in BEFORE_PLACE or (lead in {"to", "from"} and any(word in MOTION for word in words[:-1])):
        return "place"
    return "concept"


def names(tokens: list[Token]) -> Iterator[Token]:
    return (token for token in tokens if token.name)
