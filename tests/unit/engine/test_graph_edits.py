"""The graph through edits: what tells nothing new takes nothing away, and what says something else is read by a job."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from tests.clock import Clock

LONG = (
    "Bob works at Acme. It is a big firm. They make pumps. He likes it. He drives there. It takes an hour each day.",
    "Rita lives in Rome. It is warm. She has a flat. It is big. It is bright and high above the old town.",
)
TIES = ["Bob works at Acme", "Rita lives in Rome"]
Related = tuple[Memory, list[str]]


def shown(memory: Memory) -> list[str]:
    """What a context says of it, which reads the graph as it is."""
    section = memory.context(user="u").section("relationships")
    return [] if section is None else sorted(line.text for line in section.lines)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def related(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Related]:
    where = tmp_path / "m.db" if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    with Memory(where, clock=clock, config_file=tmp_path / "none.toml", worker="off") as memory:
        ids = [memory.add(text, user="u").id for text in LONG]
        memory.sync(user="u")
        assert shown(memory) == TIES
        yield memory, ids


@pytest.mark.feature("GR-06", "CX-01")
def test_an_edit_that_says_nothing_takes_no_relation_away(related: Related) -> None:
    memory, ids = related
    changes: list[dict[str, Any]] = [
        {"tags": ["x"]}, {"metadata": {"a": 1}}, {"kind": "skill"}, {"confidence": 0.5}, {"key": "bob"},
        {"expires_at": "2030-01-01T00:00:00Z"},
    ]  # fmt: skip
    for change in changes:
        memory.update(ids[0], **change)
        assert shown(memory) == TIES, change
    (bob,) = (one for one in memory.entities(user="u") if one.name == "Bob")
    assert bob.mentions == 1
    (known,) = memory.relations(user="u", entity="Bob")
    assert (known.records, known.weight) == ((ids[0],), 1.0)
    assert memory.doctor() == []


@pytest.mark.feature("GR-06")
@pytest.mark.parametrize("caught_up", [False, True])
def test_what_comes_back_brings_its_relations_along(related: Related, clock: Clock, caught_up: bool) -> None:
    memory, ids = related
    memory.archive(ids[0])
    assert shown(memory) == TIES[1:]
    if caught_up:
        assert len(memory.relations(user="u")) == 1
    memory.unarchive(ids[0])
    assert shown(memory) == TIES
    clock.forward(days=40)
    made = memory.compact(user="u", older_than_days=30)
    if caught_up:
        assert len(memory.relations(user="u")) == 2, "the summary says it"
    memory.undo_compaction(str(made.summary_id))
    assert shown(memory) == TIES
    assert {one.records for one in memory.relations(user="u")} == {(id,) for id in ids}, "what is archived says nothing"
    assert memory.doctor() == []


def test_what_becomes_a_layer_that_the_graph_leaves_out_states_nothing(related: Related) -> None:
    memory, ids = related
    memory.update(ids[0], layer="profile")
    assert shown(memory) == TIES[1:]
    memory.sync(user="u")
    assert shown(memory) == TIES[1:]


def test_a_relation_that_has_ended_still_names_who_stated_it(related: Related) -> None:
    memory, ids = related
    memory.archive(ids[0])
    (ended,) = memory.relations(user="u", entity="Bob", include_ended=True)
    assert (ended.weight, ended.records) == (0.0, (ids[0],))


def test_a_compaction_and_another_text_are_read_by_the_next_job(related: Related, clock: Clock) -> None:
    memory, ids = related
    memory.update(ids[0], content="Bob works at Zenith")
    clock.forward(minutes=1)
    memory.flush(user="u")
    assert shown(memory) == ["Bob works at Zenith", TIES[1]]
    memory.update(ids[0], content=LONG[0])
    clock.forward(days=40)
    assert memory.compact(user="u", older_than_days=30).archived
    clock.forward(minutes=1)
    memory.flush(user="u")
    assert shown(memory) == TIES


def test_what_comes_back_as_a_question_states_nothing(memory: Memory, clock: Clock) -> None:
    id = memory.add("Bob lives in Porto", user="u").id
    memory.sync(user="u")
    memory.archive(id)
    clock.forward(days=1)
    memory.add("Bob lives in Lisbon now", user="u")
    memory.sync(user="u")
    assert memory.unarchive(id).status == "pending_review"
    assert shown(memory) == ["Bob lives in Lisbon"]
    assert [one.target for one in memory.relations(user="u")] == ["Lisbon"]


def test_what_was_merged_stays_merged_through_an_edit(related: Related) -> None:
    memory, ids = related
    memory.add("Bobby manages Tom", user="u")
    memory.merge_entities("Bob", "Bobby", user="u")
    memory.update(ids[0], tags=["x"])
    both = {"Bob works at Acme", "Bob manages Tom"}
    assert both <= set(shown(memory))
    memory.sync(user="u")
    assert both <= set(shown(memory))
    assert memory.doctor() == []
