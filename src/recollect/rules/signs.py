"""Signs that carry meaning where letters say the same: "A+" and "A-", "x > 3" and "x < 3", an emoji, a currency.

Punctuation of sentences (full stops, quotes, brackets, dashes between words) is none of them. Pure.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from recollect.rules.late import late

_NOT_A_LETTER: Final = late(r"[^\w\s]")
_WRITTEN: Final = frozenset("#%&@§‰\\/")
"""Punctuation by its kind, and yet no punctuation of sentences."""
_DECORATION: Final = frozenset("`´¨¯¸")
"""Symbols by their kind that stand for quotes and accents."""
_DASHES: Final = str.maketrans("−–‐‑", "----")
_PLUS: Final = late(r"(?<=\s)\+(?=\s)")
_EYES: Final = late(r"(?:^|\s)[:;]-?$")
_EMOJI_STYLE: Final = frozenset("\ufe0e\ufe0f")
"""What asks for an emoji to be drawn in colour or not, and is no part of it."""


def is_sign(text: str, at: int) -> bool:
    """Whether the character at `at` of `text` is one."""
    character = text[at]
    if character in _WRITTEN:
        return True
    before, after = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if character.translate(_DASHES) == "-":
        return after.isdigit() if not before.isalnum() else before.isalpha() and not (after.isalnum() or after == "-")
    if character in "()":
        return _EYES.search(text[max(0, at - 3) : at]) is not None
    if character in "!:":
        return after == "=" or (character == "!" and after.isalnum() and not before.strip())
    return unicodedata.category(character)[0] == "S" and character not in _DECORATION


def signs(text: str) -> tuple[str, ...]:
    """The signs of `text` in reading order; a "+" that stands by itself joins, as "&" does."""
    plain = _PLUS.sub("&", unicodedata.normalize("NFKC", text))
    return tuple(
        match.group().translate(_DASHES) for match in _NOT_A_LETTER.finditer(plain) if is_sign(plain, match.start())
    )


_SMILE: Final = late(r"(?:\s*(?:[😀-😎😗-😚🙂☺🤗🤩🥰❤♥💓💕-💟🖤🤍🧡]\ufe0f?|(?<=\s)[:;]-?\)))+[\s.!]*$")
"""At the very end it says in which mood something is told; in other places it may be what is told."""


def without_smile(text: str) -> str:
    """`text` without smiles and hearts at its very end."""
    return _SMILE.sub("", text)


def is_mark(character: str) -> bool:
    """Whether it belongs to the letter before it: the accents of Latin, the vowels and tones of many scripts."""
    return unicodedata.category(character)[0] == "M" and character not in _EMOJI_STYLE
