"""Learning on every database: nothing is asked twice, and nothing is learned from what is gone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from recollect.engine.extraction import Extracted, Extraction
from tests.contracts.conftest import SHARED_KINDS, address

SAID = [{"role": "user", "content": "I work at Acme."}, {"role": "user", "content": "My sister Mei lives in Porto."}]


@pytest.fixture(params=SHARED_KINDS)
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Memory]:
    with ExitStack() as stack:
        url = address(request.param, request, tmp_path)
        yield stack.enter_context(Memory(url, config_file=tmp_path / "none.toml", worker="off"))


@pytest.mark.feature("VG-13")
@pytest.mark.parametrize("again", ["Ana works at Northstar", "ana works at  Northstar."])
def test_an_unsure_statement_told_twice_is_asked_about_once(memory: Memory, again: str) -> None:
    memory.add("Ana works at Acme", user="ana")
    first = memory.add("Ana works at Northstar", user="ana", confidence=0.5)
    second = memory.add(again, user="ana", confidence=0.5)
    (conflict,) = memory.conflicts(user="ana")
    (decision,) = second.decisions
    assert decision.action == "reinforced"
    assert "asked about already" in decision.reason
    assert decision.conflict_id == first.decisions[0].conflict_id == conflict.id
    assert decision.memory_id == first.id
    assert memory.get(first.id).strength > first.memories[0].strength
    other = memory.add("Ana works at Borealis", user="ana", confidence=0.5)
    assert [one.action for one in other.decisions] == ["clarify"]
    assert len(memory.conflicts(user="ana")) == 2
    memory.resolve(conflict.id, "new")
    assert memory.get(first.id).status == "active"


def test_nobody_is_asked_about_what_another_label_shows(memory: Memory) -> None:
    memory.add("Ana works at Acme", user="ana")
    for project in ("work", "private"):
        unsure = memory.add("Ana works at Northstar", user="ana", confidence=0.5, project=project)
        assert [one.action for one in unsure.decisions] == ["clarify"]
        (asked,) = memory.search("work?", user="ana", project=project).questions
        assert asked.new_id == unsure.id
    assert len(memory.search("work?", user="ana", agent="clerk").questions) == 2
    assert not memory.search("work?", user="ana", project="garden").questions
    assert not memory.search("work?", user="ben", project="work").questions


@pytest.mark.feature("VG-14")
def test_one_persons_claim_does_not_answer_for_anothers(memory: Memory) -> None:
    memory.add("The office closes at 6pm")
    for _ in range(2):
        for user in ("ana", "bob"):
            memory.add("The office closes at 5pm", user=user)
    assert len(memory.conflicts(user="ana")) == len(memory.conflicts(user="bob")) == 1


def interrupted(memory: Memory, monkeypatch: pytest.MonkeyPatch, act: Any) -> None:
    """`act` happens when the job has read its turns and drawn its claims, and has not yet written them."""
    extract = Extraction.extract

    def and_then(self: Extraction, *args: Any) -> Extracted:
        found = extract(self, *args)
        act()
        return found

    monkeypatch.setattr(Extraction, "extract", and_then)


@pytest.mark.feature("JB-01")
def test_a_turn_deleted_while_its_job_runs_teaches_nothing(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    added = memory.add(SAID, user="ana", session="s")
    interrupted(memory, monkeypatch, lambda: memory.delete(added.ids[0]))
    memory.flush()
    kept = memory.list(user="ana", layers=["memory"])
    assert [record.provenance.reference for record in kept] == [added.ids[1]]
    assert memory.job(added.job_ids[0]).state == "done"
    assert {decision.memory_id for decision in memory.decisions(user="ana")} == {kept[0].id}
    assert memory.doctor() == []


@pytest.mark.feature("JB-01")
def test_what_is_erased_while_its_job_runs_stays_erased(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    memory.add(SAID, user="ana", session="s")
    interrupted(memory, monkeypatch, lambda: memory.erase(user="ana"))
    memory.flush()
    assert memory.count(user="ana") == 0
    assert memory.list(user="ana") == []


@pytest.mark.feature("VH-01")
@pytest.mark.parametrize("gone, stays", [("new", True), ("old", False)])
def test_a_restored_version_rests_on_what_it_was_drawn_from(memory: Memory, gone: str, stays: bool) -> None:
    turns = {}
    for name, said in (("old", "I work at Acme."), ("new", "I don't work at Acme anymore, I work at Northstar now.")):
        added = memory.add([{"role": "user", "name": "Ana", "content": said}], user="ana", wait=True)
        turns[name] = next(hit.id for hit in memory.list(user="ana", layers=["turn"]) if hit.content == said)
    changed = next(one for one in added.decisions if one.action == "superseded")
    assert memory.revert(changed.memory_id, version=1).content == "Ana works at Acme"
    memory.delete(turns[gone])
    assert ("Ana works at Acme" in [one.content for one in memory.list(user="ana", layers=["memory"])]) is stays


def test_a_turn_whose_statement_was_replaced_twice_does_not_stand_above_what_holds_now(memory: Memory) -> None:
    for said in ("I live in Bristol.", "Nice pasta tonight.", "I moved to Porto last week.", "I moved to Ghent today."):
        memory.add([{"role": "user", "name": "Ana", "content": said}], user="ana", wait=True)
    found = [hit.content for hit in memory.search("Where do I live?", user="ana", newer=False)]
    now = next(at for at, content in enumerate(found) if "Ghent" in content)
    assert all(now < at for at, content in enumerate(found) if "Bristol" in content or "Porto" in content)


def test_who_asks_the_shared_memory_is_told_what_has_to_be_reviewed(memory: Memory) -> None:
    memory.add("The office closes at 6pm")
    memory.add("The office closes at 5pm")
    (asked,) = memory.search("when does the office close?").questions
    assert asked.action == "review"
    assert not memory.search("when does the office close?", user="ana").questions
