"""What a first-person English clause may be kept as, and the words that show it is of the moment only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

THIS: Final = frozenset("it this that these those them one ones".split())
OPEN: Final = frozenset("a an the my our your some any no this that those these its their his her".split())
FLEETING: Final = frozenset(
    """
    door phone bus train middle mood hurry rush meeting car way process loop point side page same call line fence
    moment minute seconds minutes hours hour verge edge right wrong luck trouble question questions problem issue
    error idea doubt doubts thought thoughts feeling clue choice guess suggestion suggestions concern concerns favor
    favour request code file list document table dataset look chat sense order case fact kidding joking deal time
    chance look trouble hand handle grasp hang understanding reason opinion point draft version paragraph sentence text
    bug
    """.split()
)
"""Nouns of the moment: "I have a question", "I'm on the phone"."""
OF_THE_TURN: Final = frozenset(
    """
    question code query function script error issue problem bug file text draft message idea guess point bad apologies
    understanding program test tests build prompt input output table dataset answer request assumption concern main
    next attempt step steps thought thoughts mistake fault turn document list result results spreadsheet formula regex
    command terminal browser page link screen response implementation approach solution
    """.split()
)
"""What belongs to the conversation and its task: "my code", "the error"."""
OWNABLE: Final = frozenset("phone car list line table order call draft code page side bus train".split())
ASSISTANT: Final = frozenset("you your you're you've you'd you'll".split())
TROUBLE: Final = frozenset("issue problem trouble error difficulty difficultie bug".split())
DREAMS: Final = frozenset(
    "become move learn visit live travel run retire open publish own start adopt climb sail study".split()
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What to keep a clause as."""

    kind: str = "fact"
    factor: float = 1.0
    tags: tuple[str, ...] = ()
    denied: bool = False
    """Disliked or refused, beyond the verb's own negation."""


def is_of_the_turn(words: list[str]) -> bool:
    """Whether a complement speaks of the conversation: "this", "your answer", "the code"."""
    first = words[0] if words else "it"
    return (
        first in THIS
        or first in ASSISTANT
        or any(word in {"help", "this"} for word in words[:3])
        or any(word in ASSISTANT for word in words)
        or words[-1] in FLEETING
    )
