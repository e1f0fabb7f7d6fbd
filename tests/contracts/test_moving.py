"""An export carries what is kept beside records, from one database to another."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recollect import InvalidInput, Memory
from recollect.model.claim import Mention, Relation
from recollect.model.graph import Ties
from recollect.model.kept import Kept, KeptTies
from recollect.model.scope import Scope
from tests.contracts.conftest import SHARED_KINDS, address

OWN = Scope(tenant="default", user="ana")
TIES = Ties(
    mentions=(Mention(name="Mei", type="person"),),
    relations=(Relation(source="Mei", relation="lives in", target="Porto", confidence=0.9),),
)


@pytest.fixture(params=SHARED_KINDS)
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Memory]:
    url = address(request.param, request, tmp_path)
    with Memory(url, config_file=tmp_path / "none.toml", worker="off") as opened:
        yield opened


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Memory]:
    """With links, decisions of every way in, an open and a settled conflict, a merged memory, and ties of a model."""
    with Memory(tmp_path / "full.db", config_file=tmp_path / "none.toml", worker="off") as opened:
        said = [{"role": "user", "content": "I work at Acme."}, {"role": "user", "content": "My sister is Mei."}]
        learned = opened.add(said, user="ana", session="s", wait=True)
        opened.add([{"role": "user", "content": "I left Acme and joined Northstar."}], user="ana", wait=True)
        opened.add("Ana's flight is at 9am", user="ana")
        opened.add("Ana's flight is at 11am", user="ana", confidence=0.5)
        opened.add("The office closes at 6pm")
        opened.add("The office closes at 5pm", user="ana")
        opened.add("Ben lives in Leeds", user="ben")
        question = opened.add("Ben lives in York", user="ben", confidence=0.5).decisions[0].conflict_id
        assert question is not None
        opened.resolve(question, "new")
        store(opened).keep(OWN, [Kept(user="ana", what=KeptTies(record=learned.memories[0].id, ties=TIES))])
        yield opened


def store(memory: Memory) -> Any:
    return memory._running.turns._parts.store


def kept(memory: Memory) -> set[str]:
    return {repr(one) for one in store(memory).kept(Scope(tenant="default"), everyone=True)}


@pytest.mark.feature("VG-13", "VH-01")
def test_an_export_into_an_empty_store_brings_links_decisions_and_conflicts(full: Memory, memory: Memory) -> None:
    lines = list(full.export())
    kinds = {next(iter(plain)) for plain in map(json.loads, lines) if len(plain) == 1}
    assert kinds == {"edge", "decision", "conflict", "told"}
    memory.import_(lines)
    assert kept(memory) == kept(full)
    assert memory.conflicts(user="ana") == full.conflicts(user="ana")
    assert {one.action for one in memory.conflicts(user="ana")} == {"clarify", "review"}
    assert memory.conflicts(user="ben", resolved=True) == full.conflicts(user="ben", resolved=True)
    assert memory.decisions(user="ana") == full.decisions(user="ana")
    memory.import_(lines)
    assert kept(memory) == kept(full)
    assert memory.doctor() == []
    asked = next(one for one in memory.conflicts(user="ana") if one.action == "clarify")
    memory.resolve(asked.id, "new")
    assert memory.get(asked.new_id).status == "active"
    assert list(memory.relations(user="ana", entity="Mei"))


def test_what_is_moved_to_another_user_is_about_his_records(full: Memory, memory: Memory) -> None:
    lines = list(full.export(user="ana"))
    memory.import_(lines)
    memory.import_(lines, user="bob")
    for user in ("ana", "bob"):
        (asked,) = [one for one in memory.conflicts(user=user) if one.action == "clarify"]
        assert memory.get(asked.new_id).user == memory.get(asked.old_id).user == user
        assert {decision.memory_id for decision in memory.decisions(user=user)} <= {
            record.id for found in memory.list(user=user, limit=1000) for record in memory.history(found.id)
        } | {one.new_id for one in memory.conflicts(user=user, resolved=True)}
    drawn = next(one for one in memory.list(user="bob", layers=["memory"]) if "Mei" in one.content)
    (source,) = [one for one in memory.neighbours(drawn.id) if one.kind == "derived_from"]
    assert source.record.user == "bob"
    assert memory.doctor() == []


@pytest.mark.parametrize("version", [1, 2])
def test_older_files_are_still_read(full: Memory, memory: Memory, version: int) -> None:
    plains = [json.loads(line) for line in full.export()]
    old = [{"format": "recollect-export", "version": version}, *(one for one in plains[1:] if len(one) > 1)]
    memory.import_([json.dumps(one) for one in old])
    assert memory.count(user="ana") == full.count(user="ana")
    assert memory.conflicts(user="ana") == []


@pytest.mark.parametrize(
    "line, complaint",
    [
        ({"format": "recollect-export", "version": 4}, "reads up to 3"),
        ({"conflict": {"id": "c", "action": "forget", "new_id": "a", "old_id": "b"}}, "line 1: unknown action"),
        ({"edge": ["a", "b"]}, "line 1: edge must be an object"),
        ({"told": {"record": "a", "mentions": ["Mei"]}}, "line 1: mentions must be a list"),
        ({"edge": {"source": "a", "target": "b", "kind": "waypoint"}}, "made anew"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused(tmp_path: Path, line: dict[str, Any], complaint: str) -> None:
    with Memory(tmp_path / "m.db", worker="off") as memory, pytest.raises(InvalidInput, match=complaint):
        memory.import_([json.dumps(line)])


def names(memory: Memory, user: str) -> tuple[list[tuple[str, ...]], list[tuple[str, str]]]:
    aliases = [entity.aliases for entity in memory.entities(user=user)]
    return aliases, [(one.source, one.target) for one in memory.relations(user=user)]


@pytest.mark.feature("VH-01")
def test_names_that_were_merged_are_one_again_after_an_import(memory: Memory, tmp_path: Path) -> None:
    with Memory(tmp_path / "first.db", config_file=tmp_path / "none.toml", worker="off") as first:
        for text in ("Annie lives in Rome", "Lena visited Milan", "Ann-Kathrin works at Acme", "Tom lives in Oslo"):
            first.add(text, user="ana")
        first.merge_entities("Annie", "Lena", user="ana")
        first.merge_entities("Ann-Kathrin", "Annie", user="ana")
        lines = list(first.export(user="ana"))
        apart = [json.dumps({"format": "recollect-export", "version": 3}), *lines[1:]]
        memory.import_(apart, user="bob")
        memory.import_(lines)
        memory.import_(lines, user="uma")
        assert names(memory, "ana") == names(memory, "uma") == names(first, "ana")
        assert ("ann-kathrin", "annie", "lena") in names(memory, "ana")[0]
        assert ("lena",) in names(memory, "bob")[0], "an older file says nothing of them"
        memory.import_(lines)
        assert names(memory, "ana") == names(first, "ana")
        memory.add("Lena has a cat called Mia", user="ana")
        assert memory.entities(user="ana", name="Lena")[0].name == "Ann-Kathrin"
    assert memory.doctor() == []


@pytest.mark.parametrize(
    "merged, complaint",
    [
        ("Annie", "line 1: merged must be a list"),
        ([["a", "b"]], "merged must be a list"),
        ([{"name": "a"}], "line 1: "),
    ],
)
def test_a_first_line_that_cannot_be_read_is_refused(tmp_path: Path, merged: Any, complaint: str) -> None:
    line = {"format": "recollect-export", "version": 3, "merged": merged}
    with Memory(tmp_path / "m.db", worker="off") as memory, pytest.raises(InvalidInput, match=complaint):
        memory.import_([json.dumps(line)])


def test_names_of_nobody_who_is_here_change_nothing(memory: Memory) -> None:
    merged = [{"name": "annie", "known_as": "lena", "user": "ana"}]
    memory.add("Annie lives in Rome", user="ana")
    memory.import_([json.dumps({"format": "recollect-export", "version": 3, "merged": merged})])
    assert names(memory, "ana")[0] == [("annie",), ("rome",)]


def test_versions_follow_what_was_edited_here_and_loose_ones_are_mended(memory: Memory, tmp_path: Path) -> None:
    every = ["active", "superseded", "archived"]
    with Memory(tmp_path / "first.db", config_file=tmp_path / "none.toml", worker="off") as first:
        id = first.add("Ana lives in Lisbon", user="ana").id
        memory.import_(first.export())
        memory.update(id, content="Ana lives in Faro")
        first.update(id, content="Ana lives in Porto")
        old = next(line for line in first.export() if "Lisbon" in line)
        assert memory.import_(first.export()) == {"added": 0, "known": 2}
        memory.import_([old.replace('"id": "', '"id": "again-', 1)])
        assert [(one.code, one.count) for one in memory.doctor(repair=True)] == [("versions", 1)]
        first.update(id, content="Ana lives in Beja")
        assert memory.import_(first.export()) == {"added": 1, "known": 2}
    places = [record.content.rpartition(" ")[2] for record in memory.history(id)]
    assert places == ["Lisbon", "Faro", "Beja"]
    assert memory.doctor() == []
    memory.delete(id)
    assert memory.count(user="ana", status=every) == 0


def test_lines_about_records_that_are_not_there_change_nothing(memory: Memory) -> None:
    edge = {"source": "a", "target": "b", "kind": "derived_from"}
    conflict = {"id": "c", "action": "clarify", "new_id": "a", "old_id": "b", "user": "ana"}
    assert memory.import_([json.dumps({"edge": edge}), json.dumps({"conflict": conflict})]) == {"added": 0, "known": 0}
    assert kept(memory) == set()
