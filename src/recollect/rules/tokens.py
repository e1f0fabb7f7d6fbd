"""Counting tokens without a tokenizer: one token per four characters, as the compatible systems estimate it."""

from __future__ import annotations

import math

from recollect.model.record import CHARS_PER_TOKEN

__all__ = ["CHARS_PER_TOKEN", "at_most", "estimate", "likely"]


def estimate(text: str) -> int:
    """Length/4, rounded up. Worked: "abcdefghi" is 3."""
    return math.ceil(len(text) / CHARS_PER_TOKEN)


def likely(text: str) -> int:
    """About what a language model's tokenizer makes of it: a token for four characters of ASCII, and one for each
    other, as Chinese, Greek or Hindi cost. Worked: "我住在东京" is 5."""
    other = 0 if text.isascii() else sum(character > "\x7f" for character in text)
    return math.ceil((len(text) - other) / CHARS_PER_TOKEN) + other


def at_most(text: str) -> int:
    """Its bytes in UTF-8: a token stands for one byte at least, in every tokenizer that language models have (their
    last resort is a token a byte), so no text costs more. Worked: "我住在东京" is 15."""
    return len(text.encode("utf-8", "replace"))
