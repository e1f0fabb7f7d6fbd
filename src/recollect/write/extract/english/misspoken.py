"""Who puts himself right in the same breath: "allergic to nuts - no wait, to kiwi", "for Siemens, I mean Bosch", "I'm a
smoker. Was." What was said first is not told; a value alone ("wait, 7 now") takes the place of the one before it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recollect.write.extract.english.grammar import find_subject
from recollect.write.extract.english.words import Token, is_adverb
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

_SIGNS: Final = frozenset(", - – — ( ) … ; : . ! ? ...".split())
_MARKS: Final = tuple(
    tuple(mark.split())
    for mark in (
        "no wait", "wait no", "wait , no", "no , wait", "oh wait", "wait", "scratch that", "strike that", "make that",
        "correction", "or rather", "no sorry", "sorry , no", "sorry", "oops", "i mean", "i meant",
    )
)  # fmt: skip
_ONLY_A_VALUE: Final = frozenset((("wait",), ("sorry",), ("oops",), ("i", "mean"), ("i", "meant"), ("make", "that")))
"""Said for other reasons as well: what follows must be a value by itself."""
_ALL_OF_IT: Final = frozenset(
    (("scratch", "that"), ("strike", "that"), ("no", "wait"), ("wait", "no"), ("no", ",", "wait"))
)
"""At the beginning of a sentence, these take back the one before it whatever follows."""
_VALUE_WORDS: Final = 3
_NOTHING: Final = Lazy(
    r"^\W*(?:(?:or|well|ok|okay)\W+)?(?:(?:i|we)\s+)?used to(?:\W+anyway)?\W*$|^\W*(?:was|were)\W*$"
    r"|^\W*i wish(?:\W+(?:lol|haha\w*))?\W*$|^\W*said no ?(?:one|body) ever\W*$|^\W*not\W*$|^\W*/s\W*$"
    r"|^\W*not (?:really|any ?more)\W*$|^\W*(?:well\W+)?(?:i|we) (?:did|was|were)(?: so)? (?:until|till|up to)\b",
    re.IGNORECASE,
)
"""A sentence that takes back the one before it, and says nothing else."""
_NOT_MEANT: Final = Lazy(r"\(not\)\W*$|(?:^|\s)/s\W*$|\bsaid no ?(?:one|body) ever\W*$", re.IGNORECASE)


def takes_back(body: str) -> bool:
    """Whether a sentence says nothing but that the one before it does not hold."""
    return _NOTHING.search(body) is not None


def is_not_meant(body: str) -> bool:
    """ "my favourite thing (not)", "I love that. /s"."""
    return _NOT_MEANT.search(body) is not None


def put_right(words: list[Token], before: Sequence[Token]) -> tuple[list[Token], bool]:
    """What is meant of a sentence, and whether the one before it (`before`) is meant no more."""
    lows = [token.low for token in words]
    at, after = _mark(lows)
    if after == 0:
        return words, False
    rest = _without_signs(words[after:])
    value = _is_value(rest)
    if not value and (tuple(lows[at:after]) in _ONLY_A_VALUE or not rest):
        return words, False
    here = _without_signs(words[:at])
    said = here or _without_signs(before)
    if not here and (not said or not (value or tuple(lows[at:after]) in _ALL_OF_IT)):
        return words, False
    return (_replaced(said, rest) if value else rest), not here


def _mark(lows: Sequence[str]) -> tuple[int, int]:
    """Where the words that take something back begin and end; (0, 0) without any."""
    for at in range(len(lows)):
        if at and lows[at - 1] not in _SIGNS:
            continue
        for mark in _MARKS:
            if tuple(lows[at : at + len(mark)]) == mark:
                end = at + len(mark)
                paused = end < len(lows) and lows[end] in _SIGNS
                if paused or len(mark) > 1 or mark[0] == "correction":
                    return at, end
    return 0, 0


def _without_signs(words: Sequence[Token]) -> list[Token]:
    start, end = 0, len(words)
    while start < end and words[start].low in _SIGNS:
        start += 1
    while end > start and words[end - 1].low in _SIGNS:
        end -= 1
    return list(words[start:end])


def _is_value(rest: Sequence[Token]) -> bool:
    """A number, a name or a single word, and no sentence."""
    told = [token for token in rest if not is_adverb(token.low)]
    if not told or len(rest) > _VALUE_WORDS or find_subject(list(rest), 0)[0] >= 0:
        return False
    if rest[0].low[:1].isdigit() or rest[0].text[:1].isupper():
        return True
    return len(rest) == 1 and rest[0].low.isalpha() and len(rest[0].low) > _SHORTEST


_SHORTEST: Final = 3


def _replaced(said: list[Token], rest: list[Token]) -> list[Token]:
    """What was said with the value in the place of the last one of its sort."""
    if rest[0].low[:1].isdigit():
        at = next((place for place in reversed(range(len(said))) if said[place].low[:1].isdigit()), -1)
        return rest if at < 0 else [*said[:at], *rest, *said[at + 1 :]]
    end = len(said) - 1
    while rest[0].text[:1].isupper() and end > 1 and said[end].text[:1].isupper() and said[end - 1].text[:1].isupper():
        end -= 1
    return [*said[:end], *rest]
