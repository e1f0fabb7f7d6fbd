"""The tables of the schema, for whoever goes over all of them: a closed list.

A house test compares it with what the migrations make, so that a table or column that is added later is not forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Literal

from recollect.model.columns import NUMBER_BITS
from recollect.storage.sql.rows import space_range

Group = int | str


@dataclass(frozen=True, kw_only=True)
class Table:
    """One table: its columns, its primary key, and what says to whom a row belongs."""

    name: str
    key: tuple[str, ...]
    columns: tuple[str, ...]
    by: Literal["id", "space", "item", "tenant"]
    """The column that groups its rows: those of a space, those of a tenant, or each by itself (`id`)."""
    flags: tuple[str, ...] = ()
    """Columns that PostgreSQL holds as boolean."""
    vectors: bool = False
    """Its last column is a vector, which databases hold in their own ways; here it is one column, `data`."""
    cache: bool = False
    """Can be made anew from the rest."""

    def grouping(self) -> Callable[[Sequence[Any]], Group]:
        """What says of a row to which group it belongs."""
        at = self.columns.index(self.by)
        if self.by == "item":
            return lambda row: int(row[at]) >> NUMBER_BITS
        return itemgetter(at)

    def where(self, group: Group) -> tuple[str, tuple[Group, ...]]:
        """The condition that finds a group's rows through an index."""
        if self.by == "item":
            return "item BETWEEN ? AND ?", space_range(int(group))
        return f"{self.by} = ?", (group,)

    def tenant(self, group: Group, spaces: dict[int, str]) -> str:
        """Whose rows a group holds. `spaces`: the tenant of each space."""
        if self.by == "tenant":
            return str(group)
        return "" if self.name == "embedder" else spaces.get(int(group), "")


def _table(name: str, key: str, columns: str, by: Literal["id", "space", "item", "tenant"], **more: Any) -> Table:
    return Table(name=name, key=tuple(key.split()), columns=tuple(columns.split()), by=by, **more)


NOT_COPIED = ("meta", "given")
"""About the database itself: its schema version, and how far a copy into it has come. And what an upstream gave: it
is good for a month, and whoever names what is not known sends the conversation instead."""
NOT_COPIED_COLUMNS = {"space": ("epoch",), "vector": ("code",), "sector_vector": ("code",)}
"""An epoch is a database's own: another number makes every cache start over. A code is a vector's other form."""

TABLES = (
    _table(
        "space",
        "id",
        "id tenant owner generation next_number analyser contributions graphed graphed_item linked linked_item",
        "id",
    ),
    _table("embedder", "id", "id signature", "id"),
    _table("tenant_setting", "tenant name", "tenant name value", "tenant"),
    _table(
        "api_key",
        "tenant id",
        "tenant id hash name hint role owner requests_per_minute created_at last_used_at expires_at revoked_at",
        "tenant",
    ),
    _table(
        "item",
        "item",
        "item tenant space id changed layer kind status owner agent session project key role speaker position content "
        "tags metadata sectors confidence strength original_strength strength_at decay_rate access_count "
        "last_accessed_at occurred_at valid_from valid_until created_at updated_at expires_at ended_at version "
        "previous_version_id source reference content_hash trust length flags",
        "item",
    ),
    _table("told", "item", "item data", "item"),
    _table("posting", "space term number", "space term number count rest", "space"),
    _table("vector", "item", "item embedder data", "item", vectors=True),
    _table("sector_vector", "item sector", "item sector embedder data", "item", vectors=True),
    _table(
        "edge",
        "space source kind target",
        "space source_type source kind target_type target weight confidence valid_from valid_until created_at ended_at",
        "space",
    ),
    _table("entity", "space id", "space id name type created_at updated_at", "space"),
    _table("alias", "space name", "space name entity given", "space", flags=("given",)),
    _table("mention", "space item entity alias", "space item entity alias name live", "space", flags=("live",)),
    _table("statement", "space source relation target item", "space item source relation target confidence", "space"),
    _table(
        "decision",
        "space id",
        "space id action memory_id previous_id reason job conflict created_at",
        "space",
    ),
    _table("recall", "space id", "space id asked_at question found", "space"),
    _table(
        "conflict",
        "tenant id",
        "tenant id space owner action question reason new_id old_id created_at resolved_at choice",
        "tenant",
    ),
    _table(
        "document",
        "tenant id",
        "tenant id space owner agent session project collection source title media_type content_hash stamp fingerprint "
        "bytes passages metadata version error created_at updated_at",
        "tenant",
    ),
    _table("tombstone", "tenant id item", "tenant id space item generation deleted_at", "tenant"),
    _table(
        "job",
        "tenant id",
        "tenant id space owner agent session project kind payload state attempts run_at lease_until claim created_at "
        "finished_at error result",
        "tenant",
    ),
    _table("audit", "tenant id", "tenant id at key_id owner verb ids count", "tenant"),
    _table("answer", "tenant name", "tenant name request_hash status body created_at", "tenant"),
    _table("embed_log", "tenant id", "tenant id model status at error", "tenant"),
    _table("embedding_cache", "tenant embedder hash", "tenant embedder hash data used_at", "tenant", cache=True),
)
"""In the order they are copied: what others point at comes first."""
