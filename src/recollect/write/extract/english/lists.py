"""English lists without a verb that say what somebody has or can: "two cats, studio flat", "B2 French, zero German".

A bare list may as well be shopping or options to compare. So half of its items must have the shape of something of
one's own: an animal, a room or a tool of one's household, a level, hours, a sum a week, a place of use.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.kinship import BREEDS, KIN, PETS
from recollect.rules.lexicon.levels import LEVELS
from recollect.rules.lexicon.things import HOUSEHOLD
from recollect.write.extract.drafts import Draft, Turn, denies
from recollect.write.extract.english.ties import tie_in
from recollect.write.extract.english.words import AUXILIARIES, Token, expanded, form_of, render
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

_WORDS_MAX: Final = 30
_SHAPES: Final = Lazy(
    r"\b(?:(?:at|from) (?:work|home|uni|school|the office)|on both|for (?:work|storage|backups)|since i was"
    r"|since (?:19|20)\d\d|type [12]\b|(?:mon|tue|wed|thu|fri|sat|sun)\w* (?:to|-|and|till) (?:mon|tue|wed|thu|fri|sat"
    r"|sun)|(?:night|day|early|late) shifts?|by \d{1,2} ?(?:am|pm)|(?:a|per) (?:week|month|day|year)"
    r"|\d{1,2} ?(?:yrs?|years))",
    re.IGNORECASE,
)
_OWN: Final = HOUSEHOLD | PETS | BREEDS | KIN["en"]
_NO_LIST: Final = frozenset("or vs versus".split())
_LEADING_OVER: Final = frozenset("speaking talking thinking including regarding".split())
_PICTURES: Final = frozenset("photo photograph photography picture pictures image screenshot painting selfie".split())
"""What is seen on one is not what somebody has."""
_BUSINESS: Final = frozenset("you your it this that these those question questions options ideas tips steps".split())


def read(text: str, words: list[Token], turn: Turn) -> Draft | None:
    """The draft of a list of what somebody has or can, or None."""
    lows = [token.low for token in words]
    if (
        lows[0] in _LEADING_OVER
        or lows[0] == "to"
        or not _PICTURES.isdisjoint(lows[:4])
        or len(words) > _WORDS_MAX
        or not _NO_LIST.isdisjoint(lows)
        or not _BUSINESS.isdisjoint(lows)
    ):
        return None
    items = _items(words)
    if len(items) < 2 or any(_is_clause(item) for item in items):
        return None
    told = sum(_is_own(item) for item in items)
    needed = 3 if _is_own(items[0]) else 2
    if told * needed < len(items) or not (turn.says_i or "?" in turn.text or told > 1):
        return None
    skills = sum(any(token.low in LEVELS for token in item) for item in items)
    kind = "skill" if skills * 2 >= len(items) else "fact"
    polarity = -1 if all(denies(item) for item in items) else 1
    tie, name = tie_in(words)
    content = f"{turn.name}: {render(text, words)}"
    span = words[0].start, words[-1].end
    return Draft(content, kind, *span, polarity=polarity, confidence=0.85, tie=tie, person=name)


def _items(words: Sequence[Token]) -> list[list[Token]]:
    """The parts between commas and "and", what stands in brackets with the part before it."""
    found: list[list[Token]] = [[]]
    depth = 0
    for token in words:
        depth += (token.low == "(") - (token.low == ")")
        if not depth and token.low in {",", "and", "+", "&", "plus"}:
            found.append([])
        else:
            found[-1].append(token)
    return [item for item in found if item]


def _is_clause(item: Sequence[Token]) -> bool:
    lows = [token.low for token in item]
    if "since" in lows:
        lows = lows[: lows.index("since")]  # "type 1 since I was nine"
    known = form_of(lows[0]) if lows else None
    ordered = known is not None and known[1] == "base" and len(lows) > 1 and lows[1] in _AFTER_ORDERS
    return ordered or any(low in AUXILIARIES or expanded(low)[1] for low in lows)


_AFTER_ORDERS: Final = frozenset("me a an the my with to your".split())


def _is_own(item: Sequence[Token]) -> bool:
    """Something that an item of a list says of the person who gives it."""
    if any(token.low in LEVELS for token in item[:2]) and len(item) > 1:
        return True
    if any(token.low in _OWN for token in item):
        return True
    return _SHAPES.search(" ".join(token.text for token in item)) is not None
