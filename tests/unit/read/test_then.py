"""What happened in the time asked for comes above what happened at another."""

from __future__ import annotations

import pytest

from recollect import Memory

NOW = "2025-03-12T12:00:00Z"
BOUGHT = {
    "Bought a bike for $300": "2025-02-10",
    "Bought a helmet for $50": "2025-03-11",
    "Bought gloves for $20": "2025-03-05",
}


@pytest.fixture
def memory() -> Memory:
    made = Memory(":memory:")
    for text, day in BOUGHT.items():
        made.add(text, user="ana", kind="event", occurred_at=day)
    return made


@pytest.mark.parametrize(
    "question, first",
    [
        ("What did I buy last month?", "Bought a bike for $300"),
        ("What did I buy last week?", "Bought gloves for $20"),
        ("What did I buy this week?", "Bought a helmet for $50"),
        ("What did I buy yesterday?", "Bought a helmet for $50"),
        ("What did I buy in February?", "Bought a bike for $300"),
        ("What did I buy before March?", "Bought a bike for $300"),
    ],
)
def test_what_is_of_that_time_comes_first(memory: Memory, question: str, first: str) -> None:
    hits = memory.search(question, user="ana", now=NOW)
    assert hits[0].content == first
    assert len(hits) == len(BOUGHT), "nothing is dropped"
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_what_is_about_something_else_stays_below(memory: Memory) -> None:
    memory.add("Quarterly tax papers went to the accountant", user="ana", kind="event", occurred_at="2025-02-20")
    memory.add("Sold the old piano to Ben for 90 euros", user="ana", kind="event", occurred_at="2025-01-02")
    hits = memory.search("Who got the old piano last month?", user="ana", now=NOW)
    assert hits[0].content == "Sold the old piano to Ben for 90 euros"


def test_without_a_time_in_the_question_nothing_moves(memory: Memory) -> None:
    hits = memory.search("What did I buy?", user="ana", now=NOW)
    assert not any(stage.startswith("then:") for stage in hits.trace.stages)
