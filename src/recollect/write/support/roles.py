"""Who speaks is called by name, in every language; and words that are written together with the next. Pure."""

from __future__ import annotations

from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.retelling import ASSISTANT_SIGNS, ASSISTANT_WORDS, USER_SIGNS, USER_WORDS

_ARTICLE: Final = r"(?:\b(?:der|die|den|dem|el|la|le|il|lo|o|a)\s+|(?<!\w)(?:l|d|all|dall|dell)['’])?"
_USER: Final = late(rf"(?i:{_ARTICLE}\b(?:{'|'.join(USER_WORDS)})\b)|{'|'.join(USER_SIGNS)}")
_ASSISTANT: Final = late(
    rf"(?i:{_ARTICLE}\b(?:{'|'.join(ASSISTANT_WORDS)})\b|\bl['’]assistant\b)|{'|'.join(ASSISTANT_SIGNS)}"
)
_ELIDED: Final = late(r"(?<![\w'’])(?i:[ld]|qu|jusqu|lorsqu|puisqu|un|quest|quell|[cdns]?[aeou]ll)['’](?=[^\W\d_]{2})")
"""Not "n'" and "j'", which belong to the verb."""


def by_name(text: str, *, user: str, assistant: str) -> str:
    """A retelling in which both are called as they are in the sources; no `assistant`: none speaks there."""
    text = _USER.sub(lambda _: user, text)
    return _ASSISTANT.sub(lambda _: assistant, text) if assistant else text


def unelided(text: str) -> str:
    """Without what is written together with the word behind it: "L'appartement", "dell'ufficio"."""
    return _ELIDED.sub("", text) if "'" in text or "’" in text else text
