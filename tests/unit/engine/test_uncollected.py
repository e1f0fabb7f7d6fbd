"""Batches are stored without looking for garbage meanwhile."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from recollect import InvalidInput, Memory
from recollect.engine.uncollected import uncollected


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    was = gc.isenabled()
    yield
    (gc.enable if was else gc.disable)()


def test_the_collector_rests_until_the_last_batch_is_stored() -> None:
    gc.enable()
    with uncollected():
        with uncollected():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_one_that_was_turned_off_stays_off() -> None:
    gc.disable()
    with uncollected():
        assert not gc.isenabled()
    assert not gc.isenabled()


def test_a_batch_that_fails_leaves_it_on(memory: Memory) -> None:
    gc.enable()
    with pytest.raises(InvalidInput):
        memory.add_many(["fine", " "], user="ana")
    assert gc.isenabled()
    assert memory.count(user="ana") == 0
