"""Turns that ask and tell nothing, which are no answer: most of what a person says to an assistant is questions.

Two things follow. A question gives nothing another value, so it replaces no statement (`said`). And what was asked
before in the words of the question itself matches it better than anything else, and answers nothing: it comes behind
what may be an answer (`repeated`). Pure text work, narrow on purpose: a question that may tell something beside ("now
that I moved") tells.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.requests import QUESTION_WORDS
from recollect.rules.text import STOP_WORDS, fold

_OPENS: Final = frozenset(
    fold(word) for language in ("en", "es", "fr", "de") for word in QUESTION_WORDS[language] if word != "was"
)
_FILLERS: Final = frozenset("so and but ok okay hey hi well um sorry btw".split())
_TELLS: Final = late(
    r"(?<!\bdr)(?<!\bmr)(?<!\bmrs)(?<!\bms)(?<!\bst)[.!?;:]\s|\n"
    r"|\b(?:that|since|because|as|after|before|if|given|considering|while|although|though|but|not|i'm|we're)\b|n't\b"
    r"|\band (?:i|we|my|our)\b|\b(?:how|what) about\b|\bhow come\b"
    r"|\b(?:porque|ya que|ahora que|desde que|weil|obwohl|nachdem|jetzt wo|parce que|puisque|maintenant que)\b"
)
"""Beside the question something may be told, or proposed: "why don't we", "how about seven"."""
_DENIAL: Final = late(r"\bnot\b|n't\b")
_ABOUT_ASKING: Final = late(
    r"\b(?:ask|asks|asked|asking|question|questions|wondered|pregunt\w+|gefragt|frage|demand\w+)\b"
)
_CHARS_MAX: Final = 400
_EDGES: Final = "\"'“”‘’()[]*_.,;:!?…-–—¿¡ "


def only_asks(text: str) -> bool:
    """One sentence that asks with a question word, and nothing else: "Which vet is good now, Dr. Chen?"."""
    text = text.strip()
    if not text.endswith("?") or len(text) > _CHARS_MAX:
        return False
    low = fold(text[:-1].rstrip("?")).lstrip("¿ ")
    words = low.split(maxsplit=3)
    first = next((word for word in (one.strip(_EDGES) for one in words) if word not in _FILLERS), "")
    return first in _OPENS and _TELLS.search(low) is None


class Echo:
    """The question as it may have been asked before. Made once a search, asked of every turn that would be shown."""

    def __init__(self, question: str) -> None:
        low = question.casefold()
        asks = low.rstrip().endswith("?") or not _OPENS.isdisjoint(low.split(maxsplit=1)[:1])
        self._asked: Set[str] = _telling(low) if asks and _ABOUT_ASKING.search(low) is None else frozenset()
        """Its words but for small ones; none where nothing is asked (words to look for), or what was asked."""
        opens = low.lstrip("¿ ").split(maxsplit=1)[:1]
        self._denies = not _OPENS.isdisjoint(opens) and _DENIAL.search(low) is not None

    @property
    def asks(self) -> bool:
        """Whether an answer is looked for, and not words or what was asked."""
        return bool(self._asked)

    def __contains__(self, said: str) -> bool:
        """It asks the same and tells nothing beside; `said`: in small letters. A "not" that the question has too tells
        nothing: "what can Tom not eat?"."""
        if not self._asked or not said.endswith("?"):
            return False
        for word in self._asked:  # most turns lack one: they need not be taken apart
            if word not in said:
                return False
        if _telling(said) != self._asked:
            return False
        return _TELLS.search(_DENIAL.sub("", said[:-1]) if self._denies else said[:-1]) is None


def _telling(low: str) -> Set[str]:
    return frozenset(word.strip(_EDGES) for word in low.split()) - STOP_WORDS - {""}
