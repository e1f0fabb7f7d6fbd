"""Plain text, Markdown, source code, JSON: read as they are, so that lines are the lines of the file."""

from __future__ import annotations

import codecs
import re
from typing import Any

from recollect.ingest.documents.detect import wide_without_mark
from recollect.ingest.documents.encodings import guess
from recollect.ingest.documents.languages import language_of
from recollect.ingest.documents.limits import Limits, Source
from recollect.model.document import Reading, Section

TITLE_CHARS_MAX = 300
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# What stands at the end of a line is taken off afterwards: a pattern for it would try every blank of a long line.
_HEADING = re.compile(r"^#{1,3}[ \t]+(?P<title>\S.*)$", re.MULTILINE)
_FRONT = re.compile(r"\A---[ \t]*\n(?P<front>.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_FRONT_LINE = re.compile(r"^(?P<name>[A-Za-z][\w-]*):[ \t]*(?P<value>\S.*)$", re.MULTILINE)


def read(source: Source, limits: Limits) -> Reading:
    text, encoding, notes = decode(source.data, source.charset)
    metadata: dict[str, Any] = {"encoding": encoding}
    title = ""
    if source.media_type == "text/x-source" and (language := language_of(source.name)):
        metadata["language"] = language
    if source.media_type == "text/markdown":
        front = front_matter(text)
        metadata |= front
        heading = _HEADING.search(text)
        title = front.get("title") or (_title(heading["title"]) if heading else "")
    return Reading(
        media_type=source.media_type,
        sections=(Section(text=text),),
        title=title[:TITLE_CHARS_MAX],
        metadata=metadata,
        method="text",
        notes=notes,
    )


def _title(line: str) -> str:
    return line.rstrip(" \t").rstrip("#").rstrip(" \t") or line[:1]


def decode(data: bytes, charset: str | None = None) -> tuple[str, str, tuple[str, ...]]:
    """The text of some bytes, by which encoding, and a note where it had to be guessed."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _plain(data.decode(name, "replace")), name.removesuffix("-sig"), ()
    for said in (charset, "utf-8"):
        if said and (found := _decoded(data, said)) is not None:
            return _plain(found), said.lower(), ()
    if wide := wide_without_mark(data):
        return _plain(data.decode(wide, "replace")), wide, ()
    guessed = guess(data)
    if (found := _decoded(data, guessed)) is not None:
        return _plain(found), guessed, (f"the encoding was guessed: {guessed}",)
    return _plain(data.decode("latin-1")), "latin-1", ("the encoding was guessed: latin-1",)


def front_matter(text: str) -> dict[str, str]:
    """Simple `name: value` lines between two rules at the head of a Markdown file."""
    found = _FRONT.match(text)
    if found is None:
        return {}
    lines = _FRONT_LINE.finditer(found["front"])
    return {line["name"].lower(): line["value"].rstrip(" \t").strip("\"'") for line in lines}


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        if codecs.lookup(encoding).name in ("utf-7", "idna", "punycode", "unicode_escape", "raw_unicode_escape"):
            return None  # they decode anything, into something else
        found = data.decode(encoding)
    except (LookupError, ValueError):
        return None
    return found


def _plain(text: str) -> str:
    """One kind of line end, and none of the characters that no store takes."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    return text.encode("utf-8", "replace").decode("utf-8") if any("\ud800" <= c <= "\udfff" for c in text) else text
