"""Tables: XLSX, CSV and TSV, as Markdown tables of a few rows each, every one with its titles and the heads of its
columns.

A row alone says nothing; with the names of its columns above it, it can be found and understood. Rows of a CSV file
keep their line numbers.
"""

from __future__ import annotations

import csv
import io
import itertools
import re
import zipfile
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from typing import Any, NamedTuple
from urllib.parse import quote

from recollect.errors import InvalidInput, TooLarge
from recollect.ingest.documents.docx import office_metadata
from recollect.ingest.documents.grids import COLUMNS_MAX, TITLES_MAX, cell, line, ruled, title, titles
from recollect.ingest.documents.limits import Limits, Source
from recollect.ingest.documents.text import TITLE_CHARS_MAX, decode
from recollect.ingest.documents.zips import opened, require_plain_xml
from recollect.model.document import Reading, Section

GROUP_CHARS = 1_200
"""Of a table's text: about three hundred tokens, so that a group becomes one passage."""
TITLES_CHARS_MAX = 300
"""Longer ones stand above the first rows alone."""
CELL_CHARS_MAX = 10_000
SHEETS_NAMED_MAX = 100
SNIFF_CHARS = 16_384

Row = tuple[int, list[str]]
"""Its line and its cells."""
_NO_RESULT = re.compile(rb"<f\b[^<>]*(?:/>|>[^<]*</f>)\s*(?:<v\s*/>|<v>\s*</v>|</c>)")
"""A formula that was written by a program which does not reckon."""
_FORMULAS_SHOWN = "formulas whose results are not in the file are shown as they are; open and save it in a spreadsheet"


class Group(NamedTuple):
    """A few rows of a table, as Markdown, and the line that each line of it stands in; 0: it was put in here."""

    text: str
    lines: tuple[int, ...]

    @property
    def place(self) -> str:
        said = [number for number in self.lines if number]
        return f"L{said[0]}-L{said[-1]}"


def read(source: Source, limits: Limits) -> Reading:
    return _workbook(source, limits) if source.media_type.startswith("application/") else _lines(source, limits)


# --- CSV and TSV ----------------------------------------------------------------------------------------------------


def _lines(source: Source, limits: Limits) -> Reading:
    text, encoding, notes = decode(source.data, source.charset)
    rows = _rows_of(text, source)
    sections = [Section(text=one.text, place=one.place, lines=one.lines) for one in grouped(rows, limits, source)]
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
        unreckoned = _unreckoned(archive)
    asked = {"read_only": True, "keep_links": False}
    book = load_workbook(io.BytesIO(source.data), data_only=True, **asked)
    written = load_workbook(io.BytesIO(source.data), **asked) if unreckoned else None
    try:
        if len(book.worksheets) > limits.pages_max:
            raise TooLarge(f"{source.shown} has {len(book.worksheets)} sheets; at most {limits.pages_max} are read")
        sections = [
            Section(text=f"## {sheet.title}\n\n{one.text}", place=f"sheet={quote(sheet.title)}")
            for number, sheet in enumerate(book.worksheets)
            for one in grouped(_sheet(sheet, written and written.worksheets[number]), limits, source)
        ]
        names = [sheet.title for sheet in book.worksheets[:SHEETS_NAMED_MAX]]
    finally:
        book.close()
        if written is not None:
            written.close()
    return Reading(
        media_type=source.media_type,
        sections=tuple(sections),
        title=str(metadata.pop("title", ""))[:TITLE_CHARS_MAX],
        metadata={**metadata, "sheets": names},
        method="openpyxl",
        notes=(_FORMULAS_SHOWN,) if unreckoned else (),
    )


def _unreckoned(archive: zipfile.ZipFile) -> bool:
    """Whether a sheet has formulas without results. Most have not, and are read once."""
    sheets = [name for name in archive.namelist() if name.startswith("xl/worksheets/") and name.endswith(".xml")]
    return any(_NO_RESULT.search(archive.read(name)) for name in sheets)


def _sheet(sheet: Any, written: Any) -> Iterator[Row]:
    """`written`: the same sheet with its formulas."""
    for one in filter(None, (sheet, written)):
        one.reset_dimensions()  # what a sheet says of its size may be a lie of a million rows
    formulas = written.iter_rows(values_only=True) if written else itertools.repeat(())
    for number, (row, formula) in enumerate(zip(sheet.iter_rows(values_only=True), formulas, strict=False), 1):
        cells = itertools.zip_longest(row[:COLUMNS_MAX], formula[: len(row)])
        values = [_shown(text if value is None else value) for value, text in cells]
        while values and not values[-1]:
            values.pop()
        if any(values):
            yield number, values


def _shown(value: Any) -> str:
    if value is None:
        return ""
    value = getattr(value, "text", value)  # a formula for several cells
    if isinstance(value, datetime):
        return value.isoformat(sep=" ") if value.time() != time() else value.date().isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)[:CELL_CHARS_MAX]


# --- both -----------------------------------------------------------------------------------------------------------


def grouped(rows: Iterable[Row], limits: Limits, source: Source) -> Iterator[Group]:
    """Tables of a few rows under the same titles and heads."""
    waiting = iter(rows)
    first = list(itertools.islice(waiting, TITLES_MAX + 1))
    count = titles([row for _, row in first])
    above, [head, *rest] = first[:count], first[count:] or [(0, [])]
    if not head[1]:
        return
    group: list[Row] = []
    size = made = 0
    for number, row in itertools.chain(rest, waiting):
        length = len(line(row, len(head[1]))) + 1
        if group and size + length > GROUP_CHARS:
            yield _group(above, head, group)
            group, size, made = [], 0, made + 1
            above, head = _again(above), (0, head[1])
        if made >= limits.entries_max:
            raise TooLarge(f"{source.shown} has more rows than are read; give it in parts")
        group.append((number, row))
        size += length
    if group:
        yield _group(above, head, group)
    else:
        yield Group(" | ".join(map(cell, head[1])), (head[0],))


def _group(above: list[Row], head: Row, rows: list[Row]) -> Group:
    before = [*(title(row) for _, row in above), ""] if above else []
    numbers = [*(number for number, _ in above), 0] if above else []
    text = ruled(head[1], [row for _, row in rows])
    return Group("\n".join([*before, text]), (*numbers, head[0], 0, *(number for number, _ in rows)))


def _again(above: list[Row]) -> list[Row]:
    """Titles, as they stand above rows further down."""
    short = sum(len(title(row)) for _, row in above) <= TITLES_CHARS_MAX
    return [(0, row) for _, row in above] if short else []
