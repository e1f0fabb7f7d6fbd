"""Tables: XLSX, CSV and TSV, as Markdown tables of a few rows each, every one with the head of its columns.

A row alone says nothing; with the names of its columns above it, it can be found and understood. Rows of a CSV file
keep their line numbers.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from typing import Any
from urllib.parse import quote

from recollect.errors import InvalidInput, TooLarge
from recollect.ingest.documents.docx import office_metadata
from recollect.ingest.documents.limits import Limits, Source
from recollect.ingest.documents.markup import cell, table
from recollect.ingest.documents.text import TITLE_CHARS_MAX, decode
from recollect.ingest.documents.zips import opened, require_plain_xml
from recollect.model.document import Reading, Section

GROUP_CHARS = 1_200
"""Of a table's text: about three hundred tokens, so that a group becomes one passage."""
CELL_CHARS_MAX = 10_000
COLUMNS_MAX = 1_000
SHEETS_NAMED_MAX = 100
SNIFF_CHARS = 16_384

Row = tuple[int, list[str]]
"""Its line and its cells."""


def read(source: Source, limits: Limits) -> Reading:
    return _workbook(source, limits) if source.media_type.startswith("application/") else _lines(source, limits)


# --- CSV and TSV ----------------------------------------------------------------------------------------------------


def _lines(source: Source, limits: Limits) -> Reading:
    text, encoding, notes = decode(source.data, source.charset)
    rows = _rows_of(text, source)
    sections = [Section(text=one, place=f"L{first}-L{last}") for one, first, last in grouped(rows, limits, source)]
    return Reading(
        media_type=source.media_type,
        sections=tuple(sections),
        metadata={"encoding": encoding},
        method="csv",
        notes=notes,
    )


def _rows_of(text: str, source: Source) -> Iterator[Row]:
    delimiter = "\t" if source.media_type == "text/tab-separated-values" else _delimiter(text[:SNIFF_CHARS])
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    before = 0
    try:
        for row in reader:
            first, before = before + 1, reader.line_num
            if any(value.strip() for value in row):
                yield first, [value[:CELL_CHARS_MAX] for value in row[:COLUMNS_MAX]]
    except csv.Error as error:
        raise InvalidInput(f"{source.shown} is no table after line {before} ({error})") from error


def _delimiter(sample: str) -> str:
    """The sign that parts the first lines into the most equal columns."""
    lines = [line for line in sample.splitlines()[:20] if line.strip()]
    if not lines:
        return ","
    counts = {sign: [line.count(sign) for line in lines] for sign in (",", ";", "\t", "|")}
    return max(counts, key=lambda sign: (min(counts[sign]), counts[sign][0]))


# --- XLSX -----------------------------------------------------------------------------------------------------------


def _workbook(source: Source, limits: Limits) -> Reading:
    from openpyxl import load_workbook

    with opened(source, limits) as archive:
        require_plain_xml(archive, source)
        metadata = office_metadata(archive)
    book = load_workbook(io.BytesIO(source.data), read_only=True, data_only=True, keep_links=False)
    try:
        if len(book.worksheets) > limits.pages_max:
            raise TooLarge(f"{source.shown} has {len(book.worksheets)} sheets; at most {limits.pages_max} are read")
        sections = [
            Section(text=f"## {sheet.title}\n\n{text}", place=f"sheet={quote(sheet.title)}")
            for sheet in book.worksheets
            for text, _, _ in grouped(_sheet(sheet), limits, source)
        ]
        names = [sheet.title for sheet in book.worksheets[:SHEETS_NAMED_MAX]]
    finally:
        book.close()
    return Reading(
        media_type=source.media_type,
        sections=tuple(sections),
        title=str(metadata.pop("title", ""))[:TITLE_CHARS_MAX],
        metadata={**metadata, "sheets": names},
        method="openpyxl",
    )


def _sheet(sheet: Any) -> Iterator[Row]:
    sheet.reset_dimensions()  # what a sheet says of its size may be a lie of a million rows
    for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
        values = [_shown(value) for value in row[:COLUMNS_MAX]]
        while values and not values[-1]:
            values.pop()
        if any(values):
            yield number, values


def _shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.isoformat(sep=" ") if value.time() != time() else value.date().isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)[:CELL_CHARS_MAX]


# --- both -----------------------------------------------------------------------------------------------------------


def grouped(rows: Iterable[Row], limits: Limits, source: Source) -> Iterator[tuple[str, int, int]]:
    """Tables of a few rows under the same head, each with its first and last line."""
    head: list[str] | None = None
    group: list[list[str]] = []
    first = last = size = count = 0
    for number, row in rows:
        if head is None:
            head, first, last = row, number, number
            continue
        length = sum(len(value) + 3 for value in row)
        if group and size + length > GROUP_CHARS:
            yield table([head, *group]), first, last
            group, size, count = [], 0, count + 1
        if count >= limits.entries_max:
            raise TooLarge(f"{source.shown} has more rows than are read; give it in parts")
        first = first if group or not count else number
        group.append(row)
        size, last = size + length, number
    if head is not None:
        yield (table([head, *group]) if group else " | ".join(map(cell, head))), first, last
