"""Keeping standard output for JSON-RPC: whatever anybody prints, logs or starts meanwhile goes to standard error.

Two doors lead to standard output, and both are turned: the descriptor, for old stream objects, C code and children;
and `sys.stdout`, whose writes go elsewhere while its buffer, which the SDK takes, is the wire. Nothing heavy is
imported here: it has to stand before anything else is loaded.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

STDOUT, STDERR = 1, 2


class Divided(io.TextIOBase):
    """What is printed goes to standard error; who asks for the buffer gets the wire."""

    encoding = "utf-8"

    def __init__(self, wire: BinaryIO) -> None:
        self.buffer = wire

    def write(self, text: str) -> int:
        return sys.stderr.write(text)

    def flush(self) -> None:
        sys.stderr.flush()

    def writable(self) -> bool:
        return True


@contextmanager
def wire_kept_clean() -> Iterator[None]:
    """While this is entered, only the wire reaches the standard output the process was started with."""
    before: Any = sys.stdout
    before.flush()
    kept = os.dup(STDOUT)
    os.dup2(STDERR, STDOUT)
    wire = os.fdopen(kept, "wb")
    sys.stdout = Divided(wire)
    try:
        yield
    finally:
        before.flush()  # what lies in it was printed meanwhile
        sys.stdout = before
        wire.flush()
        os.dup2(kept, STDOUT)
        wire.close()
