"""A local ONNX cross-encoder, for example ms-marco-MiniLM-L6-v2: a folder with `model.onnx` and `tokenizer.json`.

Needs the extra `recollect[onnx]`. Nothing is downloaded: the folder is the user's. The question and a text are read as
a pair. A model with one output gives a logit, which becomes a share by the logistic function; with two or more, the
last class is "relevant".
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from recollect.errors import ConfigError, MissingExtra, ModelFailed

if TYPE_CHECKING:
    from numpy.typing import NDArray

TOKENS_MAX: Final = 512
BATCH_PAIRS: Final = 16


class OnnxReranker:
    """Loads on first use; one session, safe for several threads."""

    name: Final = "onnx"

    def __init__(self, folder: Path) -> None:
        files = sorted(folder.glob("*.onnx")) or sorted((folder / "onnx").glob("*.onnx"))
        if not files or not (folder / "tokenizer.json").is_file():
            raise ConfigError(f"{folder} must hold a .onnx cross-encoder and its tokenizer.json (rerank_onnx_model)")
        self._model_file = next((file for file in files if file.name == "model.onnx"), files[0])
        self._tokenizer_file = folder / "tokenizer.json"
        self._lock = threading.Lock()
        self._session: Any = None
        self._tokenizer: Any = None
        self.model = folder.name

    def rerank(self, question: str, texts: Sequence[str], *, timeout_s: float) -> list[float]:
        """A model that computes cannot be interrupted: who waits stops waiting."""
        self._load()
        parts = [self._batch(question, texts[at : at + BATCH_PAIRS]) for at in range(0, len(texts), BATCH_PAIRS)]
        return [float(value) for part in parts for value in part]

    def _batch(self, question: str, texts: Sequence[str]) -> NDArray[np.float32]:
        encodings = self._tokenizer.encode_batch([(question, text) for text in texts])
        feed = {
            "input_ids": np.array([encoding.ids for encoding in encodings], dtype=np.int64),
            "attention_mask": np.array([encoding.attention_mask for encoding in encodings], dtype=np.int64),
            "token_type_ids": np.array([encoding.type_ids for encoding in encodings], dtype=np.int64),
        }
        wanted = {node.name for node in self._session.get_inputs()}
        try:
            found = self._session.run(None, {name: array for name, array in feed.items() if name in wanted})[0]
        except (RuntimeError, ValueError) as error:
            raise ModelFailed(f"the ONNX reranker {self.model} failed: {error}") from error
        return shares(np.asarray(found, dtype=np.float32), len(texts), self.model)

    def _load(self) -> None:
        with self._lock:
            if self._session is not None:
                return
            try:
                import onnxruntime
                from tokenizers import Tokenizer
            except ImportError as error:
                raise MissingExtra("the ONNX reranker needs an extra: pip install 'recollect[onnx]'") from error
            tokenizer = Tokenizer.from_file(str(self._tokenizer_file))
            session = onnxruntime.InferenceSession(str(self._model_file), providers=["CPUExecutionProvider"])
            tokenizer.enable_truncation(TOKENS_MAX, strategy="only_second")
            tokenizer.enable_padding()
            self._tokenizer, self._session = tokenizer, session


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
