"""L3, said before: one form for texts that differ only in how they are written.

Case, width, spaces, punctuation and a speaker in front do not count. What carries meaning stays: the question mark,
signs (C++, 5 %, €, a minus, an emoji; `recollect.rules.signs`), marks on letters, and the points and colons inside
numbers and times.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

from recollect.rules.late import late
from recollect.rules.signs import is_mark, is_sign

ROLE_NAMES = ("user", "human", "me", "assistant", "ai", "system", "tool")
_PREFIX = late(r"\s*[\[(*]{0,2}(?P<who>[^\s:：\])*][^:：\n\])*]{0,60}?)[\])*]{0,2}\s*[:：]\s*[*]{0,2}\s*")
_APOSTROPHES = late(r"['’‘ʼ＇`´]")
_NO_LETTER = late(r"(?<=\d)([.,:/])(?=\d)|[^\w\s?]|_")


def normalised(text: str, *, speaker: str | None = None) -> str:
    """The text as it is compared: equal results mean "the same was said".

    Worked: "User:  I like ＴＥＡ!" gives "i like tea"; "it is 1.5" and "it is 15" stay different.
    """
    folded = unicodedata.normalize("NFKC", _without_speaker(text, speaker)).lower()
    plain = _NO_LETTER.sub(_kept, _APOSTROPHES.sub("", folded))
    return " ".join(plain.split()) or " ".join(folded.split())


def _kept(found: re.Match[str]) -> str:
    if is_mark(found[0]) or found[1] or is_sign(found.string, found.start()):
        return found[0]
    return " "


def text_hash(text: str, *, speaker: str | None = None) -> str:
    """SHA-256 of the normalised text, in hex."""
    return hashlib.sha256(normalised(text, speaker=speaker).encode("utf-8", "surrogatepass")).hexdigest()


def _without_speaker(text: str, speaker: str | None) -> str:
    prefix = _PREFIX.match(text)
    if prefix and prefix["who"].casefold() in (*ROLE_NAMES, (speaker or "").casefold()):
        return text[prefix.end() :]
    return text
