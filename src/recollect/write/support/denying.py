"""Whether a text denies: "not" in the languages that are read, and what only looks like one. Pure."""

from __future__ import annotations

import re
from typing import Final

from recollect.rules.late import late

_NEGATION: Final = late(
    r"\b(?:not|never|no|none|cannot|without|neither|nor|nothing|nobody|stopped|quit|nicht|kein\w*|nie|niemals|ohne|"
    r"pas|jamais|sans|não|nunca|sem|jamás|tampoco|non|senza|nessun\w*)\b|n['’]t\b"
    r"|[不没沒無无]|ない|なかった|なく(?:て|なっ)|ません|ずに|नहीं"
    r"|(?<!\S)(?:안|못)(?=\s)|않|없|지\s?못|아니",
    re.IGNORECASE,
)
_NONE: Final = late(
    r"\bno (?:problem|doubt|wonder|matter)\b|\bnot only\b|\bno\.? \d"
    r"|なければ(?:なら|いけ)(?:ない|ません)|なければなり(?:ません)?|なくては(?:なら|いけ)(?:ない|ません)|なくてはなり(?:ません)?"
    r"|ないといけ(?:ない|ません)|なきゃ|かもしれ(?:ない|ません)|少なく(?:て|なっ)|じゃない(?:か|です?か)|(?:危|少|切)ない"
    r"|不(?:得不|错|錯|同|久|仅|僅|但|断|斷|动产|動産|便)|差不多|没关系|無料|无论|無理|無事"
    r"|지\s?않으면\s?안\s?되|할\s?수밖에\s?없|수밖에\s?없",
    re.IGNORECASE,
)
"""Duties, guesses and words that have a "not" in them and deny nothing."""


def denies(text: str) -> bool:
    return bool(_NEGATION.search(text)) and bool(_NEGATION.search(_NONE.sub(" ", text)))
