"""The words of what a retelling is held against: where each stands, and which are names or say little. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final

from recollect.rules.lexicon import clauses as clause_words
from recollect.rules.lexicon import generic, persons
from recollect.rules.lexicon.calendar_names import MONTHS, WEEKDAYS
from recollect.rules.lexicon.everyday import FILLER
from recollect.rules.lexicon.given_names import ALSO_WORDS, GIVEN_NAMES
from recollect.rules.lexicon.holders import MINE, OF, THEIRS, WITH_NOUNS
from recollect.rules.lexicon.naming import PLACES
from recollect.rules.lexicon.retelling import FORMERLY, INTO_OTHER_WORDS, SPEECH
from recollect.rules.text import STOP_WORDS, default_analyser, fold
from recollect.write.support.clauses import Clause
from recollect.write.support.wording import (
    FORM_CHARS_MIN,
    STEM_CHARS_MIN,
    STEM_TAIL_MAX,
    content_terms,
    frame,
    inflected,
)
from recollect.write.ties.names import is_ordinary
from recollect.write.verify.words import concepts

_UNSPACED: Final = re.compile(
    "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]{2}|[\u3040-\u309f的了和也是在은는이가을를에의도]"
)
_MARRIED: Final = {"kin:wife": "marry", "kin:husband": "marry"}
"""Who has a wife is married; who is married may have a husband, so not the other way round."""
_SMALL: Final = re.compile(r"(?<![\w'’])[^\W\d_]+")


class Vocabulary:
    """Which clauses hold a word, in any of its forms."""

    def __init__(self, clauses: Sequence[Clause], texts: Iterable[str]) -> None:
        self._holding: dict[str, set[int]] = {}
        for place, clause in enumerate(clauses):
            for term in clause.terms:
                self._holding.setdefault(term, set()).add(place)
        self._by_start: dict[str, list[str]] = {}
        self._by_concept: dict[str, list[str]] = {}
        for term in self._holding:
            self._by_start.setdefault(term[:STEM_CHARS_MIN], []).append(term)
            if concept := _MARRIED.get(concepts().get(term, "")) or _concept(term):
                self._by_concept.setdefault(concept, []).append(term)
        self._by_opening: dict[str, list[str]] = {}
        for term in self._holding:
            self._by_opening.setdefault(term[:FORM_CHARS_MIN], []).append(term)
        self._small = frozenset(fold(word) for text in texts for word in _SMALL.findall(text) if word.islower())
        self._found: dict[str, frozenset[int]] = {}

    def holding(self, term: str) -> frozenset[int]:
        """The places of the clauses that have a word, another form of it, or another word for it."""
        if term not in self._found:
            others = [term, *self._forms(term), *self._by_concept.get(_concept(term), ())]
            self._found[term] = frozenset().union(*(self._holding.get(other, ()) for other in others))
        return self._found[term]

    def inflected(self, term: str) -> frozenset[int]:
        """The places of the clauses that have another form of a verb: "cerco", "cerca". Not of sister and brother."""
        if is_number(term) or concepts().get(term, "").startswith("kin:"):
            return frozenset()
        forms = (
            other for other in self._by_opening.get(term[:FORM_CHARS_MIN], ()) if inflected(term, frozenset((other,)))
        )
        return frozenset().union(*(self._holding[other] for other in forms))

    def says_small(self, word: str) -> bool:
        """Whether a word was written in small letters, and so is no name."""
        return fold(word) in self._small

    def _forms(self, term: str) -> list[str]:
        if len(term) < STEM_CHARS_MIN or is_number(term):
            return []
        return [
            other
            for other in self._by_start.get(term[:STEM_CHARS_MIN], ())
            if abs(len(term) - len(other)) <= STEM_TAIL_MAX and (term.startswith(other) or other.startswith(term))
        ]


@lru_cache(maxsize=8_192)
def _concept(term: str) -> str:
    """What a retelling may say in another word; empty for what it may not: wine is no beer."""
    found = concepts().get(term) or concepts().get(f"~{term}", "")
    return found if found in INTO_OTHER_WORDS else ""


def is_number(term: str) -> bool:
    return any(sign.isdigit() for sign in term)


@cache
def _generic() -> frozenset[str]:
    listed = " ".join((generic.VERBS, generic.NOUNS, generic.QUALITIES)).split()
    speech = (word.partition("_")[0] for word in SPEECH)
    return frozenset(default_analyser().term(word) for word in (*listed, *speech, *FORMERLY)) | frame()


def is_generic(term: str) -> bool:
    """A word that fits nearly every statement, so that a retelling may add it; in a script without spaces a pair of
    signs, of which nobody knows whether it is a word, and the small signs of Japanese."""
    return (
        term in _generic() or term in _known_words() or (not term.isascii() and _UNSPACED.fullmatch(term) is not None)
    )


@cache
def _speech() -> frozenset[str]:
    return frozenset(default_analyser().term(word.partition("_")[0]) for word in SPEECH) | SPEECH


def is_speech(form: str) -> bool:
    """Whether a verb tells that something was said."""
    return form in _speech() or default_analyser().term(form) in _speech()


@cache
def _known_words() -> frozenset[str]:
    """Small words of the languages that are read, with which a sentence may begin."""
    tables = (
        *persons.MARKS.values(), *clause_words.PREPOSITIONS.values(), *clause_words.ADVERBS.values(),
        *clause_words.TIMES.values(), *clause_words.HE_SHE.values(), STOP_WORDS, FILLER, MONTHS, WEEKDAYS,
        MINE, THEIRS, WITH_NOUNS, OF, persons.ENGLISH_TOO, FORMERLY,
    )  # fmt: skip
    return frozenset(fold(word) for table in tables for word in table)


def is_small(term: str) -> bool:
    """An article, a preposition, "has": it tells nothing by itself."""
    return term in _known_words()


def is_name(word: str, *, opens: bool, plain: bool, vocabulary: Vocabulary) -> bool:
    """Whether a word that stands in no source is written as a name. One that opens a sentence is none if it is a word
    of everyday life, or was written in small letters; and none where few words are known (`plain`: a language
    other than English, and no second capital follows), unless it is a known name."""
    if not word[:1].isupper():
        return False
    if not opens:
        return True
    bare = re.sub(r"['’]s?$", "", word)
    low = fold(bare)
    if low in GIVEN_NAMES - ALSO_WORDS or low in PLACES:
        return True
    return not (plain or is_ordinary(bare) or low in _known_words() or vocabulary.says_small(bare) or _common(bare))


@lru_cache(maxsize=4_096)
def _common(word: str) -> bool:
    return all(is_generic(term) for term in content_terms(word))
