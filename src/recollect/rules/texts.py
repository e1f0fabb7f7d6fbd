"""Texts as numbers: what lets many texts be looked at as arrays instead of word by word.

A text is split at spaces and each word looked up once, for its number. Whoever wants to know something about words (the
analyser their terms, the embedder their tokens) looks at a word when it first meets it, keeps an integer or a row of
integers for its number, and does the rest with arithmetic. `Texts` carries the numbers along, so that several readers
of the same texts split them once; to anybody else it is a list of strings.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from typing import Final

import numpy as np
from numpy.typing import NDArray

WORDS_MAX: Final = 50_000
"""Words that have numbers (some 10 MB); after that a new vocabulary is begun."""
CHARS_MAX: Final = 2_000_000
"""Letters of all of them: there are "words" of thousands."""
_UNKNOWN: Final = -1
_PLAIN: Final = re.compile(r"^(?:([a-z]+)[.,!?;:]?|.+)$", re.MULTILINE)

Integers = NDArray[np.int64]
Learn = Callable[[list[str], list[str]], Sequence[int]]
"""What is to be known of each of some new words, given these and what of each is plain."""
LearnRows = Callable[[list[str], list[str]], tuple[Sequence[int], Sequence[int]]]
"""As `Learn`, where it is a row of integers: those of all the words, one after the other, and how long each row is."""


class Vocabulary:
    """Words and their numbers. Words are only ever added: a number stays valid as long as this is held."""

    def __init__(self) -> None:
        self.words: list[str] = []
        """By number."""
        self.plain: list[str] = []
        """By number: a word of small letters alone, without the one sign that may close it; of any other, nothing.
        Nearly all words are, and there is little to look at in them."""
        self._numbers: dict[str, int] = {}
        self._chars = 0
        self._lock = threading.Lock()

    @property
    def full(self) -> bool:
        return len(self.words) >= WORDS_MAX or self._chars >= CHARS_MAX

    def numbers(self, words: list[str]) -> Integers:
        """The number of each word."""
        get = self._numbers.get
        numbers = np.fromiter(map(get, words, repeat(_UNKNOWN)), dtype=np.int64, count=len(words))
        unknown = np.flatnonzero(numbers == _UNKNOWN)
        if len(unknown):
            fresh = [words[place] for place in unknown.tolist()]
            self._add(fresh)
            numbers[unknown] = [self._numbers[word] for word in fresh]
        return numbers

    def those(self, numbers: Integers) -> tuple[list[str], list[str]]:
        """The words with these numbers, and what of each is plain."""
        words, plain, wanted = self.words, self.plain, numbers.tolist()
        return [words[number] for number in wanted], [plain[number] for number in wanted]

    def _add(self, words: list[str]) -> None:
        with self._lock:
            fresh = [word for word in dict.fromkeys(words) if word not in self._numbers]
            first = len(self.words)
            self.plain += _PLAIN.findall("\n".join(fresh))
            self.words += fresh
            self._chars += sum(map(len, fresh))
            # Last, because other threads look here first.
            self._numbers.update(zip(fresh, range(first, first + len(fresh)), strict=True))


class Marks:
    """An integer for each word of a vocabulary that was met. For any number of threads."""

    def __init__(self, vocabulary: Vocabulary, learn: Learn) -> None:
        self.vocabulary = vocabulary
        self._learn = learn
        self._values: Integers = np.full(1024, _UNKNOWN, dtype=np.int64)
        self._lock = threading.Lock()

    def of(self, numbers: Integers) -> Integers:
        """That of each word."""
        with self._lock:
            self._values = _with_room(self._values, len(self.vocabulary.words), _UNKNOWN)
            missing = _missing(self._values, numbers)
            if len(missing):
                self._values[missing] = self._learn(*self.vocabulary.those(missing))
            return self._values[numbers]


class Rows:
    """A row of integers for each word of a vocabulary that was met. For any number of threads."""

    def __init__(self, vocabulary: Vocabulary, learn: LearnRows) -> None:
        self.vocabulary = vocabulary
        self._learn = learn
        self._begins: Integers = np.full(1024, _UNKNOWN, dtype=np.int64)
        self._sizes: Integers = np.zeros(1024, dtype=np.int64)
        self._values: Integers = np.zeros(1024, dtype=np.int64)
        self._used = 0
        self._lock = threading.Lock()

    def spread(self, numbers: Integers) -> tuple[Integers, Integers]:
        """The rows of words one after the other, and how long each is."""
        begins, sizes, values = self._known(numbers)
        each = sizes[numbers]
        places = np.repeat(begins[numbers] - (np.cumsum(each) - each), each)
        places += np.arange(len(places))
        return values[places], each

    def _known(self, numbers: Integers) -> tuple[Integers, Integers, Integers]:
        """Where rows begin, how long they are, and all rows; those of `numbers` are there."""
        with self._lock:
            count = len(self.vocabulary.words)
            self._begins = _with_room(self._begins, count, _UNKNOWN)
            self._sizes = _with_room(self._sizes, count, 0)
            missing = _missing(self._begins, numbers)
            if len(missing):
                values, lengths = self._learn(*self.vocabulary.those(missing))
                sizes = np.array(lengths, dtype=np.int64)
                end = self._used + len(values)
                self._values = _with_room(self._values, end, 0)
                self._values[self._used : end] = values
                self._sizes[missing] = sizes
                self._begins[missing] = self._used + np.cumsum(sizes) - sizes
                self._used = end
            return self._begins, self._sizes, self._values


@dataclass(frozen=True, kw_only=True)
class Reading:
    """Texts word by word."""

    vocabulary: Vocabulary
    numbers: Integers
    """Of every word, text after text."""
    sizes: Integers
    """How many words each text has."""

    def united(self, bits: Integers) -> Integers:
        """From the bits of every word to those of every text."""
        found = np.zeros(len(self.sizes), dtype=np.int64)
        if len(bits):
            spoken = self.sizes > 0
            found[spoken] = np.bitwise_or.reduceat(bits, (np.cumsum(self.sizes) - self.sizes)[spoken])
        return found


class Texts(list[str]):
    """A list of texts that is split into words once, however many look at them."""

    @cached_property
    def reading(self) -> Reading:
        vocabulary = _current()
        words: list[str] = []
        ends = [0]
        for text in self:  # a list for each text would be work for the garbage collector
            words += text.split()
            ends.append(len(words))
        return Reading(vocabulary=vocabulary, numbers=vocabulary.numbers(words), sizes=np.diff(ends))

    def part(self, start: int, end: int) -> Texts:
        """Some of them, read with all the others."""
        chosen = Texts(self[start:end])
        reading = self.reading
        low, size = int(reading.sizes[:start].sum()), int(reading.sizes[start:end].sum())
        chosen.__dict__["reading"] = Reading(
            vocabulary=reading.vocabulary,
            numbers=reading.numbers[low : low + size],
            sizes=reading.sizes[start:end],
        )
        return chosen


def _missing(known: Integers, numbers: Integers) -> Integers:
    """Those of some numbers of which nothing is known, each once."""
    asked = np.zeros(len(known), dtype=np.bool_)
    asked[numbers] = True
    asked &= known == _UNKNOWN
    return np.flatnonzero(asked)


def _with_room(array: Integers, length: int, filling: int) -> Integers:
    """The array, or a copy that is longer. What others hold of the shorter one stays true."""
    if length <= len(array):
        return array
    longer = np.full(2 * length, filling, dtype=np.int64)
    longer[: len(array)] = array
    return longer


_vocabularies: Final = [Vocabulary()]


def _current() -> Vocabulary:
    """The vocabulary of this process; when it is full, the next."""
    if _vocabularies[0].full:
        _vocabularies[0] = Vocabulary()
    return _vocabularies[0]


def forget_words() -> None:
    """Begin a new vocabulary: the old one has met words that must not be kept."""
    _vocabularies[0] = Vocabulary()
