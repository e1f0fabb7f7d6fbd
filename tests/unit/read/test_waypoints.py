"""Widening results along waypoints, through the public face."""

from __future__ import annotations

import pytest

from recollect import Memory
from recollect.engine.graph import WAYPOINT_SIMILARITY
from recollect.errors import InvalidInput
from recollect.model.scope import Scope
from recollect.read.waypoints import expansion_weight

TEXTS = ("User drinks green tea every morning", "User drinks green tea every single morning", "Rex is a large dog")


@pytest.fixture
def linked(memory: Memory) -> Memory:
    memory.add_many(list(TEXTS), user="ana")
    memory.add_many(["User drinks green tea every morning too"], user="bob")
    memory._running.graph.link(Scope(user="ana"))
    return memory


def links(memory: Memory, user: str = "ana") -> dict[str, tuple[str, float]]:
    said = {one.id: one.content for one in memory.list(user=user)}
    found = memory._running.store.waypoints(Scope(user=user), list(said))
    return {said[one.source]: (said[one.target], one.weight) for one in found.values()}


@pytest.mark.feature("RT-20")
@pytest.mark.parametrize(
    "parent, link, weight", [(0.9, 0.8, 0.576), (0.5, 0.25, 0.1), (0.5, 0.24, 0.0), (1.0, 1.0, 0.8)]
)
def test_an_expansion_weighs_parent_times_link_times_a_fade(parent: float, link: float, weight: float) -> None:
    assert expansion_weight(parent, link) == pytest.approx(weight)


@pytest.mark.feature("GR-01")
def test_each_memory_gets_one_link_to_the_most_similar_one_if_it_is_similar_enough(linked: Memory) -> None:
    found = links(linked)
    assert found.keys() == set(TEXTS[:2])
    assert found[TEXTS[0]][0] == TEXTS[1]
    assert all(weight >= WAYPOINT_SIMILARITY for _, weight in found.values())
    assert links(linked, "bob") == {}


@pytest.mark.feature("RT-20", "GR-05", "GR-03")
def test_a_result_shows_its_path_and_the_link_that_led_there_grows(linked: Memory) -> None:
    before = links(linked)
    hits = linked.search("green tea", user="ana", preset="openmemory", dry_run=True)
    assert [hit for hit in hits if hit.components["waypoint"] > 0]
    assert all(hit.path == (hit.id,) for hit in hits), "the question alone finds them"
    assert any("waypoints:" in stage for stage in hits.trace.stages)
    assert links(linked) == before, "a dry run leaves no trace"
    linked.search("green tea", user="ana", preset="openmemory")
    linked._running.recall.flush()
    after = links(linked)
    for source, (target, weight) in before.items():
        assert after[source] == (target, pytest.approx(min(1.0, weight + 0.05)))


@pytest.mark.feature("GR-05")
def test_a_result_that_only_a_link_brought_shows_where_it_led_from(linked: Memory) -> None:
    alone = linked.search("green tea", user="ana", preset="composite", waypoints=False, dry_run=True)
    (hit,) = linked.search("green tea", user="ana", preset="composite", k=1, dry_run=True)
    assert hit.id == alone[1].id
    assert hit.path == (alone[0].id, alone[1].id)


def test_the_waypoint_term_is_part_of_the_score_and_only_where_it_is_wanted(linked: Memory) -> None:
    with_term = {hit.id: hit.score for hit in linked.search("green tea", user="ana", preset="composite", dry_run=True)}
    plain = linked.search("green tea", user="ana", preset="composite", waypoints=False, dry_run=True)
    gains = [with_term[hit.id] - hit.score for hit in plain]
    assert max(gains) > 0.01
    assert all("waypoint" not in hit.components for hit in plain)
    with pytest.raises(InvalidInput, match="waypoints"):
        linked.search("green tea", user="ana", waypoints="yes")


def test_an_archived_memory_is_not_reached(linked: Memory) -> None:
    target = next(one for one in linked.list(user="ana") if one.content == TEXTS[1])
    linked.archive(target.id)
    hits = linked.search("green tea", user="ana", preset="openmemory", dry_run=True)
    assert target.id not in {hit.id for hit in hits}


def test_a_search_that_follows_waypoints_gives_memories_theirs(memory: Memory) -> None:
    memory.add_many(list(TEXTS), user="ana")
    assert links(memory) == {}
    memory.search("green tea", user="ana", preset="openmemory")
    assert links(memory)


def test_a_question_about_two_entities_can_lift_what_names_both(memory: Memory) -> None:
    memory.add_many(["Ines works at Orbit", "Ines knows Paul", "Paul works at Helio"], user="ana")
    memory.entities(user="ana")
    hits = memory.search("What about Ines and Paul?", user="ana", graph=0.9, dry_run=True)
    assert hits[0].content == "Ines knows Paul"
    assert "graph: 2 entities are named, 1 candidates name several of them" in hits.trace.stages


def test_a_changed_text_is_not_reached_through_the_link_of_its_old_text(linked: Memory) -> None:
    changed = next(one for one in linked.list(user="ana") if one.content == TEXTS[1])
    linked.update(changed.id, content="The boiler in the cellar is serviced in May")
    linked._running.graph.link(Scope(user="ana"))
    assert links(linked) == {}
    hits = linked.search("green tea", user="ana", preset="composite", dry_run=True)
    assert changed.id not in [hit.id for hit in hits if len(hit.path) == 2]


def test_a_change_that_leaves_the_text_alone_leaves_the_links_alone(linked: Memory) -> None:
    before = links(linked)
    same = next(one for one in linked.list(user="ana") if one.content == TEXTS[1])
    linked.update(same.id, tags=["drinks"])
    linked._running.graph.link(Scope(user="ana"))
    assert links(linked).keys() == before.keys()
