"""The synthetic embedder: feature hashing of the analyser's terms. No model, no file, no dependency.

Two texts are near when they share words; it knows no synonyms. It serves tests, tiny installations and anyone who wants
vectors without any model at all.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from recollect.errors import ConfigError
from recollect.rules.text import default_analyser

if TYPE_CHECKING:
    from numpy.typing import NDArray

DIM_DEFAULT: Final = 256
DIM_MAX: Final = 4096


class SyntheticEmbedder:
    """Each term adds ±1 at two places that its checksum names."""

    name: Final = "synthetic"
    model: Final = "hash"

    def __init__(self, dim: int = DIM_DEFAULT) -> None:
        if not 8 <= dim <= DIM_MAX:
            raise ConfigError(f"the synthetic embedder takes 8 to {DIM_MAX} dimensions, not {dim}")
        self.dim = dim
        self.signature = f"{self.name}:{self.model}:{dim}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), self.dim), dtype=np.float32)
        analyser = default_analyser()
        for row, text in zip(rows, texts, strict=True):
            for term in analyser.terms(text):
                code = zlib.crc32(term.encode())
                row[code % self.dim] += 1.0 if code & 0x80000000 else -1.0
                row[(code >> 11) % self.dim] += 1.0 if code & 0x40000000 else -1.0
        norms = np.sqrt(np.square(rows).sum(axis=1, keepdims=True))
        norms[norms == 0] = 1.0
        rows /= norms
        return rows


def create(options: Mapping[str, Any]) -> SyntheticEmbedder:
    return SyntheticEmbedder(dim=int(options.get("dim") or DIM_DEFAULT))
