"""EPUB: the chapters of a book in reading order."""

from __future__ import annotations

import posixpath
import zipfile
from typing import Any
from urllib.parse import unquote

from recollect.errors import InvalidInput, TooLarge
from recollect.ingest.documents.limits import Limits, Source
from recollect.ingest.documents.markup import parsed, to_markdown
from recollect.ingest.documents.text import TITLE_CHARS_MAX, decode
from recollect.ingest.documents.zips import opened
from recollect.model.document import Reading, Section

_FIELDS = {
    "title": "title",
    "creator": "author",
    "language": "language",
    "date": "created",
    "publisher": "publisher",
    "identifier": "identifier",
    "description": "description",
    "rights": "rights",
}
VALUE_CHARS_MAX = 1_000


def read(source: Source, limits: Limits) -> Reading:
    with opened(source, limits) as archive:
        package = _package(archive, source)
        folder = posixpath.dirname(package)
        root = _xml(archive, package, source)
        metadata = _about(root)
        spine = _spine(root)
        if len(spine) > limits.pages_max:
            raise TooLarge(f"{source.shown} has {len(spine)} chapters; at most {limits.pages_max} are read")
        sections, notes = _chapters(archive, [posixpath.normpath(posixpath.join(folder, one)) for one in spine], source)
    return Reading(
        media_type=source.media_type,
        sections=tuple(sections),
        title=str(metadata.pop("title", ""))[:TITLE_CHARS_MAX],
        metadata={**metadata, "chapters": len(spine)},
        method="epub",
        notes=tuple(notes),
    )


def _package(archive: zipfile.ZipFile, source: Source) -> str:
    container = _xml(archive, "META-INF/container.xml", source)
    for element in container.iter():
        if element.tag.endswith("rootfile") and element.get("full-path"):
            return str(element.get("full-path"))
    raise InvalidInput(f"{source.shown} names no package document; it is no whole EPUB")


def _xml(archive: zipfile.ZipFile, name: str, source: Source) -> Any:
    """A part as XML: entities and anything from outside are refused."""
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    if name not in archive.namelist():
        raise InvalidInput(f"{source.shown} has no part {name}; it is no whole EPUB")
    try:
        return fromstring(archive.read(name))
    except DefusedXmlException as error:
        raise InvalidInput(f"{source.shown} declares entities in {name}; it is refused") from error


def _about(root: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for element in root.iter():
        space, _, tag = element.tag.rpartition("}")
        if "purl.org/dc" in space and tag in _FIELDS and element.text and element.text.strip():
            found.setdefault(_FIELDS[tag], element.text.strip()[:VALUE_CHARS_MAX])
    return found


def _spine(root: Any) -> list[str]:
    """The parts to read, in order."""
    parts: dict[str, str] = {}
    order: list[str] = []
    for element in root.iter():
        tag = element.tag.rpartition("}")[2]
        if tag == "item" and element.get("id") and element.get("href"):
            parts[element.get("id")] = unquote(element.get("href"))
        elif tag == "itemref" and element.get("idref"):
            order.append(element.get("idref"))
    return list(dict.fromkeys(parts[one] for one in order if one in parts))


def _chapters(archive: zipfile.ZipFile, names: list[str], source: Source) -> tuple[list[Section], list[str]]:
    sections: list[Section] = []
    notes: list[str] = []
    there = set(archive.namelist())
    locked = archive.read("META-INF/encryption.xml") if "META-INF/encryption.xml" in there else b""
    for number, name in enumerate(names, 1):
        if name not in there:
            notes.append(f"chapter {number} ({name}) is missing")
            continue
        if name.encode() in locked:
            raise InvalidInput(f"{source.shown} is protected against reading; give a copy without protection")
        text, more = to_markdown(parsed(decode(archive.read(name))[0]))
        notes += more
        if text:
            sections.append(Section(text=text, place=f"chapter={number}"))
    return sections, notes[:20]
