"""English clauses about what the speaker has told of before: "kitchen budget is 12k", "Imogen swapped cello for drums".

A bare name or a thing without an owner may be anybody's. When a memory of the speaker has the same words, it is of his
life, and what is said of it is kept as it would be of him.
"""

from __future__ import annotations

from typing import Final

from recollect.rules.lexicon.verbs import SAYING
from recollect.write.extract.drafts import Draft, Turn
from recollect.write.extract.english.grammar import Group
from recollect.write.extract.english.others import with_another
from recollect.write.extract.english.ties import TAIL_VERBS, draft_of
from recollect.write.extract.english.verdicts import OF_THE_TURN, THIS
from recollect.write.extract.english.words import Token, render

_SMALL: Final = frozenset("the a an of for in on at to and".split())
_SEEMING: Final = frozenset("look sound seem feel taste smell".split())
"""How something strikes somebody, which says nothing of it."""
_MOMENT: Final = frozenset("crash fail throw freeze load compile print return show keep".split())


def read(text: str, words: list[Token], at: int, group: Group, turn: Turn, *, dated: bool) -> Draft | None:
    """The draft of a clause about such a thing, or None; `at`: the place of its verb."""
    named = [token.low for token in words[:at] if token.low not in _SMALL]
    if not named or not (OF_THE_TURN | THIS).isdisjoint(named) or any(not word[:1].isalnum() for word in named):
        return None
    if with_another(turn.text, words[0].start):
        return None  # "Tom and Ana moved": told of both, which `others` reads
    if group.base in SAYING | TAIL_VERBS | _SEEMING | _MOMENT or not group.rest:
        return None
    if not turn.met(named) and not _known_trip(words[:at], group, turn):
        return None
    ahead = dated and not group.past
    kind = "commitment" if ahead and group.base in {"be", "start", "begin", "end", "move"} else "fact"
    return draft_of(words, render(text, words), kind, factor=0.9, ahead=ahead, group_past=group.past)


def _known_trip(subject: list[Token], group: Group, turn: Turn) -> bool:
    """ "The Kyoto trip is off", of one who goes to Kyoto: what happens to it, and the place is known."""
    place = [token for token in subject[:-1] if token.low not in _SMALL]
    named = len(place) == 1 and place[0].text[:1].isupper() and subject[-1].low in _TRIPS
    return named and group.rest[0] in _CALLED_OFF and turn.met([place[0].low])


_TRIPS: Final = frozenset("trip holiday vacation visit flight".split())
_CALLED_OFF: Final = frozenset("off cancelled canceled called postponed moved".split())
