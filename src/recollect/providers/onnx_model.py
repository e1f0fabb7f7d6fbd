"""A local ONNX model with its tokenizer: what embedder and reranker share. Needs the extra `recollect[onnx]`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from recollect.errors import ConfigError, MissingExtra

if TYPE_CHECKING:
    from numpy.typing import NDArray

TOKENS_MAX: Final = 512


class OnnxModel:
    """Loads on first use; one session, safe for several threads. Inputs longer than the model takes are cut."""

    def __init__(self, folder: Path, *, kind: str, lacking: str, cut: str = "longest_first") -> None:
        """`lacking`: what to say of a folder without a model; `cut`: which part of a pair is cut."""
        files = sorted(folder.glob("*.onnx")) or sorted((folder / "onnx").glob("*.onnx"))
        if not files or not (folder / "tokenizer.json").is_file():
            raise ConfigError(f"{folder} must hold {lacking}")
        self.name = folder.name
        self._file = next((file for file in files if file.name == "model.onnx"), files[0])
        self._tokenizer_file = folder / "tokenizer.json"
        self._kind = kind
        self._cut = cut
        self._lock = threading.Lock()
        self._session: Any = None
        self._tokenizer: Any = None

    @property
    def width(self) -> int:
        """Of its first output."""
        self._load()
        shape = self._session.get_outputs()[0].shape
        if not shape or not isinstance(shape[-1], int):
            raise ConfigError(f"{self._file} does not say how many numbers a vector of it has; name another model")
        return shape[-1]

    def run(self, inputs: Sequence[str] | Sequence[tuple[str, str]]) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """Its first output for these texts or pairs, and which tokens were no padding."""
        self._load()
        encodings = self._tokenizer.encode_batch(list(inputs))
        feed = {
            "input_ids": np.array([encoding.ids for encoding in encodings], dtype=np.int64),
            "attention_mask": np.array([encoding.attention_mask for encoding in encodings], dtype=np.int64),
            "token_type_ids": np.array([encoding.type_ids for encoding in encodings], dtype=np.int64),
        }
        wanted = {node.name for node in self._session.get_inputs()}
        found = self._session.run(None, {name: array for name, array in feed.items() if name in wanted})[0]
        return np.asarray(found, dtype=np.float32), feed["attention_mask"]

    def _load(self) -> None:
        with self._lock:
            if self._session is not None:
                return
            try:
                import onnxruntime
                from tokenizers import Tokenizer
            except ImportError as error:
                raise MissingExtra(f"the ONNX {self._kind} needs an extra: pip install 'recollect[onnx]'") from error
            tokenizer = _opened(self._tokenizer_file, Tokenizer.from_file)
            session = _opened(
                self._file, lambda file: onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
            )
            tokenizer.enable_truncation(TOKENS_MAX, strategy=self._cut)
            tokenizer.enable_padding()
            self._tokenizer, self._session = tokenizer, session


def _opened(file: Path, load: Callable[[str], Any]) -> Any:
    """What a file holds. Both packages say that it is damaged with exceptions that have no common name but this."""
    try:
        return load(str(file))
    except Exception as error:
        raise ConfigError(f"{file} cannot be used: {error}; fetch the model again, or name another one") from error
