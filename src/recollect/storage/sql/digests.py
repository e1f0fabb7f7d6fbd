"""Digests of rows: the same for the same rows, whatever the database and its order."""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from recollect.storage.sql.database import Session
from recollect.storage.sql.rows import Row
from recollect.storage.sql.table_rows import select
from recollect.storage.sql.tables import Group, Table

DIGEST_BYTES = 16
ROWS_A_WORD = 5000

_MODULUS = 1 << (8 * DIGEST_BYTES)


@dataclass(slots=True)
class Digest:
    """How many rows, and the sum of their hashes: order does not matter, and groups add up to the whole."""

    rows: int = 0
    sum: int = 0

    def add(self, row: Row) -> None:
        # marshal in its first version writes numbers, texts and bytes by value alone, and is the fastest to do so
        hashed = hashlib.blake2b(marshal.dumps(tuple(row), 0), digest_size=DIGEST_BYTES).digest()
        self.rows += 1
        self.sum = (self.sum + int.from_bytes(hashed)) % _MODULUS

    def join(self, other: Digest) -> None:
        self.rows += other.rows
        self.sum = (self.sum + other.sum) % _MODULUS

    @property
    def hex(self) -> str:
        return f"{self.sum:0{2 * DIGEST_BYTES}x}"


Digests = dict[Group, Digest]


def digests(
    session: Session,
    table: Table,
    *,
    group: Group | None = None,
    whole: bool = False,
    told: Callable[[int], None] | None = None,
    changed: Callable[[Iterable[Row]], Iterable[Row]] = iter,
) -> Digests:
    """The digest of each group of a table, or of one group. `whole`: with columns that are not copied. `changed`: what
    is made of rows beforehand."""
    found: Digests = {}
    grouping = table.grouping()
    for count, row in enumerate(changed(select(session, table, group=group, whole=whole)), start=1):
        found.setdefault(grouping(row), Digest()).add(row)
        if told is not None and count % ROWS_A_WORD == 0:
            told(ROWS_A_WORD)
    if told is not None:
        told(sum(one.rows for one in found.values()) % ROWS_A_WORD)
    return found


def total(parts: Digests | Iterable[Digest]) -> Digest:
    made = Digest()
    for part in parts.values() if isinstance(parts, dict) else parts:
        made.join(part)
    return made
