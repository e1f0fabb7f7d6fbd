"""PPTX: the text of each slide, its tables and its notes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from recollect.errors import TooLarge
from recollect.ingest.documents.docx import office_metadata
from recollect.ingest.documents.grids import Cell, laid_out, table
from recollect.ingest.documents.limits import Limits, Source
from recollect.ingest.documents.markup import tidy
from recollect.ingest.documents.text import TITLE_CHARS_MAX
from recollect.ingest.documents.zips import opened, require_plain_xml
from recollect.model.document import Reading, Section

GROUP_DEPTH_MAX = 20
_GROUP = 6
"""MSO_SHAPE_TYPE.GROUP"""
_FIELD = "}fld"
_BREAK = "\v"
"""A line that was broken inside a paragraph."""


def read(source: Source, limits: Limits) -> Reading:
    from pptx import Presentation

    with opened(source, limits) as archive:
        require_plain_xml(archive, source)
        metadata = office_metadata(archive)
    slides = list(Presentation(io.BytesIO(source.data)).slides)
    if len(slides) > limits.pages_max:
        raise TooLarge(f"{source.shown} has {len(slides)} slides; at most {limits.pages_max} are read")
    sections = [
        Section(text=text, place=f"slide={number}") for number, slide in enumerate(slides, 1) if (text := _slide(slide))
    ]
    title = metadata.pop("title", "")
    first = slides[0].shapes.title if slides else None
    if first is not None and title in ("", "PowerPoint Presentation"):
        title = _words(_text(first.text_frame))
    return Reading(
        media_type=source.media_type,
        sections=tuple(sections),
        title=title[:TITLE_CHARS_MAX],
        metadata={**metadata, "slides": len(slides)},
        method="python-pptx",
    )


def _slide(slide: Any) -> str:
    heading = slide.shapes.title
    title = _words(_text(heading.text_frame)) if heading is not None else ""
    parts = [f"## {title}"] if title else []
    for shape in _shapes(slide.shapes, 0):
        if heading is not None and shape.shape_id == heading.shape_id:
            continue
        if shape.has_text_frame:
            parts.append(_paragraphs(shape.text_frame))
        elif getattr(shape, "has_table", False):
            parts.append(table(laid_out([_cells(row) for row in shape.table.rows])))
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        notes = _text(slide.notes_slide.notes_text_frame).replace(_BREAK, "\n").strip()
        if notes:
            parts.append(f"Notes: {notes}")
    return tidy("\n\n".join(part for part in parts if part))


def _cells(row: Any) -> list[Cell]:
    """Without those that a merged one covers."""
    own = [one for one in row.cells if not one.is_spanned]
    return [Cell(_words(_text(one.text_frame)), one.span_height, one.span_width) for one in own]


def _shapes(shapes: Any, depth: int) -> Iterator[Any]:
    for shape in shapes:
        if shape.shape_type == _GROUP and depth < GROUP_DEPTH_MAX:
            yield from _shapes(shape.shapes, depth + 1)
        else:
            yield shape


def _text(frame: Any) -> str:
    return "\n".join(map(_said, frame.paragraphs))


def _said(paragraph: Any) -> str:
    """Its runs and breaks. What the program fills in itself (`‹#›`, today's date) nobody wrote."""
    return "".join(one.text for one in paragraph._p.content_children if not one.tag.endswith(_FIELD))


def _words(text: str) -> str:
    """In one line: people break lines inside titles and paragraphs too."""
    return " ".join(text.split())


def _paragraphs(frame: Any) -> str:
    lines = [(one.level, _words(_said(one))) for one in frame.paragraphs]
    lines = [(level, text) for level, text in lines if text]
    if len(lines) == 1:
        return str(lines[0][1])
    return "\n".join("  " * level + f"- {text}" for level, text in lines)
