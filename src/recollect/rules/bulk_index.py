"""What is indexed for many texts at once: the same as `recollect.rules.indexing` says of each, in arrays.

Python looks each word of a text up once, to number it; terms, counts, lengths and flags follow from the numbers. A
test holds this to the same result as one text after the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from recollect.model.batch import Terms
from recollect.rules import cues, indexing
from recollect.rules.text import default_analyser
from recollect.rules.word_table import Growing, Integers, WordTable

TOGETHER_MIN: Final = 8
"""From this many texts on, arrays over all of them are faster than one text after the other."""
_RANKS_RADIX: Final = 1 << 16
"""Up to this many different terms a rank has 16 bits, and sorting is a radix sort."""
_WHOLE: Final = " "
"""Begins what is not a chunk but a whole text, each term of which counts once; no chunk begins with a space."""
_STOPPED: Final = "\n"
"""Begins a text of stop words alone."""

Said = tuple[str, str | None, datetime | None, str | None]
"""Content, speaker, time and key of a record: all that its index is made of."""


@dataclass(frozen=True, kw_only=True)
class Indexed:
    """The index entries of some texts."""

    terms: Terms
    lengths: list[int]
    flags: list[int]


class BulkIndex:
    """Indexes many texts at once and remembers words, a bounded number of them. For any number of threads."""

    def __init__(self) -> None:
        self._words = _Words()

    def index(self, texts: Sequence[Said]) -> Indexed:
        """The entries of `texts`; their places in it are what `Terms.places` means."""
        if len(texts) < TOGETHER_MIN:
            return _one_by_one(texts)
        words = self._words
        if words.full:
            words = self._words = _Words()
        contents = [said[0] for said in texts]
        lists = [content.split() or [_WHOLE] for content in contents]
        sizes = np.fromiter(map(len, lists), dtype=np.int64, count=len(lists))
        numbers = words.numbers(list(chain.from_iterable(lists)))
        flags = _flags(words.bits(numbers), sizes)
        flags[[cues.asks(content) for content in contents]] |= cues.IS_QUESTION
        for place in np.flatnonzero(sizes > cues.WORDS_MAX).tolist():
            flags[place] = cues.flags(contents[place])

        spoken, each = words.spread(numbers)
        owners = np.repeat(np.repeat(np.arange(len(lists)), sizes), each)
        lengths = np.bincount(owners, minlength=len(lists))
        stopped = np.flatnonzero(lengths == 0).tolist()
        more = [(place, _STOPPED + contents[place]) for place in stopped]
        for place, (_, speaker, occurred_at, key) in enumerate(texts):
            if speaker or key or occurred_at is not None:
                extras = filter(None, (speaker, key, indexing.date_words(occurred_at)))
                more += [(place, _WHOLE + extra) for extra in extras]
        if more:
            further, each = words.spread(words.numbers([text for _, text in more]))
            further_owners = np.repeat([place for place, _ in more], each)
            lengths[stopped] = each[: len(stopped)]
            spoken, owners = np.concatenate([spoken, further]), np.concatenate([owners, further_owners])
            order = np.argsort(owners, kind="stable")
            spoken, owners = spoken[order], owners[order]
        return Indexed(terms=_terms(words.names, spoken, owners), lengths=lengths.tolist(), flags=flags.tolist())


@cache
def default_index() -> BulkIndex:
    """The index of this process, made on first use."""
    return BulkIndex()


class _Words(WordTable):
    """A word's row: the numbers of its terms. Beside it, its bits."""

    def __init__(self) -> None:
        super().__init__(self._read)
        self.names: list[str] = []
        """The terms by number."""
        self._term_numbers: dict[str, int] = {}
        self._bits = Growing()

    def bits(self, numbers: Integers) -> Integers:
        return self._bits.held[numbers]

    def _read(self, words: list[str]) -> tuple[list[str], list[tuple[int, ...]]]:
        analyser = default_analyser()
        rows, bits = [], []
        for word in words:
            found: Sequence[str]
            if word[0] == _WHOLE:
                found = list(dict.fromkeys(analyser.terms(word[1:])))
            elif word[0] == _STOPPED:
                found = analyser.fallback(word[1:])
            else:
                found = analyser.chunk_terms(word)
            rows.append(tuple(map(self._term_number, found)))
            bits.append(0 if word[0].isspace() else cues.word_bits(word))
        self._bits.add(bits)
        return words, rows

    def _term_number(self, term: str) -> int:
        number = self._term_numbers.get(term)
        if number is None:
            number = self._term_numbers[term] = len(self.names)
            self.names.append(term)
        return number


def _flags(bits: Integers, sizes: Integers) -> Integers:
    """The bits of each text; a capitalised word is a name unless it begins the text or a sentence."""
    begins = np.cumsum(sizes) - sizes
    before = np.empty_like(bits)
    before[1:] = bits[:-1]
    before[begins] = cues.ENDS_SENTENCE
    names = ((bits & cues.CAPITALISED) != 0) & ((before & cues.ENDS_SENTENCE) == 0)
    found: Integers = np.bitwise_or.reduceat(np.where(names, bits | cues.HAS_NAME, bits), begins)
    return found & ~cues.INNER


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


def _one_by_one(texts: Sequence[Said]) -> Indexed:
    """The same for a few texts: arrays would cost more than they save."""
    entries = [
        indexing.index(content, speaker=speaker, occurred_at=occurred_at, key=key)
        for content, speaker, occurred_at, key in texts
    ]
    return Indexed(
        terms=terms_of([entry.terms for entry in entries]),
        lengths=[entry.length for entry in entries],
        flags=[entry.flags for entry in entries],
    )


def terms_of(texts: Sequence[Mapping[str, int]]) -> Terms:
    """Terms by text become terms by term."""
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
