"""Words with numbers: what lets many texts be looked at as arrays instead of word by word.

A word met for the first time is looked at once, by `learn`, and gets a number and a row of integers (its terms, its
tokens). From then on a text costs one dictionary lookup a word, and all that follows is arithmetic on numbers. Words
are only ever added, so a number stays valid as long as the table is held; `full` tells the owner to start over with
another one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, repeat
from typing import Final

import numpy as np
from numpy.typing import NDArray

WORDS_MAX: Final = 50_000
"""Words remembered (some 20 MB)."""
CHARS_MAX: Final = 2_000_000
"""Letters of all of them: there are "words" of thousands."""
_UNKNOWN: Final = -1

Integers = NDArray[np.int64]
Rows = Sequence[tuple[int, ...]]
Learn = Callable[[list[str]], tuple[list[str], Rows]]
"""Given words that have no number, and nothing else happening: words and their rows, at least of those given."""


class Growing:
    """An array that gets longer. What `held` gave once does not change: threads may go on with it."""

    def __init__(self) -> None:
        self._room = np.zeros(1024, dtype=np.int64)
        self.held: Integers = self._room[:0]

    def add(self, values: Sequence[int] | Integers) -> None:
        """For one thread at a time."""
        length = len(self.held) + len(values)
        if length > len(self._room):
            room = np.zeros(2 * length, dtype=np.int64)
            room[: len(self.held)] = self.held
            self._room = room
        self._room[len(self.held) : length] = values
        self.held = self._room[:length]


class WordTable:
    """Words met so far. For any number of threads."""

    def __init__(self, learn: Learn) -> None:
        self._learn = learn
        self._numbers: dict[str, int] = {}
        self._rows: list[tuple[int, ...]] = []
        self._begins, self._sizes, self._values = Growing(), Growing(), Growing()
        self._chars = 0
        self._lock = threading.Lock()

    @property
    def full(self) -> bool:
        return len(self._rows) >= WORDS_MAX or self._chars >= CHARS_MAX

    def __contains__(self, word: str) -> bool:
        return word in self._numbers

    def row(self, word: str) -> tuple[int, ...]:
        """Of a word that is in the table."""
        return self._rows[self._numbers[word]]

    def rows(self, words: Sequence[str]) -> Iterable[tuple[int, ...]]:
        """The row of each word."""
        try:
            numbers = list(map(self._numbers.__getitem__, words))
        except KeyError:
            self._meet(words)
            numbers = list(map(self._numbers.__getitem__, words))
        return map(self._rows.__getitem__, numbers)

    def numbers(self, words: list[str]) -> Integers:
        """The number of each word."""
        get = self._numbers.get
        numbers = np.fromiter(map(get, words, repeat(_UNKNOWN)), dtype=np.int64, count=len(words))
        unknown = np.flatnonzero(numbers == _UNKNOWN)
        if len(unknown):
            fresh = [words[place] for place in unknown.tolist()]
            self._meet(fresh)
            numbers[unknown] = [self._numbers[word] for word in fresh]
        return numbers

    def spread(self, numbers: Integers) -> tuple[Integers, Integers]:
        """The rows of words one after the other, and how long each is."""
        each = self._sizes.held[numbers]
        shifts = self._begins.held[numbers] - (np.cumsum(each) - each)
        return self._values.held[np.arange(each.sum()) + np.repeat(shifts, each)], each

    def _meet(self, words: Iterable[str]) -> None:
        with self._lock:
            fresh = [word for word in dict.fromkeys(words) if word not in self._numbers]
            names, rows = self._learn(fresh)
            first = len(self._rows)
            self._rows += rows
            sizes = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
            self._begins.add(len(self._values.held) + np.cumsum(sizes) - sizes)
            self._sizes.add(sizes)
            self._values.add(np.fromiter(chain.from_iterable(rows), dtype=np.int64))
            self._chars += sum(map(len, names))
            # Last, because other threads look here first.
            self._numbers.update(zip(names, range(first, first + len(names)), strict=True))
