"""Tokens of words, remembered: what makes the bundled embedder fast on words that it has met before.

No token of the bundled tokenizer goes across a space, so words can be tokenized one by one; a known word then costs a
dictionary lookup, a tenth of what tokenizing costs.
"""

from __future__ import annotations

from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from recollect.rules.word_table import WordTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

LEARN_WORDS: Final = 64
"""Words given to the tokenizer at a time."""
SPACE: Final = "▁"
"""What a space is in a token."""
_CLOSING: Final = ".,!?;:"
"""Signs that are tokens of their own at the end of a word."""

Tokens = tuple[int, ...]


class Words:
    """Words met so far and their tokens."""

    def __init__(self, tokenizer: Any, begins: NDArray[np.bool_]) -> None:
        """`begins`: which tokens begin a word."""
        self._tokenizer = tokenizer
        self._begins = begins
        self._table = WordTable(self._learn)

    @property
    def full(self) -> bool:
        return self._table.full

    def tokens_of(self, text: str) -> list[int]:
        """The tokens of a text, each once: a word said ten times does not make a text ten times as much about it."""
        return list(dict.fromkeys(chain.from_iterable(self._table.rows(text.lower().split()))))

    def tokens_of_all(self, texts: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """As `tokens_of`, one text after the other, and how many tokens each text has."""
        lists = [text.lower().split() for text in texts]
        tokens, each = self._table.spread(self._table.numbers(list(chain.from_iterable(lists))))
        owners = np.repeat(np.repeat(np.arange(len(lists)), [len(words) for words in lists]), each)

        # Sorted by token (stable, and 16 bits: a radix sort), a repetition follows what it repeats.
        order = np.argsort(tokens.astype(np.uint16), kind="stable")
        in_order, owners_in_order = tokens[order], owners[order]
        again = (in_order[1:] == in_order[:-1]) & (owners_in_order[1:] == owners_in_order[:-1])
        first = np.ones(len(tokens), dtype=np.bool_)
        first[order[1:][again]] = False
        return tokens[first], np.bincount(owners[first], minlength=len(texts))

    def _learn(self, words: list[str]) -> tuple[list[str], list[Tokens]]:
        """Of "word." the bare word is learned too."""
        closed = [word for word in words if word[-1] in _CLOSING and word[-2:-1].isalnum()]
        rest = set(words).difference(closed)
        rest.update(base for word in closed if (base := word[:-1]) not in self._table)
        plain = [word for word in rest if word.isalnum()]
        tokens: dict[str, Tokens] = {}
        for start in range(0, len(plain), LEARN_WORDS):
            part = plain[start : start + LEARN_WORDS]
            tokens.update(zip(part, self._encode_words(part), strict=True))
        tokens.update((word, self._encode(word)) for word in rest.difference(plain))
        signs = {sign: (self._tokenizer.token_to_id(sign),) for sign in {word[-1] for word in closed}}
        for word in closed:
            base = word[:-1]
            tokens[word] = (tokens[base] if base in tokens else self._table.row(base)) + signs[word[-1]]
        return list(tokens), list(tokens.values())

    def _encode(self, text: str) -> Tokens:
        return tuple(self._tokenizer.encode(text, add_special_tokens=False).ids)

    def _encode_words(self, words: Sequence[str]) -> list[Tokens]:
        """The tokens of each of some words of letters and digits alone, at half the cost of one by one."""
        tokens = self._encode(" ".join(words))
        starts = np.flatnonzero(self._begins[list(tokens)]).tolist()
        if len(starts) != len(words):
            return [self._encode(word) for word in words]
        return [tokens[low:high] for low, high in pairwise((*starts, len(tokens)))]
