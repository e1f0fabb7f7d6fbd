"""What one write transaction does: entries in, versions ended, records deleted, edges drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from recollect.model.decision import Decision, OpenConflict
from recollect.model.job import Job
from recollect.model.record import Edge, Record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A record about to be written, with all that its index needs."""

    record: Record
    terms: Mapping[str, int]
    length: int
    flags: int
    vector: NDArray[np.float32] | None = None


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


@dataclass(frozen=True, kw_only=True)
class Strength:
    """How alive a record is from now on. Not a version: nothing it says has changed."""

    item: int
    strength: float
    at: datetime


@dataclass(frozen=True, kw_only=True)
class Decided:
    """A decision to be kept, with the name it is kept under; a job gives the same name when it runs again."""

    id: str
    decision: Decision
    at: datetime
    job: str | None = None


@dataclass(frozen=True, kw_only=True)
class Batch:
    """Everything in it happens, or nothing."""

    entries: tuple[Entry, ...] = ()
    endings: tuple[Ending, ...] = ()
    edges: tuple[Edge, ...] = ()
    signature: str | None = None
    """Identity of the embedder that made the vectors."""
    strengths: tuple[Strength, ...] = ()
    decided: tuple[Decided, ...] = ()
    conflicts: tuple[OpenConflict, ...] = ()
    """New ones, and those that were resolved."""
    jobs: tuple[Job, ...] = ()
    """Follow-up work."""
    finished: Job | None = None
    """The job this batch is the effect of. Somebody else holds it now: `JobTaken`, and nothing happens."""
    seen: int | None = None
    """The generation of the space that this batch rests on. It has another one by now: `Conflict`."""


@dataclass(frozen=True, kw_only=True)
class Vectors:
    """Vectors for items that exist already: what a backfill writes."""

    signature: str
    items: tuple[int, ...]
    rows: NDArray[np.float32]


@dataclass(frozen=True, kw_only=True)
class Written:
    """What a batch became."""

    records: tuple[Record, ...]
    generation: int


@dataclass(frozen=True, kw_only=True)
class Stamped:
    """A record with the epoch and generation its space had when it was read."""

    record: Record
    stamp: tuple[int, int]


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
    bytes: int = 0
