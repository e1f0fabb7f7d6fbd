"""Tables of any format as Markdown: a row a line, under the heads of the columns.

What a merged cell says holds for every place that it covers, so it is said in each of them. Lines of one cell above a
table are its titles, and stand before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

COLUMNS_MAX = 1_000
REPEATED_CHARS_MAX = 200
"""A longer text of a merged cell is said once."""
TITLES_MAX = 5


class Cell(NamedTuple):
    """What stands in a table, and how many rows and columns it covers."""

    text: str
    rows: int = 1
    columns: int = 1


def laid_out(rows: Iterable[Sequence[Cell]]) -> list[list[str]]:
    """Every text in its column."""
    made: list[list[str]] = []
    above: dict[int, tuple[str, int]] = {}
    """By column: what reaches down to it, and into how many rows."""
    for cells in rows:
        row: list[str] = []
        below = {column: (text, left - 1) for column, (text, left) in above.items() if left > 1}
        for one in cells:
            while len(row) in above:
                row.append(above[len(row)][0])
            columns = max(1, min(one.columns, COLUMNS_MAX - len(row)))
            again = one.text if len(one.text) <= REPEATED_CHARS_MAX else ""
            if one.rows > 1:
                below |= dict.fromkeys(range(len(row), len(row) + columns), (again, one.rows - 1))
            alone = len(cells) == 1 and not row  # over all columns: it parts the table, and is said once
            row += [one.text, *["" if alone else again] * (columns - 1)]
        for column in sorted(above):
            if column >= len(row):
                row += [*[""] * (column - len(row)), above[column][0]]
        above = below
        made.append(row[:COLUMNS_MAX])
    return made


def titles(rows: Sequence[Sequence[str]]) -> int:
    """How many of the first rows are titles: with one cell each, that stands no further right than the heads begin."""
    furthest = 0
    for count, row in enumerate(rows[: TITLES_MAX + 1]):
        filled = [column for column, text in enumerate(row) if text.strip()]
        if len(filled) != 1:
            return count if filled and furthest <= filled[0] else 0
        furthest = max(furthest, filled[0])
    return 0


def table(rows: Sequence[Sequence[str]], heads: int = 1) -> str:
    """A Markdown table below its titles. The first row is its head, or so many together; 0: it has none."""
    rows = [row for row in rows if any(text.strip() for text in row)]
    if not rows:
        return ""
    count = titles(rows)
    before = [title(row) for row in rows[:count]]
    heads = max(min(heads, 1), heads - count)
    made = ruled(_joined(rows[count : count + heads]), rows[count + heads :])
    return "\n".join([*before, "", made] if before else [made])


def ruled(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A line of heads, a rule, and a line for each row."""
    width = max(map(len, (head, *rows)))
    return "\n".join([line(head, width), "|" + " --- |" * width, *(line(row, width) for row in rows)])


def _joined(rows: Sequence[Sequence[str]]) -> list[str]:
    """Heads of several rows as one: `2024` above `Costs` is `2024 Costs`."""
    width = max((len(row) for row in rows), default=0)
    columns = [[row[at] for row in rows if at < len(row) and row[at].strip()] for at in range(width)]
    return [" ".join(dict.fromkeys(texts)) for texts in columns]


def title(row: Sequence[str]) -> str:
    return " ".join(" ".join(row).split())


def line(row: Sequence[str], width: int) -> str:
    return "| " + " | ".join(cell(text) for text in [*row, *[""] * (width - len(row))]) + " |"


def cell(text: str) -> str:
    return " ".join(part for line in text.split("\n") if (part := line.strip())).replace("|", "\\|")
