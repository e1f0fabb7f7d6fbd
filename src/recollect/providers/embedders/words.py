"""Words and their tokens, remembered: what makes the bundled embedder fast on words that it has met before.

No token of the bundled tokenizer goes across a space, so words can be tokenized one by one; a known word then costs a
dictionary lookup, a tenth of what tokenizing costs. Each word has a number, under which its tokens are found as a
tuple (one text) and in arrays (many texts: Python looks each word up once and does nothing else). Words are only ever
added, so a number stays valid; `full` tells the owner to start over with another object.
"""

from __future__ import annotations

import threading
from itertools import chain, pairwise, repeat
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

WORDS_MAX: Final = 50_000
"""Words remembered (some 20 MB)."""
CHARS_MAX: Final = 2_000_000
"""Letters of all of them: there are "words" of thousands."""
LEARN_WORDS: Final = 64
"""Words given to the tokenizer at a time."""
SPACE: Final = "▁"
"""What a space is in a token."""
_CLOSING: Final = ".,!?;:"
"""Signs that are tokens of their own at the end of a word."""
_UNKNOWN: Final = -1


class Words:
    """Words met so far. For any number of threads."""

    def __init__(self, tokenizer: Any, begins: NDArray[np.bool_]) -> None:
        """`begins`: which tokens begin a word."""
        self._tokenizer = tokenizer
        self._begins = begins
        self._numbers: dict[str, int] = {}
        self._tokens: list[tuple[int, ...]] = []
        self._arrays = (np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
        self._chars = 0
        self._lock = threading.Lock()

    @property
    def full(self) -> bool:
        return len(self._tokens) >= WORDS_MAX or self._chars >= CHARS_MAX

    def tokens_of(self, text: str) -> list[int]:
        """The tokens of a text, each once: a word said ten times does not make a text ten times as much about it."""
        words = text.lower().split()
        try:
            numbers = list(map(self._numbers.__getitem__, words))
        except KeyError:
            self._learn(words)
            numbers = list(map(self._numbers.__getitem__, words))
        return list(dict.fromkeys(chain.from_iterable(map(self._tokens.__getitem__, numbers))))

    def tokens_of_all(self, texts: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """As `tokens_of`, one text after the other, and how many tokens each text has."""
        lists = [text.lower().split() for text in texts]
        which = self._which(list(chain.from_iterable(lists)))
        sizes, tokens = self._as_arrays()
        each = sizes[which]
        begins = (np.cumsum(sizes) - sizes)[which] - (np.cumsum(each) - each)
        tokens = tokens[np.arange(each.sum()) + np.repeat(begins, each)]
        owners = np.repeat(np.repeat(np.arange(len(lists)), [len(words) for words in lists]), each)

        # Sorted by token (stable, and 16 bits: a radix sort), a repetition follows what it repeats.
        order = np.argsort(tokens.astype(np.uint16), kind="stable")
        in_order, owners_in_order = tokens[order], owners[order]
        again = (in_order[1:] == in_order[:-1]) & (owners_in_order[1:] == owners_in_order[:-1])
        first = np.ones(len(tokens), dtype=np.bool_)
        first[order[1:][again]] = False
        return tokens[first], np.bincount(owners[first], minlength=len(texts))

    def _which(self, words: list[str]) -> NDArray[np.int64]:
        """The number of each word."""
        get = self._numbers.get
        which = np.fromiter(map(get, words, repeat(_UNKNOWN)), dtype=np.int64, count=len(words))
        unknown = np.flatnonzero(which == _UNKNOWN)
        if len(unknown):
            fresh = [words[place] for place in unknown.tolist()]
            self._learn(fresh)
            which[unknown] = [self._numbers[word] for word in fresh]
        return which

    def _as_arrays(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """How many tokens each word has, and these tokens; made longer when words came since."""
        with self._lock:
            sizes, tokens = self._arrays
            added = self._tokens[len(sizes) :]
            if added:
                more = np.fromiter(map(len, added), dtype=np.int64, count=len(added))
                sizes = np.concatenate([sizes, more])
                tokens = np.concatenate([tokens, np.fromiter(chain.from_iterable(added), dtype=np.int64)])
                self._arrays = sizes, tokens
            return sizes, tokens

    def _learn(self, words: Iterable[str]) -> None:
        """Give numbers to those of the words that have none. Of "word." the bare word is learned too."""
        with self._lock:
            known = self._numbers
            wanted = [word for word in dict.fromkeys(words) if word not in known]
            closed = [word for word in wanted if word[-1] in _CLOSING and word[-2:-1].isalnum()]
            rest = set(wanted).difference(closed)
            rest.update(base for word in closed if (base := word[:-1]) not in known)
            plain = [word for word in rest if word.isalnum()]
            for start in range(0, len(plain), LEARN_WORDS):
                part = plain[start : start + LEARN_WORDS]
                self._add(part, self._encode_words(part))
            odd = list(rest.difference(plain))
            self._add(odd, [self._encode(word) for word in odd])
            signs = {sign: (self._tokenizer.token_to_id(sign),) for sign in {word[-1] for word in closed}}
            self._add(closed, [self._tokens[known[word[:-1]]] + signs[word[-1]] for word in closed])

    def _add(self, words: Sequence[str], tokens: Sequence[tuple[int, ...]]) -> None:
        first = len(self._tokens)
        self._tokens += tokens
        self._chars += sum(map(len, words))
        self._numbers.update(zip(words, range(first, first + len(words)), strict=True))  # last: other threads look here

    def _encode(self, text: str) -> tuple[int, ...]:
        return tuple(self._tokenizer.encode(text, add_special_tokens=False).ids)

    def _encode_words(self, words: Sequence[str]) -> list[tuple[int, ...]]:
        """The tokens of each of some words of letters and digits alone, at half the cost of one by one."""
        tokens = self._encode(" ".join(words))
        starts = np.flatnonzero(self._begins[list(tokens)]).tolist()
        if len(starts) != len(words):
            return [self._encode(word) for word in words]
        return [tokens[low:high] for low, high in pairwise((*starts, len(tokens)))]
