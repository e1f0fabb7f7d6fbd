"""Vectors as bytes: float32, or int8 with one scale per vector (about four times smaller).

What is stored as int8, which the signature says (`…:int8`), is float32 again once it is read. In memory large spaces
have codes beside their vectors, to find candidates with.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from recollect.rules.late import late

INT8_SUFFIX = ":int8"
CODE_MAX = 127
ROWS_AT_ONCE = 512
"""So many fit into a processor's cache: larger steps take three times as long."""
_MARKS = late(r"(@(?!20\d{6}(#|$))[0-9a-f]{8})?(#\d+/\d+)?$")
"""Behind the model: at which address it is asked (see `address_mark` of the remote embedders), and how long texts are
cut (see `EmbeddingOptions.cut`). A date behind an @ belongs to the model's name."""


@cache
def can_multiply() -> bool:
    """Whether vectors in 8 bits can be multiplied here: without the package that does it they find nothing."""
    return find_spec("simsimd") is not None


def is_int8(signature: str) -> bool:
    return signature.endswith(INT8_SUFFIX)


def model_of(signature: str) -> str:
    """Of `source:model:dimensions`, as its provider calls it. Worked: "openai:small@5ed0b3a0#256/50:8" is "small"."""
    rest = signature.partition(":")[2]
    return _MARKS.sub("", rest.removesuffix(INT8_SUFFIX).rpartition(":")[0] or rest)


def dim_of(signature: str) -> int:
    """Worked: "static:l2_supercat:256:int8" is 256."""
    return int(signature.removesuffix(INT8_SUFFIX).rpartition(":")[2])


def pack(rows: NDArray[np.float32], signature: str) -> list[bytes]:
    """One blob a row."""
    if not is_int8(signature):
        return [row.tobytes() for row in np.ascontiguousarray(rows, dtype="<f4")]
    codes, scales = codes_of(rows)
    return [scale.tobytes() + code.tobytes() for scale, code in zip(scales.astype("<f4"), codes, strict=True)]


def codes_of(rows: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Each number of a row as a whole number up to `CODE_MAX`, and what one is worth in that row."""
    codes = np.empty(rows.shape, dtype=np.int8)
    scales = np.empty(len(rows), dtype=np.float32)
    for at in range(0, len(rows), ROWS_AT_ONCE):
        part = rows[at : at + ROWS_AT_ONCE]
        most = np.maximum(part.max(axis=1), -part.min(axis=1))
        most /= CODE_MAX
        scales[at : at + ROWS_AT_ONCE] = most
        most[most == 0] = 1.0
        np.rint(part / most[:, None], out=codes[at : at + ROWS_AT_ONCE], casting="unsafe")
    return codes, scales


def unpack(blobs: list[bytes], dim: int, signature: str) -> NDArray[np.float32]:
    """The rows of `pack`, (n, dim)."""
    if not blobs:
        return np.zeros((0, dim), dtype=np.float32)
    if not is_int8(signature):
        return np.frombuffer(b"".join(blobs), dtype="<f4").reshape(len(blobs), dim).astype(np.float32, copy=False)
    raw = np.frombuffer(b"".join(blobs), dtype=np.int8).reshape(len(blobs), dim + 4)
    scales = np.ascontiguousarray(raw[:, :4]).view("<f4")
    with np.errstate(over="ignore", invalid="ignore"):  # a damaged scale: see `sound`
        rows: NDArray[np.float32] = raw[:, 4:].astype(np.float32) * scales
    return rows


def sound(items: NDArray[np.int64], rows: NDArray[np.float32]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Without the rows that can be compared with none: one number in them is none, or they are long beyond measure. One
    sum over all tells whether there are any."""
    flat = rows.ravel()
    if isfinite(flat.dot(flat)):
        return items, rows
    with np.errstate(over="ignore", invalid="ignore"):
        kept = np.isfinite(np.vecdot(rows, rows))
    return items[kept], rows[kept]
