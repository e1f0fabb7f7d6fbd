"""What a secret looks like from the inside: tests on the value beside a cue. Pure and bounded.

A cue alone is not enough ("my password is wrong"), so every value has to look like one. Positions are those of the
original text; `Source` holds it twice, as it is and in lower case, with equal length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from recollect.rules.late import late
from recollect.write.secrets.words import AT_LEAST, STATE_ENDINGS, STATE_WORDS, UNIT_WORDS

VALUE_CHARS_MAX = 1024
SCRAMBLED_CHARS_MIN = 20
SCRAMBLED_WITHOUT_DIGITS_MIN = 32
QUOTED_CHARS_MAX = 200
LOOK_CHARS_MAX = 128
"""How much of a value is looked at to tell whether it is one."""
MARK = "[secret:"
_QUOTES = {'"': '"', "'": "'", "`": "`", "“": "”", "‘": "’", "«": "»", "„": "“", "「": "」", "『": "』"}
_TOKEN = late(rf"[^\s　，。；！？、「」『』“”]{{1,{VALUE_CHARS_MAX}}}")
_ESCAPED = late(r"\\{1,7}[\"']")
"""How a quotation mark is written inside a text in quotation marks."""
_ESCAPED_END = late(r"\\{1,7}[\"'](?=[\s,;:)\]}\\]|\Z)")
_TRAILING = ".,;:)]}>\"'`’…।"
_CLOSED = late(
    r"[\"'`”’»」』]?(?:\s*(?:\Z|\n|[.,;:!?)。，！？、—–।|/-])|\s+(?:and|but|for|on|y|und|et|e|so|because|if|"
    r"please|btw|thanks|pero|"
    r"aber|mais|mas|है|hai)\b|\s*(?:です|だよ|だ。|で、|に|です。|है))"
)
_UNIT = late(rf"[+\s-]{{0,3}}({AT_LEAST}|[^\W\d_]+)")
_EXPRESSION = late(
    r"<|\$|\{\{?|%\w+%|[x*.•_\-#?]{3,}\Z|\[?redacted|your[_-]|my[_-]?pass|enter[_-]|os\.|process\.|env[.\[(]|getenv|"
    r"get_|self\.|settings\.|config[.\[]|secrets?[.\[]|input\(|hash|sha\d|bcrypt|pbkdf2|\([a-z ]+\Z|[\w.]+[\[(]|.*\)\Z"
)
_NOT_RANDOM = late(
    r"v?\d+(?:\.\d+)+[\w.-]*\Z|\d{4}-\d\d-\d\d|https?:|[\w.+-]+@[\w-]+\.|/|\.{1,2}/|[a-z]:\\|[a-z_]+:[a-z_]+:|"
    r"[\w./-]+\.(?:py|js|ts|md|txt|json|toml|ya?ml|pdf|png|jpe?g|csv|html?|pem|log|sql|sh|com|org|net|io|dev)\b|"
    r"\d+(?:st|nd|rd|th|px|ms|s|kb|mb|gb)\b"
)
_DATE = late(r"\d{4}[-/]\d\d?[-/]\d\d?\Z|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\Z")
_RANDOM_CHARS = late(r"[A-Za-z0-9_\-+/=.~!@#$%^&*:|]+\Z")
_UUID = late(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z")
_SYLLABLES = late(r"[A-Z]?[a-z]{3,}")
_HASH = late(r"(?:[0-9a-f]{7,12}|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})\Z")


class Span(NamedTuple):
    """A stretch of the text that holds a secret, and of what kind."""

    start: int
    end: int
    kind: str


class Value(NamedTuple):
    """A candidate beside a cue."""

    start: int
    end: int
    quoted: bool


class Source(NamedTuple):
    """The text as it is and in lower case; both have the same length, so that positions can be exchanged."""

    raw: str
    low: str


def source_of(text: str) -> Source:
    """Lower case that never changes a length: `İ` and the few like it stay as they are."""
    low = text.lower()
    if len(low) != len(text):
        low = "".join(small if len(small := char.lower()) == 1 else char for char in text)
    return Source(text, low)


def has_any(text: str, cues: tuple[str, ...]) -> bool:
    """Does one of the cues stand anywhere in the text?"""
    for cue in cues:  # noqa: SIM110 - a generator would cost more than the searches themselves
        if cue in text:
            return True
    return False


def anchored(pattern: re.Pattern[str], text: str, starts: tuple[str, ...]) -> Iterator[re.Match[str]]:
    """Matches of `pattern` where one of the literals stands that it can begin with.

    The same as `finditer`, at the speed of substring search on text that holds none of them.
    """
    for start in starts:
        place = text.find(start)
        while place >= 0:
            found = pattern.match(text, place)
            if found:
                yield found
            place = text.find(start, max(found.end(), place + 1) if found else place + 1)


def value_at(source: Source, position: int) -> Value | None:
    """The quoted text or the word at `position`; None where nothing stands or where it is masked already."""
    raw = source.raw
    while position < len(raw) and raw[position] in " \t　":
        position += 1
    if raw.startswith(MARK, position) or position >= len(raw):
        return None
    escaped = _ESCAPED.match(raw, position)
    if escaped:
        end = raw.find(escaped[0], escaped.end(), escaped.end() + QUOTED_CHARS_MAX)
        if end > escaped.end():
            return Value(escaped.end(), end, True)
    closing = _QUOTES.get(raw[position])
    if closing:
        line_end = raw.find("\n", position, position + QUOTED_CHARS_MAX)
        stop = line_end if line_end >= 0 else position + QUOTED_CHARS_MAX
        end = raw.find(closing, position + 1, stop)
        if end > position + 1:
            return Value(position + 1, end, True)
        position += 1
    found = _TOKEN.match(raw, position)
    if not found:
        return None
    inside = _ESCAPED_END.search(found[0])
    word = found[0][: inside.start()] if inside else found[0]
    end = position + len(word.rstrip(_TRAILING))
    return Value(position, end, False) if end > position else None


def is_random(word: str, *, least: int) -> bool:
    """Letters and digits without a reading: keys and tokens. Words, versions, dates, paths and addresses are not."""
    if len(word) < least or not _RANDOM_CHARS.match(word):
        return False
    digits = sum(char.isdigit() for char in word)
    if digits < 2 or digits == len(word) or len(set(word)) < 6:
        return False
    low = word.lower()
    return not _NOT_RANDOM.match(low) and _EXPRESSION.match(low) is None


def is_scrambled(word: str) -> bool:
    """A long key with few or no digits: both cases and hardly a syllable; names in CamelCase are words in a row."""
    if len(word) < SCRAMBLED_CHARS_MIN or not _RANDOM_CHARS.match(word) or word.lower() == word or word.upper() == word:
        return False
    if len(word) < SCRAMBLED_WITHOUT_DIGITS_MIN and not any(char.isdigit() or char in "+/" for char in word):
        return False
    syllables = sum(len(found[0]) for found in _SYLLABLES.finditer(word))
    return syllables < 0.4 * len(word) and not _NOT_RANDOM.match(word.lower()) and not _EXPRESSION.match(word.lower())


def is_identifier(word: str) -> bool:
    """A UUID or a hash such as git's: public unless the cue is a strong one."""
    low = word.lower()
    return bool(_UUID.match(low) or _HASH.match(low))


def is_password(source: Source, value: Value, *, sure: bool = False) -> bool:
    """Does the value beside "password" look like one?

    Digits with letters, signs or inner capitals do; a plain word does only where the sentence ends after it and it is
    no word for a state ("wrong", "abgelaufen"). `sure`: the cue leaves no doubt (an assignment), so any word will do.
    """
    end = min(value.end, value.start + LOOK_CHARS_MAX)
    word, low = source.raw[value.start : end], source.low[value.start : end]
    if value.quoted:
        return len(word) >= 3 and not _EXPRESSION.match(low) and low not in STATE_WORDS
    if len(word) < 3 or _EXPRESSION.match(low) or low in STATE_WORDS or _DATE.match(low):
        return False
    if word.isdigit() or low.rstrip("+-").isdigit() or not any(char.isalnum() for char in word):
        return len(word) >= 4 and word.isdigit() and not unit_follows(source, value.end)
    if has_strength(word):
        return not _describes(low) and not (low[0].isdigit() and unit_follows(source, value.end) and len(word) < 5)
    return (sure or closed(source, value.end)) and not _is_state(low)


def has_strength(word: str) -> bool:
    """Digits among letters, a sign, a capital inside, or three words tied together: no ordinary word."""
    letters = any(char.isalpha() for char in word)
    if letters and any(char.isdigit() for char in word):
        return True
    if any(char in "!@#$%^&*+=~|\\<>{}_" for char in word.rstrip("!*")):
        return True
    if word[-1] in "!*" and not word.rstrip("!*").islower():
        return True
    inner = word[1:]
    return (word.count("-") >= 2 or word.count(".") >= 2) or (inner != inner.lower() and inner != inner.upper())


def is_mixed(word: str) -> bool:
    """Letters with digits, or a sign that no name and no word has."""
    return (any(map(str.isalpha, word)) and any(map(str.isdigit, word))) or any(char in "!@#$%^&*+=~" for char in word)


def closed(source: Source, end: int) -> bool:
    """Does the clause end here? "is swordfish." does, "is pretty old" does not."""
    return _CLOSED.match(source.low, end) is not None


def _is_state(low: str) -> bool:
    word = low.strip("!*?")
    return word in STATE_WORDS or word.endswith(STATE_ENDINGS) or "'" in word or "’" in word


def _describes(low: str) -> bool:
    """ "2fa-protected", "case-sensitive", "sha256-hashed", "1password": says something about a password."""
    last = low.rsplit("-", 1)[-1]
    return low in ("1password", "2fa", "oauth2", "wpa2", "wpa3", "utf-8") or (
        "-" in low and (last in STATE_WORDS or last in UNIT_WORDS or last.endswith(STATE_ENDINGS))
    )


def stands_out(source: Source, value: Value) -> bool:
    """Letters with digits, in a way that no sentence would go on with."""
    word = source.raw[value.start : value.end]
    return has_strength(word) and any(char.isdigit() for char in word) and any(char.isalpha() for char in word)


def unit_follows(source: Source, end: int) -> bool:
    """ "12 characters", "8位", "3 years old"."""
    found = _UNIT.match(source.low, end)
    return found is not None and (
        found[1] in UNIT_WORDS or found[1].startswith(("or ", "位", "文字", "桁", "个", "年", "字", "月", "日"))
    )
