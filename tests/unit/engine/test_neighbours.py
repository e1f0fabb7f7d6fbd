"""Which records a record is linked with."""

from __future__ import annotations

import json

import pytest

from recollect import Memory, errors
from recollect.model.principal import Principal
from recollect.surfaces.guard import guarded
from tests.clock import Clock

TALK = [{"role": "user", "content": "I moved to Lisbon in May."}]


@pytest.fixture
def memory() -> Memory:
    return Memory(":memory:", clock=Clock())


@pytest.mark.feature("DB-01")
def test_a_learned_memory_leads_to_the_turn_it_was_drawn_from_and_back(memory: Memory) -> None:
    memory.add(TALK, user="ana", session="talk")
    memory.flush(timeout_s=30)
    (learned,) = memory.list(user="ana", layers=["memory"])
    (down,) = [one for one in memory.neighbours(learned.id) if one.kind == "derived_from"]
    assert (down.outgoing, down.record.layer, down.record.content) == (True, "turn", TALK[0]["content"])
    (up,) = [one for one in memory.neighbours(down.record.id) if one.kind == "derived_from"]
    assert (up.outgoing, up.record.id) == (False, learned.id)


def test_what_was_said_as_it_is_has_no_neighbours_and_what_is_not_there_is_told(memory: Memory) -> None:
    assert memory.neighbours(memory.add("The office closes at six").id) == []
    with pytest.raises(errors.NotFound, match="there is no record 'gone'"):
        memory.neighbours("gone")


def test_links_to_what_was_deleted_are_left_out(memory: Memory) -> None:
    memory.add(TALK, user="ana", session="talk")
    memory.flush(timeout_s=30)
    (learned,) = memory.list(user="ana", layers=["memory"])
    (turn,) = memory.list(user="ana", layers=["turn"])
    memory.delete(learned.id)
    assert memory.neighbours(turn.id) == []


@pytest.mark.feature("SC-06")
def test_a_summary_that_was_made_up_leads_to_nobody_elses_records(memory: Memory) -> None:
    secret = memory.add("Ana's plan is secret", user="ana").id
    shared = memory.add("The office closes at noon").id
    forged = {
        "id": "forged",
        "user": "bob",
        "content": "What there was",
        "metadata": {"parts": [secret, shared]},
        "provenance": {"source": "import", "reference": "compaction"},
    }
    door = guarded(memory, Principal(user="bob", role="write"))
    door.import_([json.dumps(forged)])
    assert [one.record.id for one in door.neighbours("forged")] == [shared]
