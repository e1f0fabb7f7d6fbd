"""Building the columns of a space and bringing them up to date with what changed since.

A `Frame` holds growing arrays. `columns()` gives views of them; a view stays valid because rows are only appended, and
a column that must change in an old row is copied first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recollect.model.columns import EVERGREEN, NOTHING, Coarse, Columns
from recollect.model.record import KINDS, LAYERS, ROLES, STATUSES
from recollect.rules import quantize
from recollect.storage.sql.frame_values import US, code, codes, moments, sector_bits, told_as_damage
from recollect.storage.sql.rows import NUMBER_MASK, Row

FRAME_COLUMNS = (
    "item, layer, kind, status, role, speaker, session, agent, project, position, occurred_at, created_at, updated_at, "
    "ended_at, expires_at, length, flags, strength, strength_at, decay_rate, sectors"
)

_TURN = LAYERS.index("turn")
_LAYER_CODE = {name: place for place, name in enumerate(LAYERS)}
_KIND_CODE = {name: place for place, name in enumerate(KINDS)}
_STATUS_CODE = {name: place for place, name in enumerate(STATUSES)}
_ROLE_CODE = {name: place for place, name in enumerate(ROLES)}
FEW_ROWS = 8
"""So many new rows are taken in one by one: a turn and its answer, before most questions."""
COARSE_FROM_ROWS = 4096
"""From so many rows on vectors are kept in 8 bits as well: with fewer a search gains nothing from them."""
LINKED_MAX = 64
"""With more new turns at once all neighbours are found anew."""

Turn = tuple[int, int, int]
"""Row, code of the session and place in it."""

_DTYPES: dict[str, Any] = {
    "numbers": np.int64,
    "layer": np.int8,
    "kind": np.int8,
    "status": np.int8,
    "role": np.int8,
    "speaker": np.int32,
    "session": np.int32,
    "agent": np.int32,
    "project": np.int32,
    "position": np.int32,
    "time": np.float64,
    "created": np.float64,
    "since": np.float64,
    "until": np.float64,
    "expires": np.float64,
    "length": np.float32,
    "flags": np.int32,
    "strength": np.float32,
    "strength_at": np.float64,
    "decay_rate": np.float32,
    "sectors": np.uint8,
    "has_vector": np.bool_,
    "before": np.int32,
    "after": np.int32,
}


class _Growing:
    """An array that can be appended to without copying what is there each time."""

    def __init__(self, dtype: Any, width: int | None = None) -> None:
        self.buffer: NDArray[Any] = np.zeros((0,) if width is None else (0, width), dtype=dtype)
        self.size = 0

    def append(self, values: NDArray[Any]) -> None:
        size = self.size + len(values)
        self._make_room(size)
        self.buffer[self.size : size] = values
        self.size = size

    def push(self, value: Any) -> None:
        """One value."""
        if self.size == len(self.buffer):
            self._make_room(self.size + 1)
        self.buffer[self.size] = value
        self.size += 1

    def _make_room(self, size: int) -> None:
        if size > len(self.buffer):
            capacity = size if not self.size else max(size, len(self.buffer) * 3 // 2)
            grown = np.zeros((capacity, *self.buffer.shape[1:]), dtype=self.buffer.dtype)
            grown[: self.size] = self.buffer[: self.size]
            self.buffer = grown

    def detach(self) -> NDArray[Any]:
        """Copy, so that views given out keep what they show; the copy may be written."""
        self.buffer = self.buffer.copy()
        return self.buffer

    @property
    def view(self) -> NDArray[Any]:
        return self.buffer[: self.size]


class _Names:
    """Strings as small integers, in order of first appearance."""

    def __init__(self) -> None:
        self.codes: dict[str, int] = {}

    def code(self, names: Sequence[str | None]) -> NDArray[np.int32]:
        for name in dict.fromkeys(names):
            self.one(name)
        codes = self.codes
        return np.fromiter((NOTHING if name is None else codes[name] for name in names), np.int32, len(names))

    def one(self, name: str | None) -> int:
        return NOTHING if name is None else self.codes.setdefault(name, len(self.codes))


class Frame:
    """The columns of one space for one embedder signature; not safe for two threads at once."""

    def __init__(self, space: int, dim: int) -> None:
        self.space = space
        self.generation = -1
        self.nbytes = 0
        self._arrays = {name: _Growing(dtype) for name, dtype in _DTYPES.items()}
        self._vectors = _Growing(np.float32, dim)
        self._codes = _Growing(np.int8, dim)
        self._scales = _Growing(np.float32)
        self._names = {name: _Names() for name in ("speaker", "session", "agent", "project")}
        self._last_turn: dict[int, tuple[int, int]] = {}
        self._columns: Columns | None = None
        self._besides_turns = object()

    @property
    def last_number(self) -> int:
        numbers = self._arrays["numbers"].view
        return int(numbers[-1]) if len(numbers) else -1

    def columns(self) -> Columns:
        if self._columns is None:
            parts: dict[str, Any] = {name: growing.view for name, growing in self._arrays.items()}
            parts |= {f"{name}s": tuple(codes.codes) for name, codes in self._names.items()}
            self._columns = Columns(
                space=self.space,
                generation=self.generation,
                vectors=self._vectors.view,
                coarse=Coarse(self._codes.view, self._scales.view) if self._codes.size else None,
                besides_turns=self._besides_turns,
                session_codes=self._names["session"].codes,
                **parts,
            )
        return self._columns

    def update(
        self,
        rows: Sequence[Row],
        vector_items: NDArray[np.int64],
        vectors: NDArray[np.float32],
        deleted: Sequence[int],
        generation: int,
    ) -> None:
        """Take in rows that are new or changed (ordered by item), their vectors, and deletions (numbers)."""
        self._columns = None
        if deleted:
            self._remove(np.array(deleted, dtype=np.int64))
        last = self.last_number
        split = next((i for i, row in enumerate(rows) if (row[0] & NUMBER_MASK) > last), len(rows))
        if split or deleted or any(row[1] != LAYERS[_TURN] for row in rows):
            self._besides_turns = object()
        if split:
            self._patch(rows[:split], vector_items, vectors)
        # then what is known of the sessions' last turns no longer holds
        moved = bool(deleted) or any(row[1] == LAYERS[_TURN] for row in rows[:split])
        if split < len(rows):
            self._append(rows[split:], vector_items, vectors, link=not moved)
        if moved:
            self._relink()
        self._coarsen()
        self.generation = generation
        matrices = (self._vectors, self._codes, self._scales)
        self.nbytes = sum(array.buffer.nbytes for array in (*self._arrays.values(), *matrices))

    def _coarsen(self) -> None:
        """New vectors in 8 bits too. Once there are any, every row has them, however many are deleted."""
        count, dim = self._vectors.view.shape
        if self._codes.size or (dim and count >= COARSE_FROM_ROWS and quantize.can_multiply()):
            codes, scales = quantize.codes_of(self._vectors.view[self._codes.size :])
            self._codes.append(codes)
            self._scales.append(scales)

    def strengthen(self, numbers: NDArray[np.int64], strength: NDArray[np.float64], at_s: float) -> None:
        """Recalls were counted: these (ascending) are as strong as that from now on. Not a change of generation.

        Written in place: nothing that is kept depends on strength, and a copy each second would cost searches more than
        one of them ranking with half of a recall.
        """
        known = self._arrays["numbers"].view
        places = np.searchsorted(known, numbers)
        there = known[np.minimum(places, len(known) - 1)] == numbers if len(known) else np.zeros(0, dtype=np.bool_)
        if there.any():
            self._arrays["strength"].buffer[places[there]] = strength[there]
            self._arrays["strength_at"].buffer[places[there]] = at_s

    @told_as_damage
    def _decode(self, rows: Sequence[Row]) -> dict[str, NDArray[Any]]:
        columns = list(zip(*rows, strict=True))
        created = np.array(columns[11], dtype=np.float64)
        occurred = moments(columns[10], np.nan)
        flags = np.array(columns[16], dtype=np.int32)
        return {
            "numbers": np.array(columns[0], dtype=np.int64) & NUMBER_MASK,
            "layer": codes(_LAYER_CODE, columns[1]),
            "kind": codes(_KIND_CODE, columns[2]),
            "status": codes(_STATUS_CODE, columns[3]),
            "role": codes(_ROLE_CODE, columns[4]),
            "speaker": self._names["speaker"].code(columns[5]),
            "session": self._names["session"].code(columns[6]),
            "agent": self._names["agent"].code(columns[7]),
            "project": self._names["project"].code(columns[8]),
            "position": np.array(columns[9], dtype=np.int32),
            "time": np.where(np.isnan(occurred), created / US, occurred),
            "created": created / 1e6,
            "since": np.array(columns[12], dtype=np.float64) / US,
            "until": moments(columns[13], np.inf),
            "expires": moments(columns[14], np.inf),
            "length": np.array(columns[15], dtype=np.float32),
            "flags": flags,
            "strength": np.array(columns[17], dtype=np.float32),
            "strength_at": np.array(columns[18], dtype=np.float64) / US,
            "decay_rate": np.where(flags & EVERGREEN, np.float32(0.0), np.array(columns[19], dtype=np.float32)),
            "sectors": np.fromiter(map(sector_bits, columns[20]), np.uint8, len(rows)),
        }

    def _append(
        self, rows: Sequence[Row], vector_items: NDArray[np.int64], vectors: NDArray[np.float32], *, link: bool
    ) -> None:
        first = self._vectors.size
        if first and len(rows) <= FEW_ROWS:
            each = [self._values(row, vector_items, vectors) for row in rows]  # what cannot be read changes nothing
            turns = [turn for values, vector in each if (turn := self._push(values, vector)) is not None]
            if link and turns:
                self._link(turns)
            return
        decoded = self._decode(rows)
        has_vector, matrix = self._aligned(decoded["numbers"], vector_items, vectors)
        nobody = np.full(len(rows), NOTHING, dtype=np.int32)
        for name, values in (decoded | {"has_vector": has_vector, "before": nobody, "after": nobody}).items():
            self._arrays[name].append(values)
        self._vectors.append(matrix)
        if link:
            is_turn = (decoded["layer"] == _TURN) & (decoded["session"] != NOTHING) & np.isinf(decoded["until"])
            at = np.flatnonzero(is_turn)
            if first == 0 or len(at) > LINKED_MAX:
                self._relink()
            elif len(at):
                found = (at + first, decoded["session"][at], decoded["position"][at])
                self._link(list(zip(*(values.tolist() for values in found), strict=True)))

    def _push(self, values: dict[str, Any], vector: Any) -> Turn | None:
        """One row; where it is a current turn of a session, what `_link` has to know."""
        for name, value in values.items():
            self._arrays[name].push(value)
        self._vectors.push(vector)
        if values["layer"] != _TURN or values["session"] == NOTHING or values["until"] != np.inf:
            return None
        return self._vectors.size - 1, values["session"], values["position"]

    @told_as_damage
    def _values(
        self, row: Row, vector_items: NDArray[np.int64], vectors: NDArray[np.float32]
    ) -> tuple[dict[str, Any], Any]:
        """As `_decode` and `_aligned`, of one row."""
        (item, layer, kind, status, role, speaker, session, agent, project, position, occurred, created, updated,
         ended, expires, length, flags, strength, strength_at, decay_rate, sectors) = row  # fmt: skip
        names, held = self._names, np.flatnonzero(vector_items == item)
        vector = vectors[held[0]] if len(held) and self._vectors.buffer.shape[1] else 0.0
        return {
            "numbers": item & NUMBER_MASK,
            "layer": code(_LAYER_CODE, layer),
            "kind": code(_KIND_CODE, kind),
            "status": code(_STATUS_CODE, status),
            "role": code(_ROLE_CODE, role),
            "speaker": names["speaker"].one(speaker),
            "session": names["session"].one(session),
            "agent": names["agent"].one(agent),
            "project": names["project"].one(project),
            "position": np.int32(position),
            "time": (created if occurred is None else occurred) / US,
            "created": created / US,
            "since": updated / US,
            "until": np.inf if ended is None else ended / US,
            "expires": np.inf if expires is None else expires / US,
            "length": float(length),
            "flags": np.int32(flags),
            "strength": float(strength),
            "strength_at": strength_at / US,
            "decay_rate": 0.0 if flags & EVERGREEN else float(decay_rate),
            "sectors": sector_bits(sectors),
            "has_vector": len(held) > 0,
            "before": NOTHING,
            "after": NOTHING,
        }, vector

    def _aligned(
        self, numbers: NDArray[np.int64], vector_items: NDArray[np.int64], vectors: NDArray[np.float32]
    ) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
        """For each of the ascending numbers whether it has a vector, and that vector or zeros."""
        count, dim = len(numbers), self._vectors.buffer.shape[1]
        has_vector = np.zeros(count, dtype=np.bool_)
        matrix = np.zeros((count, dim), dtype=np.float32)
        if len(vector_items):
            wanted = vector_items & NUMBER_MASK
            places = np.searchsorted(numbers, wanted)
            known = numbers[np.minimum(places, count - 1)] == wanted
            has_vector[places[known]] = True
            if dim:
                matrix[places[known]] = vectors[known]
        return has_vector, matrix

    def _link(self, turns: Sequence[Turn]) -> None:
        """Join new turns to the last turn of their session; anything unusual links everything anew."""
        after = self._arrays["after"].detach()
        before = self._arrays["before"].buffer
        for row, session, position in turns:
            previous = self._last_turn.get(session)
            if previous is not None:
                if previous[1] >= position:
                    self._relink()
                    return
                after[previous[0]] = row
                before[row] = previous[0]
            self._last_turn[session] = (row, position)

    def _relink(self) -> None:
        """Neighbours of all current turns, from scratch."""
        session, position = self._arrays["session"].view, self._arrays["position"].view
        current = (self._arrays["layer"].view == _TURN) & (session != NOTHING) & np.isinf(self._arrays["until"].view)
        rows = np.flatnonzero(current)
        rows = rows[np.lexsort((position[rows], session[rows]))]
        before = np.full(len(session), NOTHING, dtype=np.int32)
        after = before.copy()
        same = session[rows[1:]] == session[rows[:-1]]
        before[rows[1:][same]] = rows[:-1][same]
        after[rows[:-1][same]] = rows[1:][same]
        for name, values in (("before", before), ("after", after)):
            fresh = _Growing(np.int32)
            fresh.append(values)
            self._arrays[name] = fresh
        ends = rows[np.append(~same, True)] if len(rows) else rows
        self._last_turn = {int(session[row]): (int(row), int(position[row])) for row in ends}

    def _patch(self, rows: Sequence[Row], vector_items: NDArray[np.int64], vectors: NDArray[np.float32]) -> None:
        decoded = self._decode(rows)
        numbers = self._arrays["numbers"].view
        places = np.searchsorted(numbers, decoded["numbers"])
        has_vector, matrix = self._aligned(decoded["numbers"], vector_items, vectors)
        for name, values in (decoded | {"has_vector": has_vector}).items():
            if (self._arrays[name].view[places] != values).any():
                self._arrays[name].detach()[places] = values
        if (self._vectors.view[places] != matrix).any():
            self._vectors.detach()[places] = matrix
            if self._codes.size:
                self._codes.detach()[places], self._scales.detach()[places] = quantize.codes_of(matrix)

    def _remove(self, deleted: NDArray[np.int64]) -> None:
        keep = ~np.isin(self._arrays["numbers"].view, deleted)
        coarse = (self._codes, self._scales) if self._codes.size else ()
        for growing in (*self._arrays.values(), self._vectors, *coarse):
            kept = growing.view[keep]
            growing.buffer, growing.size = kept, len(kept)
