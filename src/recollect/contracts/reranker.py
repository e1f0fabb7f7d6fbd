"""A question and a few texts in, how well each text answers it out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Reranker(Protocol):
    """One model that reads a question together with each text.

    `rerank` returns one number in 0..1 per text, in order. It raises `ModelFailed` when it cannot answer. Which texts
    it is given, how long it may take and what becomes of its numbers is the engine's affair.
    """

    @property
    def name(self) -> str: ...

    @property
    def model(self) -> str: ...

    def rerank(self, question: str, texts: Sequence[str], *, timeout_s: float) -> list[float]: ...
