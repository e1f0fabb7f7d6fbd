"""Secrets are masked at the door of the engine: what it hands on, to any store, cache or job, holds none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from recollect.write.secrets import mask, mask_all, mask_answer, mask_values


class Secrets:
    """Masks, or keeps when a person decided so."""

    def __init__(self, *, on: bool) -> None:
        self._on = on

    def mask(self, text: str) -> str:
        return mask(text).text if self._on else text

    def mask_all(self, texts: Sequence[str]) -> Sequence[str]:
        return mask_all(texts) if self._on else texts

    def mask_answer(self, text: str, asked: str) -> str:
        """What was said right after a question: a bare word after "what is your password?" is one."""
        return mask_answer(text, asked).text if self._on else text

    def mask_labels(self, labels: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(map(self.mask, labels))) if self._on and labels else labels

    def masked(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """A JSON object with every text in it masked."""
        return mask_values(values)[0] if self._on and values else values
