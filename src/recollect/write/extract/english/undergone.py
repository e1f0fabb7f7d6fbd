"""What others have done with the speaker: "they fired me last week" tells of him, not of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.write.extract.drafts import Draft, Turn
from recollect.write.extract.english.words import Token, expanded, render

if TYPE_CHECKING:
    from collections.abc import Sequence

_DONE: Final = frozenset(
    """
    fired hired rehired sacked dismissed promoted demoted transferred relocated suspended expelled evicted elected
    appointed nominated accepted admitted rejected diagnosed discharged hospitalised hospitalized deported
    """.split()
)
"""Past tenses that are participles as well: "fired me" is "was fired"."""
_PARTED: Final = {("laid", "off"): "laid off", ("let", "go"): "let go", ("made", "redundant"): "made redundant"}
_WHOSE: Final = frozenset("my the our his her their a an".split())
_BETWEEN: Final = frozenset("just finally recently also then actually have has had suddenly eventually".split())
_SUBJECT_MAX: Final = 4


def undergone(text: str, words: Sequence[Token], turn: Turn) -> Draft | None:
    """The draft of a clause in which others did something to the speaker; None for any other clause."""
    at = next((place for place, token in enumerate(words[: _SUBJECT_MAX + 4]) if token.low in {"me", "us"}), 0)
    if at < 2 or not _is_somebody(words[: at - 1]):
        return None
    verb, after = words[at - 1].low, words[at + 1].low if at + 1 < len(words) else ""
    done = verb if verb in _DONE else _PARTED.get((verb, after), "")
    if not done:
        return None
    rest = render(text, words[at + 1 if verb in _DONE else at + 2 :])
    said = " ".join(f"{turn.name} was {done} {rest}".split())
    return Draft(said, "fact", words[0].start, words[-1].end, tags=("past",))


def _is_somebody(words: Sequence[Token]) -> bool:
    """Whether these words are a subject and nothing that makes doubtful what follows: no "didn't", no "almost"."""
    lows = [expanded(token.low)[0] for token in words]
    while lows and lows[-1] in _BETWEEN:
        lows.pop()
    if len(lows) == 1:
        return lows[0] in {"they", "he", "she", "somebody", "someone"} or words[0].text[:1].isupper()
    return 2 <= len(lows) <= _SUBJECT_MAX and lows[0] in _WHOSE and all(low.isalpha() for low in lows)
