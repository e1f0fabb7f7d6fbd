"""What an embedder made, on its way through the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, kw_only=True)
class Embedded:
    """Vectors, who made them, and why it was not the first choice. No rows: words alone must do."""

    signature: str | None
    rows: NDArray[np.float32] | None
    reason: str | None = None
