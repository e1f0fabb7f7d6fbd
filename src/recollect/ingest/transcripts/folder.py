"""Which files are transcripts, and a careful look at one: real files below the folder that was named, nothing else."""

from __future__ import annotations

import glob
import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from recollect.rules.file_text import OPEN

FILES_MAX = 100_000
EDGE_BYTES = 4096
"""So many bytes at both ends of what was read are compared to see that it is still the same file."""
_WILD = frozenset("*?[")


@dataclass(frozen=True, kw_only=True)
class Found:
    """Files that patterns name, and what was refused, with the reason."""

    files: tuple[Path, ...]
    refused: tuple[str, ...] = ()


def found(patterns: Sequence[str]) -> Found:
    """The files that match, by their real paths, each once. Links, and what lies outside after links, are refused."""
    files: dict[Path, None] = {}
    refused: list[str] = []
    for pattern in map(os.path.expanduser, patterns):
        root = _root(pattern).resolve()
        for name in sorted(glob.glob(pattern, recursive=True)):
            path = Path(name)
            real = path.resolve()
            if path.is_symlink():
                refused.append(f"{name}: it is a link; give the folder it leads to")
            elif not real.is_relative_to(root):
                refused.append(f"{name}: it lies outside of {root}")
            elif not real.is_file():
                continue
            elif len(files) >= FILES_MAX:
                refused.append(f"{name}: more than {FILES_MAX:,} files; name fewer folders")
                return Found(files=tuple(files), refused=tuple(refused))
            else:
                files[real] = None
    return Found(files=tuple(files), refused=tuple(refused))


def _root(pattern: str) -> Path:
    """The folder above the first part with a wildcard."""
    parts = Path(pattern).parts
    plain = next((place for place, part in enumerate(parts) if _WILD & set(part)), len(parts) - 1)
    return Path(*parts[:plain]) if plain else Path()


def opened(path: Path) -> BinaryIO:
    """Open a file for reading; a link that took its place meanwhile is refused by the system."""
    return os.fdopen(os.open(path, OPEN), "rb")


def edges(file: BinaryIO, offset: int) -> str:
    """A mark of the first and last bytes of what was read: another file, or one that was rewritten, has another."""
    file.seek(0)
    head = file.read(min(EDGE_BYTES, offset))
    file.seek(max(0, offset - EDGE_BYTES))
    tail = file.read(min(EDGE_BYTES, offset))
    return hashlib.sha256(head + b"\x00" + tail).hexdigest()


def lines_after(file: BinaryIO, offset: int, *, bytes_max: int) -> int:
    """How many line ends follow within so many bytes."""
    file.seek(offset)
    return file.read(bytes_max).count(b"\n")
