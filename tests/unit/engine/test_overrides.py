"""Overrides: what a person fixed is never overwritten, whatever is said or learned afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from recollect.errors import InvalidInput, InvalidState
from recollect.model.record import STATUSES
from tests.clock import Clock


def said(text: str) -> list[dict[str, Any]]:
    return [{"role": "user", "name": "Ana", "content": text}]


def known(memory: Memory, *statuses: str) -> set[str]:
    return {record.content for record in memory.list(user="ana", layers=["memory"], status=statuses or ("active",))}


@pytest.mark.feature("PL-03")
@pytest.mark.parametrize(
    "fixed, claim",
    [
        ("Ana lives in Lisbon", "I moved to Porto last week."),
        ("Ana lives in Lisbon", "I live in Berlin now."),
        ("Ana is vegetarian", "I'm not vegetarian any more."),
        ("Ana works at Acme as a nurse", "I work at Northstar now."),
    ],
)
def test_a_learned_claim_that_contradicts_an_override_is_rejected(memory: Memory, fixed: str, claim: str) -> None:
    override = memory.override(fixed, user="ana")
    learned = memory.add(said(claim), user="ana", wait=True)
    (decision,) = learned.decisions
    assert (decision.action, decision.memory_id, decision.previous_id) == ("rejected", None, override.id)
    assert "the user has fixed this" in decision.reason
    assert known(memory) == set()
    assert memory.get(override.id).content == fixed
    assert memory.history(override.id)[0].version == 1


@pytest.mark.feature("PL-03")
def test_many_overrides_do_not_hide_one_another(memory: Memory) -> None:
    for text in ("Ana lives in Lisbon", "Ana is vegetarian", "Ana's sister is called Rita", "Always answer in English"):
        memory.override(text, user="ana")
    for place in range(20):
        memory.add(f"Ana read book {place} about ships in {1990 + place}", user="ana")
    assert memory.add(said("I moved to Porto."), user="ana", wait=True).decisions[0].action == "rejected"
    assert memory.add(said("I bought a car in Lisbon."), user="ana", wait=True).decisions[0].action == "added"
    assert memory.add(said("My brother lives in Porto."), user="ana", wait=True).decisions[0].action == "added"


@pytest.mark.feature("PL-03")
@pytest.mark.parametrize(
    "known_before, fixed, told_later",
    [
        (
            "The billing service listens on port 8081",
            "The auth service listens on port 8080",
            "The search service listens on port 9200",
        ),
        ("POST /users returns 201", "GET /users returns 200", "DELETE /users returns 204"),
        (
            "Our docs repo requires 1 reviewer",
            "Our payments repo requires 2 reviewers",
            "Our web repo requires 3 reviewers",
        ),
        (
            "Never use double quotes in JavaScript",
            "Always use single quotes in JavaScript",
            "Never use backticks in JavaScript",
        ),
    ],
)
def test_an_override_leaves_what_is_told_of_another_one_of_the_kind(
    memory: Memory, known_before: str, fixed: str, told_later: str
) -> None:
    memory.add(known_before, user="ana")
    memory.override(fixed, user="ana")
    assert known_before in known(memory)
    memory.add(told_later, user="ana")
    assert told_later in known(memory)


@pytest.mark.feature("PL-03")
def test_an_override_archives_and_turns_away_another_value_of_the_same_one(memory: Memory) -> None:
    memory.add("The auth service listens on port 8081", user="ana")
    memory.override("The auth service listens on port 8080", user="ana")
    assert known(memory, "archived") == {"The auth service listens on port 8081"}
    assert memory.add("The auth service listens on port 9200", user="ana").decisions[0].action == "rejected"


OTHERS = ("Ana plays the cello", "Bo collects stamps", "The garden has three trees", "Ana went to Rome in May")


@pytest.mark.feature("PL-03")
@pytest.mark.parametrize("others", [(), OTHERS], ids=["alone", "among others"])
@pytest.mark.parametrize(
    "fixed, claims",
    [
        ("Ana is vegetarian", ["Ana is a nurse", "Ana is tall", "Ana is from Graz", "Ana has a cat"]),
        (
            "Ana lives in Lisbon",
            ["Ana has a cat", "Ana was born in Munich", "Ana is 34 years old", "Ana is married", "Ana loves Lisbon",
             "Ana lives in Lisbon with her sister", "Ana lives with her sister", "Tom lives in Porto",
             "Ana lived in Madrid as a child", "Ana wants to live in Madrid"],
        ),
        ("Never mention my weight", ["Ana weighs 60 kilos"]),
        ("Never mention my weight", ["I weigh 60 kilos"]),
        ("User is allergic to peanuts", ["User is allergic to cats", "User loves tea", "User is a nurse"]),
        ("Ana is 34 years old", ["Ana has 34 books", "Ana works 34 hours a week"]),
        ("My favourite colour is teal", ["My favourite food is pasta"]),
    ],
)  # fmt: skip
def test_what_an_override_does_not_contradict_is_stored(
    memory: Memory, fixed: str, claims: list[str], others: tuple[str, ...]
) -> None:
    for text in others:
        memory.add(text, user="ana")
    memory.override(fixed, user="ana")
    for claim in claims:
        (decision,) = memory.add(claim, user="ana").decisions
        assert decision.action in ("added", "kept_both", "merged"), (claim, decision)
    assert memory.overrides(user="ana")[0].version == 1


@pytest.mark.feature("PL-03")
@pytest.mark.parametrize(
    "fixed, claim",
    [
        ("Ana lives in Lisbon", "Ana lives in Madrid"),
        ("Ana lives in Lisbon", "Ana does not live in Lisbon"),
        ("I live in Lisbon", "I moved to Madrid"),
        ("User lives in Lisbon", "User moved to Berlin last week"),
        ("Ana is vegetarian", "Ana eats meat"),
        ("My name is Ana", "My name is Bea"),
        ("I work at Acme", "I now work for Globex"),
        ("User is allergic to peanuts", "User is not allergic to peanuts"),
        ("Ana is 34 years old", "Ana is 35 years old"),
        ("My favourite colour is teal", "My favourite colour is red"),
    ],
)
def test_another_value_or_a_denial_is_proof_and_goes_both_ways(memory: Memory, fixed: str, claim: str) -> None:
    for text in OTHERS:
        memory.add(text, user="ana")
    override = memory.override(fixed, user="ana")
    (decision,) = memory.add(claim, user="ana").decisions
    assert (decision.action, decision.previous_id) == ("rejected", override.id)
    memory.delete(override.id)
    memory.add(claim, user="ana")
    memory.override(fixed, user="ana")
    assert known(memory, "archived") == {claim}
    assert known(memory) == set(OTHERS)


@pytest.mark.feature("PL-03")
def test_setting_an_override_archives_nothing_that_it_does_not_contradict(memory: Memory) -> None:
    facts = {"Ana is a nurse", "Ana is 34 years old", "Ana was born in Munich", "Ana has a cat", "Ana is married"}
    memory.add_many(sorted(facts), user="ana")
    memory.override("Ana lives in Lisbon", user="ana")
    memory.override("Ana is vegetarian", user="ana")
    assert known(memory) == facts


def test_a_text_that_contradicts_an_override_is_rejected_and_one_that_repeats_it_is_that_override(
    memory: Memory,
) -> None:
    override = memory.override("Ana lives in Lisbon", user="ana", reference="settings page")
    assert memory.add("Ana lives in Porto", user="ana").ids == []
    again = memory.add("Ana lives in Lisbon.", user="ana")
    assert (again.id, again.decisions[0].action) == (override.id, "reinforced")
    before = memory.get(override.id)
    told = memory.add(said("I live in Lisbon."), user="ana", wait=True)
    assert told.decisions[0].action == "reinforced"
    memory.delete(told.ids[0])
    assert memory.get(override.id) == before


@pytest.mark.feature("PL-03")
def test_memories_that_an_override_contradicts_are_archived_and_come_back_only_by_hand(memory: Memory) -> None:
    old = memory.add("Ana lives in Berlin", user="ana")
    memory.add("Ana likes tea", user="ana")
    override = memory.override("Ana lives in Lisbon", user="ana")
    assert known(memory) == {"Ana likes tea"}
    assert known(memory, "archived") == {"Ana lives in Berlin"}
    hits = memory.search("Where does Ana live?", user="ana")
    assert hits[0].id == override.id
    assert all("Berlin" not in hit.content for hit in hits)
    memory.delete(override.id)
    assert memory.unarchive(old.id).content == "Ana lives in Berlin"


@pytest.mark.feature("PL-03")
def test_of_a_merged_memory_only_what_an_override_contradicts_goes(memory: Memory) -> None:
    added = memory.add(
        "Ana lives in Berlin; Ana works at Acme as a nurse", user="ana", kind="fact", tags=["t"], reference="r1"
    )
    override = memory.override("Ana lives in Lisbon", user="ana")
    assert override.ids == [override.id]
    assert memory.get(override.id).layer == "override"
    assert known(memory) == {"Ana works at Acme as a nurse"}
    left = memory.get(added.id)
    assert (left.version, left.kind, left.tags, left.provenance.reference) == (2, "fact", ("t",), "r1")
    assert [version.content for version in memory.history(added.id)] == [
        "Ana lives in Berlin; Ana works at Acme as a nurse",
        "Ana works at Acme as a nurse",
    ]
    assert all("Berlin" not in hit.content for hit in memory.search("Where does Ana live?", user="ana"))
    assert memory.search("Where does Ana work?", user="ana", layers=["memory"])[0].id == added.id
    assert memory.doctor() == []


def test_only_the_user_s_own_update_and_delete_change_an_override(memory: Memory) -> None:
    memory.add("Ana lives in Porto", user="ana")
    override = memory.override("Ana likes green tea", user="ana")
    changed = memory.update(override.id, content="Ana lives in Lisbon")
    assert (changed.layer, changed.version) == ("override", 2)
    assert known(memory, "archived") == {"Ana lives in Porto"}
    assert [record.content for record in memory.overrides(user="ana")] == ["Ana lives in Lisbon"]
    memory.delete(override.id)
    assert memory.overrides(user="ana") == []


def test_a_key_of_an_override_is_taken_by_no_plain_memory(memory: Memory) -> None:
    override = memory.override("Ana lives in Lisbon", user="ana", key="home")
    with pytest.raises(InvalidState, match="another key"):
        memory.add("Ana lives in Porto", user="ana", key="home")
    with pytest.raises(InvalidState, match="another key"):
        memory.add_many([{"content": "Ana lives in Porto", "key": "home"}], user="ana")
    assert memory.get(override.id).content == "Ana lives in Lisbon"
    again = memory.override("Ana lives in Faro", user="ana", key="home")
    assert (again.id, memory.get(again.id).version) == (override.id, 2)


def test_keys_of_the_engine_itself_are_refused_and_still_travel(memory: Memory, tmp_path: Path) -> None:
    for key in ("recollect/profile", "recollect/summary/s"):
        with pytest.raises(InvalidInput, match="engine's own"):
            memory.add("Ana is a spy", user="ana", key=key)
        with pytest.raises(InvalidInput, match="engine's own"):
            memory.add_many([{"content": "Ana is a spy", "key": key}], user="ana")
    plain = memory.add("Ana lives in Lisbon", user="ana")
    with pytest.raises(InvalidInput, match="engine's own"):
        memory.update(plain.id, key="recollect/profile")
    profile = memory.rebuild_profile(user="ana").record
    assert profile is not None
    assert memory.update(profile.id, content="Ana\nHome: lives in Lisbon, by the river.").key == "recollect/profile"
    lines = list(memory.export(user="ana"))
    with Memory(tmp_path / "other.db", worker="off", config_file=tmp_path / "n") as other:
        other.import_(lines)
        assert "by the river" in other.profile(user="ana").text


def test_caps_and_retention_do_not_touch_overrides(tmp_path: Any, clock: Clock) -> None:
    with Memory(tmp_path / "m.db", clock=clock, entries_max=1, worker="off", config_file=tmp_path / "n") as memory:
        override = memory.override("Ana lives in Lisbon", user="ana")
        for text in ("Ana likes tea", "Ana plays the cello", "Ana has two cats"):
            memory.add(text, user="ana")
        assert memory.get(override.id).status == "active"
        clock.forward(days=400)
        hits = memory.search("Where does Ana live?", user="ana", preset="omniroute")
        assert [hit.id for hit in hits] == [override.id]


def test_an_override_of_one_user_binds_nobody_else(memory: Memory) -> None:
    memory.override("Ana lives in Lisbon", user="ana")
    assert memory.add("Ana lives in Porto", user="ben").decisions[0].action == "added"
    assert memory.overrides(user="ben") == []


def test_an_override_of_the_whole_tenant_binds_every_user_and_archives_nothing_of_theirs(memory: Memory) -> None:
    memory.add("The office is in Berlin", user="ana")
    shared = memory.override("The office is in Lisbon")
    assert known(memory) == {"The office is in Berlin"}
    assert [record.id for record in memory.overrides(user="ana")] == [shared.id]
    refused = memory.add("The office is in Porto", user="ana")
    assert refused.decisions[-1].action == "rejected"


def test_without_verification_an_override_is_only_kept(tmp_path: Any) -> None:
    with Memory(tmp_path / "m.db", verification="off", worker="off", config_file=tmp_path / "n") as memory:
        memory.add("Ana lives in Berlin", user="ana")
        memory.override("Ana lives in Lisbon", user="ana", key="home")
        memory.override("Ana lives in Faro", user="ana", key="home")
        listed = memory.list(user="ana", status=STATUSES)
        assert sorted((record.layer, record.status) for record in listed) == [
            ("memory", "active"),
            ("override", "active"),
            ("override", "superseded"),
        ]


@pytest.mark.parametrize("text", ["", "   ", 5])
def test_an_empty_override_is_refused(memory: Memory, text: Any) -> None:
    with pytest.raises(InvalidInput):
        memory.override(text, user="ana")
