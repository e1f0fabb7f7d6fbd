"""Which reader reads what: one closed table. A new format is a new file here and a row in it.

A reader is a module with `read(source, limits) -> Reading`. It is imported when its format comes, so that a program
that reads Markdown never loads a PDF library.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from recollect.errors import InvalidInput, MissingExtra, NotConfigured, RecollectError, TooLarge
from recollect.ingest.documents.limits import Limits, Source
from recollect.model.document import Reading

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

READERS: Mapping[str, str] = {
    "text/plain": "text",
    "text/markdown": "text",
    "text/x-source": "text",
    "application/json": "text",
    "text/html": "html",
    "text/csv": "tables",
    "text/tab-separated-values": "tables",
    "message/rfc822": "eml",
    "application/pdf": "pdf",
    DOCX: "docx",
    PPTX: "pptx",
    XLSX: "tables",
    "application/epub+zip": "epub",
    "image/png": "images",
    "image/jpeg": "images",
    "image/gif": "images",
    "image/webp": "images",
    "image/tiff": "images",
    "image/bmp": "images",
}
"""Media type -> the module that reads it."""

IN_PROCESS = frozenset(
    ("text/plain", "text/markdown", "text/x-source", "application/json", "text/csv", "text/tab-separated-values")
)
"""What is read by code of ours in one pass. Everything else is read by a process that can be ended."""

SHOWN = "PDF, DOCX, PPTX, XLSX, EPUB, HTML, Markdown, text and source code, CSV, mail (.eml), pictures"


def readable(media_type: str) -> bool:
    return media_type in READERS


def read_here(source: Source, limits: Limits) -> Reading:
    """Read in this process. Whatever a library makes of a broken file becomes one clear error."""
    module = READERS.get(source.media_type)
    if module is None:
        raise InvalidInput(f"{source.shown} is {source.media_type}, which no reader reads; give one of: {SHOWN}")
    try:
        reading: Reading = import_module(f"recollect.ingest.documents.{module}").read(source, limits)
    except RecollectError:
        raise
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f"reading {source.media_type} needs an optional package ({error.name}): pip install 'recollect[documents]'"
        ) from error
    except MemoryError as error:
        raise TooLarge(f"{source.shown} needs more memory to read than is allowed; give a smaller document") from error
    except RecursionError as error:
        raise InvalidInput(f"{source.shown} is nested too deep to be read") from error
    except Exception as error:
        raise InvalidInput(
            f"{source.shown} cannot be read as {source.media_type}: it is broken or cut off "
            f"({type(error).__name__}: {str(error)[:200]})"
        ) from error
    return within(reading, source, limits)


def within(reading: Reading, source: Source, limits: Limits) -> Reading:
    """The reading, if it is not more than a document may unfold to."""
    if len(reading.sections) > limits.entries_max:
        raise TooLarge(f"{source.shown} has {len(reading.sections)} sections; at most {limits.entries_max} are read")
    size = sum(len(section.text) for section in reading.sections)
    if size > limits.expanded_bytes_max:
        raise TooLarge(f"{source.shown} unfolds to {size} characters; at most {limits.expanded_bytes_max} are read")
    return reading


ERRORS: Mapping[str, type[RecollectError]] = {
    kind.code: kind for kind in (InvalidInput, TooLarge, MissingExtra, NotConfigured)
}
"""What a reading process may answer with instead of a reading."""
