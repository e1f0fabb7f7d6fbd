"""What a user has in the same words as everybody takes one place of a search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from recollect import Memory
from recollect.read.field import Ranked, picked
from recollect.read.twice import own_alone

TEXT = "The office closes at six on Fridays."
QUESTION = "When does the office close on Fridays?"


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory(":memory:", worker="off", verification=False) as memory:
        yield memory


def found(memory: Memory, **options: Any) -> list[tuple[str | None, str]]:
    hits = memory.search(QUESTION, user="ana", dry_run=True, **options)
    return [(hit.record.user, hit.content) for hit in hits]


@pytest.mark.parametrize("preset", ["recollect", "rrf", "omniroute"])
def test_a_text_that_is_shared_and_the_users_is_found_once_and_all_places_are_filled(
    memory: Memory, preset: str
) -> None:
    memory.add(TEXT, user="ana")
    memory.add("the office  closes at six on FRIDAYS.")
    others = [f"The office in street {number} closes on Mondays." for number in range(4)]
    memory.add_many(others, user="ana")
    hits = memory.search(QUESTION, user="ana", k=4, preset=preset, dry_run=True)
    assert [hit.content.casefold() for hit in hits].count(TEXT.casefold()) == 1
    assert [hit for hit in hits if hit.content.startswith("the office  ")] == []
    assert len(hits) == 4
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert [hit.content for hit in hits if "shared with everybody as well" in hit.why] == [TEXT]
    assert any(stage.startswith("twice: 1") for stage in hits.trace.stages)


def test_the_own_one_stands_where_the_better_of_the_two_stood(memory: Memory) -> None:
    for text, user in ((TEXT, None), ("The office opens at eight.", "ana"), (TEXT, "ana")):
        memory.add(text, user=user)
    by_text = {(one.content, one.user): one for one in memory.list(user="ana")}
    records = {0: by_text[TEXT, None], 1: by_text["The office opens at eight.", "ana"], 2: by_text[TEXT, "ana"]}
    places = np.arange(3)
    ranked = Ranked(places=places, scores=np.array([0.9, 0.5, 0.4]), keys=places, components=picked({}), tier="hybrid")
    moved, twice = own_alone(ranked, records, lambda _: None, 3)
    assert moved.places.tolist() == [2, 1]
    assert moved.scores.tolist() == [0.5, 0.5]
    assert twice == {2: 0}


@pytest.mark.parametrize(
    "own, shared",
    [
        ({"content": TEXT}, {"content": "The office closes at five on Fridays."}),
        ({"content": TEXT, "valid_until": "2999-01-01"}, {"content": TEXT}),
        ({"content": TEXT, "layer": "document"}, {"content": TEXT}),
        ({"content": TEXT}, None),
    ],
)
def test_what_is_not_the_same_or_not_shared_is_left_alone(
    memory: Memory, own: dict[str, Any], shared: dict[str, Any] | None
) -> None:
    memory.add_many([own], user="ana")
    if shared is None:
        memory.add_many(["The office opens at eight."], user="bob")
        memory.add_many([own], user="ana")
    else:
        memory.add_many([shared])
    assert len(found(memory)) == 2


def test_turns_are_two_events(memory: Memory) -> None:
    memory.add([{"role": "user", "content": TEXT}], user="ana")
    memory.add([{"role": "user", "content": TEXT}])
    assert len(found(memory)) == 2


def test_two_users_who_are_asked_for_together_both_have_it(memory: Memory) -> None:
    for user in ("ana", "bob", None):
        memory.add(TEXT, user=user)
    hits = memory.search(QUESTION, users=["ana", "bob"], dry_run=True)
    assert sorted(str(hit.record.user) for hit in hits) == ["ana", "bob"]
