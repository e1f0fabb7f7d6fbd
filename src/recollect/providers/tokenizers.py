"""Counting tokens: by the tokenizer that comes with the bundled embedder, by one's own, or by a rule of thumb.

`bundled` is the tokenizer of the Llama 2 family, read from the same file as the bundled embedder's; a `tokenizer.json`
of another model counts for that model; `estimate` divides characters by four, as the compatible systems do. No token of
the bundled one goes across a space, so words are counted one by one and remembered.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from recollect.contracts.tokenizer import Tokenizer
from recollect.errors import ConfigError
from recollect.providers.embedders.static import bundled_files, sizes_of_met
from recollect.rules import tokens

BUNDLED: Final = "bundled"
ESTIMATE: Final = "estimate"
WORDS_MAX: Final = 65_536
TEXTS_MAX: Final = 4_096
WORDS_AT_ONCE: Final = 500
FILES_MAX: Final = 4
"""So many tokenizers are kept open."""
_BEFORE: Final = "x"


def create(options: Mapping[str, Any]) -> Tokenizer:
    """`tokenizer`: bundled, estimate, or the path of a tokenizer.json."""
    wanted = str(options["tokenizer"])
    if wanted == ESTIMATE:
        return Estimate()
    if wanted == BUNDLED:
        return FromFile(bundled_files().tokenizer, name=BUNDLED, by_words=True)
    path = Path(wanted).expanduser()
    if not path.is_file():
        raise ConfigError(
            f"tokenizer = {wanted!r} is neither bundled, estimate nor a file; give the path of a tokenizer.json"
        )
    return FromFile(path, name=path.name, by_words=False)


class Estimate:
    """One token per four characters."""

    name: Final = ESTIMATE

    def count(self, text: str) -> int:
        return tokens.estimate(text)

    def expect(self, texts: Iterable[str]) -> None:
        """It has nothing to remember."""


class FromFile:
    """Counts by a tokenizer.json, opened on first use. For any number of threads."""

    def __init__(self, path: Path, *, name: str, by_words: bool) -> None:
        self.name = name
        self._path = path
        self._by_words = by_words
        self._lock = threading.Lock()
        self._tokenizer: Any = None
        self._known: dict[str, int] = {"": 1}
        """Word -> its tokens. What stands between two spaces is one."""
        self._counts: dict[int, int] = {}
        """Hash of a text -> its tokens. A context says much of what the last one said; texts themselves do not stay."""
        self._rows: dict[int, int] = {}
        """The same of single rows that follow another."""
        self._coming = threading.local()
        """In each thread the texts that are to be counted next, until a word of them turns out to be new."""
        self._text = lru_cache(maxsize=TEXTS_MAX)(self._encoded)

    def count(self, text: str) -> int:
        if not text:
            return 0
        if not self._by_words:
            return self._text(text)
        key = hash(text)
        found = self._counts.get(key)
        return self._counted(text, key) if found is None else found

    def _counted(self, text: str, key: int) -> int:
        first, *rows = text.split("\n")
        found = self._by_word(first) + sum(map(self._row, rows))
        if len(self._counts) >= TEXTS_MAX:
            self._counts = {}
        self._counts[key] = found
        return found

    def _row(self, row: str) -> int:
        """Of a row after another: the end of that one is part of its first word."""
        key = hash(row)
        found = self._rows.get(key)
        if found is None:
            if len(self._rows) >= TEXTS_MAX:
                self._rows = {}
            self._rows[key] = found = self._by_word(f"\n{row}")
        return found

    def _by_word(self, text: str) -> int:
        words = text.split(" ")
        known = self._known
        try:
            return sum(map(known.__getitem__, words))
        except KeyError:
            known = self._learn(words)
            return sum(map(known.__getitem__, words))

    def expect(self, texts: Iterable[str]) -> None:
        """Mostly all of their words are known: they are looked at when one is not."""
        self._coming.texts = texts

    def _expected(self) -> set[str]:
        """The words of what is expected, once."""
        texts, self._coming.texts = getattr(self._coming, "texts", ()), ()
        return set(" ".join(texts).split())

    def _learn(self, words: Sequence[str]) -> dict[str, int]:
        """The table of known words, now with all of these. A full one is put aside for a new one."""
        known, new = self._met(words)
        if any(word not in known for word in new):  # then those that are to be counted next are encoded with it
            known, new = self._met([*words, *self._expected()])
        plain = [word for word in new if word not in known and "\n" not in word and word.split() == [word]]
        for start in range(0, len(plain), WORDS_AT_ONCE):
            part = plain[start : start + WORDS_AT_ONCE]
            known.update(zip(part, self._each(part), strict=True))
        for word in new:
            if word not in known:
                after = word.startswith("\n")
                known[word] = self._encoded(f"{_BEFORE}{word}") - self._before if after else self._encoded(word)
        self._known = known
        return known

    def _met(self, words: Sequence[str]) -> tuple[dict[str, int], list[str]]:
        """The table with those of these words that the embedder has met, which need not be encoded again, and all that
        were new to it."""
        known = self._known
        new = [word for word in dict.fromkeys(words) if word not in known]
        if len(known) + len(new) > WORDS_MAX:
            known, new = {"": 1}, [word for word in dict.fromkeys(words) if word]
        known.update(sizes_of_met(new))
        return known, new

    def _each(self, words: Sequence[str]) -> list[int]:
        """The tokens of each of these words, encoded in one text."""
        offsets = self._opened().encode(" ".join(words), add_special_tokens=False).offsets
        ends = [end - 1 for end in accumulate(len(word) + 1 for word in words)]
        counts = [0] * len(words)
        at = 0
        for begin, end in offsets:
            place = max(begin, end - 1)  # the space before a word is its own
            while place >= ends[at]:
                at += 1
            counts[at] += 1
        return counts

    @cached_property
    def _before(self) -> int:
        return self._encoded(_BEFORE)

    def _encoded(self, text: str) -> int:
        return len(self._opened().encode(text, add_special_tokens=False).ids)

    def _opened(self) -> Any:
        with self._lock:
            if self._tokenizer is None:
                self._tokenizer = _opened(self._path, _written_ns(self._path))
            return self._tokenizer


@lru_cache(maxsize=FILES_MAX)
def _opened(path: Path, _written_ns: int) -> Any:
    """The tokenizer of a file, as it was written then; one for all memories of the process, for reading takes long."""
    from tokenizers import Tokenizer as Opened  # cold start: only who counts waits for it

    return Opened.from_str(_checked(path))


def _written_ns(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError as error:
        raise ConfigError(f"the tokenizer {path} cannot be read: {error}") from error


def _checked(path: Path) -> str:
    """The file's text; refused with a reason when it is no tokenizer."""
    try:
        text = path.read_text(encoding="utf-8")
        described = json.loads(text)
    except (OSError, ValueError) as error:
        raise ConfigError(f"the tokenizer {path} cannot be read: {error}") from error
    model = described.get("model") if isinstance(described, dict) else None
    if not isinstance(model, dict) or "vocab" not in model:
        raise ConfigError(f"{path} is not a tokenizer.json: it describes no model")
    return text
