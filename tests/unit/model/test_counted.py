"""Numbers are said with a word that fits them."""

from __future__ import annotations

import pytest

from recollect import Memory
from recollect.model.counted import counted


@pytest.mark.parametrize(
    "count, told", [(0, "0 memories"), (1, "1 memory"), (2, "2 memories"), (2000, "2,000 memories")]
)
def test_one_is_not_said_as_many(count: int, told: str) -> None:
    assert counted(count, "memory", "memories") == told
    assert counted(1, "turn") + counted(2, "turn") == "1 turn2 turns"


def test_a_trace_says_one_space_and_one_turn(memory: Memory) -> None:
    memory.add([{"role": "user", "content": "The dog is called Rex."}], user="ana")
    stages = "\n".join(memory.search("the dog", user="ana", window=1).trace.stages)
    assert "items in 1 space may be shown" in stages
    assert "window: 1 turn on either side" in stages
