"""Documents as OpenMemory takes them: a short one is one memory, a long one a root and a child for each section.

Text, Markdown and HTML come in as text, PDF, DOCX and other files in base64, pages by their address; all are read by
the readers of Recollect.
A document that comes again takes the place of what it was: its parts are kept under keys made of its text.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import math
import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from recollect.engine.counting import as_new
from recollect.errors import InvalidInput, NotConfigured, TooLarge
from recollect.memory import Memory
from recollect.model.document import Reading
from recollect.model.ids import new_id
from recollect.model.record import ACTIVE, ARCHIVED, Record
from recollect.surfaces.http.apis.keeping import held
from recollect.surfaces.http.apis.openmemory_types import CHARS_PER_TOKEN, IngestAsked, IngestConfig, IngestUrlAsked
from recollect.surfaces.http.apis.wire import ms

SECTION_CHARS = 3000
LARGE_TOKENS = 8000
CHUNK_TOKENS, CHUNK_OVERLAP_TOKENS = 2048, 256
SUMMARY_CHARS = 500
SECTIONS_MAX = 9_999
"""With the root: as many as are stored at once."""
ROOT_SECTOR = "reflective"
TEXTS = {
    "txt": ("text", "txt", "plain", "text/plain"),
    "md": ("md", "markdown", "text/markdown", "text/x-markdown"),
    "html": ("html", "htm", "text/html", "application/xhtml+xml"),
    "csv": ("csv", "text/csv"),
    "eml": ("eml", "message/rfc822"),
}
"""What comes as text, by what it may be called."""
FILES = {
    "pdf": ("pdf", "application/pdf"),
    "docx": ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    "pptx": ("pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
    "xlsx": ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    "epub": ("epub", "application/epub+zip"),
    "audio": (
        "audio", "mp3", "mpga", "m4a", "wav", "ogg", "audio/mpeg", "audio/mp3", "audio/mp4", "audio/x-m4a", "audio/wav",
        "audio/x-wav", "audio/ogg", "audio/webm", "audio/flac", "flac",
    ),
    "video": (
        "video", "mp4", "mpeg", "webm", "avi", "mov", "video/mp4", "video/mpeg", "video/webm", "video/x-msvideo",
        "video/quicktime",
    ),
}  # fmt: skip
"""What comes in base64."""
RECORDINGS = ("audio", "video")
NAMES = {name: kind for kind, names in (TEXTS | FILES).items() for name in names}
_PARAGRAPHS = re.compile(r"\n\s*\n+")
_NEW_PARAGRAPH = "\n\n"


def ingest(memory: Memory, asked: IngestAsked, user: str, now: datetime) -> dict[str, Any]:
    """Store a document; the answer has the fields of both documented shapes."""
    return _stored(memory, asked, extracted(memory, asked.content_type, asked.data), user, now)


def sections_of(memory: Memory, root: Record) -> list[str]:
    """Ids of what a document was cut into; none where the record is no root."""
    if root.metadata.get("is_root") is not True:
        return []
    under = {"is_child": True, "parent_id": root.id}
    found = memory.list(user=root.user, metadata=under, status=(ACTIVE, ARCHIVED), limit=SECTIONS_MAX)
    return [record.id for record in found if record.user == root.user]


def ingest_url(memory: Memory, asked: IngestUrlAsked, user: str, now: datetime) -> dict[str, Any]:
    """Fetch a page and store it."""
    reading = memory.read_document(asked.url)
    found = Extracted(
        kind="url",
        text=reading.text,
        method=reading.method,
        more={**_about(reading), "source_url": asked.url, "fetched_at": ms(now)},
    )
    return _stored(memory, asked, found, user, now)


@dataclass(frozen=True, kw_only=True)
class Extracted:
    """The text of a document, and how it was got out of it."""

    kind: str
    text: str
    method: str
    more: dict[str, Any] = field(default_factory=dict)


def _stored(
    memory: Memory, asked: IngestAsked | IngestUrlAsked, found: Extracted, user: str, now: datetime
) -> dict[str, Any]:
    kind, text = found.kind, found.text
    config = asked.config or IngestConfig()
    tokens = math.ceil(len(text) / CHARS_PER_TOKEN)
    extraction = {
        "content_type": kind,
        "char_count": len(text),
        "estimated_tokens": tokens,
        "extraction_method": found.method,
        **found.more,
    }
    sections = cut(text, config)
    about = {**(asked.metadata or {}), **extraction, "ingested_at": ms(now)}
    name = _name(text, config)
    if config.force_root or len(sections) > 1:
        strategy = "root-child"
        root = _root(text, kind, len(sections), {**about, "is_root": True, "ingestion_strategy": strategy}, name)
        before = held(memory, root["key"], user)
        root["id"] = before.id if before else new_id(now)
        kept = about if config.preserve_metadata is not False else {}
        child = {**kept, "is_child": True, "total_sections": len(sections), "parent_id": root["id"]}
        items = [root] + [
            _item(section, {**child, "section_index": place}, f"ingest:{name}:{place}")
            for place, section in enumerate(sections)
        ]
    else:
        strategy = "single"
        items = [_item(text, {**about, "ingestion_strategy": strategy}, f"ingest:{name}:root")]
    stored = memory.add_many(items, user=user).records
    parts = stored[1:] or stored
    return {
        "root_memory_id": stored[0].id,
        "child_count": len(stored) - 1,
        "total_tokens": tokens,
        "strategy": strategy,
        "extraction": extraction,
        "memories": [{"id": record.id, "sector": record.sectors[0]} for record in parts],
        "chunks": len(parts),
    }


def _name(text: str, config: IngestConfig) -> str:
    """The same for the same document cut in the same way."""
    made = f"{config.model_dump_json(exclude={'preserve_metadata'})}\n{text}"
    return hashlib.sha256(made.encode()).hexdigest()[:32]


def extracted(memory: Memory, content_type: str, data: str) -> Extracted:
    """The text of a document that was sent."""
    kind = NAMES.get(content_type.partition(";")[0].strip().lower().lstrip("."))
    if kind is None:
        raise NotConfigured(
            f"documents of the type {content_type!r} cannot be read on this server; send one of {', '.join(NAMES)}"
        )
    if kind in ("txt", "md"):
        if not data.strip():
            raise InvalidInput("data: the document holds no text; there is nothing to remember")
        return Extracted(kind=kind, text=data, method="passthrough")
    reading = memory.read_document(_bytes(kind, data), name=f"document.{kind}", media_type=_type(kind))
    if kind in RECORDINGS and not reading.media_type.startswith(RECORDINGS):  # else noise would be kept as words
        raise InvalidInput(f"data: this is no {kind} of a known format but {reading.media_type}")
    return Extracted(kind=kind, text=reading.text, method=reading.method, more=_about(reading))


def _bytes(kind: str, data: str) -> bytes:
    if kind in TEXTS:
        return data.encode()
    try:
        return base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError) as error:
        raise InvalidInput(f"data: a {kind} is sent in base64, and this is none ({error})") from error


def _type(kind: str) -> str | None:
    """What it is declared as; a recording says itself what it is."""
    if kind in RECORDINGS:
        return None
    return (TEXTS | FILES)[kind][-1] if kind != "html" else "text/html; charset=utf-8"


def _about(reading: Reading) -> dict[str, Any]:
    """What is told of a document beside its text."""
    found: dict[str, Any] = {"title": reading.title} if reading.title else {}
    if "pages" in reading.metadata:
        found["page_count"] = reading.metadata["pages"]
    if reading.notes:
        found["notes"] = list(reading.notes)
    return found


def cut(text: str, config: IngestConfig) -> list[str]:
    """Sections of a document; one when it is short enough to be one memory. Unless told, they are as documented: 2048
    tokens, of which 256 stand in the one before too. `sec_sz` and `lg_thresh` are what the current version knows; who
    names one of them gets its sections, without overlap."""
    by_tokens = config.chunk_size is not None or config.chunk_overlap is not None
    large = (config.lg_thresh or LARGE_TOKENS) * CHARS_PER_TOKEN
    if config.sec_sz is None and (by_tokens or config.lg_thresh is None):
        size = (config.chunk_size or CHUNK_TOKENS) * CHARS_PER_TOKEN
        wished = CHUNK_OVERLAP_TOKENS if config.chunk_overlap is None else config.chunk_overlap
        overlap = min(wished * CHARS_PER_TOKEN, size // 2)
        if by_tokens and config.lg_thresh is None:
            large = size
    else:
        size, overlap = config.sec_sz or SECTION_CHARS, 0
    if len(text) <= large and not config.force_root:
        return [text]
    if len(text) > size * SECTIONS_MAX:
        raise _too_many(len(text) // size)
    sections = _sections(text, size, overlap)
    if len(sections) > SECTIONS_MAX:
        raise _too_many(len(sections))
    return sections


def _too_many(sections: int) -> TooLarge:
    return TooLarge(
        f"the document has {sections:,} sections; at most {SECTIONS_MAX:,} are taken at once. Send it in parts, or "
        "with a larger sec_sz."
    )


def _sections(text: str, size: int, overlap: int) -> list[str]:
    """Paragraphs put together up to a size; what is longer than that by itself is cut at spaces, so that the last words
    of the section before fit in front of it."""
    room = size - overlap - len(_NEW_PARAGRAPH) if overlap else size
    paragraphs = [part.strip() for part in _PARAGRAPHS.split(text) if part.strip()]
    pieces = [
        (_NEW_PARAGRAPH if place == 0 else " ", piece)
        for part in paragraphs
        for place, piece in enumerate(_pieces(part, room) if len(part) > size else [part])
    ]
    sections: list[str] = []
    current = ""
    for joint, piece in pieces:
        if current and len(current) + len(piece) + len(joint) > size:
            sections.append(current)
            tail = _tail(current, min(overlap, size - len(piece) - len(joint)))
            current = f"{tail}{joint}{piece}" if tail else piece
        else:
            current = f"{current}{joint}{piece}" if current else piece
    return [*sections, current] if current else sections


def _pieces(paragraph: str, size: int) -> list[str]:
    found = []
    start = 0
    while len(paragraph) - start > size:
        space = paragraph.rfind(" ", start + size // 2, start + size)
        end = start + size if space < 0 else space
        found.append(paragraph[start:end].strip())
        start = end
    found.append(paragraph[start:].strip())
    return [piece for piece in found if piece]


def _tail(text: str, chars: int) -> str:
    """The last words of a section, which the next one begins with; of a word that is longer nothing, unless it is of a
    script that has no spaces."""
    if chars <= 0:
        return ""
    tail = text[-chars:]
    if len(text) <= chars:
        return tail
    begun, *words = tail.split(maxsplit=1)
    return words[0] if words else "" if begun.isascii() else begun


def _root(text: str, kind: str, sections: int, metadata: dict[str, Any], name: str) -> dict[str, Any]:
    """What stands for the whole document: how it begins."""
    begins = text[:SUMMARY_CHARS] + ("..." if len(text) > SUMMARY_CHARS else "")
    content = f"[Document: {kind.upper()}]\n\n{begins}\n\n[Full content split across {sections} sections]"
    return _item(content, metadata, f"ingest:{name}:root", sector=ROOT_SECTOR)


def _item(content: str, metadata: dict[str, Any], key: str, sector: str | None = None) -> dict[str, Any]:
    chosen = {"sectors": (sector,), "strength": 1.0} if sector else {"strength": as_new(content, metadata)[1]}
    return {
        "content": content,
        "layer": "document",
        "source": "document",
        "key": key,
        "metadata": metadata,
        **chosen,
    }
