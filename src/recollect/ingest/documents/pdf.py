"""PDF: the text of each page, and what the file says about itself."""

from __future__ import annotations

import io
from typing import Any

from recollect.errors import InvalidInput, TooLarge
from recollect.ingest.documents.limits import Limits, Source
from recollect.ingest.documents.markup import tidy
from recollect.ingest.documents.text import TITLE_CHARS_MAX
from recollect.model.document import Reading, Section

_FIELDS = {
    "author": "author",
    "subject": "subject",
    "keywords": "keywords",
    "creator": "creator",
    "producer": "producer",
    "creation_date": "created",
    "modification_date": "modified",
}
VALUE_CHARS_MAX = 1_000
PAGES_NAMED_MAX = 20
_LIGATURES = {ord("ﬀ"): "ff", ord("ﬁ"): "fi", ord("ﬂ"): "fl", ord("ﬃ"): "ffi", ord("ﬄ"): "ffl", ord("\u00ad"): ""}


def read(source: Source, limits: Limits) -> Reading:
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    try:
        reader = PdfReader(io.BytesIO(source.data), strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            raise InvalidInput(f"{source.shown} is protected by a password; save it without one")
        count = len(reader.pages)
        _require_pages(count, source, limits)
        sections, unread = _pages(reader, count, limits)
        title, metadata = _about(reader)
    except PyPdfError as error:
        raise InvalidInput(f"{source.shown} is no whole PDF ({error}); give the file again") from error
    empty = [str(number + 1) for number in range(count) if not any(s.place == f"page={number + 1}" for s in sections)]
    if not sections:
        raise InvalidInput(
            f"{source.shown} has {count} pages and no text: they are pictures, as of a scanner, or cannot be read. "
            "Give a PDF with text (ocrmypdf makes one), or the pages as pictures where tesseract is installed"
        )
    notes = tuple(unread)
    if empty:
        more = " …" if len(empty) > PAGES_NAMED_MAX else ""
        notes += (f"{len(empty)} of {count} pages have no text: {', '.join(empty[:PAGES_NAMED_MAX])}{more}",)
    return Reading(
        media_type=source.media_type,
        sections=tuple(sections),
        title=title[:TITLE_CHARS_MAX],
        metadata={**metadata, "pages": count},
        method="pypdf",
        notes=notes,
    )


def _require_pages(count: int, source: Source, limits: Limits) -> None:
    if count > limits.pages_max:
        raise TooLarge(f"{source.shown} has {count} pages; at most {limits.pages_max} are read (document_pages_max)")


def _pages(reader: Any, count: int, limits: Limits) -> tuple[list[Section], list[str]]:
    """The pages that have text. One that cannot be read does not take the others with it."""
    from pypdf.errors import PyPdfError

    sections: list[Section] = []
    unread: list[str] = []
    size = 0
    for number in range(count):
        try:
            text = tidy((reader.pages[number].extract_text() or "").translate(_LIGATURES).replace("\x00", ""))
        except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, AssertionError) as error:
            if len(unread) < PAGES_NAMED_MAX:
                unread.append(f"page {number + 1} cannot be read ({type(error).__name__})")
            continue
        size += len(text)
        if size > limits.expanded_bytes_max:
            raise TooLarge(f"the text of the pages is longer than {limits.expanded_bytes_max} characters")
        if text:
            sections.append(Section(text=text, place=f"page={number + 1}"))
    return sections, unread


def _about(reader: Any) -> tuple[str, dict[str, Any]]:
    """Title and metadata; nothing where they are broken."""
    try:
        about = reader.metadata
        if about is None:
            return "", {}
        found = {name: getattr(about, field, None) for field, name in _FIELDS.items()}
        title = str(about.title or "")
    except (ValueError, KeyError, TypeError, AttributeError):
        return "", {}
    return title.strip(), {name: _plain(value) for name, value in found.items() if value}


def _plain(value: Any) -> str:
    return (value.isoformat() if hasattr(value, "isoformat") else str(value))[:VALUE_CHARS_MAX]
