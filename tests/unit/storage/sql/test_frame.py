"""What a frame says about changes: whether anything but turns came."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

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
