"""Which words of a text answer to a question: found with the analyser that also built the index."""

from __future__ import annotations

from recollect.rules.late import late
from recollect.rules.text import SIGNS_IN_WORDS, Analyser

_WORD = late(rf"[^\W_][\w{SIGNS_IN_WORDS}'’+#.-]*")
_NO_SPACE_FROM = "\u2e80"
"""From here on scripts are written without spaces, and each character is looked at by itself."""


def spans(question: str, text: str) -> list[tuple[int, int]]:
    """Start and end of each word of `text` that shares a term with the question, in order."""
    analyser = Analyser()
    wanted = set(analyser.terms(question))
    found: list[tuple[int, int]] = []
    for match in _WORD.finditer(text):
        word = match.group()
        if word >= _NO_SPACE_FROM:
            found += [
                (match.start() + at, match.start() + at + 1)
                for at, character in enumerate(word)
                if wanted.intersection(analyser.terms(character))
            ]
        elif wanted.intersection(analyser.terms(word)):
            end = match.start() + len(word.rstrip(".-'’"))
            found.append((match.start(), end))
    return found
