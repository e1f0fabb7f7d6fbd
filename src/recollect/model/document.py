"""Documents: what was read, where in it something stands, and the passages that are remembered of it.

A *reading* is what a reader made of a file: sections of Markdown, each with its place. Passages are cut from them and
become records of the layer `document`; the document itself is a row of its own that they are part of.

A *place* says where in a document something stands, as the fragment of an address: `L10-L24` (lines), `page=3`,
`slide=2`, `sheet=Costs`, `t=12,30` (seconds). A record's reference is the document's source, `#`, and the place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

from recollect.model.scope import Scope

PART_OF = "part_of"
"""Kind of the edge from a passage to its document."""
DOCUMENT = "document"
"""Layer of passages, and type of the end of that edge which is no record."""
OF_PASSAGE = (DOCUMENT, "heading")
"""Names in a passage's metadata that say what it has by itself."""


@dataclass(frozen=True, kw_only=True)
class Section:
    """A stretch of a document that has one place: a page, a slide, a sheet, a minute; or the whole text."""

    text: str
    """Markdown."""
    place: str = ""
    """Empty: the place of a passage is the lines of this text it stands in."""
    lines: tuple[int, ...] = ()
    """Where lines of this text are not those of the document: the line that each of them stands in, 0 for one that a
    reader put in. The place ends with their range, and that of a passage with its own."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What a reader made of some bytes."""

    media_type: str
    sections: tuple[Section, ...]
    title: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    """What the document says of itself: author, created, pages, duration_s."""
    method: str = ""
    """By what it was read: pypdf, mammoth, text."""
    notes: tuple[str, ...] = ()
    """What could not be read, and why."""

    @property
    def text(self) -> str:
        return "\n\n".join(section.text for section in self.sections if section.text)


@dataclass(frozen=True, kw_only=True)
class Passage:
    """A piece of a document, as it is remembered."""

    text: str
    place: str = ""
    heading: str = ""
    """The headings it stands under: "Network > Router"."""


@dataclass(frozen=True, kw_only=True)
class Document:
    """A file, page or recording that was read in. Its passages are records that are part of it."""

    id: str
    scope: Scope
    source: str
    """What it is known by in its collection: a path, an address, a name."""
    collection: str = ""
    """Empty: it was given by hand; else the name of the folder or feed it is kept in step with."""
    title: str = ""
    media_type: str = "text/plain"
    content_hash: str = ""
    """Of its bytes: the same again is nothing new."""
    stamp: str = ""
    """Cheap to look at and changes with it: size and time of a file, ETag of a page."""
    fingerprint: str = ""
    """How it was read and cut; read in another way it is read anew. Empty: passages of it were deleted or archived."""
    bytes: int = 0
    passages: int = 0
    metadata: Mapping[str, Any] = field(default_factory=dict)
    version: int = 1
    error: str | None = None
    """Why its newest state could not be read; the passages are those of the state before."""
    created_at: datetime
    updated_at: datetime


def own_name(source: str) -> str:
    """A source or reference without where it lies: of a whole path its last part (`/srv/docs/a.pdf#page=3` is
    `a.pdf#page=3`), anything else as it is."""
    for kind in (PurePosixPath, PureWindowsPath):
        path = kind(source)
        if path.is_absolute():
            return path.name
    return source
