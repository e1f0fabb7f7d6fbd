"""Standard input and output in whatever encoding a terminal or a pipe has: what cannot be shown there costs nothing
that was done, and what a program reads stays whole. What is remembered never steers a terminal: everything that people
are shown goes through `Screen` or `echo`, which take out the signs that would."""

from __future__ import annotations

import codecs
import errno
import io
import json
import math
import os
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from recollect.errors import NO_ROOM, InvalidInput

CANNOT_WRITE = NO_ROOM | {errno.EIO}
"""What writing to a file on a full or failing disk ends with."""


_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""What terminals take for commands: all control characters but the tab and the new line."""
_ABOVE_ASCII = re.compile("[\x7f-\x9f]")
"""Those that JSON does not write as escapes."""


class Screen(Console):
    """Shows what is remembered as text and nothing else; colours are the program's own."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            if segment.control is None and _STEERING.search(segment.text):
                yield segment._replace(text=harmless(segment.text))
            else:
                yield segment


def harmless(text: str) -> str:
    """The text without what would steer a terminal."""
    return _STEERING.sub("", text)


def echo(text: str) -> None:
    """The text, to be piped; a terminal gets it without what would steer it."""
    typer.echo(harmless(text) if sys.stdout.isatty() else text)


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
    """JSON that standard output can take: where it is not UTF-8, other characters are written as JSON's escapes. A
    number that is none (NaN, infinite) has no place in JSON: null."""
    plain = not _takes_all(sys.stdout)
    try:
        written = json.dumps(value, ensure_ascii=plain, indent=indent, allow_nan=False)
    except ValueError:
        written = json.dumps(_finite(value), ensure_ascii=plain, indent=indent)
    return _escaped(written)


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {name: _finite(held) for name, held in value.items()}
    return [_finite(held) for held in value] if isinstance(value, list | tuple) else value


def tell_error(code: str, message: str) -> None:
    """An error, for a program to read."""
    typer.echo(json_text({"error": {"code": code, "message": message}}), err=True)


def json_line(line: str) -> str:
    """The same of a line that is JSON already."""
    return _escaped(line if line.isascii() or _takes_all(sys.stdout) else json.dumps(json.loads(line)))


def _escaped(written: str) -> str:
    return _ABOVE_ASCII.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


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
