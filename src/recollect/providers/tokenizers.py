"""Counting tokens: by the tokenizer that comes with the bundled embedder, by one's own, or by a rule of thumb.

`bundled` is the tokenizer of the Llama 2 family, read from the same file as the bundled embedder's; a `tokenizer.json`
of another model counts for that model; `estimate` divides characters by four, as the compatible systems do. No token of
the bundled one goes across a space, so words are counted one by one and remembered.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from recollect.contracts.tokenizer import Tokenizer
from recollect.errors import ConfigError
from recollect.providers.embedders.static import bundled_files
from recollect.rules import tokens

BUNDLED: Final = "bundled"
ESTIMATE: Final = "estimate"
WORDS_MAX: Final = 65_536
TEXTS_MAX: Final = 4_096
WORD_CHARS_MAX: Final = 64
SHORT_CHARS: Final = 256
"""No word of such a text is too long to be remembered."""


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


class FromFile:
    """Counts by a tokenizer.json, opened on first use. For any number of threads."""

    def __init__(self, path: Path, *, name: str, by_words: bool) -> None:
        self.name = name
        self._path = path
        self._by_words = by_words
        self._lock = threading.Lock()
        self._tokenizer: Any = None
        self._word = lru_cache(maxsize=WORDS_MAX)(self._encoded)
        self._text = lru_cache(maxsize=TEXTS_MAX)(self._encoded)

    def count(self, text: str) -> int:
        if not text:
            return 0
        if not self._by_words:
            return self._text(text)
        words = text.split(" ")
        if len(text) > SHORT_CHARS and max(map(len, words)) > WORD_CHARS_MAX:
            return sum(self._word(word) if len(word) <= WORD_CHARS_MAX else self._encoded(word) for word in words)
        return sum(map(self._word, words))

    def _encoded(self, text: str) -> int:
        """An empty word is what stands between two spaces: one token."""
        return len(self._opened().encode(text, add_special_tokens=False).ids) or 1

    def _opened(self) -> Any:
        with self._lock:
            if self._tokenizer is None:
                from tokenizers import Tokenizer as Opened  # cold start: only who counts waits for it

                self._tokenizer = Opened.from_str(_checked(self._path))
            return self._tokenizer


def _checked(path: Path) -> str:
    """The file's text; refused with a reason when it is no tokenizer."""
    try:
        text = path.read_text(encoding="utf-8")
        described = json.loads(text)
    except (OSError, ValueError) as error:
        raise ConfigError(f"the tokenizer {path} cannot be read: {error}") from error
    if not isinstance(described, dict) or not isinstance(described.get("model"), dict):
        raise ConfigError(f"{path} is not a tokenizer.json: it describes no model")
    return text
