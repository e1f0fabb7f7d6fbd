"""What a frame says about changes: whether anything but turns came, and that few rows are taken in as many are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from recollect.errors import StoreCorrupt
from recollect.model.columns import EVERGREEN, Coarse
from recollect.rules.quantize import codes_of
from recollect.storage.sql import frame as frames
from recollect.storage.sql.frame import Frame

SPACE = 7
NO_ITEMS, NO_VECTORS = np.zeros(0, np.int64), np.zeros((0, 0), np.float32)


def row(number: int, layer: str, *, ended: int | None = None) -> tuple[Any, ...]:
    session = "s" if layer == "turn" else None
    moments = (None, 1_000_000, 1_000_000, ended, None)
    item = (SPACE << 32) | number
    return (item, layer, "fact", "active", "", None, session, None, None, number, *moments, 3, 0, 1.0, 0, 0.0, "[]")


def filled() -> Frame:
    frame = Frame(SPACE, 0)
    frame.update([row(0, "memory"), row(1, "turn")], NO_ITEMS, NO_VECTORS, [], 1)
    return frame


def test_new_turns_leave_what_is_known_of_the_rest() -> None:
    frame = filled()
    before = frame.columns().besides_turns
    frame.update([row(2, "turn"), row(3, "turn")], NO_ITEMS, NO_VECTORS, [], 2)
    assert len(frame.columns()) == 4
    assert frame.columns().besides_turns is before


@pytest.mark.parametrize(
    "rows, deleted",
    [
        ([row(2, "memory")], []),
        ([row(2, "turn"), row(3, "profile")], []),
        ([row(0, "memory", ended=2_000_000)], []),
        ([row(1, "turn", ended=2_000_000)], []),
        ([], [0]),
        ([], [1]),
    ],
    ids=["a memory", "among turns", "an ended memory", "an edited turn", "a deleted memory", "a deleted turn"],
)
def test_anything_else_does_not(rows: list[tuple[Any, ...]], deleted: list[int]) -> None:
    frame = filled()
    before = frame.columns().besides_turns
    frame.update(rows, NO_ITEMS, NO_VECTORS, deleted, 2)
    assert frame.columns().besides_turns is not before


def test_two_frames_of_one_space_never_say_the_same() -> None:
    assert filled().columns().besides_turns is not filled().columns().besides_turns


SAID = (0.5, -0.5)
LATER = [
    ((SPACE << 32) | 2, "turn", "note", "active", "user", "Ana", "s", "a", "p", 2, 5, 6, 7, None, 8, 3, 1, 0.25, 9, 0.1,
     '["semantic"]'),
    ((SPACE << 32) | 3, "turn", "event", "archived", "assistant", None, "t", None, None, 0, None, 6, 7, 8, None, 4,
     EVERGREEN, 0.1, 9, 0.1, "[]"),
    ((SPACE << 32) | 4, "turn", "note", "active", "user", "Ben", "s", "a", None, 3, None, 6, 7, None, None, 3, 1, 0.5,
     9, 0.1, "[]"),
]  # fmt: skip


def taken_in(few_rows: int, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.setattr(frames, "FEW_ROWS", few_rows)
    frame = Frame(SPACE, 2)
    frame.update([row(0, "memory"), row(1, "turn")], NO_ITEMS, np.zeros((0, 2), np.float32), [], 1)
    frame.update(LATER, np.array([LATER[0][0]]), np.array([SAID], np.float32), [], 2)
    columns = vars(frame.columns())
    return {name: getattr(value, "tolist", lambda value=value: value)() for name, value in columns.items()}


def test_few_rows_are_taken_in_as_many_are(monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = taken_in(frames.FEW_ROWS, monkeypatch), taken_in(0, monkeypatch)
    assert {name: few[name] for name in few if name != "besides_turns"} == {
        name: many[name] for name in many if name != "besides_turns"
    }
    assert few["before"] == [-1, -1, 1, -1, 2]
    assert few["vectors"][2] == list(SAID)


def test_a_row_that_cannot_be_read_changes_nothing() -> None:
    frame = filled()
    with pytest.raises(StoreCorrupt, match="'dream'"):
        frame.update([row(2, "turn"), (*row(3, "turn")[:2], "dream", *row(3, "turn")[3:])], NO_ITEMS, NO_VECTORS, [], 2)
    assert len(frame.columns()) == 2


def test_each_row_has_the_8_bits_of_its_vector_whatever_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "COARSE_FROM_ROWS", 6)
    frame, chance = Frame(SPACE, 8), np.random.default_rng(7)

    def change(numbers: range, deleted: list[int], generation: int) -> Coarse | None:
        vectors = chance.standard_normal((len(numbers), 8), dtype=np.float32)
        items = np.array([(SPACE << 32) | number for number in numbers], np.int64)
        frame.update([row(number, "memory") for number in numbers], items, vectors, deleted, generation)
        return frame.columns().coarse

    def right(found: Coarse | None) -> bool:
        codes, scales = codes_of(frame.columns().vectors)
        return found is not None and np.array_equal(found.codes, codes) and np.array_equal(found.scales, scales)

    assert change(range(5), [], 1) is None  # too few
    first = change(range(5, 9), [], 2)
    assert right(first)
    assert first is not None
    before = first.codes.copy()
    assert right(change(range(9, 30), [], 3))
    assert right(change(range(3, 7), [], 4))  # vectors of rows that are there already
    assert right(change(range(0), list(range(26)), 5))  # fewer than 8 bits begin with
    assert len(frame.columns()) == 4
    assert right(change(range(30, 31), [], 6))
    assert change(range(0), [*range(26, 31)], 7) is None  # nothing is left
    assert right(change(range(31, 40), [], 8))
    assert np.array_equal(first.codes, before)  # what was given out stays as it was
