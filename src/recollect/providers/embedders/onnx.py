"""A local ONNX sentence model, for example all-MiniLM-L6-v2: a folder with `model.onnx` and `tokenizer.json`.

Needs the extra `recollect[onnx]`. Nothing is downloaded: the folder is the user's. Mean pooling over the tokens, unit
length. Inputs longer than the model takes are cut; chunking of long texts is the engine's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from recollect.errors import ConfigError, EmbeddingFailed, RecollectError
from recollect.providers.onnx_model import OnnxModel

if TYPE_CHECKING:
    from numpy.typing import NDArray

BATCH_TEXTS: Final = 32


class OnnxEmbedder:
    """Safe for several threads."""

    name: Final = "onnx"

    def __init__(self, folder: Path) -> None:
        self._onnx = OnnxModel(folder, kind="embedder", lacking="a .onnx model and its tokenizer.json")
        self.model = self._onnx.name
        self.dim = self._onnx.width
        self.signature = f"{self.name}:{self.model}:{self.dim}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        parts = [self._embed_batch(texts[at : at + BATCH_TEXTS]) for at in range(0, len(texts), BATCH_TEXTS)]
        return np.concatenate(parts) if parts else np.zeros((0, self.dim), dtype=np.float32)

    def _embed_batch(self, texts: Sequence[str]) -> NDArray[np.float32]:
        try:
            return pool(*self._onnx.run(texts))
        except RecollectError:
            raise
        except Exception as error:  # the package's own errors have no common name but this
            told = f"the ONNX model {self.model} failed"
            hint = "do its .onnx file and its tokenizer.json belong together?"
            raise EmbeddingFailed(f"{told}: {error}; {hint}", bare=f"{told}; {hint}") from error


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
