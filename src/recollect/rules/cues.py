"""What a text gives away at a glance: a number, a date, a name, the first person, a wish. Bits, found word by word.

Ranking reads these bits as a column instead of the text. They are found once, when a text is written, by looking each
word up in a bounded cache; there is no pattern matching over the whole text, so a text costs about a microsecond per
ten words. They are cues and not facts: nothing is decided from them alone, a learned weight says what each is worth.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

IS_QUESTION: Final = 1
"""The text ends with a question."""
HAS_NUMBER: Final = 2
HAS_DATE: Final = 4
"""A month, weekday, year, clock time or a relative day ("yesterday", "ago") is named."""
PREFERENCE_CUE: Final = 8
"""Somebody says what they like or avoid: "prefer", "favourite", "hate"."""
INSTRUCTION_CUE: Final = 16
"""Words of standing orders: "always", "never", "whenever"."""
FIRST_PERSON: Final = 32
UPDATE_CUE: Final = 64
"""A value may replace another: "now", "longer", "changed", "instead"."""
HAS_CODE: Final = 128
HAS_NAME: Final = 256
"""A capitalised word that does not begin a sentence."""
SECOND_PERSON: Final = 512

CAPITALISED: Final = 1 << 20
ENDS_SENTENCE: Final = 1 << 21
INNER: Final = CAPITALISED | ENDS_SENTENCE
"""Bits that are not kept."""

WORDS_MAX: Final = 4_000
"""Words looked at; what a text is about has shown itself by then."""
CACHE_ENTRIES_MAX: Final = 50_000
_WORD_CHARS_MAX: Final = 40
_QUESTION_TAIL_CHARS: Final = 40
"""A question mark this close to the end makes the text a question; signs and marks may follow it."""

_WORDS: Final[dict[int, frozenset[str]]] = {
    HAS_NUMBER: frozenset(
        """two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty hundred
        thousand million dozen twice couple several half""".split()
    ),
    HAS_DATE: frozenset(
        """january february march april june july august september october november december monday tuesday wednesday
        thursday friday saturday sunday yesterday tomorrow tonight today ago weekend week month year last next
        summer winter spring autumn christmas birthday anniversary""".split()
    ),
    PREFERENCE_CUE: frozenset(
        """prefer prefers preferred favorite favourite favorites like love loves enjoy enjoys hate dislike adore avoid
        allergic vegan vegetarian fan rather obsessed""".split()
    ),
    INSTRUCTION_CUE: frozenset("always never whenever please ensure".split()),
    FIRST_PERSON: frozenset("i i'm i've i'd i'll im my me mine myself we we're we've our ours us".split()),
    UPDATE_CUE: frozenset(
        """now longer anymore instead changed change updated update switched moved actually recently increased decreased
        reduced rescheduled postponed extended improved revised corrected new just""".split()
    ),
    SECOND_PERSON: frozenset("you your yours you're you've you'd you'll u ur yourself".split()),
}
_BITS: Final = {
    word: sum(bit for bit, words in _WORDS.items() if word in words) for word in frozenset().union(*_WORDS.values())
}
_CLOSING: Final = {".": ENDS_SENTENCE, "!": ENDS_SENTENCE, "?": ENDS_SENTENCE, ":": ENDS_SENTENCE, ",": 0}
_DIGIT: Final = re.compile(r"\d")
_YEAR_OR_TIME: Final = re.compile(r"(?:\b|^)(?:(?:19|20)\d\d|\d{1,2}:\d\d|\d{1,2}[ap]m)(?:\b|$)", re.IGNORECASE)
_CODE: Final = re.compile(r"```|\w\(\)|\w\(.*\)[;:]?$|[{};]$|=>|==|</\w")
_EDGES: Final = "\"'“”‘’()[]{}<>*_.,;:!?…-–—~`|/\\"


def flags(content: str) -> int:
    """The bits of `content`."""
    known = _cache()
    bits = 0
    before = ENDS_SENTENCE
    for word in content.split(maxsplit=WORDS_MAX)[:WORDS_MAX]:
        found = known.get(word)
        if found is None:
            found = _remember(word, known)
        bits |= found
        if found & CAPITALISED and not before & ENDS_SENTENCE:
            bits |= HAS_NAME
        before = found
    if asks(content):
        bits |= IS_QUESTION
    return bits & ~INNER


def asks(content: str) -> bool:
    """Whether the text ends with a question."""
    tail = content[-_QUESTION_TAIL_CHARS:]
    return "?" in tail or "？" in tail


@cache
def _cache() -> dict[str, int]:
    return {}


def _remember(word: str, known: dict[str, int]) -> int:
    bits = word_bits(word)
    if len(word) <= _WORD_CHARS_MAX:
        if len(known) >= CACHE_ENTRIES_MAX:
            known.clear()
        known[word] = bits
    return bits


def bits_of_words(words: list[str], plain: list[str]) -> list[int]:
    """As `word_bits` of each; `plain` is what `recollect.rules.texts.Vocabulary` says of them."""
    bits, closing = _BITS.get, _CLOSING.get
    return [
        bits(bare, 0) | closing(word[-1], 0) if bare and word[-1] != ";" else word_bits(word)
        for word, bare in zip(words, plain, strict=True)
    ]


def word_bits(word: str) -> int:
    """The bits of one word, with those of `INNER`, which say what it means for the words beside it."""
    plain = word[:-1] if word[-1] in _CLOSING else word
    if plain.isascii() and plain.isalpha() and plain.islower():  # nearly all of them, at a quarter of the cost
        return _BITS.get(plain, 0) | _CLOSING.get(word[-1], 0)
    word = word[:_WORD_CHARS_MAX]
    bare = word.strip(_EDGES)
    bits = _BITS.get(bare.lower().replace("’", "'"), 0)
    if _DIGIT.search(bare):
        bits |= HAS_NUMBER
        if _YEAR_OR_TIME.search(bare):
            bits |= HAS_DATE
    if bare == "May":
        bits |= HAS_DATE
    if bare[:1].isupper() and not bits & FIRST_PERSON:
        bits |= CAPITALISED
    if word.rstrip("\"'”’)]}*_")[-1:] in {".", "!", "?", ":", "…", "？", "！", "。"} or not bare:
        bits |= ENDS_SENTENCE
    if _CODE.search(word):
        bits |= HAS_CODE
    return bits
