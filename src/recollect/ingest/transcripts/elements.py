"""Conversations of an export: the elements of one JSON list, one at a time, from a file or from the archive it is in.

Such a list may be larger than memory, so it is cut where an element ends before anything of it is parsed.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any, TextIO

from recollect.errors import InvalidInput, TooLarge
from recollect.ingest.transcripts.said import Broken

ELEMENT_CHARS_MAX = 256 * 1024 * 1024
BYTES_MAX = 16 * 1024**3
"""Of what an archive unpacks to."""
MEMBERS_MAX = 10_000
_CHUNK_CHARS = 1024 * 1024
_LISTS = re.compile(r"conversations(-\d+)?\.json")
_MARKS = re.compile(r'["\[\]{}]')
_NOT_UTF8 = re.compile("[\udc80-\udcff]")
"""What `surrogateescape` gives for bytes that are none."""
_STRING_ENDS = re.compile(r'["\\]')


def elements(path: Path) -> Iterator[tuple[int, Any] | Broken]:
    """Number and value of each conversation; or which could not be read."""
    number = 0
    for member in _members(path):
        with _opened(path, member) as file:
            for text in cut(file):
                number += 1
                if odd := _NOT_UTF8.search(text):
                    byte = ord(odd[0]) - 0xDC00
                    reason = f"not UTF-8 (byte 0x{byte:02X} at its character {odd.start()}); save the file as UTF-8"
                    yield Broken(line=number, reason=reason, what="conversation")
                    continue
                try:
                    yield number, json.loads(text)
                except (ValueError, RecursionError) as error:
                    yield Broken(line=number, reason=f"not JSON ({error})", what="conversation")


def first_element(path: Path) -> Any:
    """The first conversation of a file; None: it has none, or is no such file."""
    try:
        return next((one[1] for one in elements(path) if not isinstance(one, Broken)), None)
    except (InvalidInput, zipfile.BadZipFile, UnicodeDecodeError):
        return None


def _members(path: Path) -> list[str | None]:
    """Which files of an archive hold conversations; of a plain file there is one, without a name."""
    if not zipfile.is_zipfile(path):
        return [None]
    try:
        with zipfile.ZipFile(path) as archive:
            infos = archive.infolist()
    except (zipfile.BadZipFile, OSError) as error:
        raise InvalidInput(f"{path} cannot be unpacked ({error}); export it anew") from error
    if len(infos) > MEMBERS_MAX:
        raise TooLarge(f"{path} holds {len(infos):,} files; at most {MEMBERS_MAX:,} are looked at")
    found = sorted(info.filename for info in infos if _LISTS.fullmatch(PurePosixPath(info.filename).name))
    if not found:
        raise InvalidInput(f"{path} holds no conversations.json; give the archive that the export was")
    if sum(info.file_size for info in infos if info.filename in found) > BYTES_MAX:
        raise TooLarge(f"{path} unpacks to more than {BYTES_MAX:,} bytes; take conversations.json out and split it")
    return list(found)


@contextmanager
def _opened(path: Path, member: str | None) -> Iterator[TextIO]:
    if member is None:
        with path.open(encoding="utf-8-sig", errors="surrogateescape") as file:
            yield file
        return
    try:
        with zipfile.ZipFile(path) as archive, archive.open(member) as packed:
            yield io.TextIOWrapper(packed, encoding="utf-8-sig", errors="surrogateescape")
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
        raise InvalidInput(f"{member} in {path} cannot be unpacked ({error}); export it anew") from error


def cut(file: TextIO) -> Iterator[str]:
    """The texts of a list's elements, or of the one object that a file is. What stands between them is passed over."""
    held, depth, base, quoted, start, at = "", 0, 0, False, -1, 0
    first = True
    while chunk := file.read(_CHUNK_CHARS):
        held += chunk
        if first and (text := held.lstrip()):
            base, first = int(text.startswith("[")), False
        while True:
            mark = (_STRING_ENDS if quoted else _MARKS).search(held, at)
            if mark is None:
                at = len(held)
                break
            letter = mark[0]
            if letter == "\\" and mark.end() >= len(held):
                at = mark.start()  # what it escapes comes with the next piece
                break
            at = mark.end() + (letter == "\\")
            if letter == '"':
                quoted = not quoted
            elif letter in "[{":
                if depth == base:
                    start = mark.start()
                depth += 1
            elif letter in "]}" and depth:
                depth -= 1
                if depth == base and start >= 0:
                    yield held[start:at]
                    start = -1
        if start < 0:
            held, at = held[at:], 0
        elif start > 0:
            held, at, start = held[start:], at - start, 0
        if len(held) > ELEMENT_CHARS_MAX:
            raise TooLarge(f"one conversation has more than {ELEMENT_CHARS_MAX:,} characters; split the file")
    if start >= 0:
        yield held[start:]  # it breaks off: said to be no JSON by whoever parses it
