"""A claim in the making, and what its readers know about the turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.hedges import HEDGES
from recollect.rules.lexicon.negation import NEGATIONS
from recollect.write.extract.english.words import Token

if TYPE_CHECKING:
    from collections.abc import Sequence

DRAFTS_MAX: Final = 64
"""Claims taken from one turn."""


@dataclass(slots=True)
class Draft:
    """One statement in the third person, not yet dated or searched for names."""

    content: str
    kind: str
    start: int
    end: int
    confidence: float = 1.0
    polarity: int = 1
    tags: tuple[str, ...] = ()
    ahead: bool = False
    """It speaks of something to come: a day without a year is the next one."""
    person: str = ""
    """The person it names by a tie ("Ana"), and the tie ("sister")."""
    tie: str = ""


@dataclass(slots=True)
class Turn:
    """What is known while a turn is read."""

    text: str
    name: str
    """The speaker as content names him."""
    listener: str = ""
    """The other person of the conversation; empty: the assistant."""
    before: str = ""
    offered: bool = False
    """The assistant had put options to choose from."""
    invited: bool = False
    """The assistant had asked the speaker about himself: fragments are answers."""
    asked: str = ""
    """What he had been asked about: "dietary restrictions"."""
    wished: bool = False
    """He had been asked what he likes or wants."""
    decided: bool = False
    person: str = ""
    """Whom "she" or "he" means: the last person spoken of, as content names them."""
    thing: str = ""
    """What "it" or "them" means: the noun phrase of the sentence before."""
    topic: str = ""
    told: list[Draft] = field(default_factory=list)

    @property
    def owner(self) -> str:
        """The speaker's name as a possessive."""
        return f"{self.name}'s"


def hedged(words: Sequence[Token]) -> float:
    """How much certainty the hedges of a clause leave."""
    left = 1.0
    table = HEDGES["en"]
    for place, token in enumerate(words):
        low = token.low
        if low in table:
            if low == "may" and token.text[:1] == "M":
                continue
            left = min(left, table[low])
        for size in (2, 3):
            if place + size <= len(words):
                phrase = " ".join(word.low for word in words[place : place + size])
                left = min(left, table.get(phrase, 1.0))
    return left


def denies(words: Sequence[Token]) -> bool:
    """Whether a clause holds a negation; "not only" denies nothing."""
    lows = [token.low for token in words]
    for place, low in enumerate(lows):
        if low in NEGATIONS["en"]:
            following = lows[place + 1] if place + 1 < len(lows) else ""
            before = lows[place - 1] if place else ""
            if (
                (low == "not" and following in {"only", "just"})
                or (low == "no" and following in {"matter", "problem", "."})
                or before in {",", "but"}
            ):
                continue
            return True
    return False


def capitalised(content: str) -> str:
    """The first letter large, the rest as it is."""
    return content[:1].upper() + content[1:]
