"""A local ONNX sentence model, for example all-MiniLM-L6-v2: a folder with `model.onnx` and `tokenizer.json`.

Needs the extra `recollect[onnx]`. Nothing is downloaded: the folder is the user's. Mean pooling over the tokens, unit
length. Inputs longer than the model takes are cut; chunking of long texts is the engine's.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from recollect.errors import ConfigError, EmbeddingFailed, MissingExtra

if TYPE_CHECKING:
    from numpy.typing import NDArray

TOKENS_MAX: Final = 512
BATCH_TEXTS: Final = 32


class OnnxEmbedder:
    """Loads on first use; one session, safe for several threads."""

    name: Final = "onnx"

    def __init__(self, folder: Path) -> None:
        files = sorted(folder.glob("*.onnx")) or sorted((folder / "onnx").glob("*.onnx"))
        if not files or not (folder / "tokenizer.json").is_file():
            raise ConfigError(f"{folder} must hold a .onnx model and its tokenizer.json")
        self._model_file = next((file for file in files if file.name == "model.onnx"), files[0])
        self._tokenizer_file = folder / "tokenizer.json"
        self._lock = threading.Lock()
        self._session: Any = None
        self._tokenizer: Any = None
        self.model = folder.name
        self.dim = self._load_dim()
        self.signature = f"{self.name}:{self.model}:{self.dim}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        parts = [self._embed_batch(texts[at : at + BATCH_TEXTS]) for at in range(0, len(texts), BATCH_TEXTS)]
        return np.concatenate(parts) if parts else np.zeros((0, self.dim), dtype=np.float32)

    def _embed_batch(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self._load()
        encodings = self._tokenizer.encode_batch(list(texts))
        feed = {
            "input_ids": np.array([encoding.ids for encoding in encodings], dtype=np.int64),
            "attention_mask": np.array([encoding.attention_mask for encoding in encodings], dtype=np.int64),
            "token_type_ids": np.array([encoding.type_ids for encoding in encodings], dtype=np.int64),
        }
        wanted = {node.name for node in self._session.get_inputs()}
        try:
            states = self._session.run(None, {name: array for name, array in feed.items() if name in wanted})[0]
        except RuntimeError as error:
            raise EmbeddingFailed(f"the ONNX model {self.model} failed: {error}") from error
        return pool(np.asarray(states, dtype=np.float32), feed["attention_mask"])

    def _load(self) -> None:
        with self._lock:
            if self._session is not None:
                return
            try:
                import onnxruntime
                from tokenizers import Tokenizer
            except ImportError as error:
                raise MissingExtra("the ONNX embedder needs an extra: pip install 'recollect[onnx]'") from error
            tokenizer = Tokenizer.from_file(str(self._tokenizer_file))
            tokenizer.enable_truncation(TOKENS_MAX)
            tokenizer.enable_padding()
            self._tokenizer = tokenizer
            self._session = onnxruntime.InferenceSession(str(self._model_file), providers=["CPUExecutionProvider"])

    def _load_dim(self) -> int:
        self._load()
        return int(self._session.get_outputs()[0].shape[-1])


def pool(states: NDArray[np.float32], mask: NDArray[np.int64]) -> NDArray[np.float32]:
    """Mean over the tokens that are not padding, unit length; a model that pools itself gives two dimensions."""
    if states.ndim == 3:
        weights = mask[:, :, None].astype(np.float32)
        states = (states * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1.0)
    norms = np.linalg.norm(states, axis=1, keepdims=True)
    return (states / np.where(norms > 0, norms, 1.0)).astype(np.float32)


def create(options: Mapping[str, Any]) -> OnnxEmbedder:
    path = options.get("onnx_model")
    if not path:
        raise ConfigError("the ONNX embedder needs a model folder: set onnx_model (RECOLLECT_ONNX_MODEL)")
    return OnnxEmbedder(Path(str(path)).expanduser())
