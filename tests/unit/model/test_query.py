"""Hits as values: they can be copied, kept, sent to another process and compared."""

from __future__ import annotations

import copy
import pickle

import pytest

from recollect import Memory
from recollect.model.query import Hits


@pytest.fixture
def hits(memory: Memory) -> Hits:
    memory.add("Ana is allergic to walnuts", user="ana", metadata={"source": "chat"})
    memory.add("Ana moved to Lisbon", user="ana")
    return memory.search("which food makes her ill?", user="ana", explain=True)


def test_hits_can_be_sent_to_another_process_with_their_reasons(hits: Hits) -> None:
    for again in (pickle.loads(pickle.dumps(hits)), copy.deepcopy(hits)):
        assert again == hits
        assert [hit.why for hit in again] == [hit.why for hit in hits]
        assert (again.trace, again.questions) == (hits.trace, hits.questions)


def test_the_same_answer_is_equal_and_can_be_an_element_of_a_set(memory: Memory, hits: Hits) -> None:
    asked = {"user": "ana", "dry_run": True, "now": "2026-05-01"}
    first, second = (memory.search("walnuts", **asked) for _ in range(2))
    assert first == second
    assert len({*first, *second}) == len(first)
    assert len({hit.record for hit in [*first, *second]}) == len(first)


def test_a_hit_shows_what_it_is_and_not_how_it_is_explained(hits: Hits) -> None:
    assert "walnuts" in repr(hits[0])
    assert "_explain" not in repr(hits[0])
