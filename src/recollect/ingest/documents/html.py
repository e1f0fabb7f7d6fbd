"""Web pages: their title and metadata, and their text as Markdown."""

from __future__ import annotations

from typing import Any

from recollect.ingest.documents.limits import Limits, Source
from recollect.ingest.documents.markup import parsed, to_markdown
from recollect.ingest.documents.text import TITLE_CHARS_MAX, decode
from recollect.model.document import Reading, Section

_META = {
    "author": "author",
    "description": "description",
    "keywords": "keywords",
    "date": "created",
    "article:published_time": "created",
    "article:modified_time": "modified",
    "og:site_name": "site",
    "og:title": "title",
}
VALUE_CHARS_MAX = 1_000
_DECLARED_WITHIN = 2_048


def read(source: Source, limits: Limits) -> Reading:
    text, encoding, notes = decode(source.data, source.charset or _declared(source.data))
    soup = parsed(text)
    metadata = {"encoding": encoding, **page_metadata(soup)}
    title = metadata.pop("title", "")
    if soup.title is not None and soup.title.get_text(strip=True):
        title = soup.title.get_text(" ", strip=True)
    body, more = to_markdown(soup)
    return Reading(
        media_type=source.media_type,
        sections=(Section(text=body),),
        title=title[:TITLE_CHARS_MAX],
        metadata=metadata,
        method="markdownify",
        notes=notes + more,
    )


def page_metadata(soup: Any) -> dict[str, Any]:
    """What the head of a page says about it."""
    found: dict[str, Any] = {}
    for element in soup.find_all("meta", limit=200):
        name = _META.get(str(element.get("name") or element.get("property") or "").lower())
        value = str(element.get("content") or "").strip()
        if name and value:
            found.setdefault(name, value[:VALUE_CHARS_MAX])
    root = soup.find("html")
    if root is not None and root.get("lang"):
        found["language"] = str(root["lang"])[:50]
    link = soup.find("link", rel="canonical")
    if link is not None and link.get("href"):
        found["canonical"] = str(link["href"])[:VALUE_CHARS_MAX]
    return found


def _declared(data: bytes) -> str | None:
    """The encoding that the page itself names."""
    from bs4.dammit import EncodingDetector

    return EncodingDetector.find_declared_encoding(data[:_DECLARED_WITHIN], is_html=True, search_entire_document=True)
