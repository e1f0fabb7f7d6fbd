"""One reader a format. Each turns a file into plain records, the shape that an export has, one at a time, and
is given a list that it tells what it could not read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from recollect.errors import InvalidInput, UnknownName
from recollect.ingest import transcripts
from recollect.ingest.readers import messages, omniroute

EXPORT = "recollect"
"""What `Memory.export` writes; read by the engine itself."""
READERS: Mapping[str, Callable[[Path, list[str]], Iterator[dict[str, Any]]]] = {
    "messages": messages.read,
    "omniroute": omniroute.read,
}
WHOLE = ("messages",)
"""Files that are read as a whole or not at all: somebody made them for this, and mends what is wrong in them."""
FORMATS = ("auto", EXPORT, *READERS, *transcripts.FORMATS)

One = TypeVar("One")
_SQLITE = b"SQLite format 3\x00"
_PACKED = {
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ\x00": "xz",
    b"\x28\xb5\x2f\xfd": "Zstandard",
}
"""How a file begins that holds another one. (A ZIP may be an export of ChatGPT.)"""
_LOOK_BYTES = 65_536


def whole(path: Path, found: Iterator[One], problems: list[str]) -> Iterator[One]:
    """What was found in a file, when nothing in it was a problem."""
    everything = list(found)
    if problems:
        more = f", and {len(problems) - 1} more like it" if len(problems) > 1 else ""
        raise InvalidInput(f"{path}: {problems[0]}{more}; nothing was added. Mend the file and import it again")
    return iter(everything)


def format_of(path: Path, wanted: str = "auto") -> str:
    """The format to read a file in: the one asked for, or what its first bytes look like."""
    if wanted not in FORMATS:
        raise UnknownName(f"unknown format {wanted!r}; the formats are {', '.join(FORMATS)}")
    try:
        with path.open("rb") as file:
            start = file.read(_LOOK_BYTES)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read ({error.strerror}); give the path of a file") from error
    for head, kind in _PACKED.items():
        if start.startswith(head):
            raise InvalidInput(f"{path} is packed ({kind}); unpack it, and import the file that was in it")
    if wanted != "auto":
        return wanted
    if start.startswith(_SQLITE):
        return "omniroute"
    transcript = transcripts.detected(path, start)
    if transcript is not None:
        return transcript
    first = start.lstrip().split(b"\n", 1)[0]
    try:
        line = json.loads(first)
    except (ValueError, RecursionError):
        return "messages"
    if isinstance(line, dict) and "messages" not in line and "role" not in line:
        return EXPORT
    return "messages"
