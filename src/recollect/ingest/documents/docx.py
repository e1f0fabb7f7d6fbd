"""DOCX: headings, lists, tables, notes and comments, as Markdown."""

from __future__ import annotations

import io
import zipfile
from typing import Any

from recollect.ingest.documents.limits import Limits, Source
from recollect.ingest.documents.markup import parsed, to_markdown
from recollect.ingest.documents.text import TITLE_CHARS_MAX
from recollect.ingest.documents.zips import opened, require_plain_xml
from recollect.model.document import Reading, Section

_CORE = "docProps/core.xml"
_FIELDS = {
    "title": "title",
    "creator": "author",
    "subject": "subject",
    "keywords": "keywords",
    "description": "description",
    "created": "created",
    "modified": "modified",
    "lastModifiedBy": "modified_by",
    "language": "language",
}
VALUE_CHARS_MAX = 1_000


def read(source: Source, limits: Limits) -> Reading:
    import mammoth

    with opened(source, limits) as archive:
        require_plain_xml(archive, source)
        metadata = office_metadata(archive)
    # Pictures would come as base64 inside the text; what they are called is enough.
    made = mammoth.convert_to_html(io.BytesIO(source.data), convert_image=mammoth.images.img_element(_no_picture))
    soup = parsed(made.value)
    heading = soup.find(["h1", "h2"])
    title = metadata.pop("title", "") or (heading.get_text(" ", strip=True) if heading is not None else "")
    text, notes = to_markdown(soup)
    return Reading(
        media_type=source.media_type,
        sections=(Section(text=text),),
        title=title[:TITLE_CHARS_MAX],
        metadata=metadata,
        method="mammoth",
        notes=notes,
    )


def office_metadata(archive: zipfile.ZipFile) -> dict[str, Any]:
    """What an Office file says of itself: the fields of its core properties."""
    from defusedxml.ElementTree import fromstring

    if _CORE not in archive.namelist():
        return {}
    found: dict[str, Any] = {}
    for element in fromstring(archive.read(_CORE)):
        name = _FIELDS.get(element.tag.rpartition("}")[2])
        if name and element.text and element.text.strip():
            found[name] = element.text.strip()[:VALUE_CHARS_MAX]
    return found


def _no_picture(image: Any) -> dict[str, str]:
    return {"src": ""}
