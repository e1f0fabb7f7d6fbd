"""Counting tokens without a tokenizer: one token per four characters, as the compatible systems estimate it."""

from __future__ import annotations

import math

from recollect.model.record import CHARS_PER_TOKEN

__all__ = ["CHARS_PER_TOKEN", "estimate"]


def estimate(text: str) -> int:
    """Length/4, rounded up. Worked: "abcdefghi" is 3."""
    return math.ceil(len(text) / CHARS_PER_TOKEN)
