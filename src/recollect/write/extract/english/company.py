"""What is told among several people: "we" are then more than the speaker, and what they decide is not his alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.verbs import WAYS_OF_LIFE
from recollect.write.extract.english.words import Token, expanded, render

if TYPE_CHECKING:
    from recollect.write.extract.drafts import Turn
    from recollect.write.extract.english.grammar import Group

_COMPANY_MIN: Final = 3
"""Two people who talk say "we" of their families as often as of one another."""
_OF_US: Final = frozenset("we our us ours ourselves".split())
_OF_A_FAMILY: Final = (WAYS_OF_LIFE - {"work"}) | frozenset(
    "have get own adopt marry divorce move relocate buy visit travel go celebrate".split()
)
"""What people do with their own: "we have two kids", "we're moving to Berlin"."""


def of_all(text: str, words: list[Token], group: Group, turn: Turn) -> str:
    """The clause as it was said, where its "we" are all who talk: "We stay with Stripe", "We're live"; else empty."""
    ours = words[group.subject].low.startswith("we") and turn.people >= _COMPANY_MIN
    if not ours or group.base in _OF_A_FAMILY:
        return ""
    as_said = {place: token.text for place, token in enumerate(words) if expanded(token.low)[0] in _OF_US}
    return render(text, words, as_said)
