"""Reading a file of a workspace: its bytes and its title. A file is opened once and never through a symbolic link."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from recollect.errors import Forbidden, TooLarge
from recollect.rules.file_text import OPEN

TITLE_CHARS_MAX = 200
_TITLE_LINES = 50
_NOT_FOUND = (FileNotFoundError, NotADirectoryError)


def bytes_of(path: str, *, bytes_max: int, name: str) -> bytes | None:
    """The whole file; None: it is not there any more. Errors call it by its `name`: not everybody may know where it
    lies."""
    try:
        with _opened(path, name) as file:
            content = file.read(bytes_max + 1)
    except _NOT_FOUND:
        return None
    if len(content) > bytes_max:
        raise TooLarge(f"{name} has grown beyond {bytes_max:,} bytes; raise workspace_file_bytes_max or split it")
    return content


def title_of(text: str, name: str) -> str:
    """The first heading, else the name."""
    for line in text.split("\n", _TITLE_LINES)[:_TITLE_LINES]:
        if line.startswith("#") and line.lstrip("#").strip():
            return line.lstrip("#").strip()[:TITLE_CHARS_MAX]
    return name[-TITLE_CHARS_MAX:]


@contextmanager
def _opened(path: str, name: str) -> Iterator[BinaryIO]:
    """A regular file at its real path. A link that was put there after it was looked at is not followed, and a pipe
    does not hold anybody up."""
    try:
        handle = os.open(path, OPEN)
    except _NOT_FOUND:
        raise
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise FileNotFoundError(path) from error
        if os.path.islink(path):
            raise Forbidden(f"{name} is a symbolic link now; it is not followed") from None
        raise
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise Forbidden(f"{name} is not a regular file")
        if os.path.realpath(path) != path:
            raise Forbidden(f"{name} leads elsewhere now, through a symbolic link; it is not followed")
        with os.fdopen(handle, "rb", closefd=False) as file:
            yield file
    finally:
        os.close(handle)
