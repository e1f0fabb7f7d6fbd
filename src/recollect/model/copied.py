"""What became of a copy from one store to another."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Checked:
    """Rows that were read back and are the same on both sides."""

    rows: int = 0
    digest: str = ""
    """A sum over a hash of each row: the same rows give the same digest in whatever order a database keeps them."""


@dataclass(frozen=True, kw_only=True)
class Copied:
    """A copy that was compared with its source, table by table and tenant by tenant."""

    source: str
    target: str
    tables: dict[str, Checked]
    tenants: dict[str, Checked]
    """Over all tables; the tenant '' is what belongs to everybody."""
    written: int
    """Rows that this run wrote; those of an earlier run that was broken off are not among them."""
    resumed: bool
    changed: tuple[str, ...] = ()
    """What was written to while the last round ran: spaces (`tenant/user`), and tenants with the tables in which
    something else of theirs changed (`tenant (api_key, audit)`). Run it again when nobody writes."""

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables.values())
