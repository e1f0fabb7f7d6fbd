"""Rows of one space as they were read last: what is recalled is recalled again soon, and its row is mostly the same.

Kept with the columns of the space and by the same rule: whatever changes a row raises the space's generation, and the
rows that changed are dropped when the columns take the change in. What is kept is what a record is made of; each caller
gets a record of his own, because he may write into its metadata.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from recollect.model.record import Record
from recollect.storage.sql.rows import Fields, Row, fields_of, made, metadata_of

KEPT_MAX = 4096
"""Of one space; when there are more, the half that was read first goes."""
CHARS_MAX = 8000
"""A longer row is read anew each time."""
ROW_BYTES = 2500
"""What a row takes beside its text."""


class _Kept(NamedTuple):
    fields: Fields
    metadata: str

    @property
    def size(self) -> int:
        return ROW_BYTES + len(self.fields["content"]) + len(self.metadata)


class KeptRows:
    """Item -> what its record is made of. For one thread at a time."""

    def __init__(self) -> None:
        self._rows: dict[int, _Kept] = {}
        self.nbytes = 0

    def of(self, items: Iterable[int]) -> list[Record]:
        """Those of them that are kept."""
        return [made(*kept) for kept in map(self._rows.get, items) if kept is not None]

    def put(self, row: Row) -> Record:
        """The record of a row, which is kept."""
        kept, item = _Kept(fields_of(row), metadata_of(row)), row[0]
        record = made(*kept)
        if item not in self._rows and kept.size <= CHARS_MAX + ROW_BYTES:
            self._rows[item] = kept
            self.nbytes += kept.size
            if len(self._rows) > KEPT_MAX:
                self.drop(list(self._rows)[: len(self._rows) - KEPT_MAX // 2])
        return record

    def drop(self, items: Iterable[int]) -> None:
        for item in items:
            kept = self._rows.pop(item, None)
            if kept is not None:
                self.nbytes -= kept.size

    def count(self, item: int, strength: float, times: int, at: datetime) -> None:
        """Recalls were counted, which is no change of generation: it is that strong since then, and was recalled so
        many times."""
        kept = self._rows.get(item)
        if kept is not None:
            counted = {"strength": strength, "strength_at": at, "access_count": times, "last_accessed_at": at}
            self._rows[item] = kept._replace(fields=kept.fields | counted)
