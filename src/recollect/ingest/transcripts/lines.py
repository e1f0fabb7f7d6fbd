"""Lines of JSON, read one at a time: a file may be larger than memory, and may grow while it is read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

LINE_BYTES_MAX = 64 * 1024 * 1024
"""A longer line is passed over without being held."""
LOOK_LINES = 20
LOOK_BYTES = 4 * 1024 * 1024
"""So much is looked at to tell what a file is."""
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, kw_only=True)
class Line:
    """One line of a file."""

    number: int
    end: int
    """The offset after it."""
    value: Any = None
    problem: str | None = None
    """Why it could not be read."""
    whole: bool = True
    """It ends with a line end; else somebody may still be writing it."""


def numbered(file: BinaryIO, *, number: int = 0, offset: int = 0) -> Iterator[Line]:
    """The lines of a file from an offset on, with `number` lines before it; empty ones are passed over."""
    file.seek(offset)
    while True:
        raw = file.readline(LINE_BYTES_MAX)
        if not raw:
            return
        number += 1
        offset += len(raw)
        if not raw.endswith(b"\n") and len(raw) == LINE_BYTES_MAX:
            offset, ended = _skip(file, offset)
            yield Line(number=number, end=offset, problem=f"longer than {LINE_BYTES_MAX:,} bytes", whole=ended)
            continue
        whole = raw.endswith(b"\n")
        text = raw.removeprefix(_BOM).strip() if number == 1 else raw.strip()
        if not text:
            continue
        try:
            yield Line(number=number, end=offset, value=json.loads(text), whole=whole)
        except UnicodeDecodeError:
            yield Line(number=number, end=offset, problem="not UTF-8", whole=whole)
        except (ValueError, RecursionError) as error:
            yield Line(number=number, end=offset, problem=f"not JSON ({error})", whole=whole)


def _skip(file: BinaryIO, offset: int) -> tuple[int, bool]:
    """To the end of a line; whether it has one."""
    while raw := file.readline(LINE_BYTES_MAX):
        offset += len(raw)
        if raw.endswith(b"\n"):
            return offset, True
    return offset, False


def first_values(path: Path) -> Iterator[Any]:
    """What the first lines of a file hold, as far as they are JSON."""
    with path.open("rb") as file:
        for _ in range(LOOK_LINES):
            raw = file.readline(LOOK_BYTES)
            if not raw:
                return
            try:
                yield json.loads(raw.removeprefix(_BOM))
            except (ValueError, RecursionError):
                continue
