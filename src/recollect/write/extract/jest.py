"""Jokes that are taken back ("I have 14 kids lol, no, two", "Ich bin reich, Scherz") and English figures of speech.

Of jokes only what says so counts: a sentence, or a part of one between commas, that is nothing but such a word. What
stands before it is not meant, what follows is. Of figures only known ones: a laugh beside a plain fact changes nothing.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from recollect.rules.lexicon.jest import (
    COUNTLESS,
    CREATURES,
    DENIED,
    ELSEWHERE,
    GOES_ON,
    IN_ENGLISH,
    LAUGHS,
    LEADING,
    NO_JOKE,
    SELF_MOCKING,
    THRONES,
    WEDDED,
)
from recollect.rules.lexicon.kinship import KIN, PETS
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.drafts import Draft
    from recollect.write.extract.english.words import Token

_LAUGH: Final = rf"(?:{'|'.join(LAUGHS)})"


class Meant(NamedTuple):
    """What of a sentence is meant: what begins at `start`. `before`: the sentence before it is taken back as well."""

    start: int
    before: bool


def meant(said: str, *, english: bool) -> Meant:
    """Where a sentence begins to be meant; its length where none of it is."""
    found = _back(english).search(said)
    if found is not None:
        return Meant(found.end(), before=not said[: found.start()].strip(" \"'(¡¿"))
    return Meant(0, before=False)


def take_back(told: list[Draft], marks: list[int]) -> None:
    """Leaves out what the sentence before said; `marks`: how many drafts there were before each sentence."""
    del told[marks[-1] if marks else 0 :]


@cache
def _back(english: bool) -> re.Pattern[str]:
    leading = "|".join(sorted(map(re.escape, LEADING), key=len, reverse=True))
    jest = "|".join(IN_ENGLISH if english else ELSEWHERE)
    own = rf"(?:^|[,;(…]|\s{_LAUGH}(?!\w))\W{{0,4}}(?:(?!{NO_JOKE})(?:{_LAUGH}|{leading})(?!\w)\W{{1,4}}){{0,5}}"
    own += rf"(?:{jest})(?!\w)(?!{GOES_ON})"
    after = r"(?:\W{1,3}(?:of course|obviously|naturally|natürlich|claro|lol|haha\w*))?\W{0,6}?(?=$|[,;)!])[,;)!]?\s*"
    denied = rf"(?<=\S)\s{_LAUGH}\W{{1,3}}{DENIED}"
    return re.compile(rf"{own}{after}|{denied}", re.IGNORECASE)


_AM: Final = r"^(?:i'm|im|i am)(?: (?:so|just|now|like|also|about|only|almost|nearly|clearly|\w+ly))*"
_SINCE: Final = r"(?: (?:lol|haha\w*|at this point|these days|right now|now|rn|atm))?\W*$"
_FIGURE: Final = Lazy(
    rf"\bmarried to (?:my|the) (?:{'|'.join(WEDDED)}){_SINCE}|^i(?:'ve been)? (?:\w+ly )?liv(?:e|ing) under a rock\b"
    rf"|^i'm (?:\w+ly )?living under a rock\b|{_AM} dead(?: inside)?{_SINCE}",
    re.IGNORECASE,
    hints="married_to under_a_rock dead",
)
_LAUGHED: Final = Lazy(
    rf"{_AM} (?:an? )?(?:9[6-9]|[1-9]\d\d+|hundred|thousand|{'|'.join(COUNTLESS)})(?: years?| yrs?)?[ -](?:old|yo|y/o)"
    rf"{_SINCE}"
    rf"|{_AM} (?:an? |the |such an? )?(?:{'|'.join(CREATURES)}){_SINCE}|{_AM} the (?:{'|'.join(THRONES)}) of (?!my\b)"
    rf"|^i(?:'ve got| have| got)(?: (?:like|about|\w+ly))* (?:an?|\d+) (?:{'|'.join(COUNTLESS)}) "
    rf"(?:{'|'.join(sorted(map(re.escape, KIN['en'])))}|(?:{'|'.join(sorted(PETS))})s?)\b",
    re.IGNORECASE,
)
_AMUSED: Final = Lazy(rf"(?<!\w)(?:{_LAUGH}|ugh)(?!\w)", re.IGNORECASE)
_LAUGHS_AFTER: Final = Lazy(rf"\W{{0,4}}{_LAUGH}(?!\w)", re.IGNORECASE)
_HEARD: Final = 40
"""How far before a clause somebody may laugh about it, in the same sentence."""


def is_figure(text: str, words: Sequence[Token]) -> bool:
    """Whether an English clause says in a known figure what is not so: "I'm married to my job". Some figures are meant
    by one who laughs and by nobody else: "I'm 100 years old lol"."""
    start, end = words[0].start, words[-1].end
    said = text[start:end]
    if _FIGURE.search(said):
        return True
    if _LAUGHED.match(said) is None:
        return False
    before = re.split(r"[.!?\n]", text[max(0, start - _HEARD) : start])[-1]
    return _AMUSED.search(f"{before} {said}") is not None or _LAUGHS_AFTER.match(text[end : end + 12]) is not None


def is_self_mockery(text: str, words: Sequence[Token]) -> bool:
    """ "call me crazy, but": no name."""
    called = [token.low for token in words[-3:]]
    after = text[words[-1].end : words[-1].end + 6].lstrip(" ,-–—").lower()
    return called[:2] == ["call", "me"] and called[2] in SELF_MOCKING and after.startswith("but")
