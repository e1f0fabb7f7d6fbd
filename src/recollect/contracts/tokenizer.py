"""Text in, number of tokens out."""

from __future__ import annotations

from typing import Protocol


class Tokenizer(Protocol):
    """Counts tokens as one language model would."""

    @property
    def name(self) -> str: ...

    def count(self, text: str) -> int: ...
