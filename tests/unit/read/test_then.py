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


TALKED = {
    "2026-11-10": "I baked sourdough bread with rye.",
    "2026-11-12": "I fixed the bicycle chain.",
    "2026-11-16": "I watched a documentary on whales.",
    "2026-10-05": "I painted the kitchen wall green.",
    "2025-12-25": "I gave grandma a scarf.",
}


@pytest.fixture(scope="module")
def talks() -> Memory:
    """A talk on each day, and many of which people speak in the words of the questions."""
    made = Memory(":memory:", extraction="off")
    filling = {f"2026-{n // 25 + 1:02}-{n % 25 + 1:02}": f"We talked of what happened, thing {n}." for n in range(225)}
    for day, text in {**filling, **TALKED}.items():
        said = [
            {"role": "user", "name": "Ana", "content": text, "occurred_at": f"{day}T{hour:02}:00:00Z"}
            for hour in (9, 10)
        ]
        made.add(said, user="ana", session=day)
    return made


@pytest.mark.parametrize(
    "question, day",
    [
        ("What happened yesterday?", "2026-11-16"),
        ("What did Ana do yesterday?", "2026-11-16"),
        ("What did we talk about on Monday?", "2026-11-16"),
        ("What did I do a week ago?", "2026-11-10"),
        ("What did I say last Tuesday?", "2026-11-10"),
        ("What was I up to last month?", "2026-10-05"),
        ("What did I do last Christmas?", "2025-12-25"),
    ],
)
def test_where_nothing_but_a_time_is_asked_what_was_said_then_comes_first(
    talks: Memory, question: str, day: str
) -> None:
    hits = talks.search(question, user="ana", now="2026-11-17T12:00:00Z")
    assert {hit.content for hit in hits[:2]} == {TALKED[day]}
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_where_more_is_asked_turns_stay_where_they_are(talks: Memory) -> None:
    hits = talks.search("What did grandma get last week?", user="ana", now="2026-11-17T12:00:00Z")
    assert hits[0].content == TALKED["2025-12-25"]


def test_what_tells_of_that_time_counts_whenever_it_was_said(talks: Memory) -> None:
    text = "The dentist is tomorrow at nine."
    for at, said in (("2026-11-17T08:00:00Z", text), ("2026-11-17T09:00:00Z", "We talked of what happens.")):
        talks.add([{"role": "user", "content": said, "occurred_at": at}], user="ben")
    assert talks.search("What happens tomorrow?", user="ben", now="2026-11-17T12:00:00Z")[0].content == text


def test_without_a_time_in_the_question_nothing_moves(memory: Memory) -> None:
    hits = memory.search("What did I buy?", user="ana", now=NOW)
    assert not any(stage.startswith("then:") for stage in hits.trace.stages)
