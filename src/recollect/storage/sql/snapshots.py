"""The one cache: per space a columnar frame and the posting lists that were asked for, under a byte limit.

The rule: every write raises the space's generation; every read transaction compares it first and loads the difference.
Hits are re-read from their rows in the same transaction, so a stale cache can cost time, never correctness.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from recollect.model.columns import Columns, Postings
from recollect.rules import quantize
from recollect.storage.sql.database import Session
from recollect.storage.sql.frame import FRAME_COLUMNS, Frame
from recollect.storage.sql.rows import NUMBER_MASK, space_range
from recollect.storage.sql.sector_frame import SectorFrame

CACHE_BYTES_DEFAULT = 512 * 1024 * 1024
GAP_MAX = 64
"""Items between two changed ones whose vectors are read along rather than asked for separately."""
_EMPTY_ITEMS = np.zeros(0, dtype=np.int64)
_DELETED = "SELECT item FROM tombstone WHERE space = ? AND generation > ?"


@dataclass(frozen=True, kw_only=True)
class SpaceState:
    """The row of a space as a read transaction sees it."""

    id: int
    epoch: int
    generation: int
    analyser: int
    next_number: int
    """Every number below it is decided: its item is there, or was deleted."""


@dataclass(frozen=True)
class View:
    """Which vectors a frame is about, and whether it holds them (`matrix`) or only says which items have one."""

    signature: str | None
    matrix: bool = True


@dataclass(eq=False)
class _Held:
    frame: Frame
    epoch: int
    lock: threading.RLock = field(default_factory=threading.RLock)
    postings: dict[str, tuple[int, NDArray[np.int32], NDArray[np.float32]]] = field(default_factory=dict)
    """Term -> (number up to which it was read, numbers, counts)."""
    sectors: dict[tuple[str, str], SectorFrame] = field(default_factory=dict)
    """(sector, signature) -> its vectors; a bounded few, read when they are first asked for."""
    posting_bytes: int = 0
    counted: int = 0
    """Bytes of it in the cache's total."""

    @property
    def nbytes(self) -> int:
        return self.frame.nbytes + self.posting_bytes + sum(frame.nbytes for frame in self.sectors.values())


class Snapshots:
    """Frames of recently used spaces."""

    def __init__(self, bytes_max: int = CACHE_BYTES_DEFAULT) -> None:
        self._bytes_max = bytes_max
        self._reset()

    def _reset(self) -> None:
        self._pid = os.getpid()
        self._held: OrderedDict[tuple[int, View], _Held] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def columns(self, session: Session, state: SpaceState, view: View, embedder: Callable[[], int | None]) -> Columns:
        """The space as this transaction sees it, or newer. `embedder` is looked up when there is something to load."""
        held = self._hold(state, view)
        with held.lock:
            if held.frame.generation < state.generation:
                self._refresh(held, session, state, view, embedder)
                self._count(held, (state.id, view))
            return held.frame.columns()

    def postings(
        self, session: Session, state: SpaceState, view: View, columns: Columns, terms: Sequence[str]
    ) -> Postings:
        """Posting lists as rows of `columns`; terms nobody wrote are left out."""
        held = self._hold(state, view)
        last = int(columns.numbers[-1]) if len(columns) else -1
        with held.lock:
            if self._load_terms(held, session, state, terms):
                self._count(held, (state.id, view))
            lists = {term: held.postings[term] for term in terms if term in held.postings}
        rows: dict[str, NDArray[np.int64]] = {}
        counts: dict[str, NDArray[np.float32]] = {}
        dense = last + 1 == len(columns)
        for term, (_, numbers, tf) in lists.items():
            term_rows, term_counts = numbers, tf
            if len(numbers) and numbers[-1] > last:
                cut = int(np.searchsorted(numbers, last, side="right"))
                term_rows, term_counts = numbers[:cut], tf[:cut]
            if not len(term_rows):
                continue
            if dense:
                rows[term], counts[term] = term_rows.astype(np.int64), term_counts
                continue
            places = np.searchsorted(columns.numbers, term_rows)
            known = columns.numbers[np.minimum(places, len(columns) - 1)] == term_rows
            if known.any():
                rows[term], counts[term] = places[known], term_counts[known]
        return Postings(rows=rows, counts=counts)

    def sector_vectors(
        self,
        session: Session,
        state: SpaceState,
        main: View,
        columns: Columns,
        sector: str,
        signature: str,
        embedder: int,
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Rows of `columns` with a vector of the sector's embedder, and the vectors. `main`: what `columns` is of."""
        held, dim = self._hold(state, main), quantize.dim_of(signature)

        def load(items: Sequence[int] | None) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
            ranges = [space_range(state.id)] if items is None else _ranges(items)
            parts = [
                session.vectors(embedder, *bounds, dim=dim, signature=signature, sector=sector) for bounds in ranges
            ]
            items_found, vectors = zip(*parts, strict=True)
            return np.concatenate(items_found), np.concatenate(vectors)

        with held.lock:
            for other in [key for key in held.sectors if key[0] == sector and key[1] != signature]:
                del held.sectors[other]  # another embedder took the sector over
            frame = held.sectors.setdefault((sector, signature), SectorFrame(dim))
            if frame.generation < state.generation:
                changed = deleted = None
                if frame.generation >= 0:
                    within, bounds = session.of_space(state.id)
                    changed = session.all(
                        f"SELECT item FROM item WHERE {within} AND changed > ? ORDER BY item",
                        (*bounds, frame.generation),
                    )
                    deleted = session.all(_DELETED, (state.id, frame.generation))
                frame.update(
                    None if changed is None else [row[0] for row in changed],
                    [row[0] & NUMBER_MASK for row in deleted or ()],
                    load,
                    state.generation,
                )
                self._count(held, (state.id, main))
            return frame.rows_of(columns)

    def strengthen(self, space: int, numbers: NDArray[np.int64], strength: NDArray[np.float64], at_s: float) -> None:
        """Take a counted recall over into the frames held here. Those of other processes hear of it when they load."""
        if self._pid != os.getpid():
            return
        with self._lock:
            found = [held for (id, _), held in self._held.items() if id == space]
        for held in found:
            with held.lock:
                held.frame.strengthen(numbers, strength, at_s)

    def drop(self, space: int) -> None:
        """Let go of what is held of a space."""
        if self._pid != os.getpid():
            return
        with self._lock:
            for key in [key for key in self._held if key[0] == space]:
                self._bytes -= self._held.pop(key).counted

    def _hold(self, state: SpaceState, view: View) -> _Held:
        key = (state.id, view)
        if self._pid != os.getpid():
            self._reset()  # a forked child: a lock may have been held by a thread that is not here
        with self._lock:
            held = self._held.get(key)
            if held is None or held.epoch != state.epoch:
                dim = quantize.dim_of(view.signature) if view.signature and view.matrix else 0
                self._bytes -= 0 if held is None else held.counted
                held = self._held[key] = _Held(Frame(state.id, dim), state.epoch)
            self._held.move_to_end(key)
            return held

    def _refresh(
        self,
        held: _Held,
        session: Session,
        state: SpaceState,
        view: View,
        find_embedder: Callable[[], int | None],
    ) -> None:
        frame = held.frame
        low, high = space_range(state.id)
        if frame.generation < 0:
            rows = session.all(
                f"SELECT {FRAME_COLUMNS} FROM item WHERE item BETWEEN ? AND ? ORDER BY item", (low, high)
            )
            deleted: list[int] = []
        else:
            within, bounds = session.of_space(state.id)
            rows = session.all(
                f"SELECT {FRAME_COLUMNS} FROM item WHERE {within} AND changed > ? ORDER BY item",
                (*bounds, frame.generation),
            )
            gone = session.all(_DELETED, (state.id, frame.generation))
            deleted = [row[0] & NUMBER_MASK for row in gone]
        items, vectors = _EMPTY_ITEMS, np.zeros((0, 0), dtype=np.float32)
        signature = view.signature
        embedder = find_embedder() if rows and signature is not None else None
        if embedder is not None and signature is not None:
            dim = quantize.dim_of(signature)
            ranges = [(rows[0][0], rows[-1][0])] if frame.generation < 0 else _ranges([row[0] for row in rows])
            if not view.matrix:
                items = np.concatenate([_holders(session, embedder, *bounds) for bounds in ranges])
                frame.update(rows, items, vectors, deleted, state.generation)
                return
            parts = [session.vectors(embedder, *bounds, dim=dim, signature=signature) for bounds in ranges]
            items, vectors = parts[0] if len(parts) == 1 else tuple(map(np.concatenate, zip(*parts, strict=True)))
        frame.update(rows, items, vectors, deleted, state.generation)

    def _load_terms(self, held: _Held, session: Session, state: SpaceState, terms: Sequence[str]) -> bool:
        """Read what is missing: whole lists of new terms, the tail of known ones; says whether anything was.

        A list counts as read up to what this transaction sees, which may be less than the columns show when another
        thread refreshed them from a newer one.
        """
        last = state.next_number - 1
        missing: dict[int, list[str]] = {}
        for term in terms:
            upto = held.postings[term][0] if term in held.postings else -1
            if upto < last:
                missing.setdefault(upto, []).append(term)
        for upto, wanted in missing.items():
            found = session.posting_lists(state.id, wanted, after=upto)
            for term in wanted:
                known = held.postings.get(term)
                numbers, tf = found.get(term, (np.zeros(0, np.int32), np.zeros(0, np.float32)))
                if known is not None and len(known[1]):
                    numbers = np.concatenate((known[1], numbers)) if len(numbers) else known[1]
                    tf = np.concatenate((known[2], tf)) if len(tf) else known[2]
                    held.posting_bytes -= known[1].nbytes + known[2].nbytes
                held.postings[term] = (last, numbers, tf)
                held.posting_bytes += numbers.nbytes + tf.nbytes
        return bool(missing)

    def _count(self, held: _Held, key: tuple[int, View]) -> None:
        """Take note of how large a space has become, and let go of those not used for longest when it is too much."""
        with self._lock:
            if self._held.get(key) is not held:
                return  # somebody else let go of it meanwhile
            size = held.nbytes
            self._bytes += size - held.counted
            held.counted = size
            while self._bytes > self._bytes_max and len(self._held) > 1:
                oldest = next(iter(self._held))
                if oldest == key:
                    self._held.move_to_end(oldest)
                    oldest = next(iter(self._held))
                self._bytes -= self._held.pop(oldest).counted


def _holders(session: Session, embedder: int, low: int, high: int) -> NDArray[np.int64]:
    """Items of the range that have a vector of that embedder, ascending."""
    rows = session.all(
        "SELECT item FROM vector WHERE item BETWEEN ? AND ? AND embedder = ? ORDER BY item", (low, high, embedder)
    )
    return np.fromiter((row[0] for row in rows), np.int64, len(rows))


def _ranges(items: Sequence[int]) -> list[tuple[int, int]]:
    """The ranges that hold these ascending items; a small gap is read along, a large one makes a new range.

    So an edit of an old item reads the vectors around it and at the end, not all that lie between.
    """
    found = [(items[0], items[0])]
    for item in items[1:]:
        if item - found[-1][1] <= GAP_MAX:
            found[-1] = (found[-1][0], item)
        else:
            found.append((item, item))
    return found
