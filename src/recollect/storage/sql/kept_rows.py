"""Rows of one space as they were read last: what is recalled is recalled again soon, and its row is mostly the same.

Kept with the columns of the space and by the same rule: whatever changes a row raises the space's generation, and the
rows that changed are dropped when the columns take the change in. Rows and not records, because a caller may write into
a record's metadata.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from recollect.storage.sql.rows import RECORD_COLUMNS, Row

KEPT_MAX = 4096
"""Of one space; when there are more, the half that was read first goes."""
CHARS_MAX = 8000
"""A longer row is read anew each time."""
ROW_BYTES = 1000
"""What a row takes beside its text."""

_COLUMNS = RECORD_COLUMNS.split(", ")
_CONTENT, _METADATA = _COLUMNS.index("content"), _COLUMNS.index("metadata")
_COUNTED = tuple(map(_COLUMNS.index, ("strength", "strength_at", "access_count", "last_accessed_at")))


class KeptRows:
    """Item -> its row. For one thread at a time."""

    def __init__(self) -> None:
        self._rows: dict[int, Row] = {}
        self.nbytes = 0

    def of(self, items: Iterable[int]) -> list[Row]:
        """Those of them that are kept."""
        return [row for row in map(self._rows.get, items) if row is not None]

    def put(self, rows: Iterable[Row]) -> None:
        for row in rows:
            if row[0] not in self._rows and (size := _size(row)) <= CHARS_MAX + ROW_BYTES:
                self._rows[row[0]] = row
                self.nbytes += size
        if len(self._rows) > KEPT_MAX:
            self.drop(list(self._rows)[: len(self._rows) - KEPT_MAX // 2])

    def drop(self, items: Iterable[int]) -> None:
        for item in items:
            row = self._rows.pop(item, None)
            if row is not None:
                self.nbytes -= _size(row)

    def count(self, item: int, counted: Sequence[Any]) -> None:
        """A recall was counted, which is no change of generation: the row with these instead (strength, when it was
        that, how often it was recalled, when last)."""
        row = self._rows.get(item)
        if row is not None:
            values = list(row)
            for place, value in zip(_COUNTED, counted, strict=True):
                values[place] = value
            self._rows[item] = tuple(values)


def _size(row: Row) -> int:
    return ROW_BYTES + len(row[_CONTENT]) + len(row[_METADATA])
