"""Whether a text denies: "not" in the languages that are read, and what only looks like one. Pure.

"Without" denies what follows it and not the statement: who lives in Graz without a flatmate lives in Graz.
"""

from __future__ import annotations

import re
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.clauses import PREPOSITIONS
from recollect.rules.lexicon.holders import TOGETHER
from recollect.rules.text import fold
from recollect.write.support.wording import content_terms

_NEGATION: Final = late(
    r"\b(?:not|never|no|none|cannot|neither|nor|nothing|nobody|stopped|quit|nicht|kein\w*|nie|niemals|"
    r"pas|jamais|não|nunca|jamás|tampoco|non(?!-)|nessun\w*)\b|n['’]t\b"
    r"|[不没沒無无]|ない|なかった|なく(?:て|なっ)|ません|ずに|नहीं"
    r"|(?<!\S)(?:안|못)(?=\s)|않|없|지\s?못|아니",
    re.IGNORECASE,
)
_NONE: Final = late(
    r"\bno (?:problem|doubt|wonder|matter)\b|\bnot only\b|\bno\.? \d"
    r"|なければ(?:なら|いけ)(?:ない|ません)|なければなり(?:ません)?|なくては(?:なら|いけ)(?:ない|ません)|なくてはなり(?:ません)?"
    r"|ないといけ(?:ない|ません)|なきゃ|かもしれ(?:ない|ません)|少なく(?:て|なっ)|じゃない(?:か|です?か)|(?:危|少|切)ない"
    r"|不(?:得不|错|錯|同|久|仅|僅|但|断|斷|动产|動産|便)|差不多|没关系|無料|无论|無理|無事|[无無](?:锡|錫|线|線|人[机機]|印良品|限|花果)"
    r"|지\s?않으면\s?안\s?되|할\s?수밖에\s?없|수밖에\s?없",
    re.IGNORECASE,
)
"""Duties, guesses and words that have a "not" in them and deny nothing."""

_WITHOUT: Final = late(r"\b(?:(?i:without|ohne|senza|sem)|(?<!\w )[Ss]ans|sans)\s+(?P<what>\w+(?:\s+\w+){0,2})")
"""With the words behind it. "Comic Sans" is a typeface."""
_PLACING: Final = frozenset(
    """at in on for from with to by near since until but or im am beim vom zum zur seit bis oder no na nos nas ao aos do
    da em nel nella al alla dal dalla du au aux dans depuis ou mais o ma""".split()
)
"""Prepositions, also with an article in them, and joints, beside those of the clauses."""


def agree(said: str, told: str) -> bool:
    """Whether both deny or neither does, and neither has what the other is without."""
    return denies(said) == denies(told) and not (_has_lacking(said, told) or _has_lacking(told, said))


def _has_lacking(one: str, other: str) -> bool:
    """Whether a text has, and is not without, what the other is without."""
    lacking = _lacking(one)
    return bool(lacking) and not _lacking(other) & lacking and bool(lacking & set(content_terms(other)))


def _lacking(text: str) -> set[str]:
    """The words behind "without", up to the next preposition or "and"."""
    found: set[str] = set()
    for match in _WITHOUT.finditer(text):
        words = match["what"].split()
        end = next((place for place, word in enumerate(words) if place and _ends(fold(word))), len(words))
        found.update(content_terms(" ".join(words[:end])))
    return found


def _ends(word: str) -> bool:
    return word in TOGETHER or word in _PLACING or any(word in those for those in PREPOSITIONS.values())


def denies(text: str) -> bool:
    """Of the whole statement; `agree` looks at what it is without."""
    return bool(_NEGATION.search(text)) and bool(_NEGATION.search(_NONE.sub(" ", text)))
