"""The columnar view of one space: what ranking reads instead of rows.

A `Columns` holds one entry per item of a space, ordered by item number, as numpy arrays of equal length. It is built
by a store, cached per process, and never changed: a newer state is a new `Columns`. Row `i` of every array is the same
item; `numbers[i]` is the item's number inside its space. Texts are deliberately absent: they are read for the winners.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from recollect.model.record import LAYERS, PENDING_REVIEW, STATUSES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NOTHING = -1
"""Code for "no session", "no speaker", "no neighbour" in the integer columns."""

EVERGREEN = 1 << 24
"""Flag of an item that does not age; bits below it belong to the analysis of the text."""

RETELLINGS = frozenset(("summary", "profile"))
"""Layers that say again what others say."""
_SUMMARY, _PROFILE = LAYERS.index("summary"), LAYERS.index("profile")
_MEMORY, _TURN = LAYERS.index("memory"), LAYERS.index("turn")
_PENDING = STATUSES.index(PENDING_REVIEW)

LINKED_FEW_OF = 4
"""One row with a neighbour of so many is few."""

NUMBER_BITS = 32
"""An item is its space and its number inside that space in one integer: space · 2^32 + number."""


class Coarse(NamedTuple):
    """Vectors in 8 bits a number."""

    codes: NDArray[np.int8]
    """(n, dim)."""
    scales: NDArray[np.float32]
    """What one is worth in each row."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Columns:
    """One space as arrays; see the module docstring."""

    space: int
    generation: int
    numbers: NDArray[np.int64]
    vectors: NDArray[np.float32]
    """(n, dim), unit length; zeros where the item has no vector of the current embedder. dim 0: no embedder."""
    coarse: Coarse | None = None
    """The same in 8 bits; None: there are too few rows, or no vectors."""
    has_vector: NDArray[np.bool_]
    layer: NDArray[np.int8]
    """Index into `recollect.model.record.LAYERS`."""
    kind: NDArray[np.int8]
    """Index into `recollect.model.record.KINDS`."""
    status: NDArray[np.int8]
    """Index into `recollect.model.record.STATUSES`."""
    role: NDArray[np.int8]
    """Index into `recollect.model.record.ROLES`; 0 is "no role"."""
    speaker: NDArray[np.int32]
    """Index into `speakers`, or NOTHING."""
    speakers: tuple[str, ...]
    """Names as given, in order of first appearance."""
    session: NDArray[np.int32]
    """Code of the session, local to this object, or NOTHING; codes are 0..sessions-1."""
    sessions: tuple[str, ...]
    session_codes: Mapping[str, int]
    """The code of each session, and of ones that came later: there may be very many, so they are looked up."""
    agent: NDArray[np.int32]
    agents: tuple[str, ...]
    project: NDArray[np.int32]
    projects: tuple[str, ...]
    position: NDArray[np.int32]
    """Place of a turn in its session; 0 for what is no turn."""
    before: NDArray[np.int32]
    """Row of the previous current turn of the same session, or NOTHING."""
    after: NDArray[np.int32]
    """Row of the next current turn of the same session, or NOTHING."""
    time: NDArray[np.float64]
    """Epoch seconds of `occurred_at`, else of `created_at`."""
    created: NDArray[np.float64]
    """Epoch seconds of `created_at`, divided and not multiplied: equal to what `datetime.timestamp` gives."""
    since: NDArray[np.float64]
    """Epoch seconds at which this version became current (system time)."""
    until: NDArray[np.float64]
    """Epoch seconds at which it stopped being current; +inf while it is."""
    expires: NDArray[np.float64]
    """Epoch seconds of `expires_at`; +inf for never."""
    length: NDArray[np.float32]
    """Number of analysed terms of the text."""
    flags: NDArray[np.int32]
    """Bits set when the text was analysed; see `recollect.rules.indexing`."""
    strength: NDArray[np.float32]
    """As it was at `strength_at`. The two follow the recalls of this process in place; one that another process counts
    is seen when the row is next loaded."""
    strength_at: NDArray[np.float64]
    decay_rate: NDArray[np.float32]
    """0 for what is evergreen, whatever its sectors."""
    sectors: NDArray[np.uint8]
    """A bit for each of `recollect.model.record.SECTORS` it belongs to."""
    besides_turns: object = field(default_factory=object)
    """The same object as long as nothing but new turns came: what was read of the other layers is still so, but for
    counted recalls."""

    def __len__(self) -> int:
        return len(self.numbers)

    # What depends on these arrays alone is computed once and kept: a search asks for it every time.

    @cached_property
    def length_mean(self) -> float:
        """Mean `length` of what is no retelling, at least 1: a few long summaries must not change how turns rank."""
        if not len(self):
            return 1.0
        retold = self.retold
        if retold is None:
            return max(float(self.length.sum()) / len(self), 1.0)
        return max(float(self.length[~retold].sum()) / max(1, len(self) - int(retold.sum())), 1.0)

    @cached_property
    def retold(self) -> NDArray[np.bool_] | None:
        """Rows of summaries and profiles, which retell the others; None: there are none."""
        found: NDArray[np.bool_] = (self.layer == _SUMMARY) | (self.layer == _PROFILE)
        return found if bool(found.any()) else None

    @cached_property
    def told(self) -> NDArray[np.bool_] | None:
        """The rows that are no retellings; None: all."""
        return None if self.retold is None else ~self.retold

    @cached_property
    def vectors_complete(self) -> bool:
        return bool(self.has_vector.all())

    @cached_property
    def vectors_any(self) -> bool:
        return bool(self.has_vector.any())

    @cached_property
    def expires_first(self) -> float:
        """The earliest `expires`; +inf without rows."""
        return float(self.expires.min(initial=float("inf")))

    @cached_property
    def status_only(self) -> int | None:
        """The status that all rows have; None when there are several, or no rows."""
        low = int(self.status[0]) if len(self) else None
        return low if low is not None and bool((self.status == low).all()) else None

    @cached_property
    def pending(self) -> bool:
        """Does a row wait for review?"""
        return bool((self.status == _PENDING).any())

    @cached_property
    def linked(self) -> NDArray[np.int64] | None:
        """Rows with a neighbour, where few have one; None: not few."""
        rows: NDArray[np.int64] = ((self.before != NOTHING) | (self.after != NOTHING)).nonzero()[0]
        return rows if len(rows) * LINKED_FEW_OF < len(self) else None

    @cached_property
    def has_turns(self) -> bool:
        return bool((self.layer == _TURN).any())

    @cached_property
    def unspoken(self) -> bool:
        """Nobody is known to have said any of it: no row has a speaker or a role."""
        return not self.speakers and not bool(self.role.any())

    @cached_property
    def has_memories(self) -> bool:
        return bool((self.layer == _MEMORY).any())

    @cached_property
    def time_range(self) -> tuple[float, float]:
        """Oldest and newest `time` of what is no retelling, else of all; there must be a row."""
        retold = self.retold
        time = self.time if retold is None or bool(retold.all()) else self.time[~retold]
        return float(time.min()), float(time.max())

    def item(self, row: int) -> int:
        """The integer shared by the item's row, postings and vector."""
        return (self.space << NUMBER_BITS) | int(self.numbers[row])

    def items(self, rows: Sequence[int]) -> list[int]:
        """As `item`, of each of these rows."""
        found: list[int] = (self.numbers[rows] | (self.space << NUMBER_BITS)).tolist()
        return found


@dataclass(frozen=True, kw_only=True, eq=False)
class Postings:
    """The posting lists of some terms in one space: for each term the rows of `Columns` that hold it and how often."""

    rows: dict[str, NDArray[np.int64]]
    """64 bits although 32 would do: every look-up with narrower numbers widens them first, which takes longer."""
    counts: dict[str, NDArray[np.float32]]

    def without(self, gone: NDArray[np.bool_]) -> Postings:
        """The same as if these rows were not there."""
        rows, counts = dict(self.rows), dict(self.counts)
        for term, held in self.rows.items():
            leaving = gone.take(held)
            if leaving.any():
                rows[term], counts[term] = held[~leaving], counts[term][~leaving]
        return Postings(rows=rows, counts=counts)
