"""What several searches for one question leave behind: what is shown in the end, once."""

from __future__ import annotations

import pytest

from recollect import InvalidInput, Memory
from recollect.engine.recalled import one_question
from recollect.model.scope import Scope

QUESTION = "which tools are in the shed?"


@pytest.fixture
def tools(memory: Memory) -> list[str]:
    texts = ("The saw is in the shed", "The spade is in the shed", "The rake is in the shed")
    return memory.add_many(list(texts), user="ana").ids


def counts(memory: Memory, ids: list[str]) -> list[int]:
    memory._running.recall.flush()
    return [memory.get(id).access_count for id in ids]


def found_then_failed(memory: Memory) -> None:
    with one_question():
        memory.search(QUESTION, user="ana")
        memory.search("", user="ana")


@pytest.mark.feature("LC-03")
def test_only_what_is_left_in_the_list_was_recalled(memory: Memory, tools: list[str]) -> None:
    with one_question() as found:
        hits = memory.search(QUESTION, user="ana")
        assert {hit.id for hit in found} == {hit.id for hit in hits} == set(tools)
        found[:] = [hit for hit in hits if hit.id == tools[1]]
    assert counts(memory, tools) == [0, 1, 0]
    assert [one.question for one in memory.recalls(tools[1], user="ana")] == [QUESTION]
    assert memory.recalls(tools[0], user="ana") == []


def test_several_searches_for_one_question_are_one_recall(memory: Memory, tools: list[str]) -> None:
    before = memory.get(tools[0]).strength
    with one_question() as found:
        for k in (3, 10, 100):
            memory.search(QUESTION, user="ana", k=k)
        assert len(found) == 9
    assert counts(memory, tools) == [1, 1, 1]
    assert memory.get(tools[0]).strength == pytest.approx(before + 0.1)
    assert len(memory.recalls(tools[0], user="ana")) == 1


def test_dry_searches_and_those_that_fail_leave_nothing(memory: Memory, tools: list[str]) -> None:
    with one_question() as found:
        memory.search(QUESTION, user="ana", dry_run=True)
        assert found == []
    with pytest.raises(InvalidInput):
        found_then_failed(memory)
    assert counts(memory, tools) == [0, 0, 0]
    memory.search(QUESTION, user="ana")
    assert counts(memory, tools) == [1, 1, 1], "a search of its own counts as ever"


def test_waypoints_gain_where_they_led_to_what_is_shown(memory: Memory, tools: list[str]) -> None:
    log, scope = memory._running.recall.log, Scope(user="ana")
    hits = list(memory.search(QUESTION, user="ana", dry_run=True))
    ways = [(hit.record.item, "from", hit.id) for hit in hits]
    with one_question() as found:
        log.note(scope, QUESTION, hits, ways)
        log.note(scope, QUESTION, hits, ways)
        found[:] = hits[:1]
    assert log._left["default"].travelled == ways[:1]
    log.flush()
    with one_question() as found:
        log.note(scope, QUESTION, hits, ways)
        found.clear()
    assert not log._left
