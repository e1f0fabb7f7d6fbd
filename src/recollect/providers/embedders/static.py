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
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np

from recollect.errors import ConfigError
from recollect.providers.embedders.words import SPACE, Words
from recollect.rules.text import STOP_WORDS
from recollect.rules.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

T = TypeVar("T")
BUNDLED_MODEL: Final = "wordllama-l2-supercat-256"
_BUNDLED_PACKAGE: Final = "wordllama"
_BUNDLED_WEIGHTS: Final = "weights/l2_supercat_256.safetensors"
_BUNDLED_TOKENIZER: Final = "tokenizers/l2_supercat_tokenizer_config.json"
_BUNDLED_DIM: Final = 256
TEXT_CHARS_MAX: Final = 8_000
"""A longer text is cut: past this a mean of token vectors says nothing more."""
QUIET: Final = 0.3
"""Weight of stop words in the bundled model: less than others, not nothing, or short texts lose their sense."""
FEW_TOKENS: Final = 3
"""Up to this many vectors, those of a single word, are added one by one, which is quicker than gathering them first."""
BATCH_TEXTS: Final = 1024
"""Texts tokenized at a time; bounds memory."""
TOGETHER_MIN: Final = 32
"""From this many texts on, arrays over all of them are faster than one text after the other."""
TOGETHER_READ_MIN: Final = 8
"""The same for texts whose words were numbered before, as those of an add are; a question's are not."""
POOL_ROWS: Final = 3_000
"""Token vectors summed up at a time: 3 MB."""


@dataclass(frozen=True, kw_only=True)
class Files:
    """Where a model lies."""

    weights: Path
    tokenizer: Path


@dataclass(frozen=True, kw_only=True)
class _Loaded:
    table: NDArray[np.float32]
    """One row a token, and a last one of zeros."""
    tokenizer: Any
    words: Words | None
    """Of the bundled tokenizer, whose tokens do not go across spaces."""

    def tokens_of_each(self, texts: Sequence[str]) -> Iterator[list[int]]:
        """The tokens of each text, each once."""
        if self.words is not None:
            yield from map(self.words.of_text, texts)
            return
        for start in range(0, len(texts), BATCH_TEXTS):
            part = texts[start : start + BATCH_TEXTS]
            for encoding in self.tokenizer.encode_batch(part, add_special_tokens=False):
                yield list(dict.fromkeys(encoding.ids))


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
        self._loaded: _Loaded | None = None

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row of unit length per text; a row of zeros for a text without a known token."""
        model = self._model()
        rows = np.zeros((len(texts), self.dim), dtype=np.float32)
        if model.words is not None and len(texts) >= (TOGETHER_READ_MIN if isinstance(texts, Texts) else TOGETHER_MIN):
            plain = _all_encodable(texts)
            for start in range(0, len(texts), BATCH_TEXTS):
                part = plain.part(start, start + BATCH_TEXTS)
                _pool(model.table, *model.words.of_texts(part), rows[start : start + BATCH_TEXTS])
        else:
            for row, tokens in zip(rows, model.tokens_of_each([_encodable(text) for text in texts]), strict=True):
                if len(tokens) > FEW_TOKENS:
                    np.add.reduce(model.table.take(tokens, axis=0), axis=0, out=row)
                else:
                    for number in tokens:
                        np.add(row, model.table[number], out=row)
        norms = np.sqrt(np.vecdot(rows, rows))
        if not norms.all():
            norms[norms == 0] = 1
        rows /= norms[:, None]
        return rows

    def tokens(self, text: str) -> int:
        """Number of tokens of `text`."""
        return len(self._model().tokenizer.encode(_encodable(text), add_special_tokens=False).ids)

    def _model(self) -> _Loaded:
        loaded = self._loaded
        if loaded is None:
            with _LOADING:
                loaded = self._loaded = _bundled() if self._bundled else _load(self._files, quiet_words=frozenset())
        return loaded


def bundled_files() -> Files:
    """The pair inside the installed wheel, found without importing it."""
    spec = importlib.util.find_spec(_BUNDLED_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        message = f"the bundled embedder needs the package {_BUNDLED_PACKAGE!r}: pip install {_BUNDLED_PACKAGE}"
        raise ConfigError(message)
    folder = Path(next(iter(spec.submodule_search_locations)))
    return Files(weights=folder / _BUNDLED_WEIGHTS, tokenizer=folder / _BUNDLED_TOKENIZER)


def sizes_of_met(words: Iterable[str]) -> dict[str, int]:
    """How many tokens words have that the bundled model has met. It is not read for that."""
    loaded = _bundled() if _bundled.cache_info().currsize else None
    return loaded.words.sizes(words) if loaded is not None and loaded.words is not None else {}


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

    def shapes() -> list[list[int]]:
        with safe_open(str(weights), framework="numpy") as file:
            return [file.get_slice(key).get_shape() for key in file.keys()]  # noqa: SIM118 - it is not a mapping

    shape = next((shape for shape in _opened(weights, shapes) if len(shape) == 2), None)
    if shape is None:
        message = f"{weights} holds no two-dimensional tensor"
        raise ConfigError(message)
    return int(shape[0]), int(shape[1])


_LOADING: Final = threading.Lock()


@lru_cache(maxsize=1)
def _bundled() -> _Loaded:
    """Read once a process, however many memories it opens: nothing of a model changes but the words that it has met."""
    return _load(bundled_files(), quiet_words=STOP_WORDS)


def _load(files: Files, *, quiet_words: frozenset[str]) -> _Loaded:
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    tokenizer = _opened(files.tokenizer, lambda: Tokenizer.from_file(str(files.tokenizer)))
    loaded = _opened(files.weights, lambda: load_file(str(files.weights)))
    tensors = [tensor for tensor in loaded.values() if tensor.ndim == 2]
    if len(tensors) != 1:
        message = f"{files.weights} must hold exactly one two-dimensional tensor"
        raise ConfigError(message)
    vocabulary = tokenizer.get_vocab()
    if not quiet_words and (last := max(vocabulary.values(), default=-1)) >= len(tensors[0]):
        message = (
            f"{files.tokenizer} has tokens up to number {last:,}, and {files.weights} has {len(tensors[0]):,} rows: "
            "they are not of one model; fetch both again, or name another one"
        )
        raise ConfigError(message)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    table = np.zeros((len(tensors[0]) + 1, tensors[0].shape[1]), dtype=np.float32)
    table[:-1] = tensors[0]
    words = None
    if quiet_words:
        table[[number for token, number in vocabulary.items() if token.lstrip(SPACE).lower() in quiet_words]] *= QUIET
        words = Words(tokenizer)
    return _Loaded(table=table, tokenizer=tokenizer, words=words)


def _opened(file: Path, load: Callable[[], T]) -> T:
    """What a file holds. The packages that read them have no common name for a damaged one."""
    try:
        return load()
    except Exception as error:
        message = f"{file} cannot be used: {error}; fetch the model again, or name another one"
        raise ConfigError(message) from error


def _pool(
    table: NDArray[np.float32], tokens: NDArray[np.int64], sizes: NDArray[np.int64], out: NDArray[np.float32]
) -> None:
    """The sum of each text's token vectors. Texts of like length go together, filled up with the row of zeros: a few
    calls on arrays that fit in the processor's cache instead of several for each text."""
    order = np.argsort(sizes, kind="stable")
    begins = np.cumsum(sizes) - sizes
    end = len(order)
    while end and (longest := int(sizes[order[end - 1]])):
        start = max(0, end - max(1, POOL_ROWS // longest))
        chosen = order[start:end]
        places = begins[chosen, None] + np.arange(longest)
        beyond = np.arange(longest) >= sizes[chosen, None]
        places[beyond] = 0
        rows = tokens[places]
        rows[beyond] = len(table) - 1
        out[chosen] = np.add.reduce(table.take(rows, axis=0), axis=1)
        end = start


def _encodable(text: str) -> str:
    """Cut to size; lone surrogates, which a tokenizer cannot take, become question marks."""
    text = text[:TEXT_CHARS_MAX]
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _all_encodable(texts: Sequence[str]) -> Texts:
    """The same object where nothing has to be changed: its words may be known already."""
    plain = [_encodable(text) for text in texts]
    return texts if isinstance(texts, Texts) and texts == plain else Texts(plain)


def create(options: Mapping[str, Any]) -> StaticEmbedder:
    """Factory for the registry. Option `path`: another model2vec-style pair."""
    return StaticEmbedder(options.get("path"))
