"""Tokens of words, remembered: what makes the bundled embedder fast on words that it has met before.

No token of the bundled tokenizer goes across a space, so words can be tokenized one by one; a known word then costs a
dictionary lookup, a tenth of what tokenizing costs.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from recollect.rules.texts import Rows, Texts, Vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

WORDS_MAX: Final = 50_000
"""Words whose tokens are remembered (some 10 MB); reaching it starts over."""
WORD_CHARS_MAX: Final = 40
"""A longer "word" is not worth remembering."""
SPACE: Final = "▁"
"""What a space is in a token."""
_CLOSING: Final = ".,!?;:"
"""Signs that are tokens of their own at the end of a word."""
_PLAIN: Final = re.compile(r"[a-z0-9]+[.,!?;:]?")

Tokens = tuple[int, ...]


class Words:
    """Words met so far and their tokens. For any number of threads."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self._model = tokenizer.model
        self._known: dict[str, Tokens] = {}
        self._rows = Rows(Vocabulary(), self._of_new)

    def of_text(self, text: str) -> list[int]:
        """The tokens of a text, each once: a word said ten times does not make a text ten times as much about it."""
        words = text.lower().split()
        known = self._known
        found = [known[word] for word in words if word in known]
        if len(found) < len(words):
            found = self._of_words(words)
        return list(dict.fromkeys(chain.from_iterable(found)))

    def sizes(self, words: Iterable[str]) -> dict[str, int]:
        """How many tokens these words have, of those that were met. Only plain ones: of others, those remembered are of
        the small letters, or not sure to stand so in a text."""
        known = self._known
        return {word: len(known[word]) for word in words if word in known and _PLAIN.fullmatch(word)}

    def of_texts(self, texts: Texts) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """As `of_text`, one text after the other, and how many tokens each text has."""
        reading = texts.reading
        rows = self._rows
        if rows.vocabulary is not reading.vocabulary:
            rows = self._rows = Rows(reading.vocabulary, self._of_new)
        tokens, each = rows.spread(reading.numbers)
        owners = np.repeat(np.repeat(np.arange(len(texts)), reading.sizes), each)

        # Sorted by token (stable, and 16 bits: a radix sort), a repetition follows what it repeats.
        order = np.argsort(tokens.astype(np.uint16), kind="stable")
        in_order, owners_in_order = tokens[order], owners[order]
        again = (in_order[1:] == in_order[:-1]) & (owners_in_order[1:] == owners_in_order[:-1])
        first = np.ones(len(tokens), dtype=np.bool_)
        first[order[1:][again]] = False
        return tokens[first], np.bincount(owners[first], minlength=len(texts))

    def _of_new(self, words: list[str], plain: list[str]) -> tuple[list[int], list[int]]:
        del plain
        found = self._of_words(words)
        return list(chain.from_iterable(found)), list(map(len, found))

    def _of_words(self, words: list[str]) -> list[Tokens]:
        known = self._known
        lower = [word.lower() for word in words]
        fresh = self._learn([word for word in dict.fromkeys(lower) if word not in known])
        if len(known) + len(fresh) > WORDS_MAX:
            self._known = {}
        self._known.update((word, tokens) for word, tokens in fresh.items() if len(word) <= WORD_CHARS_MAX)
        return [fresh[word] if word in fresh else known[word] for word in lower]

    def _learn(self, words: list[str]) -> dict[str, Tokens]:
        """The tokens of words that are not known. Of "word." the bare word is learned too."""
        known, tokens = self._known, dict[str, Tokens]()
        for word in words:
            base, sign = (word[:-1], word[-1]) if word[-1] in _CLOSING and word[-2:-1].isalnum() else (word, "")
            bare = known.get(base) or tokens.get(base)
            if bare is None:
                bare = tokens[base] = self._plain(base) if base.isalnum() else self._encode(base)
            if sign:
                tokens[word] = (*bare, self._tokenizer.token_to_id(sign))
        return tokens

    def _plain(self, word: str) -> Tokens:
        """Of letters and digits alone, which nothing changes on their way to the model: a quarter of the cost."""
        return tuple([token.id for token in self._model.tokenize(SPACE + word)])

    def _encode(self, text: str) -> Tokens:
        return tuple(self._tokenizer.encode(text, add_special_tokens=False).ids)
