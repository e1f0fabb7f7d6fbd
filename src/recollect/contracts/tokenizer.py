"""Text in, number of tokens out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class Tokenizer(Protocol):
    """Counts tokens as one language model would."""

    @property
    def name(self) -> str: ...

    def count(self, text: str) -> int: ...

    def expect(self, texts: Iterable[str]) -> None:
        """Texts that will be counted in a moment, and none in the end: new words are then looked at together."""
