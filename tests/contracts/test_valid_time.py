"""What was true on a day: of what is told with its period, and of what another statement took the place of. On every
database."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from recollect import Memory
from tests.clock import Clock
from tests.contracts.conftest import SHARED_KINDS, address

WINTER, SPRING, SUMMER, AUTUMN = "2026-01-10", "2026-03-01", "2026-06-20", "2026-09-01"
BERLIN, VIENNA = "Eva lives in Berlin", "Eva lives in Vienna now"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=SHARED_KINDS)
def memory(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Memory]:
    url = address(request.param, request, tmp_path)
    with closing(Memory(url, clock=clock, config_file=tmp_path / "none.toml", worker="off")) as opened:
        yield opened


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
    assert "Vienna" not in memory.rebuild_profile(user="eva").text
    assert "Vienna" not in memory.context(user="eva").text
    assert "From 1 September 2026: Eva lives in Vienna" in memory.context(asked, user="eva").text
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
