"""Patterns compiled on first use, so that an import costs nothing, and tried only where they can match."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from recollect.rules.late import late

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator


class Lazy:
    """A regular expression that is compiled when it is first needed.

    `hints` are lower-case strings of which at least one stands in every text that can match; without one in the text
    nothing is searched. Looking for a dozen plain strings is some fifty times cheaper than a long alternation.
    """

    __slots__ = ("_hints", "compiled")

    def __init__(self, pattern: str, flags: int = 0, *, hints: str = "") -> None:
        self.compiled = late(pattern, flags)
        self._hints = tuple(hint.replace("_", " ") for hint in hints.split())

    def may(self, text: str) -> bool:
        """Whether a match is possible at all."""
        if not self._hints:
            return True
        low = text.lower()
        for hint in self._hints:  # noqa: SIM110 a generator would cost more than the looking
            if hint in low:
                return True
        return False

    def search(self, text: str, start: int = 0) -> re.Match[str] | None:
        return self.compiled.search(text, start) if self.may(text) else None

    def match(self, text: str) -> re.Match[str] | None:
        return self.compiled.match(text)

    def finditer(self, text: str, start: int = 0, end: int = sys.maxsize) -> Iterator[re.Match[str]]:
        return self.compiled.finditer(text, start, end)

    def findall(self, text: str) -> list[str]:
        return [match.group() for match in self.compiled.finditer(text)]

    def sub(self, new: str | Callable[[re.Match[str]], str], text: str) -> str:
        return self.compiled.sub(new, text) if self.may(text) else text

    def split(self, text: str) -> list[str]:
        return self.compiled.split(text)
