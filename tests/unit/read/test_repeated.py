"""Turns that say the same again and again take two places of a search, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from recollect import Memory

START = datetime(2025, 1, 6, 9, tzinfo=UTC)
AGAIN = "Same here, work is endless."
OFFICE = "I switched to the notary office Weiss."
QUESTION = "Where does Nadia work?"


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory(":memory:", worker="off") as memory:
        yield memory


def say(memory: Memory, at: int, text: str, speaker: str = "Nadia") -> None:
    message = {"role": "user", "name": speaker, "content": text, "occurred_at": START + timedelta(days=at)}
    memory.add([message], user="u", session=f"s{at}")


def found(memory: Memory, **options: Any) -> list[str]:
    return [hit.content for hit in memory.search(QUESTION, user="u", dry_run=True, **options)]


def test_two_of_the_same_turns_are_shown_and_the_others_come_last(memory: Memory) -> None:
    for at in range(12):
        say(memory, at, AGAIN if at % 2 else "same here,  work is ENDLESS.")
    say(memory, 12, OFFICE)
    hits = memory.search(QUESTION, user="u", dry_run=True)
    assert [hit.content == OFFICE for hit in hits] == [False, False, True] + [False] * 7
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert "repeated: 10 turns that say the same again came last" in hits.trace.stages


def test_many_more_than_are_asked_for_hide_nothing(memory: Memory) -> None:
    for at in range(60):
        say(memory, at, AGAIN)
    say(memory, 60, OFFICE)
    assert OFFICE in found(memory, k=5)


def test_without_anything_else_all_of_them_are_shown(memory: Memory) -> None:
    for at in range(4):
        say(memory, at, AGAIN)
    assert found(memory) == [AGAIN] * 4


def test_where_all_that_is_there_is_shown_nothing_moves(memory: Memory) -> None:
    for at in range(4):
        say(memory, at, AGAIN)
    say(memory, 4, OFFICE)
    assert found(memory)[:4] == [AGAIN] * 4


def test_another_speaker_says_it_for_himself(memory: Memory) -> None:
    say(memory, 0, AGAIN)
    say(memory, 1, AGAIN, speaker="Piet")
    say(memory, 2, OFFICE)
    stages = memory.search(QUESTION, user="u", dry_run=True).trace.stages
    assert not any(stage.startswith("repeated") for stage in stages)


@pytest.mark.parametrize("options", [{"newer": False}, {"preset": "rrf"}])
def test_an_order_that_is_fixed_stays(memory: Memory, options: dict[str, Any]) -> None:
    for at in range(12):
        say(memory, at, AGAIN)
    say(memory, 12, OFFICE)
    assert found(memory, **options)[:3] == [AGAIN] * 3


def test_a_dose_that_is_back_again_stays_above_what_came_between(memory: Memory) -> None:
    for at, text in enumerate(("I take 8 mg ramipril.", "I now take 16 mg ramipril.", "I take 8 mg ramipril.")):
        say(memory, at, text)
    hits = memory.search("How many mg of ramipril do I take?", user="u", dry_run=True)
    assert [hit.session for hit in hits] == ["s2", "s1", "s0"]
