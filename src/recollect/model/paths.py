"""Paths that somebody gives: which file is written there, and why nothing can be read from there."""

from __future__ import annotations

import os
from pathlib import Path

from recollect.errors import InvalidInput

OTHER = "is a device, a pipe or a socket"


def target_file(path: Path) -> Path:
    """Where what is made under another name is put in the end. It takes the place of whatever is there, so a link is
    followed, and a device or a pipe refused; a folder refuses by itself."""
    place = os.path.realpath(path)
    if os.path.islink(place):
        raise InvalidInput(f"{path} is a link that leads to itself; nothing was written. Give the path of a file")
    if os.path.exists(place) and not os.path.isfile(place) and not os.path.isdir(place):
        raise InvalidInput(f"{path} {OTHER}; nothing was written. Give the path of a file")
    return Path(place)


def why_no_file(path: Path) -> str | None:
    """What a path is that names no file to read; None: it does."""
    if os.path.isfile(path):
        return None
    return "is a folder" if os.path.isdir(path) else OTHER if os.path.exists(path) else "does not exist"
