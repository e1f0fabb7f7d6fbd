"""Whether a turn asks the assistant for something: a question, an order, a need ("looking for a hotel").

What is said after the answer may be about the answer, and what is said beside the question may hold for it alone. Wide
on purpose: where it is in doubt, something was asked.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recollect.write.extract.english import clauses
from recollect.write.extract.english.openings import QUESTION, REQUEST, skip_fillers
from recollect.write.extract.english.words import form_of, tokens
from recollect.write.extract.patterns import Lazy
from recollect.write.extract.sentences import WORDS_MAX

if TYPE_CHECKING:
    from collections.abc import Iterable

    from recollect.write.extract.sentences import Sentence

_WANTED: Final = Lazy(
    r"(?<![\w'])(?:please|pls|plz|needs?|want|wanna|looking for|(?:i'd|would) (?:like|love)|(?:can|could) you|ideas"
    r"|tips|advice|suggestions|recommendations|help)(?![\w'])",
    re.IGNORECASE,
)


def asks(text: str, found: Iterable[Sentence]) -> bool:
    """Whether one of these sentences asks for something."""
    return any(_asks(text, sentence) for sentence in found)


def _asks(text: str, sentence: Sentence) -> bool:
    body = text[sentence.start : sentence.end]
    if sentence.mark == "?" or "?" in body or _WANTED.search(body):
        return True
    words = tokens(text, sentence.start, sentence.end)[:WORDS_MAX]
    first = skip_fillers(words)
    if first + 1 < len(words) and (form_of(words[first].low) or ("", ""))[1] == "base":
        return True
    return any(part.role in {QUESTION, REQUEST} for part in clauses.split(words, asked=False)) if words else False
