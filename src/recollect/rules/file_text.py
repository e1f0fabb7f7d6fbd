"""How a file of memory is opened, and what of its bytes is text: the same wherever files are read, so that a line has
one number."""

from __future__ import annotations

import os

OPEN = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""How a file is opened: a link is not followed, a pipe not waited for, and where systems change line ends they do not;
each as far as the system can."""


def text_of(content: bytes) -> str:
    """As text with plain line ends, without a byte order mark and without NUL, which no database holds."""
    text = content.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
    return text.replace("\x00", "\ufffd")


def lines_of(text: str, *, start: int, lines: int | None) -> str:
    """`lines` lines from line `start` on, counted from 1; None: to the last."""
    return "\n".join(text.removesuffix("\n").split("\n")[start - 1 : None if lines is None else start - 1 + lines])
