"""Of one thing several qualities are true; of one quality the later value."""

from __future__ import annotations

import pytest

from recollect import Memory


def kept(first: str, second: str) -> list[str]:
    with Memory(":memory:", worker="off") as memory:
        for text in (first, second):
            memory.add(text, user="ana")
        return [record.content for record in memory.list(user="ana")][::-1]


@pytest.mark.parametrize(
    "first, second",
    [
        ("The office is big", "The office is warm"),
        ("My car is red", "My car is electric"),
        ("The soup is hot", "The soup is salty"),
        ("The laptop is new", "The laptop is very loud"),
        ("The flat is expensive", "The flat is bright"),
        ("My boss is tall", "My boss is strict"),
    ],
)
def test_different_qualities_are_both_kept(first: str, second: str) -> None:
    assert kept(first, second) == [first, second]


@pytest.mark.parametrize(
    "first, second",
    [
        ("The kitchen is blue", "The kitchen is green"),
        ("The door is open", "The door is closed"),
        ("My car is red", "My car is now electric blue"),
        ("The office is cold", "The office is warm"),
    ],
)
def test_another_value_of_one_quality_replaces_it(first: str, second: str) -> None:
    assert kept(first, second) == [second]
