"""How many turns and memories are looked at for a context: those share one budget."""

from __future__ import annotations

import re

import pytest

from recollect import Memory

pytestmark = pytest.mark.feature("CX-02")

TURNS, MEMORIES = 70, 70


def looked_at(memory: Memory, **options: object) -> int:
    """How many hits a context chose from."""
    made = memory.context("What about the garden?", user="ana", tokens_max=2000, k=64, **options)
    return int(re.findall(r"offers from (\d+) hits", "\n".join(made.trace))[0])


@pytest.fixture(autouse=True)
def noted(memory: Memory) -> None:
    memory.add_many([{"content": f"The garden has bed number {n}"} for n in range(MEMORIES)], user="ana")


def said(memory: Memory) -> list[str]:
    turns = [{"role": "user", "content": f"I was in the garden for {n} minutes"} for n in range(TURNS)]
    return list(memory.add(turns, user="ana", session="s1").ids)


def test_memories_get_what_turns_leave_of_so_many_hits(memory: Memory) -> None:
    assert looked_at(memory) == 64
    said(memory)
    assert looked_at(memory) == 64 + 16


def test_turns_that_the_model_reads_anyway_take_no_place_from_memories(memory: Memory) -> None:
    ids = said(memory)
    assert looked_at(memory, skip_turns=tuple(ids)) == 64
    assert looked_at(memory, skip_session=True, session="s1") == 64


def test_without_a_common_budget_each_has_its_own(memory: Memory) -> None:
    said(memory)
    made = memory.context("What about the garden?", user="ana", tokens_max=0, k=64)
    assert "128 hits" in "\n".join(made.trace)
