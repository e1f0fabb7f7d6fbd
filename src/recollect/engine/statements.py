"""Texts as the judge of statements reads them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from recollect.contracts.embedder import Embedder
from recollect.write.verify.statement import Statement, read

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STATEMENTS_CACHED = 2048


class Statements:
    """Texts as the judge reads them, each with its vector; the latest are remembered, for they are met again and again.

    The judge was taught with the bundled embedder's figures, so it is given those, whatever the store's vectors are.
    """

    def __init__(self, embedder: Callable[[], Embedder | None]) -> None:
        self._embedder = embedder
        self.read = lru_cache(maxsize=STATEMENTS_CACHED)(self._read)

    def _read(self, text: str, kind: str, speaker: str | None) -> tuple[Statement, NDArray[np.float32] | None]:
        embedder = self._embedder()
        vector = None if embedder is None else embedder.embed([text])[0]
        return read(text, kind, speaker, embedder=embedder), vector
