"""What was true on a day: of what is told with its period, and of what another statement took the place of. On every
database."""

from __future__ import annotations

import json
from datetime import timedelta
from itertools import permutations

import pytest

from recollect import Memory
from tests.clock import Clock

WINTER, SPRING, SUMMER, AUTUMN = "2026-01-10", "2026-03-01", "2026-06-20", "2026-09-01"
BERLIN, VIENNA = "Eva lives in Berlin", "Eva lives in Vienna now"


def true(memory: Memory, day: str, as_of: str | None = None) -> list[str]:
    """By searching and by listing, which say the same."""
    hits = memory.search("where does Eva live?", user="eva", layers=["memory"], valid_at=day, as_of=as_of)
    listed = memory.list(user="eva", layers=["memory"], valid_at=day, as_of=as_of)
    assert {hit.content for hit in hits} == {record.content for record in listed}
    assert memory.count(user="eva", layers=["memory"], valid_at=day, as_of=as_of) == len(listed)
    return sorted(record.content for record in listed)


def moved(memory: Memory, clock: Clock) -> str:
    """Eva lived in Berlin and, in June, in Vienna."""
    memory.add(BERLIN, user="eva", occurred_at=WINTER)
    clock.forward(days=10)
    decision = memory.add(VIENNA, user="eva", occurred_at="2026-06-05").decisions[0]
    assert decision.action == "superseded"
    assert decision.memory_id is not None
    return decision.memory_id


@pytest.mark.feature("RM-07", "RM-11")
def test_what_is_superseded_was_true_until_the_other_began(memory: Memory, clock: Clock) -> None:
    moved(memory, clock)
    assert true(memory, SPRING) == [BERLIN]
    assert true(memory, SUMMER) == [VIENNA]
    assert [hit.content for hit in memory.search("where does Eva live?", user="eva")] == [VIENNA]


@pytest.mark.feature("RM-07", "RM-11")
def test_what_was_not_known_yet_ends_nothing(memory: Memory, clock: Clock) -> None:
    moved(memory, clock)
    assert true(memory, AUTUMN, as_of="2026-06-03") == [BERLIN]
    assert true(memory, SPRING, as_of=AUTUMN) == [BERLIN]
    assert true(memory, AUTUMN, as_of=AUTUMN) == [VIENNA]


@pytest.mark.feature("RM-07")
def test_an_edit_changes_neither_beginning_nor_end(memory: Memory, clock: Clock) -> None:
    """What is edited is told as it should have been told from the start: only its last version was ever true."""
    id = moved(memory, clock)
    for text in ("Eva lives in Viena", VIENNA):
        clock.forward(days=1)
        memory.update(id, content=text)
    assert true(memory, SPRING) == [BERLIN]
    assert true(memory, AUTUMN) == [VIENNA]


@pytest.mark.feature("RM-07")
def test_what_was_corrected_was_never_true(memory: Memory, clock: Clock) -> None:
    memory.add(BERLIN, user="eva", occurred_at=WINTER)
    clock.forward(days=10)
    corrected = memory.add("Actually, Eva lives in Vienna", user="eva", kind="correction", occurred_at="2026-06-05")
    assert corrected.decisions[0].action == "superseded"
    assert true(memory, SPRING) == ["Actually, Eva lives in Vienna"]


@pytest.mark.feature("RM-07")
def test_what_was_merged_is_true_as_one(memory: Memory, clock: Clock) -> None:
    memory.add("Eva has a dog, adopted from a shelter in 2021", user="eva", occurred_at=WINTER)
    clock.forward(days=10)
    merged = memory.add("Eva's rescue dog is a beagle called Rex", user="eva", occurred_at="2026-06-05").decisions[0]
    assert merged.action == "merged"
    assert true(memory, SPRING) == [record.content for record in memory.list(user="eva")]


@pytest.mark.feature("RM-07")
def test_who_names_statuses_gets_just_those(memory: Memory, clock: Clock) -> None:
    moved(memory, clock)
    assert memory.list(user="eva", status=["active", "archived"], valid_at=SPRING) == []
    assert [record.content for record in memory.list(user="eva", status="superseded", valid_at=SUMMER)] == [BERLIN]


@pytest.mark.feature("RM-07")
def test_versions_that_follow_each_other_in_a_ring_end(memory: Memory) -> None:
    """No store makes such; an edited file can hold them."""
    for one, other in (("a", "b"), ("b", "a")):
        edited = {"created_at": SPRING, "updated_at": SUMMER, "version": 2, "previous_version_id": other}
        memory.import_([json.dumps({"id": one, "content": f"Eva lives in {one}", "user": "eva", **edited})])
    assert true(memory, WINTER) == ["Eva lives in a", "Eva lives in b"]
    assert sorted(record.id for record in memory.history("a")) == ["a", "b"]


def planned(memory: Memory) -> None:
    """Told in June: Berlin, and from September on Vienna."""
    memory.add(BERLIN, user="eva")
    memory.rebuild_profile(user="eva")
    added = memory.add("Eva lives in Vienna", user="eva", valid_from=AUTUMN)
    assert [record.content for record in added.records] == ["Eva lives in Vienna"]
    assert added.decisions[0].action == "kept_both"


@pytest.mark.feature("RM-07", "RM-11")
def test_what_begins_later_takes_the_place_of_nothing_until_its_day(memory: Memory, clock: Clock) -> None:
    planned(memory)
    asked = "where does Eva live?"
    assert true(memory, SUMMER) == [BERLIN]
    assert true(memory, "2026-10-01") == ["Eva lives in Vienna"]
    assert BERLIN in [hit.content for hit in memory.search(asked, user="eva")]
    assert [one.target for one in memory.relations(user="eva")] == ["Berlin"]
    assert "Berlin" in memory.profile(user="eva").text
    assert "Home: lives in Berlin" in memory.rebuild_profile(user="eva").text
    for told in (memory.context(user="eva").text, memory.context(asked, user="eva").text):
        assert "Plans: from 2026-09-01: lives in Vienna" in told
        assert told.count("Vienna") == 1
    clock.forward(days=100)
    assert "Berlin" not in memory.context(asked, user="eva").text
    assert [one.target for one in memory.relations(user="eva")] == ["Vienna"]
    assert "Berlin" not in memory.profile(user="eva").text
    assert "Vienna" in memory.rebuild_profile(user="eva").text


@pytest.mark.feature("RM-07", "RM-11")
def test_what_is_so_meanwhile_ends_what_was_and_not_what_will_be(memory: Memory) -> None:
    planned(memory)
    meanwhile = memory.add("Eva lives in Porto", user="eva").decisions[0]
    assert meanwhile.action == "superseded"
    assert true(memory, SUMMER) == ["Eva lives in Porto"]
    assert "Eva lives in Vienna" in true(memory, "2026-10-01")


@pytest.mark.feature("RM-07", "RM-11")
def test_what_should_begin_later_and_is_so_already_holds_now(memory: Memory) -> None:
    memory.add("Eva lives in Vienna", user="eva", valid_from=AUTUMN)
    assert memory.add("Eva lives in Vienna", user="eva").decisions[0].action == "superseded"
    assert true(memory, SUMMER) == ["Eva lives in Vienna"]


ASKED = "where does Eva live?"
VIENNA_LATER = "Eva lives in Vienna"
HOMES = {"Berlin": {}, "Hamburg": {"valid_from": "2026-07-01"}, "Vienna": {"valid_from": AUTUMN}}


def homes(memory: Memory, *cities: str) -> dict[str, str]:
    """The ids of the memories that tell them, in the order told."""
    found = {city: memory.add(f"Eva lives in {city}", user="eva", **HOMES[city]).decisions[0] for city in cities}
    return {city: decision.memory_id for city, decision in found.items() if decision.memory_id is not None}


def lived(memory: Memory, *days: str) -> list[list[str]]:
    return [[text.removeprefix("Eva lives in ") for text in true(memory, day)] for day in days]


@pytest.mark.feature("RM-07", "RM-11")
@pytest.mark.parametrize("told", list(permutations(HOMES)), ids="-".join)
def test_what_follows_each_other_does_so_in_whatever_order_it_was_told(memory: Memory, told: tuple[str, ...]) -> None:
    homes(memory, *told)
    assert lived(memory, SUMMER, "2026-07-15", "2026-10-01") == [["Berlin"], ["Hamburg"], ["Vienna"]]


@pytest.mark.feature("RM-07", "RM-11")
@pytest.mark.parametrize("told", [("Berlin", "Hamburg", "Vienna"), ("Berlin", "Vienna", "Hamburg")], ids="-".join)
def test_what_does_not_come_to_be_ends_nothing(memory: Memory, told: tuple[str, ...]) -> None:
    ids = homes(memory, *told)
    days = (SUMMER, "2026-07-15", "2026-10-01")
    memory.archive(ids["Hamburg"])
    assert lived(memory, *days) == [["Berlin"], ["Berlin"], ["Vienna"]]
    memory.unarchive(ids["Hamburg"])
    assert lived(memory, *days) == [["Berlin"], ["Hamburg"], ["Vienna"]]
    memory.delete(ids["Hamburg"])
    assert lived(memory, *days) == [["Berlin"], ["Berlin"], ["Vienna"]]
    memory.update(ids["Vienna"], valid_from="2026-12-01")
    assert lived(memory, *days, "2026-12-10") == [["Berlin"], ["Berlin"], ["Berlin"], ["Vienna"]]
    memory.delete(ids["Vienna"])
    assert memory.get(ids["Berlin"]).valid_until is None


@pytest.mark.feature("RM-07", "RM-11")
def test_what_is_put_off_beyond_another_follows_that_one(memory: Memory) -> None:
    ids = homes(memory, "Berlin", "Hamburg", "Vienna")
    memory.update(ids["Hamburg"], valid_from="2026-12-01", valid_until=None)
    days = ("2026-07-15", "2026-10-01", "2026-12-10")
    assert lived(memory, *days) == [["Berlin"], ["Vienna"], ["Hamburg"]]


@pytest.mark.feature("RM-07", "RM-11")
@pytest.mark.parametrize("city, day", [("Vienna", "2026-09-20"), ("Porto", AUTUMN)])
def test_what_comes_in_the_place_of_what_was_to_come_ends_what_that_would_have(
    memory: Memory, city: str, day: str
) -> None:
    ids = homes(memory, "Berlin", "Vienna")
    assert memory.add(f"Eva lives in {city}", user="eva", valid_from=day).decisions[0].action == "superseded"
    until = memory.get(ids["Berlin"]).valid_until
    assert until is not None
    assert until.date().isoformat() == day
    assert lived(memory, SUMMER, "2026-10-01") == [["Berlin"], [city]]


@pytest.mark.feature("RM-07", "RM-11")
def test_what_is_taken_back_ends_nothing(memory: Memory) -> None:
    ids = homes(memory, "Berlin", "Vienna")
    assert memory.add("Eva does not live in Vienna anymore", user="eva").decisions[0].action == "superseded"
    assert memory.get(ids["Berlin"]).valid_until is None


@pytest.mark.feature("RM-07", "RM-11")
def test_what_had_begun_has_ended_the_other_whatever_becomes_of_it(memory: Memory, clock: Clock) -> None:
    ids = homes(memory, "Berlin", "Vienna")
    clock.forward(days=120)
    memory.archive(ids["Vienna"])
    assert memory.get(ids["Berlin"]).valid_until is not None


@pytest.mark.feature("RM-07", "RM-11")
def test_an_end_of_its_own_outlives_what_would_have_come_before_it(memory: Memory) -> None:
    berlin = memory.add(BERLIN, user="eva", valid_until="2027-01-01").id
    vienna = homes(memory, "Vienna")["Vienna"]
    assert lived(memory, "2026-10-01") == [["Vienna"]]
    memory.update(berlin, tags=["home"])
    memory.delete(vienna)
    assert lived(memory, "2026-10-01", "2027-02-01") == [["Berlin"], []]


@pytest.mark.feature("RM-07", "RM-11")
def test_what_is_so_already_ends_what_would_have_held_until_then(memory: Memory, clock: Clock) -> None:
    homes(memory, "Berlin", "Vienna")
    clock.forward(days=1)
    memory.add(VIENNA_LATER, user="eva")
    clock.forward(days=1)
    assert "Berlin" not in memory.context(ASKED, user="eva").text


@pytest.mark.feature("RM-07", "RM-11")
def test_what_begins_later_for_a_while_ends_nothing(memory: Memory) -> None:
    homes(memory, "Berlin")
    memory.add("Eva lives in Rome", user="eva", valid_from="2026-07-01", valid_until="2026-08-01")
    assert "Berlin" in true(memory, "2026-10-01")[0]


@pytest.mark.feature("RM-07", "RM-11")
def test_an_end_that_was_not_known_yet_is_none(memory: Memory, clock: Clock) -> None:
    homes(memory, "Berlin")
    clock.forward(days=2)
    before = clock().isoformat()
    clock.forward(days=2)
    homes(memory, "Vienna")
    assert true(memory, "2026-10-01", as_of=before) == [BERLIN]
    assert true(memory, "2026-10-01", as_of=clock().isoformat()) == [VIENNA_LATER]


@pytest.mark.feature("RM-07", "RM-11")
def test_what_is_not_so_yet_stands_below_what_holds_until_then(memory: Memory) -> None:
    homes(memory, "Berlin", "Vienna", "Hamburg")
    hits = memory.search(ASKED, user="eva", layers=["memory"])
    assert [hit.content.split()[-1] for hit in hits] == ["Berlin", "Hamburg", "Vienna"]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert "not so before 2026-09-01" in hits[2].why
    assert "not so" not in hits[0].why


@pytest.mark.feature("RM-07", "CX-01")
@pytest.mark.parametrize("query", [ASKED, None], ids=["asked", "unasked"])
def test_a_context_is_made_anew_when_something_begins(memory: Memory, clock: Clock, query: str | None) -> None:
    homes(memory, "Berlin")
    memory.rebuild_profile(user="eva")
    soon = (clock() + timedelta(hours=1)).isoformat()
    memory.add(VIENNA_LATER, user="eva", valid_from=soon)
    for _ in range(2):
        assert "Berlin" in memory.context(query, user="eva").text
    clock.forward(hours=2)
    told = memory.context(query, user="eva").text
    assert "Berlin" not in told
    assert "Vienna" in told


@pytest.mark.feature("RM-07", "LC-11")
def test_a_profile_tells_what_took_the_place_of_what_it_told(memory: Memory, clock: Clock) -> None:
    homes(memory, "Berlin")
    memory.rebuild_profile(user="eva")
    homes(memory, "Vienna", "Hamburg")
    told = []
    for _ in range(3):
        home = next(line for line in memory.profile(user="eva").text.splitlines() if line.startswith("Home: "))
        told.append([city for city in HOMES if city in home])
        clock.forward(days=60)
    assert told == [["Berlin"], ["Hamburg"], ["Vienna"]]


@pytest.mark.feature("RM-07", "LC-11")
def test_a_move_announced_in_a_talk_takes_place(memory: Memory, clock: Clock) -> None:
    for text in ("My name is Eva. I live in Berlin.", "From 1 September 2026 I will live in Vienna."):
        memory.add([{"role": "user", "content": text}], user="eva", wait=True)
    assert "From 1 September 2026: Eva lives in Vienna" in memory.context(user="eva").text
    places = [hit.content for hit in memory.search("Where do I live?", user="eva", layers=["memory", "turn"])]
    assert next(city for text in places for city in HOMES if city in text) == "Berlin"
    profile = memory.rebuild_profile(user="eva").text
    assert "Home: lives in Berlin" in profile
    assert "Plans: from 2026-09-01: lives in Vienna" in profile
    clock.forward(days=120)
    assert "Home: lives in Vienna" in memory.rebuild_profile(user="eva").text


@pytest.mark.feature("RM-07", "RM-11")
def test_what_is_told_with_what_will_be_is_known_once(memory: Memory) -> None:
    talk = ["I live in Berlin.", "From 1 September 2026 I will live in Vienna.", "I live in Berlin."]
    for told in (talk[:1], talk[1:]):
        memory.add([{"role": "user", "name": "Eva", "content": text} for text in told], user="eva", wait=True)
    assert lived(memory, SUMMER, "2026-10-01") == [["Berlin"], ["Vienna"]]
