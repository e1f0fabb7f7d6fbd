"""What of the assistant's clause goes with a value that is put right: its unit, and what the user says or had said."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.persons import MARKS
from recollect.rules.lexicon.smalltalk import FILLERS
from recollect.rules.text import STOP_WORDS
from recollect.write.extract.english.words import expanded, tokens
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from recollect.write.extract.drafts import Turn

NUMBER_WORDS: Final = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty|thirty|forty|fifty"
)
COMMON: Final = (
    MARKS["en"]
    | FILLERS
    | frozenset("it's i've i'll i'd that's they they're there here let's he she here's what's".split())
)


def with_unit(old: str, new: str, said: str) -> tuple[str, str]:
    """Both values with their unit, where one has it glued on and the other not: ("10mg", "15") after which "mg" is
    said is ("10mg", "15 mg")."""
    one, other = _GLUED.match(old), _GLUED.match(new)
    if one is None or other is None or bool(one[2]) == bool(other[2]):
        return old, new
    bare, unit = (new, one[2]) if one[2] else (old, other[2])
    if re.search(rf"(?<!\w){re.escape(bare)} {unit}\b", said) is None:
        return old, new
    return (old, f"{new} {unit}") if one[2] else (f"{old} {unit}", new)


_GLUED: Final = Lazy(r"(\d+(?:[.,:]\d+)*)([a-zµ]*)$")


def said_before(tail: str, old: str, reply: str, turn: Turn) -> str:
    """What follows the value in the assistant's clause, up to the first word that the user does not say and had not
    said; and what a number counts in any case: "600 euros"."""
    known = {*turn.name.lower().split(), *_content_words(reply)}
    words, told, kept = tokens(tail), list[str](), 0
    for at, token in enumerate(words):
        low = token.low.removesuffix("'s")
        if not _is_content(token.low):
            continue
        told += () if low in known else (token.low,)
        if told and not turn.met(told):
            break
        kept = at + 1
    else:
        return tail
    said = tail[: words[kept - 1].end] if kept else ""
    return max(said, counted(tail, old), key=len)


def counted(tail: str, old: str) -> str:
    """What a number counts: "euros" of "500 euros for Rome"."""
    found = _COUNTED.match(tail) if is_number(old) else None
    return found.group() if found is not None else ""


_COUNTED: Final = Lazy(r" (?!(?:and|or|with|for|in|at|on|from|to|by|is|are|so)\b)[a-z]+\b")


def says_more(rest: str, value: str) -> bool:
    """Whether the user's words say more than the value and what it is instead of."""
    return not set(_content_words(rest)) <= {*_content_words(value), "only", "actually"}


def _content_words(text: str) -> list[str]:
    return [token.low for token in tokens(text) if _is_content(token.low)]


def _is_content(low: str) -> bool:
    return low[:1].isalnum() and expanded(low)[0] not in STOP_WORDS | COMMON


def is_number(value: str) -> bool:
    return value[:1].isdigit() or value.lower() in NUMBER_WORDS.split("|")
