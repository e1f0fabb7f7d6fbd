"""The graph through the public face: it follows what is written, changed and forgotten."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from recollect import InvalidInput, Memory, NotFound
from recollect.engine import graph as engine
from recollect.errors import InvalidState, StoreBusy, StoreReadOnly
from recollect.model.graph import Growth
from recollect.model.scope import Scope
from tests.clock import START, Clock

STORY = [
    "Ines works at Orbit",
    "Orbit is based in Ghent",
    "Ines is married to Paul",
    "Project Delta depends on PostgreSQL",
    "Greta is the design lead on Project Delta",
    "Greta manages Paul",
]


def key_relations(memory: Memory, limit: int, *, now: datetime) -> engine.Relations:
    running = memory._running
    with running.store.reading(Scope(user="ana"), signature=None) as reader:
        return running.graph.key_relations(reader, limit, now=now)


def relations(memory: Memory, user: str | None = "ana", **wanted: object) -> set[tuple[str, str, str]]:
    return {(one.source, one.relation, one.target) for one in memory.relations(user=user, **wanted)}  # type: ignore[arg-type]


@pytest.fixture
def told(memory: Memory) -> Memory:
    memory.add_many(STORY, user="ana")
    return memory


@pytest.mark.feature("GR-07")
def test_one_can_look_by_entity_by_relation_and_walk(told: Memory) -> None:
    assert relations(told, entity="paul") == {("Ines", "married to", "Paul"), ("Greta", "manages", "Paul")}
    assert relations(told, relation="Works at") == {("Ines", "works at", "Orbit")}
    near = told.graph("Ines", user="ana", depth=1)
    assert {one.name for one in near.entities} == {"Ines", "Orbit", "Paul"}
    far = told.graph("Ines", user="ana")
    assert {one.name for one in far.entities} == {"Ines", "Orbit", "Paul", "Ghent", "Greta"}
    assert far.depth == 2
    whole = told.graph("Ines", user="ana", depth=4)
    assert {one.name for one in whole.entities} >= {"Project Delta", "PostgreSQL"}
    assert whole.distances[told.entity("PostgreSQL", user="ana").id] == 4


@pytest.mark.feature("TY-05")
def test_entities_can_be_asked_for_by_type(told: Memory) -> None:
    assert {one.name for one in told.entities(user="ana", type="person")} == {"Ines", "Paul", "Greta"}
    assert [one.name for one in told.entities(user="ana", type="place")] == ["Ghent"]
    assert told.entities(user="ana", name="Nobody") == []
    assert told.entity("project delta", user="ana").type == "project"


def test_what_was_just_written_is_there_and_what_changed_follows(told: Memory) -> None:
    added = told.add_many(["Hugo works at Helio"], user="ana")
    assert ("Hugo", "works at", "Helio") in relations(told)
    told.update(added.records[0].id, content="Hugo works at Vega")
    assert ("Hugo", "works at", "Vega") in relations(told)
    assert ("Hugo", "works at", "Helio") not in relations(told)
    assert ("Hugo", "works at", "Helio") in relations(told, include_ended=True)
    told.archive(added.records[0].id)
    assert ("Hugo", "works at", "Vega") not in relations(told)
    told.unarchive(added.records[0].id)
    assert ("Hugo", "works at", "Vega") in relations(told)
    told.delete(added.records[0].id)
    assert relations(told, entity="Hugo", include_ended=True) == set()
    with pytest.raises(NotFound, match="Hugo"):
        told.entity("Hugo", user="ana")


def test_a_memory_that_replaces_another_ends_its_relation(memory: Memory) -> None:
    memory.add("Ines works at Orbit", user="ana")
    memory.add("Ines left Orbit and joined Helio", user="ana")
    assert relations(memory) == {("Ines", "joined", "Helio")}
    assert ("Ines", "works at", "Orbit") in relations(memory, include_ended=True)


def test_nobody_sees_another_users_graph_and_everybody_the_shared_one(told: Memory) -> None:
    told.add_many(["Ines knows Bruno"], user="bob")
    told.add_many(["Orbit uses Slack"])
    assert relations(told, "bob") == {("Ines", "knows", "Bruno"), ("Orbit", "uses", "Slack")}
    assert relations(told, None) == {("Orbit", "uses", "Slack")}
    assert "Bruno" not in {one.name for one in told.graph("Ines", user="ana", depth=4).entities}
    assert "Slack" in {one.name for one in told.graph("Ines", user="ana").entities}
    with pytest.raises(NotFound):
        told.graph("Paul", user="bob")


def test_another_tenant_sees_nothing(tmp_path: Path, told: Memory) -> None:
    told.entities(user="ana")
    path = tmp_path / "memory.db"
    with Memory(path, tenant="other", config_file=tmp_path / "none.toml", worker="off") as other:
        assert other.entities(user="ana") == []
        assert other.relations(user="ana") == []
        with pytest.raises(NotFound):
            other.merge_entities("Ines", "Paul", user="ana")


def test_a_crash_in_the_middle_is_made_good_by_the_next_reader(told: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "STEP", 2)
    store = told._running.store
    grow, calls = store.grow_graph, []

    def dies(scope: Scope, growth: Growth) -> None:
        calls.append(growth)
        if len(calls) == 2:
            raise StoreBusy("the process died here")
        grow(scope, growth)

    monkeypatch.setattr(store, "grow_graph", dies)
    with pytest.raises(StoreBusy):
        told.entities(user="ana")
    monkeypatch.setattr(store, "grow_graph", grow)
    assert len(relations(told)) == len(STORY)
    assert told.doctor() == []


def test_two_names_can_be_said_to_mean_one(told: Memory) -> None:
    told.add_many(["Nessie knows Hugo"], user="ana")
    merged = told.merge_entities("Ines", "Nessie", user="ana")
    assert merged.aliases == ("ines", "nessie")
    assert ("Ines", "knows", "Hugo") in relations(told)
    with pytest.raises(InvalidState, match="same entity"):
        told.merge_entities("Ines", "Nessie", user="ana")
    with pytest.raises(NotFound):
        told.merge_entities("Ines", "Nobody", user="ana")


def test_a_conversation_brings_the_graph_up_to_date_in_a_job(memory: Memory, clock: Clock) -> None:
    memory.add([{"role": "user", "name": "Ines", "content": "I work at Orbit."}], user="ana", wait=True)
    queued = [job for job in memory.jobs(state="queued") if job.kind == engine.GRAPH]
    assert [job.scope.user for job in queued] == ["ana"]
    clock.forward(seconds=engine.SETTLE_S + 1)
    memory.flush()
    assert memory.job(queued[0].id).state == "done"
    known = key_relations(memory, 10, now=clock.now)
    assert [(one.source, one.relation, one.target) for one in known] == [("Ines", "works at", "Orbit")]
    assert known[0].records


def test_a_text_alone_queues_nothing_unless_ranking_follows_waypoints(tmp_path: Path, memory: Memory) -> None:
    memory.add("Ines works at Orbit", user="ana")
    assert memory.jobs() == []
    with Memory(tmp_path / "other.db", preset="openmemory", config_file=tmp_path / "none.toml", worker="off") as other:
        other.add("Ines works at Orbit", user="ana")
        other.add_many(["Paul works at Orbit"], user="ana")
        assert [job.kind for job in other.jobs()] == [engine.GRAPH]


def test_key_relations_give_what_is_stated_most_and_catch_up_with_nothing(told: Memory) -> None:
    assert key_relations(told, 5, now=START) == []
    told.add_many(["Greta manages Paul, still"], user="ana")
    told.entities(user="ana")
    first, *rest = key_relations(told, 5, now=START)
    assert (first.source, first.relation, first.target, first.weight) == ("Greta", "manages", "Paul", 2.0)
    assert len(rest) == 4


@pytest.mark.parametrize("depth", [0, 5, "2", 1.5, True])
def test_a_depth_out_of_range_is_refused(told: Memory, depth: object) -> None:
    with pytest.raises(InvalidInput, match="depth"):
        told.graph("Ines", user="ana", depth=depth)  # type: ignore[arg-type]


def test_bad_input_is_told(told: Memory) -> None:
    with pytest.raises(InvalidInput):
        told.graph("", user="ana")
    with pytest.raises(InvalidInput, match="type"):
        told.entities(user="ana", type="animal")
    with pytest.raises(NotFound, match="similar names: Ines"):
        told.entity("Inez", user="ana")


def test_a_first_name_means_the_same_person_after_its_record_was_archived_and_came_back(memory: Memory) -> None:
    memory.add("Ines Prado works at Orbit", user="ana")
    bare = memory.add("Ines manages Kiran", user="ana").records[0]
    assert ("Ines Prado", "manages", "Kiran") in relations(memory)
    memory.add("Ines Moreau works at Vesta", user="ana")
    assert ("Ines Prado", "manages", "Kiran") in relations(memory)
    memory.archive(bare.id)
    assert ("Ines Prado", "manages", "Kiran") not in relations(memory)
    memory.unarchive(bare.id)
    assert ("Ines Prado", "manages", "Kiran") in relations(memory)


def test_a_store_that_can_only_be_read_and_has_no_graph_says_so(tmp_path: Path) -> None:
    with Memory(tmp_path / "ro.db", worker="off") as memory:
        memory.add("Ines works at Orbit", user="ana")
    with Memory(f"sqlite:///{tmp_path / 'ro.db'}?mode=ro", worker="off") as memory:
        for ask in (lambda: memory.entities(user="ana"), lambda: memory.graph("Ines", user="ana")):
            with pytest.raises(StoreReadOnly, match="never made"):
                ask()
        assert memory.entities(user="bob") == []
    with Memory(tmp_path / "ro.db", worker="off") as memory:
        assert memory.entities(user="ana")
    with Memory(f"sqlite:///{tmp_path / 'ro.db'}?mode=ro", worker="off") as memory:
        assert {one.name for one in memory.entities(user="ana")} == {"Ines", "Orbit"}
        with pytest.raises(NotFound):
            memory.graph("Nobody", user="ana")


def test_relations_of_records_that_are_no_longer_shown_are_shown_nowhere(tmp_path: Path, clock: Clock) -> None:
    with Memory(tmp_path / "r.db", clock=clock, worker="off", retention_days="memory=30") as memory:
        memory.add("Ines works at Orbit", user="ana")
        memory.add("Ines manages Paul", user="ana", expires_at=clock() + timedelta(days=10))
        clock.forward(days=20)
        memory.add("Ines lives in Ghent", user="ana")
        assert relations(memory) == {("Ines", "works at", "Orbit"), ("Ines", "lives in", "Ghent")}
        clock.forward(days=20)
        assert relations(memory) == {("Ines", "lives in", "Ghent")}
        assert {one.name for one in memory.graph("Ines", user="ana").entities} == {"Ines", "Ghent"}
        found = key_relations(memory, 9, now=clock.now)
        assert [one.relation for one in found] == ["lives in"]
        assert "Orbit" not in memory.context("Who is Ines?", user="ana").text


@pytest.mark.feature("GR-06")
def test_a_new_holder_of_a_tie_ends_the_one_before_until_that_is_forgotten(memory: Memory, clock: Clock) -> None:
    memory.add("My boss Henrik hates change", user="ana")
    clock.forward(days=30)
    new = memory.add("My new boss is Olu", user="ana")
    assert relations(memory) == {("User", "boss", "Olu")}
    assert relations(memory, include_ended=True) == {("User", "boss", "Olu"), ("User", "boss", "Henrik")}
    memory.delete(new.id)
    assert relations(memory) == {("User", "boss", "Henrik")}


@pytest.mark.feature("GR-06")
@pytest.mark.parametrize("again", ["Henrik is my boss again", "My boss is Henrik again"])
def test_who_holds_a_tie_again_takes_it_back(memory: Memory, clock: Clock, again: str) -> None:
    for text in ("My boss is Henrik", "My new boss is Olu", again):
        memory.add(text, user="ana")
        clock.forward(days=30)
    assert relations(memory) == {("User", "boss", "Henrik")}


@pytest.mark.feature("GR-06")
@pytest.mark.parametrize(
    "told",
    [
        ["My friend Emma likes tea", "My new friend is Lea"],
        ["My boss Emma likes tea", "My boss Lea likes coffee"],
        ["My flatmate Emma likes tea", "My flatmate Lea likes coffee", "My new flatmate is Tom"],
    ],
)
def test_who_is_one_of_several_ends_nobodys_tie(memory: Memory, told: list[str]) -> None:
    for text in told:
        memory.add(text, user="ana")
    assert len(relations(memory)) == len(told)


@pytest.mark.feature("GR-06")
@pytest.mark.parametrize(
    "told, known",
    [
        (["My brother Tom is a pilot", "My friend Tom Weber lives in Rome"], {"brother": "Tom", "friend": "Tom Weber"}),
        (["My friend Tom Weber lives in Rome", "My brother Tom is a pilot"], {"brother": "Tom", "friend": "Tom Weber"}),
        (["My brother Tom is a pilot. My friend Tom Weber lives in Rome."], {"brother": "Tom", "friend": "Tom Weber"}),
        (["My doctor Eva is nice", "My accountant Eva Lang is nice"], {"doctor": "Eva", "accountant": "Eva Lang"}),
        (["My brother Tom is a pilot", "My brother Tom Weber lives in Rome"], {"brother": "Tom Weber"}),
        (["My mum Ana is nice", "My mother Ana Silva is a nurse"], {"mum": "Ana Silva", "mother": "Ana Silva"}),
        (["My friend Tom is nice", "My colleague Tom Weber lives in Rome"], {"friend": "Tom Weber"}),
        (["My girlfriend Emma is nice", "My wife Emma Stone lives in Rome"], {"wife": "Emma Stone"}),
        (["My boss Henrik is nice", "My manager Henrik Lund lives in Rome"], {"boss": "Henrik Lund"}),
    ],
)
def test_a_relative_and_a_friend_of_one_first_name_are_two(
    memory: Memory, told: list[str], known: dict[str, str]
) -> None:
    for text in told:
        memory.add(text, user="ana")
        memory.relations(user="ana")
    found = {relation: target for source, relation, target in relations(memory) if source == "User"}
    assert known.items() <= found.items()


def test_a_first_name_alone_still_means_the_one_who_was_told_of(memory: Memory) -> None:
    memory.add_many(["My friend Tom Weber lives in Rome", "Tom works at Acme"], user="ana")
    assert ("Tom Weber", "works at", "Acme") in relations(memory)
