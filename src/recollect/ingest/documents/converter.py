"""The converter of HTML to Markdown: markdownify, with tables of our own (`grids`).

It is imported where a page comes, for it needs an optional package.
"""

from __future__ import annotations

import re
from typing import Any

from bs4.element import NavigableString, PreformattedString
from markdownify import MarkdownConverter

from recollect.ingest.documents.grids import COLUMNS_MAX, Cell, laid_out, table

ROWS_SPANNED_MAX = 65_534
"""As HTML says."""
HEAD_ROWS_MAX = 4
_CELLS = ("td", "th")
_APART = frozenset(
    "[document] html p div section article h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre table caption thead tbody"
    " tfoot tr td th br hr".split()
)
"""Where a line of text begins and ends."""
_POWER = re.compile(r"[-+\u2212\u2013\u00b1(]*(?:\d|[ijknxyz](?![^\W\d_]))")
"""A number, or a letter that stands for one; the others end words, as in 2e, 3o and Mr."""
_SUM = re.compile(r"[^()]*[^\W_]\s*[-+\u2212\u2013/*\u00d7]\s*[^\W_]")
"""What would be read apart from its sign: `2^n+1`."""
_NOT_RAISED = ("", *" \t\r\n\u00a0\u202f([{/\u2044-\u2013\u2014=+<>\u00ab\u201c\u2018")
"""After these stands what comes first, as the 14 of <sup>14</sup>C."""
_PARTS = ("thead", "tbody", "tfoot", "tr", "caption", *_CELLS)


class Converter(MarkdownConverter):
    def __init__(self) -> None:
        super().__init__(heading_style="ATX", bullets="-", escape_misc=False, escape_underscores=False)
        self._texts: dict[int, str] = {}
        """What stands in the cells, until their table ends."""

    def convert_a(self, el: Any, text: str, parent_tags: Any) -> str:
        if not el.get("href"):  # a place to jump to
            return text
        return str(super().convert_a(el, text, parent_tags))  # type: ignore[misc]

    def convert_hN(self, n: int, el: Any, text: str, parent_tags: Any) -> str:  # noqa: N802, markdownify's own name
        made = str(super().convert_hN(n, el, text, parent_tags))  # type: ignore[misc]
        return f" {made.strip()} " if "_inline" in parent_tags else made

    def convert_list(self, el: Any, text: str, parent_tags: Any) -> str:
        made = str(super().convert_list(el, text, parent_tags))  # type: ignore[misc]
        return f"{made}\n\n" if "li" in parent_tags else made  # the text of an item may go on after its list

    convert_ul = convert_list
    convert_ol = convert_list

    def convert_sup(self, el: Any, text: str, parent_tags: Any) -> str:
        """`10<sup>6</sup>` is no 106. The end of a word stays one: `1<sup>st</sup>`."""
        if not _POWER.match(text) or _before(el) in _NOT_RAISED:
            return text
        if _is_fraction(el):
            return f" {text}"
        said = text.rstrip()
        return ("^(%s)" if _SUM.match(said) else "^%s") % said + text[len(said) :] + _gap(el, text)

    def convert_sub(self, el: Any, text: str, parent_tags: Any) -> str:
        """`1010<sub>2</sub>` is no 10102; `CO<sub>2</sub>` is CO2."""
        if not text[:1].isdigit():
            return text
        return ("_" if _before(el).isdigit() else "") + text + _gap(el, text)

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


def _before(el: Any) -> str:
    """The character before an element on its line, or none."""
    line = _line(el)
    for one in el.previous_elements:
        if not isinstance(one, NavigableString):
            if one.name in _APART:
                break
        elif one and not isinstance(one, PreformattedString):  # no comment
            return str(one[-1]) if _line(one) is line else ""
    return ""


def _line(node: Any) -> Any:
    """The element that a text is a line of."""
    around = node.parent
    while around is not None and around.name not in _APART:
        around = around.parent
    return around


def _gap(el: Any, text: str) -> str:
    """`log<sub>2</sub>8` is no log28."""
    after = el.next_sibling
    return " " if text[-1:].isdigit() and isinstance(after, NavigableString) and after[:1].isdigit() else ""


def _is_fraction(el: Any) -> bool:
    """The upper part of `3<sup>1</sup>/<sub>2</sub>`."""
    bar = el.next_sibling
    return (
        isinstance(bar, NavigableString)
        and bar.strip() in ("/", "\u2044")
        and getattr(bar.next_sibling, "name", "") == "sub"
    )
