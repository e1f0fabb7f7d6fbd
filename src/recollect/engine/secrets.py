"""Secrets are masked at the door of the engine: what it hands on, to any store, cache or job, holds none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from recollect.write.secrets import mask, mask_values


class Secrets:
    """Masks, or keeps when a person decided so."""

    def __init__(self, *, on: bool) -> None:
        self._on = on

    def mask(self, text: str) -> str:
        return mask(text).text if self._on else text

    def masked(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """A JSON object with every text in it masked."""
        return mask_values(values)[0] if self._on and values else values
