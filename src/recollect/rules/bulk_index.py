"""What is indexed for many texts at once: the same as `recollect.rules.indexing` says of each, in arrays.

Python looks each word of a text up once, to number it; terms, counts, lengths and flags follow from the numbers. A
test holds this to the same result as one text after the other.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import count, repeat
from typing import Final

import numpy as np
from numpy.typing import NDArray

from recollect.model.batch import Terms
from recollect.rules import cues, indexing
from recollect.rules.text import default_analyser
from recollect.rules.texts import Integers, Marks, Reading, Rows, Texts, Vocabulary

TOGETHER_MIN: Final = 8
"""From this many texts on, arrays over all of them are faster than one text after the other."""
TERMS_MAX: Final = 200_000
"""Terms remembered (some 20 MB); reaching it starts over. Keys and names of speakers are terms too."""
_RANKS_RADIX: Final = 1 << 16
"""Up to this many different terms a rank has 16 bits, and sorting is a radix sort."""

Beside = tuple[str | None, datetime | None, str | None]
"""Speaker, time and key of a record: searchable too, but no part of the text."""
_NOTHING: Final[Beside] = (None, None, None)


@dataclass(frozen=True, kw_only=True)
class Indexed:
    """The index entries of some texts."""

    terms: Terms
    lengths: list[int]
    flags: list[int]


class BulkIndex:
    """Indexes many texts at once and remembers words, a bounded number of them. For any number of threads."""

    def __init__(self) -> None:
        self._words = _Words(Vocabulary())

    def index(self, contents: Texts, beside: Mapping[int, Beside]) -> Indexed:
        """The entries of some texts, with what stands beside some of them, by place; their places are what
        `Terms.places` means."""
        if len(contents) < TOGETHER_MIN:
            return _one_by_one(contents, beside)
        reading = contents.reading
        words = self._words
        if words.vocabulary is not reading.vocabulary or words.full:
            words = self._words = _Words(reading.vocabulary)
        flags = _flags(words.bits.of(reading.numbers), reading)
        flags[[cues.asks(content) for content in contents]] |= cues.IS_QUESTION
        for place in np.flatnonzero(reading.sizes > cues.WORDS_MAX).tolist():
            flags[place] = cues.flags(contents[place])

        spoken, each = words.terms.spread(reading.numbers)
        owners = np.repeat(np.repeat(np.arange(len(contents)), reading.sizes), each)
        lengths = np.bincount(owners, minlength=len(contents))
        further: list[tuple[int, int]] = []
        for place in np.flatnonzero(lengths == 0).tolist():
            found = words.numbers(default_analyser().fallback(contents[place]))
            lengths[place] = len(found)
            further += zip(repeat(place), found, strict=False)
        known: dict[str, list[int]] = {}  # few speak, and on few days
        for place, (speaker, occurred_at, key) in beside.items():
            for extra in filter(None, (speaker, key, indexing.date_words(occurred_at))):
                if extra not in known:
                    known[extra] = words.numbers(dict.fromkeys(default_analyser().terms(extra)))
                further += zip(repeat(place), known[extra], strict=False)
        if further:
            spoken = np.concatenate([spoken, [number for _, number in further]])
            owners = np.concatenate([owners, [place for place, _ in further]])
            order = np.argsort(owners, kind="stable")
            spoken, owners = spoken[order], owners[order]
        return Indexed(terms=_terms(words.names, spoken, owners), lengths=lengths.tolist(), flags=flags.tolist())


@cache
def default_index() -> BulkIndex:
    """The index of this process, made on first use."""
    return BulkIndex()


class _Words:
    """What is known of the words of a vocabulary: their terms, by number, and their bits."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.names: list[str] = []
        """The terms by number."""
        self._numbers: dict[str, int] = {}
        self._lock = threading.Lock()
        self.terms = Rows(vocabulary, self._terms_of)
        self.bits = Marks(vocabulary, cues.bits_of_words)

    @property
    def full(self) -> bool:
        return len(self.names) >= TERMS_MAX

    def numbers(self, terms: Iterable[str]) -> list[int]:
        """The number of each term; new ones get one."""
        given = list(terms)
        with self._lock:
            known = self._numbers
            fresh = [term for term in dict.fromkeys(given) if term not in known]
            self.names += fresh
            known.update(zip(fresh, count(len(known)), strict=False))
            return [known[term] for term in given]

    def _terms_of(self, words: list[str], plain: list[str]) -> tuple[list[int], list[int]]:
        found, sizes = default_analyser().terms_of_words(words, plain)
        return self.numbers(found), sizes


def _flags(bits: Integers, reading: Reading) -> Integers:
    """The bits of each text; a capitalised word is a name unless it begins the text or a sentence."""
    before = np.empty_like(bits)
    before[1:] = bits[:-1]
    before[(np.cumsum(reading.sizes) - reading.sizes)[reading.sizes > 0]] = cues.ENDS_SENTENCE
    names = ((bits & cues.CAPITALISED) != 0) & ((before & cues.ENDS_SENTENCE) == 0)
    return reading.united(np.where(names, bits | cues.HAS_NAME, bits)) & ~cues.INNER


def _terms(names: Sequence[str], spoken: Integers, owners: Integers) -> Terms:
    """From every occurrence, text by text, to every term."""
    said = np.zeros(len(names), dtype=np.bool_)
    said[spoken] = True
    present = np.flatnonzero(said).tolist()
    present.sort(key=names.__getitem__)
    rank: NDArray[np.int64] = np.zeros(len(names), dtype=np.int64)
    rank[present] = np.arange(len(present))
    ranks = rank[spoken]
    order = np.argsort(ranks.astype(np.uint16) if len(present) <= _RANKS_RADIX else ranks, kind="stable")
    ranks, owners = ranks[order], owners[order]
    first = np.ones(len(ranks), dtype=np.bool_)
    first[1:] = (ranks[1:] != ranks[:-1]) | (owners[1:] != owners[:-1])
    begins = np.flatnonzero(first)
    return Terms(
        names=[names[number] for number in present],
        each=np.bincount(ranks[begins], minlength=len(present)),
        places=owners[begins],
        counts=np.diff(begins, append=len(ranks)),
    )


def _one_by_one(contents: Sequence[str], beside: Mapping[int, Beside]) -> Indexed:
    """The same for a few texts: arrays would cost more than they save."""
    entries = []
    for place, content in enumerate(contents):
        speaker, occurred_at, key = beside.get(place, _NOTHING)
        entries.append(indexing.index(content, speaker=speaker, occurred_at=occurred_at, key=key))
    return Indexed(
        terms=terms_of([entry.terms for entry in entries]),
        lengths=[entry.length for entry in entries],
        flags=[entry.flags for entry in entries],
    )


def terms_of(texts: Sequence[Mapping[str, int]]) -> Terms:
    """Terms by text become terms by term."""
    if len(texts) == 1:
        names, ones = sorted(texts[0]), np.ones(len(texts[0]), dtype=np.int64)
        counts = np.array([texts[0][name] for name in names], dtype=np.int64)
        return Terms(names=names, each=ones, places=ones - 1, counts=counts)
    found = sorted((term, place, often) for place, held in enumerate(texts) for term, often in held.items())
    each: dict[str, int] = {}
    for term, _, _ in found:
        each[term] = each.get(term, 0) + 1
    return Terms(
        names=list(each),
        each=np.array(list(each.values()), dtype=np.int64),
        places=np.array([place for _, place, _ in found], dtype=np.int64),
        counts=np.array([often for _, _, often in found], dtype=np.int64),
    )
