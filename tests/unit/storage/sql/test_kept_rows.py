"""Rows that were read are kept: how many, how large, and which go first."""

from __future__ import annotations

from recollect.storage.sql import kept_rows
from recollect.storage.sql.kept_rows import KeptRows
from recollect.storage.sql.rows import RECORD_COLUMNS, Row

COLUMNS = RECORD_COLUMNS.split(", ")


def row(item: int, content: str = "apple") -> Row:
    values: dict[str, object] = {"item": item, "content": content, "metadata": "{}", "access_count": 0}
    return tuple(values.get(name) for name in COLUMNS)


def test_what_was_read_first_goes_when_there_are_too_many() -> None:
    rows = KeptRows()
    rows.put(row(item) for item in range(kept_rows.KEPT_MAX))
    assert len(rows.of(range(kept_rows.KEPT_MAX))) == kept_rows.KEPT_MAX
    rows.put([row(kept_rows.KEPT_MAX)])
    kept = [one[0] for one in rows.of(range(kept_rows.KEPT_MAX + 1))]
    assert kept == list(range(kept_rows.KEPT_MAX // 2 + 1, kept_rows.KEPT_MAX + 1))
    assert rows.nbytes == sum(kept_rows.ROW_BYTES + len("apple{}") for _ in kept)


def test_a_long_row_is_not_kept_and_dropping_gives_its_bytes_back() -> None:
    rows = KeptRows()
    rows.put([row(1), row(2, "x" * kept_rows.CHARS_MAX)])
    assert [one[0] for one in rows.of([1, 2])] == [1]
    rows.drop([1, 2])
    assert (rows.of([1, 2]), rows.nbytes) == ([], 0)


def test_a_counted_recall_changes_the_counted_columns_alone() -> None:
    rows = KeptRows()
    rows.put([row(1)])
    rows.count(1, (0.7, 5, 3, 6))
    rows.count(2, (0.7, 5, 3, 6))
    [kept] = rows.of([1, 2])
    changed = {name: new for name, old, new in zip(COLUMNS, row(1), kept, strict=True) if old != new}
    assert changed == {"strength": 0.7, "strength_at": 5, "access_count": 3, "last_accessed_at": 6}
