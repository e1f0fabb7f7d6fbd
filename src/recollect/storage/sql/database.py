"""What a SQL database brings to the shared store: sessions (one transaction each) and the few things that differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from recollect.contracts.notices import Notices
from recollect.model.batch import Problem
from recollect.model.scope import Scope
from recollect.storage.sql.blocks import Block, PostingList
from recollect.storage.sql.rows import Row

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from recollect.storage.sql.snapshots import SpaceState


class Everyone(Enum):
    """What is no one tenant's."""

    EVERYONE = "everyone"
    EVERYTHING = "everything"


EVERYONE = Everyone.EVERYONE
"""For the few questions that are asked before a tenant is known."""
EVERYTHING = Everyone.EVERYTHING
"""Every row of every table: to copy a store. `Forbidden` where the database itself keeps tenants apart, since what it
shows then looks whole and is not."""
Whose = Scope | Everyone | None
"""What a transaction may see where the database itself keeps tenants apart. None: nobody's."""


class RawVector(NamedTuple):
    """A row of `vector` or (with a sector) `sector_vector`, whatever the database."""

    item: int
    sector: str | None
    embedder: int
    data: bytes
    """float32, little-endian, or where `coded` a scale and one byte a dimension."""
    coded: bool


class Session(Protocol):
    """One open transaction. SQL uses `?` for parameters in every dialect."""

    def all(self, sql: str, params: Sequence[Any] = ()) -> list[Row]: ...

    def one(self, sql: str, params: Sequence[Any] = ()) -> Row | None: ...

    def run(self, sql: str, params: Sequence[Any] = ()) -> int:
        """Execute; how many rows it changed."""

    def many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None: ...

    def stream(self, sql: str, params: Sequence[Any] = ()) -> Iterator[Row]:
        """Rows one by one, for what may not fit in memory."""

    # --- what differs between databases -------------------------------------------------------------------------

    @property
    def vector_bytes(self) -> str:
        """SQL for the number of bytes of numbers in a row of `vector`."""

    @property
    def may_hold(self) -> str:
        """SQL that is true where `content` fits a pattern of LIKE in any case, and wherever it is more than ASCII."""

    def of_space(self, space: int, alias: str = "item") -> tuple[str, tuple[int, ...]]:
        """SQL that a row of `item` lies in a space, and its parameters. Where the table is divided, also what says in
        which part to look."""

    def of_tenant(self, tenant: str) -> tuple[str, tuple[str, ...]]:
        """The same for a row that is a tenant's."""

    def lock(self, table: str, ids: Sequence[int]) -> None:
        """Nobody else changes these rows of `space` or `embedder`, and so what belongs to them, before this ends.

        Needed only where a transaction reads first and writes what it read later; `spaces.reserve` locks by itself.
        """

    def hold_job(self, space: int, tenant: str, id: str, *, wait_s: float | None) -> bool:
        """Nobody else changes this job or its space before this ends. `wait_s`: how long somebody who does so now is
        waited for (`StoreBusy` after that); None: as long as for any lock; 0: not at all, and the answer is False."""

    def wrote(self, tenant: str, owner: str, space: int, generation: int | None) -> None:
        """The space has this generation when the transaction ends; None: it is no longer there."""

    def tell(self, kind: str, tenant: str) -> None:
        """Other processes should hear of that, a kind of `model.notice`, when the transaction has been committed."""

    def add_blocks(self, rows: Iterable[Block]) -> None:
        """Insert rows of `posting`."""

    def posting_lists(self, space: int, terms: Sequence[str], *, after: int) -> dict[str, PostingList]:
        """Of each term that has any, the blocks that begin above `after`. One aggregated row a term."""

    def put_vectors(
        self,
        embedder: int,
        items: Sequence[int],
        rows: NDArray[np.float32],
        *,
        signature: str,
        sector: str | None = None,
    ) -> None:
        """Insert or replace; with a sector, among the vectors of that sector."""

    def vectors(
        self, embedder: int, low: int, high: int, *, dim: int, signature: str, sector: str | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Items of the range that have a usable vector of that embedder (for that sector), ascending, and the
        vectors."""

    @property
    def raw_vector(self) -> str:
        """SQL for two columns: a vector's bytes as SQLite holds them, or else in pgvector's binary form."""

    def put_raw_vectors(self, rows: Sequence[RawVector]) -> None:
        """Insert vectors, all for an item or all for a sector of one, exactly as another database held them."""

    def restart_ids(self) -> None:
        """After rows with ids of their own were inserted: the next id given is above all of them."""

    def vectors_of(
        self, embedder: int, items: Sequence[int], *, dim: int, signature: str
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Which of these items have a vector of that embedder, ascending, and the vectors."""


class Database(Protocol):
    """Connections to one database, migrated to the current schema."""

    @property
    def url(self) -> str: ...

    @property
    def place(self) -> str:
        """The address in the one form that it has wherever the program runs: two stores have two of them."""

    @property
    def schema_version(self) -> int: ...

    @property
    def single(self) -> bool:
        """All sessions share one connection: none may stay open while the caller does something else."""

    @property
    def divided(self) -> bool:
        """Tables are divided by tenant, whose hash the numbers of spaces carry: see `numbering`."""

    @property
    def replica_failure(self) -> str | None:
        """Why the server that should answer searches is left alone, if it is."""

    @property
    def notices(self) -> Notices | None:
        """How processes hear of each other's writes at once; None: they look for themselves."""

    def reading(self, whose: Whose = None) -> AbstractContextManager[Session]:
        """A read transaction: everything in it sees one state."""

    def searching(
        self, scope: Scope, owners: Sequence[str], *, replica: bool
    ) -> AbstractContextManager[tuple[Session, list[SpaceState]]]:
        """A read transaction, and the spaces of these owners as it sees them. `replica`: it may be that of a server
        which follows the primary, as far as it shows what this process has written or seen of those spaces."""

    def writing(self, whose: Whose = None, *, durable: bool = True) -> AbstractContextManager[Session]:
        """A write transaction; committed at the end, rolled back on any error. Not `durable`: bookkeeping that a power
        cut may undo, though no kill of the process, so that nobody need wait for the disk."""

    def integrity(self, *, repair: bool) -> list[Problem]:
        """What the database itself says about its files."""

    def bytes(self) -> int: ...

    def settle(self) -> None:
        """After a deletion: what was written before it leaves the database's own log, as far as nobody reads it."""

    def backup(self, target: Path) -> int: ...

    def close(self) -> None: ...
