"""Reading a file of a workspace: its bytes, its text, some of its lines. A file is opened once and never through a
symbolic link; text is UTF-8, and what is not becomes the replacement character."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from recollect.errors import Forbidden, TooLarge

TITLE_CHARS_MAX = 200
_TITLE_LINES = 50
_NOT_FOUND = (FileNotFoundError, NotADirectoryError)


def bytes_of(path: str, *, bytes_max: int) -> bytes | None:
    """The whole file; None: it is not there any more."""
    try:
        with _opened(path) as file:
            content = file.read(bytes_max + 1)
    except _NOT_FOUND:
        return None
    if len(content) > bytes_max:
        raise TooLarge(f"{path} has grown beyond {bytes_max:,} bytes; raise workspace_file_bytes_max or split it")
    return content


def text_of(content: bytes) -> str:
    """As text with plain line ends, without a byte order mark and without NUL, which no database holds."""
    text = content.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
    return text.replace("\x00", "\ufffd")


def lines_of(text: str, *, start: int, lines: int | None) -> str:
    """`lines` lines from line `start` on, counted from 1; None: to the last."""
    return "\n".join(text.removesuffix("\n").split("\n")[start - 1 : None if lines is None else start - 1 + lines])


def title_of(text: str, name: str) -> str:
    """The first heading, else the name."""
    for line in text.split("\n", _TITLE_LINES)[:_TITLE_LINES]:
        if line.startswith("#") and line.lstrip("#").strip():
            return line.lstrip("#").strip()[:TITLE_CHARS_MAX]
    return name[-TITLE_CHARS_MAX:]


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    """A regular file at its real path. A link that was put there after it was looked at is not followed, and a pipe
    does not hold anybody up."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(path, flags)
    except _NOT_FOUND:
        raise
    except OSError:
        if os.path.islink(path):
            raise Forbidden(f"{path} is a symbolic link now; it is not followed") from None
        raise
    with os.fdopen(handle, "rb") as file:
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode):
            raise Forbidden(f"{path} is not a regular file")
        if os.path.realpath(path) != path:
            raise Forbidden(f"{path} leads elsewhere now, through a symbolic link; it is not followed")
        yield file
