"""Text in, unit vectors out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Embedder(Protocol):
    """One model that turns texts into vectors.

    `embed` returns one float32 row of unit length per text, in order; a text without any known token gives a row of
    zeros. It raises `EmbeddingFailed` when it cannot answer, and has no memory of what it was given: caching,
    chunking and fallback are the engine's.
    """

    @property
    def name(self) -> str: ...

    @property
    def model(self) -> str: ...

    @property
    def dim(self) -> int: ...

    @property
    def signature(self) -> str:
        """Identity stored beside each vector: source:model:dim. Vectors of two signatures are never compared."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]: ...
