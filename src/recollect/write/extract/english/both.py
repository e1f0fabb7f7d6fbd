"""What is told of all of "us" is told of the speaker: "we're both vegetarian", "all of us are allergic to pollen"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.write.extract.english.words import Token, expanded

if TYPE_CHECKING:
    from collections.abc import Sequence

_OF_US: Final = (("all", "of", "us"), ("both", "of", "us"), ("each", "of", "us"))
_BETWEEN: Final = frozenset("are were have had will would can".split())
_APART: Final = frozenset("each other of".split())


def told_of_one(words: Sequence[Token]) -> list[Token]:
    """The words as one of them would say it."""
    found = list(words)
    if tuple(token.low for token in found[:3]) in _OF_US and len(found) > len(_OF_US[0]):
        all_of, us = found[0], found[2]
        found = [Token("We", "we", all_of.start, us.end), *found[3:]]
    for at, token in enumerate(found):
        if expanded(token.low)[0] != "we":
            continue
        place = at + 1
        while place < len(found) and found[place].low in _BETWEEN:
            place += 1
        following = found[place + 1].low if place + 1 < len(found) else ""
        if place < len(found) and found[place].low == "both" and following and following not in _APART:
            return [*found[:place], *found[place + 1 :]]
    return found
