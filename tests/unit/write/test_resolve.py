"""What follows from a verdict: what counts as one statement."""

from __future__ import annotations

import pytest

from recollect import Memory
from recollect.write.resolve import is_statement

LONG = "Amy Quist, Dr. Jan Callum and Mrs. Ida Reyes were all speakers at the forum in Oslo in May, not at the summit."


def test_a_title_before_a_name_ends_no_sentence() -> None:
    assert len(LONG.split()) > 20
    assert is_statement(LONG)
    assert not is_statement(LONG + " They liked it.")


@pytest.mark.parametrize("title", ["Dr.", "Prof."])
def test_a_memory_with_a_title_can_be_completed(tmp_path_factory: pytest.TempPathFactory, title: str) -> None:
    with Memory(tmp_path_factory.mktemp("store") / "memory.db", worker="off") as memory:
        memory.add(f"My dentist is {title} Park", user="ana")
        added = memory.add(f"{title} Park, my dentist, has her practice on Elm Road", user="ana")
    assert [decision.action for decision in added.decisions] == ["merged"]
