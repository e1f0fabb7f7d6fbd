"""An import brings a record with the versions before it, or leaves all of them alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from recollect import InvalidInput, Memory
from recollect.engine.moving import versions
from tests.unit.test_memory import contents

ALL = ["active", "superseded", "archived"]


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Memory]:
    """A store that knows of Lisbon by an export of the first."""
    with Memory(tmp_path / "other.db", config_file=tmp_path / "none.toml", worker="off") as opened:
        yield opened


def of_lisbon(memory: Memory, other: Memory) -> str:
    id = memory.add("Ana lives in Lisbon", user="ana").id
    other.import_(memory.export())
    return id


def held(memory: Memory) -> set[str]:
    return {record.content for record in memory.list(user="ana", status=ALL, limit=1000)}


def test_versions_of_a_record_that_was_edited_here_are_left_alone(memory: Memory, other: Memory) -> None:
    id = of_lisbon(memory, other)
    other.update(id, content="Ana lives in Faro")
    memory.update(id, content="Ana lives in Porto")
    assert other.import_(memory.export()) == {"added": 0, "known": 2}
    assert contents(other.history(id)) == ["Ana lives in Lisbon", "Ana lives in Faro"]
    assert other.count(user="ana", status=ALL) == 2


def test_versions_of_a_record_that_was_archived_here_are_left_alone(memory: Memory, other: Memory) -> None:
    id = of_lisbon(memory, other)
    other.archive(id)
    for place in ("Porto", "Faro"):
        memory.update(id, content=f"Ana lives in {place}")
    assert other.import_(memory.export()) == {"added": 0, "known": 3}
    assert held(other) == {"Ana lives in Lisbon"}
    other.delete(id)
    assert held(other) == set()


def test_a_newer_version_follows_what_was_edited_here_and_goes_with_it(memory: Memory, other: Memory) -> None:
    id = of_lisbon(memory, other)
    other.update(id, content="Ana lives in Faro")
    for place in ("Porto", "Evora", "Beja"):
        memory.update(id, content=f"Ana lives in {place}")
    assert other.import_(memory.export()) == {"added": 2, "known": 2}
    history = other.history(id)
    assert contents(history) == [f"Ana lives in {place}" for place in ("Lisbon", "Faro", "Evora", "Beja")]
    assert [record.version for record in history] == [1, 2, 3, 4]
    assert history[1].ended_at == history[2].updated_at
    assert other.import_(memory.export()) == {"added": 0, "known": 4}
    other.delete(id)
    assert held(other) == set()
    assert other.doctor() == []


@pytest.mark.parametrize("lines", [600, 10])
def test_a_version_far_from_its_record_in_the_file_is_the_one_that_is_here(
    memory: Memory, other: Memory, lines: int
) -> None:
    id = of_lisbon(memory, other)
    memory.add_many([f"filler note {number}" for number in range(lines)], user="ana")
    memory.update(id, content="Ana lives in Porto")
    other.import_(memory.export())
    assert contents(other.history(id)) == ["Ana lives in Lisbon", "Ana lives in Porto"]
    other.delete(id)
    assert "Ana lives in Lisbon" not in held(other)


def test_what_has_ended_and_nothing_follows_comes_too(memory: Memory, other: Memory) -> None:
    of_lisbon(memory, other)
    memory.archive(memory.add("Ana has a bicycle", user="ana").id)
    assert other.import_(memory.export()) == {"added": 1, "known": 1}
    assert held(other) == {"Ana lives in Lisbon", "Ana has a bicycle"}


def test_a_new_record_brings_its_versions_into_a_space_that_has_others(memory: Memory, other: Memory) -> None:
    of_lisbon(memory, other)
    id = memory.add("Ana works at Acme", user="ana").id
    memory.archive(id)
    memory.unarchive(id)
    memory.update(id, content="Ana works at Northstar")
    other.import_(memory.export())
    assert contents(other.history(id)) == contents(memory.history(id))
    assert [record.status for record in other.history(id)] == ["archived", "superseded", "active"]


def test_a_bad_line_does_not_part_a_record_from_its_versions(memory: Memory, other: Memory) -> None:
    of_lisbon(memory, other)
    id = memory.add("Ana works at Acme", user="ana").id
    memory.update(id, content="Ana works at Northstar")
    lines = list(memory.export(user="ana"))
    last = next(number for number, line in enumerate(lines) if "Northstar" in line)
    with pytest.raises(InvalidInput):
        other.import_([*lines[:last], "{", *lines[last:]])
    assert held(other) == {"Ana lives in Lisbon"}
    other.import_(lines)
    assert contents(other.history(id)) == ["Ana works at Acme", "Ana works at Northstar"]


def test_versions_that_follow_each_other_in_a_circle_are_taken_as_they_are(memory: Memory) -> None:
    memory.add("Ana is here", user="ana")
    one = {"user": "ana", "status": "superseded"}
    lines = [
        json.dumps({"id": "a", "content": "first", "previous_version_id": "b", **one}),
        json.dumps({"id": "b", "content": "second", "previous_version_id": "a", **one}),
        json.dumps({"id": "b", "content": "second", "previous_version_id": "a", **one}),
    ]
    assert memory.import_(lines) == {"added": 2, "known": 1}
    assert memory.import_(lines) == {"added": 0, "known": 3}


def test_a_file_with_very_many_old_versions_is_still_read(
    memory: Memory, other: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_lisbon(memory, other)
    id = memory.add("Ana works at place 0", user="ana").id
    for number in range(1, 6):
        memory.update(id, content=f"Ana works at place {number}")
    monkeypatch.setattr(versions, "WAITING_MAX", 2)
    other.import_(memory.export())
    assert contents(other.history(id)) == contents(memory.history(id))


def left_behind(memory: Memory, id: str, *places: str) -> None:
    """What imports left that took versions of a record for themselves."""
    first = memory.history(id)[0]
    before = None
    for version, place in enumerate(places, start=1):
        line = {
            "id": f"left-{version}", "content": f"Ana lives in {place}", "user": "ana", "status": "superseded",
            "version": version, "created_at": first.created_at.isoformat(), "previous_version_id": before,
        }  # fmt: skip
        before = line["id"]
        memory.import_([json.dumps(line)])


@pytest.mark.parametrize("places", [("Lisbon",), ("Lisbon", "Porto")])
def test_versions_that_an_import_left_beside_their_record_are_found_and_go(
    memory: Memory, places: tuple[str, ...]
) -> None:
    id = memory.add("Ana lives in Lisbon", user="ana").id
    memory.update(id, content="Ana lives in Faro")
    left_behind(memory, id, *places)
    assert [(one.code, one.count, one.repaired) for one in memory.doctor()] == [("versions", len(places), False)]
    assert memory.count(user="ana", status=ALL) == 2 + len(places)
    assert [one.repaired for one in memory.doctor(repair=True)] == [True]
    assert contents(memory.history(id)) == ["Ana lives in Lisbon", "Ana lives in Faro"]
    assert memory.count(user="ana", status=ALL) == 2
    assert memory.doctor() == []
    assert [hit.content for hit in memory.search("Lisbon", user="ana", status=ALL)][:1] == ["Ana lives in Lisbon"]


def test_what_has_ended_and_repeats_no_version_is_left_alone(memory: Memory) -> None:
    id = memory.add("Ana lives in Lisbon", user="ana").id
    memory.update(id, content="Ana lives in Faro")
    left_behind(memory, id, "Beja")
    assert memory.doctor() == []
    other = {"id": "other", "content": "Ana lives in Lisbon", "user": "ana", "status": "superseded"}
    memory.import_([json.dumps(other | {"created_at": "2020-01-01T00:00:00Z"})])
    branch = {"id": "branch", "content": "Ana lives in Beja", "previous_version_id": memory.history(id)[0].id}
    memory.import_([json.dumps(other | branch | {"version": 2})])
    assert memory.doctor() == []


def test_what_a_conversation_replaced_is_no_orphan(memory: Memory) -> None:
    for text in ("I live in Lisbon.", "I moved to Porto.", "I moved to Faro."):
        memory.add([{"role": "user", "content": text}], user="ana", wait=True)
    memory.compact(user="ana", older_than_days=0)
    assert memory.count(user="ana", status=["superseded"]) >= 2
    assert memory.doctor() == []
