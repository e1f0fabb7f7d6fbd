"""PostgreSQL's binary formats of arrays and vectors: numpy lays out a whole parameter, nothing is done per number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from psycopg.abc import AdaptContext
from psycopg.adapt import Dumper
from psycopg.pq import Format

BIGINT_OID, BYTEA_OID = 20, 17


class Binary:
    """A parameter in PostgreSQL's binary format; its type is what the statement casts it to."""

    __slots__ = ("data",)

    def __init__(self, data: bytes) -> None:
        self.data = data


class _BinaryDumper(Dumper):
    format = Format.BINARY
    oid = 0

    def dump(self, obj: Binary) -> bytes:
        return obj.data


def register(context: AdaptContext) -> None:
    """Cursors and connections that are given `Binary` parameters must know them."""
    context.adapters.register_dumper(Binary, _BinaryDumper)


def float_dtype(dim: int) -> np.dtype[Any]:
    """pgvector's binary form of a vector: how many, a zero, the numbers."""
    return np.dtype([("dim", ">i2"), ("zero", ">i2"), ("values", ">f4", (dim,))])


def array(oid: int, elements: NDArray[Any]) -> Binary:
    """PostgreSQL's binary form of an array: dimensions, nulls, type, length, first index; then sizes and elements."""
    size = elements.dtype.itemsize
    table = np.empty(len(elements), dtype=[("bytes", ">i4"), ("element", elements.dtype)])
    table["bytes"], table["element"] = size, elements
    return Binary(np.array([1, 0, oid, len(elements), 1], dtype=">i4").tobytes() + table.tobytes())


def integers(values: Sequence[int]) -> Binary:
    return array(BIGINT_OID, np.array(values, dtype=">i8"))


def floats(rows: NDArray[np.float32], oid: int) -> Binary:
    """An array of pgvector's vectors."""
    return array(oid, _elements(rows))


def vector(row: NDArray[np.float32]) -> Binary:
    return Binary(_elements(row[None]).tobytes())


def _elements(rows: NDArray[np.float32]) -> NDArray[Any]:
    elements = np.zeros(len(rows), dtype=float_dtype(rows.shape[1]))
    elements["dim"], elements["values"] = rows.shape[1], rows
    return elements
