"""Rows that were read are kept: how many, how large, and which go first."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.errors import StoreCorrupt
from recollect.storage.sql import kept_rows
from recollect.storage.sql.kept_rows import KeptRows
from recollect.storage.sql.rows import RECORD_COLUMNS, Row

COLUMNS = RECORD_COLUMNS.split(", ")
LATER = datetime(2024, 5, 1, tzinfo=UTC)


def row(item: int, content: str = "apple", metadata: str = "{}") -> Row:
    values: dict[str, object] = {
        "item": item, "tenant": "default", "id": str(item), "content": content, "metadata": metadata, "tags": "[]",
        "sectors": "[]", "strength": 0.5, "strength_at": 0, "created_at": 0, "updated_at": 0, "access_count": 0,
    }  # fmt: skip
    return tuple(values.get(name) for name in COLUMNS)


def test_what_was_read_first_goes_when_there_are_too_many() -> None:
    rows = KeptRows()
    for item in range(kept_rows.KEPT_MAX):
        rows.put(row(item))
    assert len(rows.of(range(kept_rows.KEPT_MAX))) == kept_rows.KEPT_MAX
    rows.put(row(kept_rows.KEPT_MAX))
    kept = [record.item for record in rows.of(range(kept_rows.KEPT_MAX + 1))]
    assert kept == list(range(kept_rows.KEPT_MAX // 2 + 1, kept_rows.KEPT_MAX + 1))
    assert rows.nbytes == len(kept) * (kept_rows.ROW_BYTES + len("apple{}"))


def test_a_long_row_is_not_kept_and_dropping_gives_its_bytes_back() -> None:
    rows, long = KeptRows(), "x" * kept_rows.CHARS_MAX
    assert [rows.put(row(1)).content, rows.put(row(2, long)).content] == ["apple", long]
    assert [record.item for record in rows.of([1, 2])] == [1]
    rows.drop([1, 2])
    assert (rows.of([1, 2]), rows.nbytes) == ([], 0)


def test_each_caller_gets_a_record_of_his_own() -> None:
    rows = KeptRows()
    first = rows.put(row(1, metadata='{"colour":["green"]}'))
    [second], [third] = rows.of([1]), rows.of([1])
    assert first == second == third
    first.metadata["colour"].append("red")
    second.metadata.clear()
    [fourth] = rows.of([1])
    assert third == fourth
    assert fourth.metadata == {"colour": ["green"]}


def test_a_counted_recall_changes_what_was_counted_alone() -> None:
    rows = KeptRows()
    before = rows.put(row(1))
    rows.count(1, 0.7, 3, LATER)
    rows.count(2, 0.7, 3, LATER)
    assert rows.of([1, 2]) == [before.but(strength=0.7, strength_at=LATER, access_count=3, last_accessed_at=LATER)]
    assert before.access_count == 0


def test_a_row_that_cannot_be_read_is_not_kept() -> None:
    rows = KeptRows()
    for metadata in ("{", '["x"'):
        with pytest.raises(StoreCorrupt, match="the record 1 cannot be read"):
            rows.put(row(1, metadata=metadata))
    assert (rows.of([1]), rows.nbytes) == ([], 0)
