"""What a store must do. One suite of tests runs over every implementation.

Every method takes a Scope: there is no way to ask without saying whose memory is meant. A store knows nothing of
embedders, ranking or rules of writing; it keeps rows, postings and vectors in step and gives them back in bulk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from recollect.contracts.access import AccessKeeping
from recollect.contracts.documents import DocumentKeeping
from recollect.contracts.graph import Cutoffs, GraphKeeping, KnownRelations
from recollect.contracts.notices import Notices
from recollect.contracts.vector_index import VectorFeed
from recollect.model.ageing import Ageing
from recollect.model.batch import Batch, Entries, Facts, Problem, Stamped, Vectors, Written
from recollect.model.columns import Columns, Postings
from recollect.model.counts import AgentCount, SectorCount, Totals
from recollect.model.decision import Decision, OpenConflict
from recollect.model.graph import Waypoint
from recollect.model.job import Job
from recollect.model.kept import Kept
from recollect.model.query import Filter
from recollect.model.recalled import Asked
from recollect.model.record import Edge, Record, Tombstone
from recollect.model.scope import Scope
from recollect.model.tier import Mark, SpaceStamp

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Records = list[Record]
"""Spelled out here because `list` is a verb of the store."""
PendingVectors = list[tuple[int, Record]]
Edges = list[Edge]
Ids = list[str]
Tombstones = list[Tombstone]
Users = list[str | None]
Problems = list[Problem]
Decisions = list[Decision]
Conflicts = list[OpenConflict]
Jobs = list[Job]
Aged = list[Ageing]
AskedLately = list[Asked]
AgentCounts = list[AgentCount]
SectorCounts = list[SectorCount]
StampsSeen = tuple[SpaceStamp | None, ...]
"""Some spaces as they are now; None: nothing was ever written there."""


class SpaceReader(Protocol):
    """One space inside one read transaction."""

    @property
    def id(self) -> int:
        """The upper half of its items."""

    @property
    def columns(self) -> Columns: ...

    def postings(self, terms: Sequence[str]) -> Postings: ...
    def longer(self, beginning: str) -> Sequence[str]:
        """Terms that begin with these hexadecimal digits and have more of them, in order."""

    def sector_vectors(self, sector: str, signature: str) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Rows of `columns`, ascending, that have a vector of that embedder for the sector, and those vectors."""

    @property
    def stamp(self) -> SpaceStamp: ...

    def vectors(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """The vectors of some rows of `columns`, read now where the columns hold none; zeros where there is none."""

    def changed_since(self, mark: Mark, *, limit: int) -> NDArray[np.int64] | None:
        """Rows of `columns` that a tier with this mark does not know as they are; None: more than `limit`."""

    def matching(self, filter: Filter) -> NDArray[np.bool_] | None:
        """Which rows of `columns` meet the conditions that only the database can judge; None: there are none."""


class Reader(Protocol):
    """One read transaction over the spaces a scope sees: the user's own and the tenant's shared one."""

    @property
    def spaces(self) -> Sequence[SpaceReader]: ...

    def records(self, items: Sequence[int]) -> dict[int, Record]:
        """Rows by item; what is gone is missing."""

    def sources(self, ids: Sequence[str], kind: str = "derived_from") -> dict[str, list[str]]:
        """Of each record that was derived from others, or with which others were merged (`merged_from`): their ids."""

    def replaced(self, ids: Sequence[str]) -> dict[str, str]:
        """Of each of these that took the place of another: its id; and so on from there, a few steps back."""

    def versions(self, id: str) -> list[Record]:
        """All versions of a record, oldest first, as this transaction sees them."""

    def waypoints(self, ids: Sequence[str]) -> dict[str, Waypoint]:
        """The waypoint of each of these records that has one to a current record."""

    def naming(self, keys: Sequence[str]) -> dict[str, list[int]]:
        """Of each entity that goes by one of these folded names: the newest items that name it."""

    def contested(self, id: str) -> list[tuple[OpenConflict, Record]]:
        """The open conflicts in which this record is the known side, each with the statement that waits."""

    def questions(self) -> tuple[OpenConflict, ...]:
        """What the user of these spaces should be asked."""

    def relations(self, *, now: datetime, cutoffs: Cutoffs, trust_min: float, limit: int) -> KnownRelations:
        """As `Store.relations`, of all that these spaces name."""


class Store(GraphKeeping, DocumentKeeping, AccessKeeping, VectorFeed, Protocol):
    """Durable memory of all tenants."""

    @property
    def url(self) -> str: ...

    @property
    def replica_failure(self) -> str | None:
        """Why the server that should answer searches is left alone; None: it is not, or there is none."""

    @property
    def notices(self) -> Notices | None:
        """How processes hear of each other's writes at once; None: they look for themselves."""

    def identity(self) -> str | None:
        """What tells this store from every other; made once. None: it has none and cannot be written."""

    def write(self, scope: Scope, batch: Batch) -> Written:
        """One transaction. Raises `Conflict` when an ending's record is no longer current, or a key is taken."""

    def write_vectors(self, scope: Scope, vectors: Vectors) -> None: ...

    def delete(self, scope: Scope, ids: Sequence[str], now: datetime, *, versions: Sequence[str] = ()) -> int:
        """Remove records with all their versions, postings, vectors, edges and cached copies; leave tombstones.

        Of `versions` only the version itself: those around it are linked, and what it had superseded is current again.
        """

    def reading(
        self,
        scope: Scope,
        *,
        signature: str | None,
        users: Sequence[str] = (),
        matrix: bool = True,
        replica: bool = False,
    ) -> AbstractContextManager[Reader]:
        """Without `matrix` the columns say which items have a vector and hold none: a tier has them.

        `replica`: a server that follows the store may answer, once it shows what this process has written and seen.
        Others' writes may be missing while it lags: to show, not to decide upon. `ReplicaFailed`: read without it."""

    def stamp(self, scope: Scope) -> SpaceStamp | None:
        """The scope's own space as it is now: as long as that is the same, so are its records."""

    def stamps_seen(self, scope: Scope, users: Sequence[str] = ()) -> StampsSeen:
        """Those of every space that the scope reads, or the listed users' and the shared one, in a fixed order."""

    def look(self, scope: Scope, id: str) -> Stamped | None:
        """One record of the scope's tenant, with the stamp of its space in the same transaction."""

    def get(self, scope: Scope, ids: Sequence[str]) -> Records:
        """Records of the scope's tenant by id, in the order asked; what is not there is left out."""

    def find_key(self, scope: Scope, key: str) -> Record | None:
        """The current record with that key in the scope's own space."""

    def keyed(self, scope: Scope, key: str) -> Records:
        """Everything that has or had that key in the scope's own space, old versions too, in the order written."""

    def list(
        self,
        scope: Scope,
        filter: Filter,
        *,
        now: datetime,
        limit: int,
        offset: int,
        everyone: bool = False,
        own: bool = False,
    ) -> Records:
        """Newest first, of the spaces the scope sees; `everyone`: of all users of the tenant; `own`: of its own space
        alone."""

    def count(
        self, scope: Scope, filter: Filter, *, now: datetime, everyone: bool = False, own: bool = False
    ) -> int: ...

    def scan(self, scope: Scope, *, everyone: bool = False) -> Iterator[Record]:
        """Every record and version in the order it was written, streamed."""

    def kept(self, scope: Scope, *, everyone: bool = False) -> Iterator[Kept]:
        """What is kept beside the records of the scope's own space (`everyone`: of the tenant) and not made anew from
        them: links between records, decisions, conflicts, told ties; streamed."""

    def keep(self, scope: Scope, given: Sequence[Kept]) -> int:
        """Put such things back into the scope's own space; what is there stays as it is. Returns how many were new."""

    def turns(self, scope: Scope, session: str, *, limit: int) -> Records:
        """The last turns of a conversation of the scope's own space, in their order: those with exactly the
        scope's agent and project."""

    def contributions(self, scope: Scope) -> int:
        """Memories written into the scope's own space since its profile was made."""

    def versions(self, scope: Scope, id: str) -> Records:
        """All versions of a record, oldest first, following `previous_version_id` both ways."""

    def versions_of(self, scope: Scope, ids: Sequence[str]) -> Mapping[str, Records]:
        """The same of many records at once; those that are not there are left out."""

    def orphaned_versions(self, scope: Scope) -> Ids:
        """Old versions in the tenant that repeat those of a record and that nothing follows."""

    def edges(self, scope: Scope, ids: Sequence[str]) -> Edges: ...

    def tombstones(self, scope: Scope) -> Tombstones: ...

    def touch(self, scope: Scope, ids: Iterable[str], now: datetime, *, boost: float = 0.0) -> None:
        """Count a recall of what has these ids now; each adds `boost` to what is left of its strength, up to 1.

        Buffered by the caller, never part of a version, and no write for searches.
        """

    def log_recalls(self, scope: Scope, asked: Sequence[Asked], *, kept: int) -> None:
        """Remember questions of users of the scope's tenant and what they found; of each user the newest `kept`.
        0: what was remembered of the tenant is dropped."""

    def recalls(self, scope: Scope, *, limit: int) -> AskedLately:
        """What was asked in the scope's own space, newest first."""

    def ageing(
        self, scope: Scope, *, now: datetime | None, cutoffs: Mapping[str, datetime], after: int, limit: int
    ) -> Aged:
        """What is active in the scope's own space, by item, from the first above `after` on.

        With `now`: only what has expired by then, or was made before the cutoff of its layer.
        """

    def erase(self, scope: Scope, now: datetime, *, keys: bool = True) -> dict[str, int]:
        """Remove the scope's own space with everything in it, and with `keys` the keys of its user, in one transaction;
        what was removed, by table."""

    def pending_vectors(
        self, scope: Scope, signature: str, *, limit: int, sector: str | None = None, items: Sequence[int] = ()
    ) -> PendingVectors:
        """Of the whole tenant, or of `items`, those (in the sector) without a vector of this embedder, oldest first."""

    def pending_count(self, scope: Scope, signature: str, *, sector: str | None = None) -> int: ...

    def replace_index(self, scope: Scope, entries: Entries, *, analyser_version: int) -> None:
        """Write the postings, length and flags of all entries of the scope's own space anew, in one transaction.

        Their records are in the order they were written.
        """

    def users(self, scope: Scope, *, holding: bool = False) -> Users:
        """The users of the tenant that have a space (`holding`: and something in it); None is the shared one."""

    def analyser_version(self, scope: Scope) -> int | None:
        """Which analyser built the index of the scope's own space; None: nothing is there yet."""

    def cached_vectors(self, scope: Scope, signature: str, hashes: Sequence[str]) -> dict[str, NDArray[np.float32]]: ...

    def cache_vectors(
        self, scope: Scope, signature: str, vectors: dict[str, NDArray[np.float32]], *, now: datetime, entries_max: int
    ) -> None: ...

    def decisions(self, scope: Scope, *, memory_id: str | None = None, job: str | None = None, limit: int) -> Decisions:
        """Of the scope's own space, newest first; with a memory id those about it, with a job its own in order."""

    def conflict(self, scope: Scope, id: str) -> OpenConflict | None:
        """One of the scope's tenant."""

    def conflicts(self, scope: Scope, *, everyone: bool, resolved: bool, limit: int) -> Conflicts:
        """Oldest first, of the spaces the scope sees; `everyone`: of the whole tenant."""

    def claim_job(
        self,
        scope: Scope,
        *,
        now: datetime,
        lease_until: datetime,
        claim: str,
        everyone: bool,
        kind: str | None = None,
        wait_s: float | None = None,
    ) -> Job | None:
        """The next job that is due in the scope's own space (`everyone`: in the tenant), of one `kind` or of any; held
        until the lease ends.

        No space has two running jobs. A job whose lease has ended is taken from its holder. Of a conversation, what
        was said earlier comes first, also when it has to be tried again. Spaces that somebody is writing to come last:
        he is waited for where nothing else is to be done, for `wait_s` or (None) as long as any lock is waited for,
        and then the store is busy (`StoreBusy`).
        """

    def change_job(self, scope: Scope, job: Job) -> None:
        """Renew, put back, finish or bury a job one holds. `Conflict`: somebody else holds it now."""

    def retry_job(self, scope: Scope, id: str, now: datetime) -> bool:
        """Queue a dead job again."""

    def job(self, scope: Scope, id: str) -> Job | None: ...

    def jobs(self, scope: Scope, states: Sequence[str], *, everyone: bool, limit: int) -> Jobs:
        """Newest first."""

    def hasten_jobs(self, scope: Scope, kinds: Sequence[str], now: datetime, *, everyone: bool) -> int:
        """Let queued jobs of these kinds begin now instead of at their time; returns how many."""

    def open_jobs(self, scope: Scope, *, everyone: bool, now: datetime | None = None) -> int:
        """How many of the scope's own space (`everyone`: of the tenant) are queued or running.

        With `now`, those that wait for their time are left out.
        """

    def job_counts(self, scope: Scope, *, everyone: bool) -> dict[str, int]:
        """State -> how many, of the scope's user or of the shared memory (`everyone`: of the tenant)."""

    def trim_jobs(self, scope: Scope, before: datetime) -> int:
        """Drop jobs that were done before that."""

    def schedule_job(self, scope: Scope, job: Job) -> bool:
        """Queue a job of the tenant, unless one with its id is there, or nothing was ever written to the tenant."""

    def trim_decisions(self, scope: Scope, before: datetime) -> int:
        """Drop decisions of the tenant that were made before that."""

    def agents(self, scope: Scope, filter: Filter, *, now: datetime, limit: int, everyone: bool = False) -> AgentCounts:
        """Agents of the records that the scope sees, or of everyone's, by name. Conditions on JSON are not judged."""

    def sector_counts(self, scope: Scope, filter: Filter, *, now: datetime, everyone: bool = False) -> SectorCounts:
        """Records by primary sector, in the order of `SECTORS`; those without any are left out. As `agents`."""

    def totals(self, scope: Scope, filter: Filter, *, now: datetime, everyone: bool = False) -> Totals:
        """How many records there are, by layer and kind, and how long they are. As `agents`."""

    def facts(self, scope: Scope) -> Facts: ...

    def check(self, scope: Scope, *, repair: bool, whole: bool = True) -> Problems:
        """What is wrong with the tenant's rows and, if `whole`, with the file or database, which is everybody's."""

    def backup(self, scope: Scope, target: Path) -> int:
        """An online, verified copy of the whole database; returns its bytes."""

    def close(self) -> None: ...
