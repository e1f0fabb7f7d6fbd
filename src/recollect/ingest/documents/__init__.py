"""Documents: bytes of any readable format -> sections of Markdown, each with its place in the document.

`detect` finds out what the bytes are, `table` says who reads that, one file a format does it. What libraries parse is
parsed in a process of its own (`isolated`, `child`) that is ended when it takes too long or too much memory.
Nothing here reaches a network; `recollect.ingest.fetch` does, for addresses.
"""

from __future__ import annotations

from dataclasses import replace

from recollect.errors import InvalidInput, TooLarge
from recollect.ingest.documents.detect import detect
from recollect.ingest.documents.isolated import read_apart
from recollect.ingest.documents.limits import Limits, Source
from recollect.ingest.documents.table import IN_PROCESS, READERS, read_here, readable
from recollect.model.document import Reading

__all__ = ["READERS", "Limits", "Source", "detect", "is_recording", "read", "readable"]

DEFAULTS = Limits()


def read(data: bytes, *, name: str = "", media_type: str | None = None, limits: Limits = DEFAULTS) -> Reading:
    """What a document says. `name` and `media_type` are hints: where the bytes say otherwise, the bytes are right.

    >>> read(b"# Tea\\n\\nGreen.", name="tea.md").title
    'Tea'
    """
    _require_size(data, name, limits)
    found = detect(data, name=name, declared=media_type)
    source = Source(data=data, name=name, media_type=found.media_type, charset=found.charset)
    reading = read_here(source, limits) if found.media_type in IN_PROCESS else read_apart(source, limits)
    if not any(section.text.strip() for section in reading.sections):
        raise InvalidInput(f"{source.shown} has no text in it" + (f" ({reading.notes[0]})" if reading.notes else ""))
    return replace(reading, notes=found.notes + reading.notes)


def is_recording(data: bytes, *, name: str = "", media_type: str | None = None, limits: Limits = DEFAULTS) -> bool:
    """Whether it is sound or video, which is heard and not read: `recollect.ingest.recordings`."""
    _require_size(data, name, limits)
    return detect(data, name=name, declared=media_type).media_type.startswith(("audio/", "video/"))


def _require_size(data: bytes, name: str, limits: Limits) -> None:
    if len(data) > limits.bytes_max:
        shown = repr(name) if name else "the document"
        raise TooLarge(f"{shown} has {len(data)} bytes; at most {limits.bytes_max} are read (document_bytes_max)")
