"""What one write transaction does: entries in, versions ended, records deleted, edges drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from recollect.model.decision import Decision, OpenConflict
from recollect.model.document import Document
from recollect.model.graph import Told
from recollect.model.job import Job
from recollect.model.record import Edge, Record
from recollect.model.tier import SpaceStamp

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, kw_only=True)
class Terms:
    """The terms of some texts, term by term: as an index keeps them."""

    names: Sequence[str]
    """Each term once, ascending."""
    each: NDArray[np.int64]
    """How many of the texts have it."""
    places: NDArray[np.int64]
    """Which texts these are, term after term; ascending for each term."""
    counts: NDArray[np.int64]
    """How often each of them has the term."""


@dataclass(frozen=True, kw_only=True)
class SectorVectors:
    """Vectors that the embedder of one sector made for some of a batch's records."""

    sector: str
    signature: str
    places: Sequence[int]
    """Which records of the batch."""
    rows: NDArray[np.float32]


@dataclass(frozen=True, kw_only=True)
class Entries:
    """Records about to be written, with all that their index needs. In columns: a batch is made of thousands."""

    records: Sequence[Record]
    terms: Terms
    lengths: Sequence[int]
    flags: Sequence[int]
    vectors: NDArray[np.float32] | None = None
    """A row for each record, or none at all."""
    sector_vectors: tuple[SectorVectors, ...] = ()
    """Further vectors, where a sector has an embedder of its own."""


@dataclass(frozen=True, kw_only=True)
class Ending:
    """A version that stops being current. With `moved_to`, its row gives up its id to the version that follows it."""

    id: str
    item: int
    status: str
    ended_at: datetime
    moved_to: str | None = None
    reopening: bool = False
    """The version had ended before (it was archived) and is followed by another now."""
    follows: str | None = None
    """From now on the version before this one, where it had none: what was never current joins a history."""
    said_on: bool = False
    """What it says is said on by a fuller statement in its place, or by a summary: questions about it stay."""
    with_sources: bool = False
    """Its links to what it was drawn from move with its row: the version that takes its id rests on something else."""
    recalls: int | None = None
    """How often it had been recalled when it was read: recalls counted since then are the following version's too."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a version stands in its history from now on: an older one came to be known. No version either."""

    item: int
    version: int
    previous_version_id: str | None


@dataclass(frozen=True, kw_only=True)
class Strength:
    """How alive a record is from now on. Not a version: nothing it says has changed."""

    item: int
    strength: float
    at: datetime


@dataclass(frozen=True, kw_only=True)
class Boost:
    """What comes on top of what is left of a record's strength by then. It is not current any more: `Conflict`."""

    id: str
    item: int
    boost: float
    at: datetime


@dataclass(frozen=True, kw_only=True)
class Decided:
    """A decision to be kept, with the name it is kept under; a job gives the same name when it runs again."""

    id: str
    decision: Decision
    at: datetime
    job: str | None = None


@dataclass(frozen=True, kw_only=True)
class Moved:
    """A passage that says the same and stands elsewhere in its document now. Not a version either."""

    item: int
    reference: str
    position: int
    metadata: Mapping[str, Any] | None = None
    """What is said of it from now on; None: the same as before."""


@dataclass(frozen=True, kw_only=True)
class Milestone:
    """Follow-up work for every so many memories that are written into a space."""

    every: int
    job: Job


@dataclass(frozen=True, kw_only=True)
class Batch:
    """Everything in it happens, or nothing."""

    entries: Entries | None = None
    endings: tuple[Ending, ...] = ()
    places: tuple[Place, ...] = ()
    edges: tuple[Edge, ...] = ()
    told: tuple[Told, ...] = ()
    """Names and relations that came with records."""
    signature: str | None = None
    """Identity of the embedder that made the vectors."""
    strengths: tuple[Strength, ...] = ()
    boosts: tuple[Boost, ...] = ()
    decided: tuple[Decided, ...] = ()
    conflicts: tuple[OpenConflict, ...] = ()
    """New ones, and those that were resolved."""
    jobs: tuple[Job, ...] = ()
    """Follow-up work. One that is given as running is its writer's to do, if the space is free for it; else it waits
    like the others."""
    signals: tuple[Job, ...] = ()
    """Follow-up work that one job does for many writes: where one of the same kind, session and labels is queued and
    was not yet tried, it is put off until `run_at` instead; signals of other sessions need wait no longer."""
    milestone: Milestone | None = None
    """Signalled when the memories of this batch bring the space's contributions to another multiple of its number."""
    finished: Job | None = None
    """The job this batch is the effect of. Somebody else holds it now: `JobTaken`, and nothing happens."""
    documents: tuple[Document, ...] = ()
    """Their new state. Each is the version after the one that is there, or the first, or another look at the same
    bytes; else `Conflict`."""
    moved: tuple[Moved, ...] = ()
    removed: tuple[str, ...] = ()
    """Records that go for good, with all their versions."""
    dropped: tuple[Document, ...] = ()
    """Documents that go, as they were read; their passages are `removed` or ended beside it."""
    at: datetime | None = None
    """When it is done; needed where something is `removed`."""
    seen: int | None = None
    """The generation of the space that this batch rests on. It has another one by now: `Conflict`."""
    sources: tuple[str, ...] = ()
    """Records that what is written was drawn from. One of them was deleted meanwhile: `Conflict`."""


ANYBODYS = "*"
"""Instead of the signature of an embedder."""


@dataclass(frozen=True, kw_only=True)
class Vectors:
    """Vectors for items that exist already: what a backfill writes."""

    signature: str
    items: tuple[int, ...]
    rows: NDArray[np.float32]
    sector: str | None = None
    """Made by the embedder of this sector; None: the vectors that every item has."""
    sparing: str | None = None
    """Items that have a vector of this embedder keep it; `ANYBODYS`: those that have any. None: all are replaced."""


@dataclass(frozen=True, kw_only=True)
class Written:
    """What a batch became."""

    given: Sequence[Record] = ()
    items: Sequence[int] = ()
    positions: Sequence[int] = ()
    generation: int
    contributions: int = 0
    """Memories written into the space since its profile was made."""
    reached: bool = False
    """The batch's milestone was, or what the profile tells has changed: the job for it is queued."""
    held: tuple[Job, ...] = ()
    """Jobs of the batch that its writer holds: nobody else does them while his claim lasts."""

    @cached_property
    def records(self) -> tuple[Record, ...]:
        """The records where the store put them. Made when somebody asks: most who write thousands do not."""
        placed = zip(self.given, self.items, self.positions, strict=True)
        return tuple(record.but(item=item, position=position) for record, item, position in placed)

    def first(self, count: int) -> Written:
        """Without what was written beside the first so many records."""
        return replace(self, given=self.given[:count], items=self.items[:count], positions=self.positions[:count])


@dataclass(frozen=True, kw_only=True)
class Stamped:
    """A record with the epoch and generation its space had when it was read."""

    record: Record
    stamp: SpaceStamp


@dataclass(frozen=True, kw_only=True)
class Problem:
    """Something a consistency check found."""

    code: str
    count: int
    message: str
    repaired: bool = False


@dataclass(frozen=True, kw_only=True)
class Facts:
    """Counts and facts about a store, for people and status pages."""

    url: str
    schema_version: int
    analyser_version: int
    records: int
    by_layer: Mapping[str, int] = field(default_factory=dict)
    by_status: Mapping[str, int] = field(default_factory=dict)
    spaces: int = 0
    vectors: Mapping[str, int] = field(default_factory=dict)
    """Signature -> how many vectors."""
    sector_vectors: Mapping[str, int] = field(default_factory=dict)
    """Signature -> how many vectors that belong to a sector."""
    bytes: int = 0
