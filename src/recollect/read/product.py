"""The similarity of all rows of a space to a question's vector: exact, or from vectors in 8 bits.

A product of many rows takes as long as reading them does. In 8 bits they are a quarter as long, so the default ranking
finds its candidates with those, and compares the candidates alone with their full vectors (`signals`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from recollect.rules.quantize import CODE_MAX

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from recollect.model.columns import Coarse

    Floats = NDArray[np.float32]

ONE_THREAD_ROWS_MAX: Final = 32_768
"""Up to this many rows one thread multiplies: `@` shares the work with every core and then waits for the slowest, which
on a busy machine takes ten times as long as the work (10,000 rows: 0.5 ms alone, 3.8 ms shared)."""


def exact(vectors: Floats, vector: Floats) -> Floats:
    """The product of each row with the vector."""
    found: Floats = vectors @ vector if len(vectors) > ONE_THREAD_ROWS_MAX else np.vecdot(vectors, vector)
    return found


def nearly(coarse: Coarse, vector: Floats) -> Floats:
    """The same from 8 bits a number, in one thread: within about 0.003 for unit vectors of 256 numbers."""
    from simsimd import dot  # here, and not above: most stores are small

    step = float(np.maximum.reduce(np.abs(vector))) / CODE_MAX or 1.0
    code = np.rint(vector / np.float32(step)).astype(np.int8)
    found: Floats = np.empty(len(coarse.codes), dtype=np.float32)
    dot(coarse.codes, code, out=found)
    found *= coarse.scales
    found *= np.float32(step)
    return found
