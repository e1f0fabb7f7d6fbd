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
    if group.base in SAYING | TAIL_VERBS | _SEEMING | _MOMENT or not group.rest or not turn.met(named):
        return None
    ahead = dated and not group.past
    kind = "commitment" if ahead and group.base in {"be", "start", "begin", "end", "move"} else "fact"
    return draft_of(words, render(text, words), kind, factor=0.9, ahead=ahead, group_past=group.past)
