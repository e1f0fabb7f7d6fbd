"""Words of a statement held against words that were said: stems, numbers in one form, forms of a verb. Pure."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from recollect.rules.text import default_analyser, terms

STEM_CHARS_MIN: Final = 5
STEM_TAIL_MAX: Final = 2
"""Stems that differ only in so many last letters are one word: allerg-ic and allerg-y."""

FORM_CHARS_MIN: Final = 3
FORM_SHARE_MIN: Final = 0.6
_FRAME_WORDS: Final = "user speaker person currently now state said says mention told name named called go goes went"
"""Words a retelling may add: they say who speaks, not what is said."""
_NUMBER_WORDS: Final = {
    word: str(number)
    for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
}


@cache
def frame() -> frozenset[str]:
    return frozenset(terms(_FRAME_WORDS))


def content_terms(text: str) -> list[str]:
    """Index terms, with numbers in one form: "two" and "2", "1,000" and "1000"."""
    return [_NUMBER_WORDS.get(term, term) for term in terms(text)] if re.search(r"\w", text) else []


def all_words(text: str) -> frozenset[str]:
    """Stems of all words, those too that an index leaves out: who says "I own it" supports "owns"."""
    analyser = default_analyser()
    return frozenset(analyser.term(word) for word in re.findall(r"[^\W\d_]+", text))


def supported(term: str, known: frozenset[str]) -> bool:
    if term in known:
        return True
    if any(character.isdigit() for character in term) or len(term) < STEM_CHARS_MIN:
        return False
    return any(
        abs(len(term) - len(other)) <= STEM_TAIL_MAX
        and min(len(term), len(other)) >= STEM_CHARS_MIN
        and (term.startswith(other) or other.startswith(term))
        for other in known
    )


def inflected(term: str, known: frozenset[str]) -> bool:
    """Whether a word is another form of a known one: most of the longer is common to both, at its beginning, or behind
    a first letter that tells the person ("أعيش", "تعيش"). Only for the verb of a retelling, in a language whose
    words have no stems here: "wohne", "wohnt"."""
    return any(_alike(term, other) or (not term.isascii() and _alike(term[1:], other[1:])) for other in known)


def _alike(left: str, right: str) -> bool:
    if any(sign.isdigit() for sign in left + right):
        return False
    differing = (place for place, signs in enumerate(zip(left, right, strict=False)) if signs[0] != signs[1])
    common = next(differing, min(len(left), len(right)))
    return common >= FORM_CHARS_MIN and common >= FORM_SHARE_MIN * max(len(left), len(right))


def sort_of(term: str, content: str) -> str:
    """What kind of word has no support: that is the reason a statement is dropped for."""
    if any(character.isdigit() for character in term):
        return "number"
    capital = any(word[:1].isupper() and term in content_terms(word) for word in content.split()[1:])
    return "name" if capital else "words"
