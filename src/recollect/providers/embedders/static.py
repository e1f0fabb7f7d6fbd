"""The bundled embedder: one vector per token, pooled. Needs no network, no accelerator and no download.

It reads a table of token vectors (safetensors) and a tokenizer (tokenizer.json) and nothing else. By default these are
the two data files that the `wordllama` wheel brings; the package's code is never imported. Any model2vec-style pair
works the same way. The files are opened on first use, not when the object is made. What it does not do: no chunking of
long texts and no caching, which are the caller's; no training.
"""

from __future__ import annotations

import importlib.util
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from recollect.errors import ConfigError
from recollect.rules.text import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

BUNDLED_MODEL: Final = "wordllama-l2-supercat-256"
_BUNDLED_PACKAGE: Final = "wordllama"
_BUNDLED_WEIGHTS: Final = "weights/l2_supercat_256.safetensors"
_BUNDLED_TOKENIZER: Final = "tokenizers/l2_supercat_tokenizer_config.json"
_BUNDLED_DIM: Final = 256
TEXT_CHARS_MAX: Final = 8_000
"""A longer text is cut: past this a mean of token vectors says nothing more."""
QUIET: Final = 0.3
"""Weight of stop words in the bundled model: less than others, not nothing, or short texts lose their sense."""
WORDS_MAX: Final = 50_000
"""Words whose tokens are remembered; reaching it starts over (some 20 MB when full)."""
WORD_CHARS_MAX: Final = 40
"""A longer "word" is not worth remembering."""
_CLOSING: Final = ".,!?;:"
"""Signs that are tokens of their own at the end of a word."""
FEW_TOKENS: Final = 3
"""Up to this many vectors, those of a single word, are added one by one, which is quicker than gathering them first."""
BATCH_TEXTS: Final = 256
"""Texts tokenized and pooled at a time; bounds memory."""


@dataclass(frozen=True, kw_only=True)
class Files:
    """Where a model lies."""

    weights: Path
    tokenizer: Path


@dataclass(frozen=True, kw_only=True)
class _Loaded:
    table: NDArray[np.float32]
    tokenizer: Any


class StaticEmbedder:
    """Embeds by looking tokens up and pooling them; see the module docstring."""

    name: Final = "static"

    def __init__(self, path: str | Path | None = None) -> None:
        """`path`: a folder with one `.safetensors` and a `tokenizer.json`, or the `.safetensors` file beside it."""
        self._bundled = path is None
        self._files = bundled_files() if path is None else find_files(Path(path))
        self.model = BUNDLED_MODEL if path is None else self._files.weights.parent.name
        self.dim = _BUNDLED_DIM if path is None else read_shape(self._files.weights)[1]
        self.signature = f"static:{self.model}:{self.dim}"
        self._lock = threading.Lock()
        self._loaded: _Loaded | None = None
        self._word_ids: dict[str, dict[int, None]] = {}

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row of unit length per text; a row of zeros for a text without a known token."""
        table = self._model().table
        rows = np.zeros((len(texts), self.dim), dtype=np.float32)
        for start in range(0, len(texts), BATCH_TEXTS):
            for offset, ids in enumerate(self._ids(texts[start : start + BATCH_TEXTS])):
                row = rows[start + offset]
                if len(ids) > FEW_TOKENS:
                    np.add.reduce(table.take(ids, axis=0), axis=0, out=row)
                else:
                    for number in ids:
                        row += table[number]
        norms = np.sqrt(np.einsum("ij,ij->i", rows, rows))
        if not norms.all():
            norms[norms == 0] = 1
        rows /= norms[:, None]
        return rows

    def _ids(self, texts: Sequence[str]) -> list[list[int]]:
        """The tokens of each text, each once: a word said ten times does not make a text ten times as much about it."""
        if not self._bundled:
            plain = [_encodable(text) for text in texts]
            encodings = self._model().tokenizer.encode_batch(plain, add_special_tokens=False)
            return [list(dict.fromkeys(encoding.ids)) for encoding in encodings]
        known = self._word_ids
        found = []
        for text in texts:
            ids: dict[int, None] = {}
            for word in _encodable(text).lower().split():
                ids.update(known.get(word) or self._learn(word))
            found.append(list(ids))
        return found

    def _learn(self, word: str) -> dict[int, None]:
        """Tokenize a word that is not cached. No token of the bundled tokenizer goes across a space, so words can be
        tokenized one by one; known words then cost a dictionary lookup, a tenth of what tokenizing costs."""
        if word[-1] in _CLOSING and word[-2:-1].isalnum():
            ids = {**(self._word_ids.get(word[:-1]) or self._learn(word[:-1])), self._closing_id(word[-1]): None}
        else:
            ids = dict.fromkeys(self._model().tokenizer.encode(word, add_special_tokens=False).ids)
        if len(word) <= WORD_CHARS_MAX:
            if len(self._word_ids) >= WORDS_MAX:
                self._word_ids = {}
            self._word_ids[word] = ids
        return ids

    def _closing_id(self, sign: str) -> int:
        return int(self._model().tokenizer.token_to_id(sign))

    def tokens(self, text: str) -> int:
        """Number of tokens of `text`."""
        return len(self._model().tokenizer.encode(_encodable(text), add_special_tokens=False).ids)

    def _model(self) -> _Loaded:
        with self._lock:
            if self._loaded is None:
                self._loaded = _load(self._files, quiet_words=STOP_WORDS if self._bundled else frozenset())
            return self._loaded


def bundled_files() -> Files:
    """The pair inside the installed wheel, found without importing it."""
    spec = importlib.util.find_spec(_BUNDLED_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        message = f"the bundled embedder needs the package {_BUNDLED_PACKAGE!r}: pip install {_BUNDLED_PACKAGE}"
        raise ConfigError(message)
    folder = Path(next(iter(spec.submodule_search_locations)))
    return Files(weights=folder / _BUNDLED_WEIGHTS, tokenizer=folder / _BUNDLED_TOKENIZER)


def find_files(path: Path) -> Files:
    """The pair at `path`: a folder, or the weights file with the tokenizer beside it."""
    folder = path if path.is_dir() else path.parent
    weights = sorted(folder.glob("*.safetensors")) if path.is_dir() else [path]
    tokenizer = folder / "tokenizer.json"
    if len(weights) != 1 or not weights[0].is_file() or not tokenizer.is_file():
        message = f"{path} must hold exactly one .safetensors file and a tokenizer.json"
        raise ConfigError(message)
    return Files(weights=weights[0], tokenizer=tokenizer)


def read_shape(weights: Path) -> tuple[int, int]:
    """(tokens, dimensions) of the table, read from the file's header alone."""
    from safetensors import safe_open

    with safe_open(str(weights), framework="numpy") as file:
        for key in file.keys():  # noqa: SIM118 - a safetensors handle is not a mapping
            shape = file.get_slice(key).get_shape()
            if len(shape) == 2:
                return int(shape[0]), int(shape[1])
    message = f"{weights} holds no two-dimensional tensor"
    raise ConfigError(message)


def _load(files: Files, *, quiet_words: frozenset[str]) -> _Loaded:
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    tensors = [tensor for tensor in load_file(str(files.weights)).values() if tensor.ndim == 2]
    if len(tensors) != 1:
        message = f"{files.weights} must hold exactly one two-dimensional tensor"
        raise ConfigError(message)
    tokenizer = Tokenizer.from_file(str(files.tokenizer))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    table = np.array(tensors[0], dtype=np.float32)
    if quiet_words:
        vocabulary = tokenizer.get_vocab()
        table[[number for token, number in vocabulary.items() if token.lstrip("▁").lower() in quiet_words]] *= QUIET
    return _Loaded(table=table, tokenizer=tokenizer)


def _encodable(text: str) -> str:
    """Cut to size; lone surrogates, which a tokenizer cannot take, become question marks."""
    text = text[:TEXT_CHARS_MAX]
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def create(options: Mapping[str, Any]) -> StaticEmbedder:
    """Factory for the registry. Option `path`: another model2vec-style pair."""
    return StaticEmbedder(options.get("path"))
