"""What a store promises about the graph: it is what the records say, and nothing that no record says."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from recollect.contracts.store import Store
from recollect.errors import Conflict
from recollect.model.batch import Batch, Strength
from recollect.model.claim import Mention, Relation
from recollect.model.graph import Growth, Links, Ties, Told, Ungraphed, Walk
from recollect.model.query import Filter
from recollect.model.record import Provenance, Record
from recollect.model.scope import Scope
from tests.contracts.building import ANA, add, archive, at, edit, entries, execute, record

Opener = Callable[[], Store]
BOB = Scope(user="bob")
SHARED = Scope()
ELSEWHERE = Scope(tenant="other", user="ana")
MANY = 50


def ties(text: str) -> Ties:
    """ "Ana > works at > Acme; Tom" """
    mentions: dict[str, Mention] = {}
    relations = []
    for part in text.split(";"):
        names = [word.strip() for word in part.split(">")]
        for name in (names[0], names[-1]):
            said, _, type = name.partition(":")
            mentions.setdefault(said, Mention(name=said, type=type or "person"))
        if len(names) == 3:
            source, target = (name.partition(":")[0] for name in (names[0], names[2]))
            relations.append(Relation(source=source, relation=names[1], target=target, confidence=0.8))
    return Ties(mentions=tuple(mentions.values()), relations=tuple(relations))


def step_of(store: Store, scope: Scope = ANA, limit: int = MANY) -> Ungraphed:
    found = store.ungraphed(scope, limit=limit)
    assert found is not None
    return found


def grow(store: Store, scope: Scope = ANA, *, limit: int = MANY, seconds: float = 100) -> None:
    """Bring the graph of a space up to date: a record's content says its ties."""
    while (step := store.ungraphed(scope, limit=limit)) is not None:
        said = [step.told.get(one.item, ties(one.content)) for one in step.records]
        store.grow_graph(scope, Growth(step=step, ties=said, now=at(seconds)))


def names(store: Store, scope: Scope = ANA) -> dict[str, int]:
    return {one.name: one.mentions for one in store.entities(scope, limit=MANY)}


def relations(store: Store, scope: Scope = ANA, **wanted: Any) -> set[tuple[str, str, str]]:
    found = store.relations(scope, **({"now": at(200), "limit": MANY} | wanted))
    return {(one.source, one.relation, one.target) for one in found}


def walk(store: Store, name: str, scope: Scope = ANA, *, depth: int = 2, **limits: Any) -> Walk:
    found = store.walk(scope, name, **({"depth": depth, "now": at(200), "nodes_max": 100, "edges_max": 100} | limits))
    assert found is not None
    return found


def said(store: Store, *contents: str, scope: Scope = ANA, **fields: Any) -> list[Record]:
    return add(store, *(record(content, scope, **fields) for content in contents))


def every_name(store: Store) -> str:
    """Every text of the tables of the graph."""
    with store._database.reading(ANA) as session:  # type: ignore[attr-defined]
        tables = ("entity", "alias", "mention", "statement", "told", "edge")
        return str([session.all(f"SELECT * FROM {table}") for table in tables]).lower()


# --- growing --------------------------------------------------------------------------------------------------------


def test_what_is_named_and_stated_as_often_is_told_in_the_order_in_which_it_was_said(store: Store) -> None:
    cities = ("Porto", "Acre", "Milan", "Cairo", "Zagreb", "Berne", "Tunis", "Delhi")
    people = ("Tom", "Ida", "Zoe", "Bea", "Kim", "Ann", "Max", "Eva")
    told = [f"{person} > lives in > {city}:place" for person, city in zip(people, cities, strict=True)]
    said(store, *told, created_at=at(0))
    grow(store)
    ordered = [name for pair in zip(people, cities, strict=True) for name in pair]
    for limit in (MANY, 5):
        assert [one.name for one in store.entities(ANA, limit=limit)] == ordered[:limit]
        found = store.relations(ANA, now=at(200), limit=limit)
        assert [one.source for one in found] == list(people[:limit])
    said(store, "Eva; Eva > lives in > Delhi:place", created_at=at(1))
    grow(store)
    assert [one.name for one in store.entities(ANA, limit=3)] == ["Eva", "Delhi", "Tom"]
    assert store.relations(ANA, now=at(200), limit=1)[0].source == "Eva"


@pytest.mark.feature("GR-06", "TY-05")
def test_records_become_entities_and_relations_with_confidence_and_validity(store: Store) -> None:
    said(store, "Ana > works at > Acme:company", valid_from=at(10), valid_until=at(5000))
    grow(store)
    (relation,) = store.relations(ANA, now=at(200), limit=9)
    assert (relation.source, relation.relation, relation.target) == ("Ana", "works at", "Acme")
    assert (relation.confidence, relation.weight) == (0.8, 1.0)
    assert (relation.valid_from, relation.valid_until, relation.ended_at) == (at(10), at(5000), None)
    assert relation.records == ("default-ana-Ana > works at > Acme:company",)
    assert {one.name: one.type for one in store.entities(ANA, limit=9)} == {"Ana": "person", "Acme": "company"}
    assert store.relations(ANA, now=at(5), limit=9) == []
    assert store.relations(ANA, now=at(6000), limit=9) == []


def test_relations_are_those_that_the_labels_show_and_of_enough_trust(store: Store) -> None:
    ends = {"work": "Acme", "private": "Tom", "": "Lisbon"}
    for project, name in ends.items():
        said(store, f"Ana > knows > {name}", scope=replace(ANA, project=project or None, agent=project or None))
    said(store, "Ana > knows > Zed", provenance=Provenance(source="import", trust=0.2))
    grow(store)
    whole = {("Ana", "knows", name) for name in (*ends.values(), "Zed")}
    assert relations(store) == whole
    assert relations(store, trust_min=0.2) == whole
    assert relations(store, trust_min=0.3) == whole - {("Ana", "knows", "Zed")}
    for label in ("project", "agent"):
        labelled = replace(ANA, **{label: "work"})
        assert relations(store, labelled) == whole - {("Ana", "knows", "Tom")}
        assert relations(store, labelled, entity="Tom") == set()
        assert relations(store, labelled, include_ended=True) == whole - {("Ana", "knows", "Tom")}
        assert "Tom" not in {one.name for one in walk(store, "Ana", labelled).entities}
    assert "Tom" in {one.name for one in walk(store, "Ana").entities}


def test_the_graph_grows_in_bounded_steps_and_ends(store: Store) -> None:
    assert store.ungraphed(ANA, limit=2) is None
    said(store, *(f"Ana > knows > P{place}" for place in range(5)))
    step = step_of(store, limit=2)
    assert len(step.records) == 2
    grow(store, limit=2)
    assert store.ungraphed(ANA, limit=2) is None
    assert len(relations(store)) == 5
    said(store, "Ana > knows > Zed")
    assert [one.content for one in step_of(store).records] == ["Ana > knows > Zed"]


def test_a_step_that_somebody_else_took_is_refused_and_changes_nothing(store: Store) -> None:
    said(store, "Ana > knows > Tom")
    step = step_of(store)
    grow(store)
    with pytest.raises(Conflict):
        store.grow_graph(ANA, Growth(step=step, ties=[ties("Ana > knows > Zed")], now=at(9)))
    assert relations(store) == {("Ana", "knows", "Tom")}


def test_what_was_deleted_between_reading_and_writing_does_not_come_back(store: Store) -> None:
    (gone, kept) = said(store, "Ana > knows > Tom", "Ana > knows > Zed")
    step = step_of(store)
    store.delete(ANA, [gone.id], at(5))
    store.grow_graph(ANA, Growth(step=step, ties=[ties(one.content) for one in step.records], now=at(9)))
    assert relations(store) == {("Ana", "knows", "Zed")}
    assert names(store) == {"Ana": 1, "Zed": 1}
    grow(store)
    assert relations(store) == {("Ana", "knows", "Zed")}
    assert kept.current


def test_a_process_that_died_before_its_commit_is_done_again_by_the_next(open_store: Opener) -> None:
    first, second = open_store(), open_store()
    said(first, *(f"Ana > knows > P{place}" for place in range(4)))
    step = step_of(first, limit=2)
    first.grow_graph(ANA, Growth(step=step, ties=[ties(one.content) for one in step.records], now=at(9)))
    step_of(first, limit=2)  # read and never written
    grow(second)
    assert len(relations(second)) == 4
    assert relations(first) == relations(second)


def test_doing_it_all_again_changes_nothing(store: Store) -> None:
    said(store, "Ana > works at > Acme:company", "Tom > works at > Acme")
    grow(store)
    before = (relations(store), names(store))
    for one in store.list(ANA, Filter(), now=at(1), limit=9, offset=0):
        store.write(
            ANA, Batch(strengths=(Strength(item=one.item, strength=0.5, at=at(3)),))
        )  # touches the row, says nothing new
    assert store.ungraphed(ANA, limit=9) is not None
    grow(store)
    assert (relations(store), names(store)) == before


# --- ending and forgetting ------------------------------------------------------------------------------------------


@pytest.mark.feature("GR-06")
def test_a_relation_ends_with_the_last_record_that_states_it_and_stays_as_history(store: Store) -> None:
    (first,) = said(store, "Ana > works at > Acme")
    (second,) = said(store, "Ana > works at > Acme; Ana > knows > Tom")
    grow(store)
    assert store.relations(ANA, relation="works at", now=at(9), limit=9)[0].weight == 2.0
    archive(store, first, seconds=20)
    grow(store)
    assert store.relations(ANA, relation="works at", now=at(30), limit=9)[0].weight == 1.0
    edit(store, second, "Ana > knows > Tom", seconds=40)
    grow(store)
    assert relations(store) == {("Ana", "knows", "Tom")}
    (ended,) = store.relations(ANA, relation="works at", now=at(50), include_ended=True, limit=9)
    assert ended.ended_at == at(40)
    said(store, "Ana > works at > Acme", id="again")
    grow(store)
    assert ("Ana", "works at", "Acme") in relations(store)


def test_a_record_that_ended_before_the_graph_saw_it_is_history_all_the_same(store: Store) -> None:
    (one,) = said(store, "Ana > works at > Acme")
    archive(store, one, seconds=20)
    grow(store)
    assert relations(store) == set()
    assert relations(store, include_ended=True) == {("Ana", "works at", "Acme")}


def test_an_expired_record_states_nothing_any_more(store: Store) -> None:
    said(store, "Ana > works at > Acme", expires_at=at(60))
    grow(store)
    assert relations(store, now=at(50)) == {("Ana", "works at", "Acme")}
    assert relations(store, now=at(70)) == set()


def test_nothing_of_a_deleted_text_stays_not_even_a_name(store: Store) -> None:
    said(store, "Ana > knows > Tom")
    grow(store)
    (gone,) = said(store, "Ana Silva > lives in > Porto:place; Ana > knows > Tom")
    grow(store)
    assert "Ana Silva" in names(store)
    store.delete(ANA, [gone.id], at(20))
    assert names(store) == {"Ana": 1, "Tom": 1}
    assert relations(store, include_ended=True) == {("Ana", "knows", "Tom")}
    assert "silva" not in every_name(store)
    assert "porto" not in every_name(store)
    assert store.walk(ANA, "Ana Silva", depth=1, now=at(30), nodes_max=9, edges_max=9) is None
    assert walk(store, "Ana").start.aliases == ("ana",)


# --- names ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "told, entities",
    [
        (["Ana Silva", "Ana"], {"Ana Silva": 2}),
        (["Ana", "Ana Silva"], {"Ana Silva": 2}),
        (["Ana Silva", "Dr. ANA SILVA", "Aña Silva's"], {"Ana Silva": 3}),
        (["Acme Corp:company", "Acme Inc.:company", "the Acme:company"], {"Acme Corp": 3}),
        (["Ana Silva", "Ana Costa", "Ana"], {"Ana Silva": 1, "Ana Costa": 1, "Ana": 1}),
        (["Ana Silva", "Ana", "Ana Costa", "Ana"], {"Ana Silva": 2, "Ana Costa": 1, "Ana": 1}),
        (["Acme:company", "Acme Labs:company"], {"Acme": 1, "Acme Labs": 1}),
        (["Nova:concept", "Project Nova:project"], {"Nova": 2}),
    ],
)
@pytest.mark.feature("GR-06")
def test_names_that_mean_the_same_are_one_entity(store: Store, told: list[str], entities: dict[str, int]) -> None:
    for place, name in enumerate(told):
        said(store, name, id=f"r{place}")
    grow(store)
    assert names(store) == entities


def test_anything_specific_says_more_than_concept(store: Store) -> None:
    said(store, "Acme:concept", "Acme:company", "Acme:person")
    grow(store)
    assert [one.type for one in store.entities(ANA, limit=9)] == ["company"]


def test_a_weak_mention_names_who_is_known_and_makes_nobody(store: Store) -> None:
    said(store, "first", "second")
    step = step_of(store)
    weak = Ties(mentions=(Mention(name="Coffee", weak=True), Mention(name="Ana", weak=True)))
    store.grow_graph(ANA, Growth(step=step, ties=[ties("Ana"), weak], now=at(9)))
    assert names(store) == {"Ana": 2}


def test_a_person_can_say_that_two_names_mean_one(store: Store) -> None:
    said(store, "Ana > works at > Acme", "Annie > knows > Tom", "Annie > knows > Ana")
    grow(store)
    ids = {one.name: one.id for one in store.entities(ANA, limit=9)}
    assert store.merge_entities(ANA, ids["Ana"], ids["Annie"], at(20))
    assert relations(store) == {("Ana", "works at", "Acme"), ("Ana", "knows", "Tom")}
    said(store, "Annie > lives in > Porto:place")
    grow(store)
    assert ("Ana", "lives in", "Porto") in relations(store)
    assert not store.merge_entities(ANA, ids["Ana"], ids["Annie"], at(20))


# --- who sees what --------------------------------------------------------------------------------------------------


def test_nobody_sees_another_users_or_tenants_graph(store: Store) -> None:
    for scope in (ANA, BOB, ELSEWHERE):
        said(store, f"Ana > met > Friend of {scope.user} in {scope.tenant}", scope=scope)
        grow(store, scope)
    assert {one.target for one in store.relations(BOB, now=at(9), limit=9)} == {"Friend of bob in default"}
    assert names(store, ELSEWHERE).keys() == {"Ana", "Friend of ana in other"}
    assert len(walk(store, "Ana", depth=4).entities) == 2
    own = store.entities(BOB, limit=9)
    assert not store.merge_entities(ANA, own[0].id, own[1].id, at(9))
    assert store.waypoints(ELSEWHERE, ["default-ana-x"]) == {}


def test_a_walk_goes_on_through_the_shared_space_where_names_meet(store: Store) -> None:
    said(store, "Ana > works at > Acme:company")
    said(store, "Acme:company > based in > Lisbon:place", scope=SHARED)
    said(store, "Acme:company > owned by > Bob's friend", scope=BOB)
    for scope in (ANA, SHARED, BOB):
        grow(store, scope)
    found = walk(store, "Ana")
    assert [one.name for one in found.entities] == ["Ana", "Acme", "Lisbon"]
    assert {(one.source, one.relation, one.target) for one in found.relations} == {
        ("Ana", "works at", "Acme"),
        ("Acme", "based in", "Lisbon"),
    }
    assert {one.name for one in walk(store, "Acme", SHARED).entities} == {"Acme", "Lisbon"}


# --- walking --------------------------------------------------------------------------------------------------------


@pytest.mark.feature("GR-07")
def test_a_walk_goes_so_far_in_both_directions_nearest_first(store: Store) -> None:
    said(store, "B > knows > A", "B > knows > C", "C > knows > D", "E > knows > D", "E > knows > F", "X > knows > Y")
    grow(store)
    found = walk(store, "A", depth=4)
    ids = {one.id: one.name for one in found.entities}
    assert {ids[id]: far for id, far in found.distances.items()} == {"A": 0, "B": 1, "C": 2, "D": 3, "E": 4}
    assert found.entities[0].name == "A"
    assert len(found.relations) == 4
    assert [one.name for one in walk(store, "A", depth=1).entities] == ["A", "B"]
    assert store.walk(ANA, "Nobody", depth=1, now=at(9), nodes_max=9, edges_max=9) is None


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_walk_finds_what_a_plain_search_over_the_live_relations_finds(store: Store, depth: int) -> None:
    rng = random.Random(depth)
    pairs = list(dict.fromkeys(tuple(rng.sample("ABCDEFGHIJKLMNOPQRST", 2)) for _ in range(30)))
    written = said(store, *(f"{source} > knows > {target}" for source, target in pairs))
    grow(store)
    gone = set(rng.sample(range(len(pairs)), 8))
    for place in gone:
        archive(store, written[place], seconds=150)
    grow(store, seconds=160)
    live = {pair for place, pair in enumerate(pairs) if place not in gone}
    start = min(live)[0]
    far = {start: 0}
    for hop in range(1, depth + 1):
        edge = {one for pair in live if far.keys() & set(pair) for one in pair} - far.keys()
        far |= dict.fromkeys(edge, hop)
    found = walk(store, start, depth=depth)
    ids = {one.id: one.name for one in found.entities}
    assert {ids[id]: hops for id, hops in found.distances.items()} == far
    assert {(one.source, one.target) for one in found.relations} == {pair for pair in live if set(pair) <= far.keys()}


def test_relations_among_the_outermost_are_shown(store: Store) -> None:
    said(store, "A > knows > B", "A > knows > C", "B > knows > C")
    grow(store)
    assert len(walk(store, "A", depth=1).relations) == 3


def test_a_walk_into_a_crowd_is_cut_and_says_so(store: Store) -> None:
    said(store, *(f"Hub > knows > P{place}" for place in range(30)))
    grow(store)
    few = walk(store, "Hub", nodes_max=10)
    assert (len(few.entities), few.cut) == (10, "more than 10 entities: the nearest are shown")
    assert {one.target_id for one in few.relations} <= {one.id for one in few.entities}
    edges = walk(store, "Hub", edges_max=7)
    assert (len(edges.relations), edges.cut) == (7, "more than 7 relations: not all are shown")
    assert walk(store, "Hub").cut is None


# --- what came with a record ----------------------------------------------------------------------------------------


def test_what_a_language_model_said_stays_with_the_record_through_edits_that_say_the_same(store: Store) -> None:
    told = Told(ties=ties("Ana > mentors > Tom"), record="m1")
    one = record("some text", id="m1")
    (kept,) = store.write(ANA, Batch(entries=entries(one), told=(told,))).records
    assert step_of(store).told[kept.item] == told.ties
    same = edit(store, kept, "some text", seconds=5)
    assert step_of(store).told[same.item] == told.ties
    other = edit(store, replace(same, id="m1"), "another text", seconds=6)
    assert other.item not in step_of(store).told


def test_a_merged_or_repeated_memory_has_what_was_told_of_both(store: Store) -> None:
    one, two = record("one", id="m1"), record("two", id="m2")
    (first,) = store.write(
        ANA, Batch(entries=entries(one), told=(Told(ties=ties("Ana > knows > Tom"), record="m1"),))
    ).records
    more = Told(ties=ties("Ana > knows > Zed"), record="m2", item=first.item)
    (second,) = store.write(ANA, Batch(entries=entries(two), told=(more,))).records
    store.write(ANA, Batch(told=(Told(ties=ties("Ana > met > Eve"), item=first.item),)))
    found = step_of(store).told
    assert {one.target for one in found[second.item].relations} == {"Tom", "Zed"}
    assert {one.target for one in found[first.item].relations} == {"Tom", "Eve"}


# --- waypoints ------------------------------------------------------------------------------------------------------


def link(store: Store, *links: tuple[str, str, float], back: Any = (), seconds: float = 9) -> None:
    step = store.unlinked(ANA, limit=MANY)
    assert step is not None
    store.link_waypoints(ANA, Links(step=step, links=links, back=back, now=at(seconds)))


@pytest.mark.feature("GR-01", "GR-03")
def test_a_memory_has_one_waypoint_that_grows_and_is_pruned(store: Store) -> None:
    records = [record(name, id=name) for name in "abc"]
    items = {one.id: one.item for one in add(store, *records)}
    link(store, ("a", "b", 0.8))
    said(store, "d")
    link(store, ("a", "c", 0.9))
    (kept,) = store.waypoints(ANA, ["a"]).values()
    assert (kept.source, kept.target, kept.weight, kept.item) == ("a", "c", pytest.approx(0.9), items["c"])
    for _ in range(3):
        store.travel(ANA, [(items["c"], "a", "c")], 0.05)
    assert store.waypoints(ANA, ["a"])["a"].weight == 1.0
    store.travel(ELSEWHERE, [(items["c"], "a", "c")], -0.99)
    assert store.waypoints(ANA, ["a"])["a"].weight == 1.0
    store.travel(ANA, [(items["c"], "a", "c")], -0.96)
    assert store.prune_waypoints(BOB, 0.05, everyone=False) == 0
    assert store.prune_waypoints(ELSEWHERE, 0.05, everyone=True) == 0
    assert store.prune_waypoints(ANA, 0.05, everyone=True) == 1
    assert store.waypoints(ANA, ["a"]) == {}


@pytest.mark.feature("GR-01")
def test_the_way_back_is_set_only_where_there_is_none_or_a_weaker_one(store: Store) -> None:
    add(store, *(record(name, id=name) for name in "abcd"))
    link(store, ("a", "b", 0.8), ("c", "b", 0.9), back=[("b", "a", 0.8)])
    said(store, "e")
    link(store, back=[("b", "d", 0.79), ("d", "b", 0.79), ("b", "gone", 0.99)])
    found = store.waypoints(ANA, list("abcd"))
    assert {one.source: one.target for one in found.values()} == {"a": "b", "b": "a", "c": "b", "d": "b"}


def test_a_waypoint_to_what_is_gone_leads_nowhere(store: Store) -> None:
    written = {one.id: one for one in add(store, *(record(name, id=name) for name in "abc"))}
    link(store, ("a", "b", 0.8), ("c", "b", 0.9))
    archive(store, written["b"], seconds=20)
    assert store.waypoints(ANA, ["a"]) == {}
    store.delete(ANA, ["a"], at(30))
    assert all("a" not in (edge.source, edge.target) for edge in store.edges(ANA, ["b"]))


def test_the_waypoints_from_and_to_a_text_go_when_it_changes(store: Store) -> None:
    written = {one.id: one for one in add(store, *(record(name, id=name) for name in "abcd"))}
    link(store, ("a", "b", 0.8), ("b", "a", 0.8), ("c", "b", 0.9), ("d", "c", 0.9))
    same = edit(store, written["b"], "b", seconds=20)
    link(store, seconds=21)
    assert store.waypoints(ANA, list("abcd")).keys() == set("abcd")
    edit(store, same, "something else", seconds=30)
    link(store, ("b", "d", 0.8), seconds=31)
    found = store.waypoints(ANA, list("abcd"))
    assert {one.source: one.target for one in found.values()} == {"b": "d", "d": "c"}


# --- care -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "broken",
    [
        "DELETE FROM entity WHERE name = 'Acme'",
        "DELETE FROM statement",
        "UPDATE alias SET entity = 'nobody' WHERE name = 'acme'",
        "UPDATE mention SET item = item + 5",
        "UPDATE edge SET target = 'nothing' WHERE kind = 'waypoint'",
    ],
)
def test_the_doctor_finds_and_repairs_what_hangs_in_the_air(store: Store, broken: str) -> None:
    add(store, *(record(text, id=text) for text in ("Ana > works at > Acme", "Tom")))
    grow(store)
    link(store, ("Tom", "Ana > works at > Acme", 0.8))
    assert store.check(ANA, repair=False) == []
    before = (relations(store), names(store))
    execute(store, broken)
    assert {problem.code for problem in store.check(ANA, repair=False)} == {"graph"}
    assert all(problem.repaired for problem in store.check(ANA, repair=True))
    grow(store)
    assert store.check(ANA, repair=False) == []
    assert (relations(store), names(store)) == before


def test_a_first_name_stays_where_it_was_understood_when_its_record_is_touched(store: Store) -> None:
    said(store, "Ana Silva", seconds=1)
    (bare,) = said(store, "Ana > works at > Acme:company", seconds=2)
    grow(store)
    said(store, "Ana Costa", seconds=3)
    said(store, "Ana > likes > Tea:concept", seconds=4)
    grow(store)
    before = names(store)
    assert (before["Ana Silva"], before["Ana"]) == (2, 1)
    touched = edit(store, bare, bare.content, seconds=5)
    grow(store)
    assert names(store) == before
    assert relations(store, relation="works at") == {("Ana Silva", "works at", "Acme")}
    archive(store, touched, seconds=6)
    grow(store)
    assert relations(store, relation="works at", include_ended=True) == {("Ana Silva", "works at", "Acme")}


def test_a_relation_is_one_however_it_is_spelled(store: Store) -> None:
    said(store, "Ana > WORKS_AT > Acme", "Ana > Works At > Acme", "Ana > works at > Acme")
    grow(store)
    (relation,) = store.relations(ANA, now=at(200), limit=9)
    assert (relation.relation, relation.weight) == ("works at", 3.0)


# --- two spaces, and time -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", ["Tom", "Ana", "Acme", "Lisbon"])
def test_a_name_of_both_spaces_is_one_entity_of_the_walk_wherever_it_begins(store: Store, start: str) -> None:
    said(store, "Tom > knows > Ana; Ana > works at > Acme")
    said(store, "Tom > likes > Ana; Acme > based in > Lisbon; Ana > lives in > Lisbon", scope=SHARED)
    grow(store)
    grow(store, SHARED)
    found = walk(store, start, depth=4)
    assert sorted(one.name for one in found.entities) == ["Acme", "Ana", "Lisbon", "Tom"]
    assert found.start.name == start
    assert found.distances[found.start.id] == 0
    assert set(found.distances) == {one.id for one in found.entities}
    assert {(one.source, one.relation, one.target) for one in found.relations} == {
        ("Tom", "knows", "Ana"), ("Tom", "likes", "Ana"), ("Ana", "works at", "Acme"),
        ("Acme", "based in", "Lisbon"), ("Ana", "lives in", "Lisbon"),
    }  # fmt: skip
    shown = {one.id for one in found.entities}
    assert all({one.source_id, one.target_id} <= shown for one in found.relations)
    own = {one.id for one in store.entities(ANA, limit=MANY, own=True)}
    assert {one.id for one in found.entities if one.name != "Lisbon"} <= own


def test_a_relation_is_shown_as_long_as_a_record_that_is_shown_states_it(store: Store) -> None:
    said(store, "Ana > knows > Tom", expires_at=at(300), valid_until=at(9000))
    said(store, "Ana > knows > Zed", expires_at=at(300))
    said(store, "Zed > knows > Ana; Ana > knows > Zed", expires_at=at(500))
    grow(store)
    assert relations(store) == {("Ana", "knows", "Tom"), ("Ana", "knows", "Zed"), ("Zed", "knows", "Ana")}
    late = {("Ana", "knows", "Zed"), ("Zed", "knows", "Ana")}
    assert relations(store, now=at(400)) == relations(store, now=at(400), entity="ana") == late
    assert {one.name for one in walk(store, "Ana", now=at(400)).entities} == {"Ana", "Zed"}
    assert relations(store, now=at(600)) == set()
    assert len(relations(store, now=at(600), include_ended=True)) == 3


def test_a_relation_stated_only_by_records_beyond_retention_is_not_shown(store: Store) -> None:
    said(store, "Ana > knows > Tom", created_at=at(10))
    said(store, "Ana > knows > Zed", created_at=at(10))
    said(store, "Ana > knows > Zed; Zed", created_at=at(90))
    grow(store)
    limits = {"cutoffs": {"memory": at(50)}}
    assert relations(store, **limits) == relations(store, entity="ana", **limits) == {("Ana", "knows", "Zed")}
    assert {one.name for one in walk(store, "Ana", **limits).entities} == {"Ana", "Zed"}
    assert relations(store, include_ended=True, **limits) == {("Ana", "knows", "Zed")}
    assert len(relations(store, cutoffs={"summary": at(50)})) == 2
