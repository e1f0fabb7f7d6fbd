"""A local ONNX cross-encoder, for example ms-marco-MiniLM-L6-v2: a folder with `model.onnx` and `tokenizer.json`.

Needs the extra `recollect[onnx]`. Nothing is downloaded: the folder is the user's. The question and a text are read as
a pair. A model with one output gives a logit, which becomes a share by the logistic function; with two or more, the
last class is "relevant".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from recollect.errors import ConfigError, ModelFailed
from recollect.providers.onnx_model import OnnxModel

if TYPE_CHECKING:
    from numpy.typing import NDArray

BATCH_PAIRS: Final = 16


class OnnxReranker:
    """Loads on first use; safe for several threads."""

    name: Final = "onnx"

    def __init__(self, folder: Path) -> None:
        lacking = "a .onnx cross-encoder and its tokenizer.json (rerank_onnx_model)"
        self._onnx = OnnxModel(folder, kind="reranker", lacking=lacking, cut="only_second")
        self.model = self._onnx.name

    def rerank(self, question: str, texts: Sequence[str], *, timeout_s: float) -> list[float]:
        """A model that computes cannot be interrupted: who waits stops waiting."""
        parts = [self._batch(question, texts[at : at + BATCH_PAIRS]) for at in range(0, len(texts), BATCH_PAIRS)]
        return [float(value) for part in parts for value in part]

    def _batch(self, question: str, texts: Sequence[str]) -> NDArray[np.float32]:
        try:
            found, _ = self._onnx.run([(question, text) for text in texts])
        except (RuntimeError, ValueError) as error:
            told = f"the ONNX reranker {self.model} failed"
            raise ModelFailed(f"{told}: {error}", bare=told) from error
        return shares(found, len(texts), self.model)


def shares(found: NDArray[np.float32], count: int, model: str) -> NDArray[np.float32]:
    """Logits as numbers in 0..1. Worked: a logit of 0 is 0.5, one of 2 is 0.88; classes (1, 3) give 0.88 too."""
    if found.ndim == 1:
        found = found[:, None]
    if found.ndim != 2 or len(found) != count or not found.shape[1] or not np.isfinite(found).all():
        raise ModelFailed(f"the ONNX reranker {model} gave {found.shape} for {count} texts; is it a cross-encoder?")
    logits = found[:, 0] if found.shape[1] == 1 else found[:, -1] - _log_sum(found[:, :-1])
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(logits, -60, 60))), dtype=np.float32)


def _log_sum(values: NDArray[np.float32]) -> NDArray[np.float32]:
    top = values.max(axis=1)
    return np.asarray(top + np.log(np.exp(values - top[:, None]).sum(axis=1)), dtype=np.float32)


def create(options: Mapping[str, Any]) -> OnnxReranker:
    folder = options.get("onnx_model")
    if not folder:
        raise ConfigError("rerank = onnx needs a model folder: set rerank_onnx_model (RECOLLECT_RERANK_ONNX_MODEL)")
    return OnnxReranker(Path(str(folder)).expanduser())
