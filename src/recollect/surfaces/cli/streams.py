"""Standard input and output in whatever encoding a terminal or a pipe has: what cannot be shown there costs nothing
that was done, and what a program reads stays whole."""

from __future__ import annotations

import codecs
import errno
import io
import json
import os
import sys
from collections.abc import Iterator
from typing import Any

from recollect.errors import NO_ROOM, InvalidInput

CANNOT_WRITE = NO_ROOM | {errno.EIO}
"""What writing to a file on a full or failing disk ends with."""


def make_printable() -> None:
    """People are shown `?` for a character that their terminal does not have."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not _takes_all(stream):
            stream.reconfigure(errors="replace")


def give_up(error: OSError) -> None:
    """Say that output cannot be written. What is still held for it goes nowhere: Python would try again at the end."""
    sys.stderr.write(f"error the output cannot be written ({error.strerror})\n")
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def json_text(value: Any, *, indent: int | None = None) -> str:
    """JSON that standard output can take: where it is not UTF-8, other characters are written as JSON's escapes."""
    return json.dumps(value, ensure_ascii=not _takes_all(sys.stdout), indent=indent)


def json_line(line: str) -> str:
    """The same of a line that is JSON already."""
    return line if line.isascii() or _takes_all(sys.stdout) else json.dumps(json.loads(line))


def piped_text() -> str:
    """All of standard input."""
    return "".join(piped_lines())


def piped_lines() -> Iterator[str]:
    try:
        yield from sys.stdin
    except UnicodeDecodeError as error:
        raise InvalidInput(
            f"standard input is not {error.encoding} text ({error.reason} at byte {error.start}); convert it first"
        ) from error


def _takes_all(stream: Any) -> bool:
    """Whether every character can be written to it."""
    try:
        return codecs.lookup(stream.encoding or "ascii").name.startswith("utf")
    except LookupError:
        return False
