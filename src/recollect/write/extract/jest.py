"""Jokes that are taken back: "I have 14 kids lol, no, two", "Ich bin reich, Scherz", "I'm a spy. Kidding!"

Only what says so counts: a sentence, or a part of one between commas, that is nothing but such a word. What stands
before it is not meant, what follows is.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from recollect.rules.lexicon.jest import DENIED, ELSEWHERE, GOES_ON, IN_ENGLISH, LAUGHS, LEADING, NO_JOKE

if TYPE_CHECKING:
    from recollect.write.extract.drafts import Draft

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
