"""The numbers of spaces where tables are divided by tenant: a hash of the tenant above, a counted number below.

PostgreSQL gives them itself (migration 0008). Here is the same rule for whoever moves rows from one database into
another: what counts is below in either, so that a number is known on both sides.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping

from recollect.errors import InvalidState
from recollect.model.columns import NUMBER_BITS
from recollect.storage.sql.rows import NUMBER_MASK, Row
from recollect.storage.sql.tables import Group, Table

HASH_BITS = 4
COUNT_BITS = 27
"""With the hash they are all that a positive INTEGER has."""
HASH_SHIFT = COUNT_BITS + NUMBER_BITS
"""Where the hash begins in an item."""
PARTS = 1 << HASH_BITS
NOBODY = ""
"""Whose an erased space is: a tenant that no Scope can have. It has no rows and keeps the number it has."""


def part_of(tenant: str) -> int:
    """Which part of a divided table a tenant's rows lie in: "acme" -> 8."""
    return hashlib.sha256(tenant.encode()).digest()[0] >> (8 - HASH_BITS)


def counted(space: int) -> int:
    """What a number says beside the hash."""
    return space & ((1 << COUNT_BITS) - 1)


def divided(space: int, tenant: str) -> int:
    """The number of a space where tables are divided, from the one it has where they are not."""
    if space >> COUNT_BITS:
        raise InvalidState(
            f"space {space} has too large a number for a database divided by tenant, which can count to "
            f"{(1 << COUNT_BITS) - 1}; nothing was changed"
        )
    return space if tenant == NOBODY else (part_of(tenant) << COUNT_BITS) | space


class Numbers:
    """What the spaces of a database, and so their items, are called in another it is copied into."""

    def __init__(self, tenants: Mapping[int, str], *, before: bool, after: bool) -> None:
        """`tenants`: of each space there is. `before`, `after`: whether the one and the other are divided."""
        if before == after:
            self._after = {space: space for space in tenants}
        elif after:
            self._after = {space: divided(space, tenant) for space, tenant in tenants.items()}
        else:
            self._after = {space: counted(space) for space in tenants}
        self._same = before == after
        self._before = {after: before for before, after in self._after.items()}
        self.tenants = {self._after[space]: tenant for space, tenant in tenants.items()}
        """Of each space as it is called afterwards."""

    def rows(self, table: Table, rows: Iterable[Row]) -> Iterator[Row]:
        """Rows as they are afterwards."""
        if self._same:
            yield from rows
            return
        of_space = ("id",) if table.name == "space" else ("space",)
        of_item = ("item", "graphed_item", "linked_item")
        space_at = [at for at, name in enumerate(table.columns) if name in of_space]
        item_at = [at for at, name in enumerate(table.columns) if name in of_item]
        for row in rows:
            values = list(row)
            for at in space_at:
                values[at] = self._after.get(values[at], values[at])
            for at in item_at:
                space = self._after.get(values[at] >> NUMBER_BITS)
                if space is not None:
                    values[at] = (space << NUMBER_BITS) | (values[at] & NUMBER_MASK)
            yield tuple(values)

    def before(self, table: Table, group: Group) -> Group | None:
        """What a group of rows was called; None: there was none."""
        if self._same or (table.name != "space" and table.by not in ("space", "item")):
            return group
        return self._before.get(int(group))
