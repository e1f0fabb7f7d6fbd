"""Changing a record leaves what has been so far: its strength has faded as it did."""

from __future__ import annotations

from pathlib import Path

import pytest

from recollect import Memory
from tests.clock import Clock

RATE = 0.02
"""Of a feeling, a day."""


@pytest.fixture
def fading(tmp_path: Path, clock: Clock) -> Memory:
    return Memory(
        tmp_path / "memory.db", clock=clock, config_file=tmp_path / "none.toml", worker="off", forget_below=0.05
    )


def strength(memory: Memory, id: str, clock: Clock) -> float:
    return memory.get(id).strength_now(clock.now)


@pytest.mark.feature("LC-01")
def test_what_was_evergreen_fades_from_the_day_it_no_longer_is(fading: Memory, clock: Clock) -> None:
    with fading as memory:
        id = memory.add("Rule nine stays", user="u", strength=0.5, tags=["evergreen"], kind="feeling").id
        clock.forward(days=365)
        memory.update(id, tags=[])
        assert strength(memory, id, clock) == pytest.approx(0.5, abs=1e-6)
        memory.sweep()
        assert memory.get(id).status == "active"
        clock.forward(days=30)
        assert strength(memory, id, clock) == pytest.approx(0.2744, abs=1e-4), "0.5·e^(−0.02·30)"
        memory.revert(id, version=1)
        clock.forward(days=30)
        assert strength(memory, id, clock) == pytest.approx(0.2744, abs=1e-4), "evergreen again"


@pytest.mark.feature("LC-01")
def test_a_tag_does_not_bring_back_what_has_faded(fading: Memory, clock: Clock) -> None:
    with fading as memory:
        id = memory.add("The rule of the house", user="u", strength=0.5, kind="feeling").id
        clock.forward(days=30)
        memory.update(id, tags=["evergreen", "house"])
        assert strength(memory, id, clock) == pytest.approx(0.2744, abs=1e-4)
        clock.forward(days=365)
        assert strength(memory, id, clock) == pytest.approx(0.2744, abs=1e-4)


def test_another_kind_fades_at_its_own_rate_from_then_on(fading: Memory, clock: Clock) -> None:
    with fading as memory:
        id = memory.add("The garden is large", user="u", strength=0.5, kind="fact").id
        rate = memory.get(id).decay_rate
        assert rate != RATE
        clock.forward(days=30)
        before = strength(memory, id, clock)
        memory.update(id, kind="feeling")
        assert memory.get(id).decay_rate == RATE
        assert strength(memory, id, clock) == pytest.approx(before, abs=1e-6)


def test_what_changes_nothing_about_fading_leaves_the_strength_as_it_was_written(fading: Memory, clock: Clock) -> None:
    with fading as memory:
        id = memory.add("The garden is large", user="u", strength=0.5, kind="fact").id
        old = memory.get(id)
        clock.forward(days=30)
        memory.update(id, tags=["house"], content="The garden is very large")
        new = memory.get(id)
        assert (new.strength, new.strength_at, new.original_strength) == (0.5, old.strength_at, 0.5)
