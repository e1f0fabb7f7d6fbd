"""A local GGUF model through llama.cpp (package xllamacpp): no server to run, no network once the file is there.

Needs `recollect[gguf]`. The file is a path, or an `hf:` name that is fetched once (`recollect.providers.hub`). Pooling
is what the file says; a plain language model says nothing and is pooled by the mean.
"""

from __future__ import annotations

import os
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from recollect.errors import ConfigError, EmbeddingFailed, MissingExtra
from recollect.providers.hub import local_file

if TYPE_CHECKING:
    from numpy.typing import NDArray

CONTEXT_TOKENS: Final = 2048
BATCH_TEXTS: Final = 32
THREADS_MAX: Final = 8
"""At most, and half the cores: llama.cpp's threads spin while they wait, which costs most where cores are busy."""
HALVINGS_MAX: Final = 4
"""How often a text that has too many tokens is cut in half."""
MAGIC: Final = b"GGUF"


class GgufEmbedder:
    """Loads on first use; one model, safe for several threads."""

    name: Final = "gguf"

    def __init__(self, find: Callable[[], Path], label: str) -> None:
        self._find = find
        self.model = label
        self._lock = threading.Lock()
        self._server: Any = None
        self._dim = 0

    @property
    def dim(self) -> int:
        if not self._dim:
            self._dim = len(self._vectors(["dimensions"])[0])
        return self._dim

    @property
    def signature(self) -> str:
        return f"{self.name}:{self.model}:{self.dim}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), self.dim), dtype=np.float32)
        places = [place for place, text in enumerate(texts) if text.strip()]
        for start in range(0, len(places), BATCH_TEXTS):
            batch = places[start : start + BATCH_TEXTS]
            rows[batch] = self._vectors([texts[place].encode("utf-8", "replace").decode() for place in batch])
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        return np.asarray(rows / np.where(norms > 0, norms, 1.0), dtype=np.float32)

    def _vectors(self, texts: list[str]) -> list[list[float]]:
        for _ in range(HALVINGS_MAX):
            answer = self._loaded().handle_embeddings({"input": texts, "model": self.model})
            error = answer.get("error")
            if error is None:
                return [item["embedding"] for item in sorted(answer["data"], key=lambda item: item["index"])]
            if "too large" not in str(error.get("message")):
                break
            longest = max(map(len, texts))
            texts = [text[: longest // 2] for text in texts]
        told = f"the GGUF model {self.model} failed"
        raise EmbeddingFailed(f"{told}: {error.get('message')}", bare=told)

    def _loaded(self) -> Any:
        with self._lock:
            if self._server is None:
                package = _package()  # first: a model of hundreds of megabytes is not fetched for nothing
                self._server = _load(package, self._find())
            return self._server


def _package() -> Any:
    try:
        import xllamacpp
    except ImportError as error:
        raise MissingExtra("the GGUF embedder needs an extra: pip install 'recollect[gguf]'") from error
    return xllamacpp


def _load(xllamacpp: Any, file: Path) -> Any:
    with file.open("rb") as head:
        if head.read(len(MAGIC)) != MAGIC:
            raise ConfigError(f"{file} is no GGUF file")
    params = xllamacpp.CommonParams()
    params.model.path = str(file)
    params.embedding = True
    params.n_gpu_layers = 0
    params.n_ctx = params.n_batch = params.n_ubatch = CONTEXT_TOKENS
    params.n_parallel = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = min(max(1, (os.cpu_count() or 1) // 2), THREADS_MAX)
    params.warmup = False
    params.verbosity = -1
    # The package also answers on a loopback port; nobody but this object has a use for it.
    params.api_keys = [secrets.token_hex(16)]
    if not _says_pooling(file):
        params.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    try:
        return xllamacpp.Server(params)
    except RuntimeError as error:
        raise EmbeddingFailed(f"llama.cpp cannot load {file}: {error}") from error


def _says_pooling(file: Path) -> bool:
    """Whether the file's header names a pooling; the header is small, the vocabulary after it need not be read."""
    with file.open("rb") as head:
        return b".pooling_type" in head.read(64 * 1024)


def create(options: Mapping[str, Any]) -> GgufEmbedder:
    """Options: `gguf_model` (path or hf: name), `gguf_cache`, `hub_url`, `timeout_s`."""
    name = str(options["gguf_model"])
    cache = options.get("gguf_cache")
    if cache is None:
        import platformdirs

        cache = Path(platformdirs.user_cache_dir("recollect")) / "models"
    if not name.startswith("hf:") and not Path(name).expanduser().is_file():
        raise ConfigError(f"there is no model file {name}: set gguf_model to a .gguf file or an hf: name")

    def find() -> Path:
        return local_file(
            name,
            cache=Path(str(cache)).expanduser(),
            hub_url=str(options.get("hub_url") or "https://huggingface.co"),
            timeout_s=float(options.get("timeout_s") or 60.0),
        )

    return GgufEmbedder(find, Path(name.removeprefix("hf:")).stem)
