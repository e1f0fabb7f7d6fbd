"""Who sees what. Nothing crosses from one tenant or user to another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from recollect import Memory, NotFound
from tests.unit.test_memory import contents

PRESETS = ["recollect", "rrf", "weighted", "composite", "omniroute", "osaurus", "openclaw", "memoryos", "openmemory"]


@pytest.fixture
def tenants(tmp_path: Path) -> Iterator[tuple[Memory, Memory]]:
    with Memory(tmp_path / "m.db", tenant="acme") as acme, Memory(tmp_path / "m.db", tenant="globex") as globex:
        yield acme, globex


@pytest.mark.feature("SC-06")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_tenant_sees_nothing_of_another(tenants: tuple[Memory, Memory], preset: str) -> None:
    acme, globex = tenants
    id = acme.add("the launch code is tulip", user="ana").id
    acme.add("the office code is rose")
    globex.add("the garden code is open", user="ana")
    options = {"preset": preset, "min_score": 0.0}
    assert set(contents(acme.search("code", user="ana", **options))) == {  # type: ignore[arg-type]
        "the launch code is tulip",
        "the office code is rose",
    }
    assert contents(globex.search("code", user="ana", **options)) == ["the garden code is open"]  # type: ignore[arg-type]
    for verb in (globex.get, globex.history, globex.archive, globex.delete):
        with pytest.raises(NotFound):
            verb(id)
    with pytest.raises(NotFound):
        globex.update(id, content="stolen")
    assert sum('"content"' in line for line in globex.export()) == 1
    assert globex.count(everyone=True) == 1
    assert acme.get(id).content == "the launch code is tulip"


@pytest.mark.feature("SC-01")
def test_all_requests_with_one_key_share_one_pool(memory: Memory) -> None:
    memory.add("first request", user="key:1")
    memory.add("second request", user="key:1")
    memory.add("another key", user="key:2")
    assert set(contents(memory.search("request", user="key:1"))) == {"first request", "second request"}
    assert contents(memory.search("request key", user="key:2")) == ["another key"]
    assert memory.search("request") == []


@pytest.mark.feature("SC-02")
def test_shared_memory_is_seen_by_every_user_and_private_by_none_else(memory: Memory) -> None:
    memory.add("the office opens at nine")
    memory.add("Ana prefers the window desk", user="ana")
    assert len(memory.search("office desk", user="ana")) == 2
    assert contents(memory.search("office desk", user="bob")) == ["the office opens at nine"]
    assert contents(memory.search("office desk")) == ["the office opens at nine"]


@pytest.mark.feature("SC-02")
def test_a_session_is_preferred_or_the_only_one(memory: Memory) -> None:
    for session in ("monday", "tuesday"):
        memory.add([{"role": "user", "content": "we talked about the budget"}], user="u", session=session)
    assert [hit.session for hit in memory.search("budget", user="u", session="monday")] == ["monday", "tuesday"]
    assert [hit.session for hit in memory.search("budget", user="u", session="tuesday")] == ["tuesday", "monday"]
    only = memory.search("budget", user="u", session="monday", only_session=True)
    assert [hit.session for hit in only] == ["monday"]
    assert [record.session for record in memory.list(user="u", session="tuesday")] == ["tuesday"]


@pytest.mark.feature("SC-04")
def test_agents_and_projects_are_labels_that_narrow_when_asked(memory: Memory) -> None:
    memory.add("plan for the garden", user="u", agent="planner")
    memory.add("plan for the kitchen", user="u", agent="cook", project="home")
    memory.add("plan for everybody", user="u")
    assert len(memory.search("plan", user="u")) == 3
    assert set(contents(memory.search("plan", user="u", agent="planner"))) == {
        "plan for the garden",
        "plan for everybody",
    }
    assert set(contents(memory.list(user="u", agent="cook"))) == {"plan for the kitchen", "plan for everybody"}
    assert set(contents(memory.search("plan", user="u", project="home"))) == {
        "plan for the garden",
        "plan for the kitchen",
        "plan for everybody",
    }
    assert set(contents(memory.search("plan", user="u", project="work"))) == {
        "plan for the garden",
        "plan for everybody",
    }


def test_several_users_need_an_explicit_list(memory: Memory) -> None:
    for user in ("ana", "bob", "eve"):
        memory.add(f"{user} likes figs", user=user)
    assert set(contents(memory.search("figs", users=["ana", "bob"]))) == {"ana likes figs", "bob likes figs"}


@pytest.mark.feature("SC-12")
def test_archived_and_out_of_scope_memories_are_filtered_and_the_reason_is_told(memory: Memory) -> None:
    hidden = memory.add("the old gate code is 1234", user="u").id
    memory.add("the gate code is 9876", user="u")
    memory.archive(hidden)
    hits = memory.search("gate code", user="u", explain=True)
    assert contents(hits) == ["the gate code is 9876"]
    assert [(missed.id, missed.dropped_by) for missed in hits.trace.missed] == [(hidden, "filtered out: status")]


def test_the_statistics_of_one_space_do_not_depend_on_anothers(memory: Memory, tmp_path: Path) -> None:
    texts = ["Ana likes green tea", "Ana drinks coffee at work", "tea for two"]
    memory.add_many(texts, user="u")
    alone = [(hit.content, hit.score) for hit in memory.search("green tea", user="u")]
    memory.add_many([f"green tea number {number}" for number in range(50)], user="other")
    assert [(hit.content, hit.score) for hit in memory.search("green tea", user="u")] == alone


def test_a_key_is_one_record_whatever_agent_it_is_labelled_with(memory: Memory) -> None:
    first = memory.add("Answers are short", user="u", agent="a", key="style")
    again = memory.add("Answers are long", user="u", agent="b", key="style")
    assert (again.id, memory.get(first.id).version) == (first.id, 2)
    assert memory.get(first.id).agent == "b"
    assert memory.add("Answers are short", user="u", agent="a", key="a/style").id != first.id
