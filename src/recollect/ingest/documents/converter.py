"""The converter of HTML to Markdown: markdownify, with tables of our own (`grids`).

It is imported where a page comes, for it needs an optional package.
"""

from __future__ import annotations

from typing import Any

from markdownify import MarkdownConverter

from recollect.ingest.documents.grids import COLUMNS_MAX, Cell, laid_out, table

ROWS_SPANNED_MAX = 65_534
"""As HTML says."""
HEAD_ROWS_MAX = 4
_CELLS = ("td", "th")
_PARTS = ("thead", "tbody", "tfoot", "tr", "caption", *_CELLS)


class Converter(MarkdownConverter):
    def __init__(self) -> None:
        super().__init__(heading_style="ATX", bullets="-", escape_misc=False, escape_underscores=False)
        self._texts: dict[int, str] = {}
        """What stands in the cells, until their table ends."""

    def convert_td(self, el: Any, text: str, parent_tags: Any) -> str:
        around = el.find_parent(["tr", "table"])
        if around is None or around.name == "table" or around.find_parent("table") is None:
            return text  # a cell of no row
        self._texts[id(el)] = text.strip()
        return ""

    convert_th = convert_td

    def convert_tr(self, el: Any, text: str, parent_tags: Any) -> str:
        return text.strip()

    def convert_table(self, el: Any, text: str, parent_tags: Any) -> str:
        """`text`: what stands in it and in none of its cells, as a caption."""
        rows = _rows(el)
        laid = laid_out([[self._cell(one) for one in cells] for cells in rows])
        rows = [cells for cells, row in zip(rows, laid, strict=True) if any(row)]
        if any(name in parent_tags for name in _CELLS):  # a table in a table's cell has no lines of its own
            made = "; ".join(", ".join(filter(None, row)) for row in laid)
        else:
            made = table(laid, heads=_heads(rows))
        return "\n\n" + "\n\n".join(filter(None, (text.strip(), made))) + "\n\n"

    def _cell(self, el: Any) -> Cell:
        return Cell(
            self._texts.pop(id(el), ""), _span(el, "rowspan", ROWS_SPANNED_MAX), _span(el, "colspan", COLUMNS_MAX)
        )


def unfold(soup: Any) -> None:
    """Tables that only lay out a page are no tables: those of one cell, and those without heads that hold others."""
    for one in soup.find_all("table"):
        cells = [cell for cells in _rows(one) for cell in cells]
        bare = one.find("table") is not None and not any(cell.name == "th" for cell in cells)
        if len(cells) > 1 and not bare:
            continue
        parts = [part for part in one.find_all(_PARTS) if part.find_parent("table") is one]
        for part in (*parts, one):
            part.name = "div"


def _rows(el: Any) -> list[list[Any]]:
    """The cells of a table's own rows, not those of a table inside it."""
    rows = [row for row in el.find_all("tr") if row.find_parent("table") is el]
    # Where ends of cells and rows are left out, as they may be, the parser puts each into the one before.
    return [[cell for cell in row.find_all(_CELLS) if cell.find_parent("tr") is row] for row in rows]


def _heads(rows: list[list[Any]]) -> int:
    """How many of the first rows are heads of columns: those that are marked, or the first. 0: there is one before
    each row."""
    marked = 0
    for cells in rows[:HEAD_ROWS_MAX]:
        if not cells or not (_all_heads(cells) or cells[0].find_parent(["thead", "table"]).name == "thead"):
            break
        marked += 1
    sideways = bool(rows) and [one.name for one in rows[0]][:2] == ["th", "td"]
    return 0 if sideways and not marked else max(1, min(marked, len(rows) - 1))


def _all_heads(cells: list[Any]) -> bool:
    """The corner above heads at the side, and to the left of those above, may be an empty cell of another kind."""
    return all(one.name == "th" or not one.get_text(strip=True) for one in cells)


def _span(el: Any, name: str, most: int) -> int:
    """0 rows are all that follow."""
    said = str(el.get(name) or "").strip()
    count = int(said) if said.isascii() and said.isdigit() and len(said) < 10 else 1
    return min(count, most) if count else most
