"""Profiles: made after enough memories, versioned, edited by hand, and free of what was deleted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from tests.clock import Clock
from tests.unit.engine.test_forgetting import everything

FACTS = [
    ("fact", "Ana works at Acme as a nurse"),
    ("fact", "Ana lives in Lisbon"),
    ("relationship", "Ana's sister is called Rita"),
    ("preference", "Ana likes green tea"),
    ("skill", "Ana speaks Portuguese and German"),
    ("commitment", "Ana plans to run the Porto marathon"),
    ("fact", "Ana is allergic to walnuts"),
    ("procedure", "Ana swims every morning before work"),
    ("feeling", "Ana feels tired"),
    ("preference", "Ana dislikes loud music"),
]


def fill(memory: Memory, *, start: int = 0, end: int = 10, user: str = "ana") -> list[str]:
    return [memory.add(text, user=user, kind=kind).id for kind, text in FACTS[start:end]]


@pytest.mark.feature("PL-02")
def test_the_profile_is_made_after_ten_memories_and_not_before(memory: Memory, clock: Clock) -> None:
    fill(memory, end=9)
    clock.forward(minutes=1)
    memory.flush()
    before = memory.profile(user="ana")
    assert (before.record, before.version, before.text, before.pending) == (None, 0, "", 9)
    fill(memory, start=9)
    clock.forward(minutes=1)
    memory.flush()
    made = memory.profile(user="ana")
    assert (made.version, made.pending) == (1, 0)
    assert made.record is not None
    assert made.record.metadata["contributions"] == 10
    assert memory.profile(user="ben").record is None


@pytest.mark.feature("PL-02")
@pytest.mark.parametrize("threshold", [1, 3, 100])
def test_after_how_many_memories_can_be_set(tmp_path: Path, clock: Clock, threshold: int) -> None:
    given: dict[str, Any] = {"clock": clock, "config_file": tmp_path / "none.toml", "worker": "off"}
    with Memory(tmp_path / "m.db", profile_threshold=threshold, **given) as memory:
        for number in range(threshold):
            assert memory.profile(user="ana").version == 0
            memory.add(f"Ana owns boat number {number * 7} called Vessel{number}", user="ana", key=f"k{number}")
        clock.forward(seconds=6)
        memory.flush()
        assert memory.profile(user="ana").version == 1


def test_many_memories_at_once_make_one_profile(memory: Memory, clock: Clock) -> None:
    memory.add_many([{"content": text, "kind": kind} for kind, text in FACTS] * 4, user="ana")
    clock.forward(seconds=6)
    memory.flush()
    assert memory.profile(user="ana").version == 1
    assert [job.kind for job in memory.jobs()] == ["profile"]


def _overridden(memory: Memory, id: str, clock: Clock) -> None:
    memory.override("Ana lives in Porto", user="ana")


def _replaced(memory: Memory, id: str, clock: Clock) -> None:
    memory.add("Ana lives in Porto now", user="ana", kind="fact")


def _updated(memory: Memory, id: str, clock: Clock) -> None:
    memory.update(id, content="Ana lives in Porto")


def _archived(memory: Memory, id: str, clock: Clock) -> None:
    memory.archive(id)


def _expired(memory: Memory, id: str, clock: Clock) -> None:
    clock.forward(days=4)


ENDS = [_overridden, _replaced, _updated, _archived, _expired]


@pytest.mark.feature("PL-02")
@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__.strip("_"))
def test_no_context_tells_from_a_profile_what_is_not_so_any_more(
    memory: Memory, clock: Clock, end: Callable[[Memory, str, Clock], None]
) -> None:
    fill(memory, end=1)
    expires = clock.now + timedelta(days=3) if end is _expired else None
    home = memory.add("Ana lives in Lisbon", user="ana", kind="fact", expires_at=expires).id
    fill(memory, start=2)
    made = memory.rebuild_profile(user="ana")
    assert "Lisbon" in made.text
    assert "Lisbon" in memory.context(user="ana").text
    end(memory, home, clock)
    for query in (None, "Where does Ana live?"):
        text = memory.context(query, user="ana").text
        assert "Lisbon" not in text
        assert "walnuts" in text
    if end is not _expired:
        memory.sync()
        again = memory.profile(user="ana")
        assert again.version == made.version + 1
        assert "Lisbon" not in again.text


def test_a_source_that_is_not_trusted_costs_a_profile_its_own_line_alone(memory: Memory) -> None:
    fill(memory)
    memory.add("Ana's favourite instrument is the zither", user="ana", kind="fact", source="tool")
    assert "zither" in memory.rebuild_profile(user="ana").text
    sections = {one.name: one for one in memory.context(user="ana", trust_min=0.9).sections}
    told = " ".join(line.text for line in sections["profile"].lines)
    assert "walnuts" in told
    assert "zither" not in told
    assert "zither" in memory.context(user="ana").text


def test_what_a_profile_does_not_tell_may_end_without_a_new_one(memory: Memory) -> None:
    ids = fill(memory)
    memory.rebuild_profile(user="ana")
    memory.sync()
    before = [job.kind for job in memory.jobs()].count("profile")
    memory.archive(ids[8])  # a feeling
    memory.sync()
    assert [job.kind for job in memory.jobs()].count("profile") == before
    memory.override("Always answer in English", user="ana")
    memory.sync()
    assert [job.kind for job in memory.jobs()].count("profile") == before + 1


def test_what_a_person_wrote_into_a_profile_stays_when_a_memory_ends(memory: Memory) -> None:
    ids = fill(memory, end=2)
    made = memory.rebuild_profile(user="ana").record
    assert made is not None
    memory.update(made.id, content=made.content + "\nNote: comes home late; never calls.")
    memory.archive(ids[1])
    text = memory.context(user="ana").text
    assert "Lisbon" not in text
    assert "comes home late" in text


def test_a_profile_is_trusted_no_more_than_what_it_tells(memory: Memory) -> None:
    fill(memory, end=2)
    assert memory.rebuild_profile(user="ana").record.provenance.trust == 1.0  # type: ignore[union-attr]
    memory.add("Ana likes loud music", user="ana", kind="preference", source="tool")
    assert memory.rebuild_profile(user="ana").record.provenance.trust == 0.5  # type: ignore[union-attr]
    assert "loud music" not in memory.context(user="ana", trust_min=0.6).text


@pytest.mark.feature("VH-03")
def test_every_profile_is_a_version_and_all_can_be_looked_at(memory: Memory) -> None:
    fill(memory, end=2)
    first = memory.rebuild_profile(user="ana")
    assert "Lisbon" in first.text
    memory.update(memory.search("Where does Ana live?", user="ana")[0].id, content="Ana lives in Porto")
    second = memory.rebuild_profile(user="ana")
    assert first.record is not None
    assert second.record is not None
    assert (second.record.id, second.version) == (first.record.id, 2)
    assert [version.version for version in memory.history(second.record.id)] == [1, 2]
    assert ["Lisbon" in version.content for version in memory.history(second.record.id)] == [True, False]


@pytest.mark.feature("VH-03")
def test_the_same_memories_give_the_same_bytes_and_a_rebuild_a_new_version(memory: Memory, clock: Clock) -> None:
    fill(memory)
    first = memory.rebuild_profile(user="ana")
    clock.forward(days=30)
    again = memory.rebuild_profile(user="ana")
    assert (first.version, again.version, again.text) == (1, 2, first.text)
    assert again.record is not None
    assert [version.version for version in memory.history(again.record.id)] == [1, 2]
    memory.add("Ana's boat is called Vessel", user="ana")
    memory.delete(memory.list(user="ana", layers=["memory"])[0].id)
    assert memory.rebuild_profile(user="ana").text == first.text


def test_a_profile_is_grouped_and_names_what_it_rests_on(memory: Memory) -> None:
    ids = fill(memory)
    made = memory.rebuild_profile(user="ana")
    assert made.text.splitlines() == [
        "Ana",
        "Work: works at Acme as a nurse.",
        "Home: lives in Lisbon.",
        "Family and friends: sister is called Rita.",
        "Health: is allergic to walnuts.",
        "Skills: speaks Portuguese and German.",
        "Likes and dislikes: dislikes loud music; likes green tea.",
        "Habits: swims every morning before work.",
        "Plans: plans to run the Porto marathon.",
    ]
    assert made.record is not None
    assert set(made.record.metadata["sources"]) == set(ids) - {ids[8]}
    assert made.record.metadata["built_by"] == "rules"
    assert (made.record.provenance.source, made.record.layer) == ("system", "profile")


def test_what_waits_for_an_answer_and_what_is_secret_is_no_part_of_it(memory: Memory) -> None:
    memory.add("Ana works at Acme", user="ana")
    memory.add("Ana works at Northstar", user="ana", confidence=0.5)
    memory.add("Ana's password is hunter2-Xy77", user="ana")
    assert len(memory.conflicts(user="ana")) == 1
    text = memory.rebuild_profile(user="ana").text
    assert "Acme" in text
    assert "Northstar" not in text
    assert "secret" not in text


def test_a_profile_can_be_edited_by_hand_and_overrides_come_before_the_next_one(memory: Memory) -> None:
    fill(memory, end=4)
    made = memory.rebuild_profile(user="ana")
    assert made.record is not None
    edited = memory.update(made.record.id, content="Ana is a nurse.")
    assert (edited.layer, edited.version) == ("profile", 2)
    assert memory.profile(user="ana").text == "Ana is a nurse."
    memory.override("Ana lives in Faro", user="ana")
    memory.override("Ana likes green tea", user="ana")
    again = memory.rebuild_profile(user="ana")
    assert again.version == 3
    assert "Lisbon" not in again.text
    assert "green tea" not in again.text  # it is said by the override, which stands above
    assert [record.content for record in again.overrides] == ["Ana likes green tea", "Ana lives in Faro"]


@pytest.mark.feature("VH-03")
def test_no_profile_or_old_version_keeps_the_words_of_what_was_deleted(memory: Memory) -> None:
    told = memory.add([{"role": "user", "name": "Ana", "content": "I live in Zanzibar."}], user="ana", wait=True)
    fill(memory, start=2)
    memory.rebuild_profile(user="ana")
    memory.add("Ana's brother is called Tom", user="ana")
    before = memory.rebuild_profile(user="ana")
    assert "Zanzibar" in before.text
    memory.delete(told.ids[0])
    after = memory.profile(user="ana")
    assert after.record is not None
    assert before.record is not None
    assert (after.record.id, after.version) == (before.record.id, 3)
    assert "Zanzibar" not in everything(memory)
    assert [version.version for version in memory.history(after.record.id)] == [3]
    assert "Tom" in after.text
    assert memory.doctor() == []


def test_deleting_the_last_memory_deletes_the_profile(memory: Memory) -> None:
    memory.add("Ana lives in Zanzibar", user="ana")
    memory.rebuild_profile(user="ana")
    memory.delete(memory.list(user="ana", layers=["memory"])[0].id)
    assert memory.profile(user="ana").record is None
    assert "Zanzibar" not in everything(memory)


def test_a_memory_that_was_superseded_goes_from_old_profiles_with_the_one_that_followed_it(memory: Memory) -> None:
    fill(memory, start=2)
    memory.add("Ana lives in Zanzibar", user="ana")
    memory.rebuild_profile(user="ana")
    moved = memory.add("Ana moved to Lisbon", user="ana")
    assert moved.decisions[0].action == "superseded"
    memory.rebuild_profile(user="ana")
    memory.delete(moved.id)
    assert "Zanzibar" not in everything(memory)
    assert "Lisbon" not in everything(memory)
    assert "green tea" in memory.profile(user="ana").text


def test_two_people_in_one_conversation_are_kept_apart(memory: Memory) -> None:
    turns = [
        {"role": "user", "name": name, "content": text}
        for name, text in (
            ("Ana", "I live in Lisbon."),
            ("Ben", "I live in Oslo."),
            ("Ana", "I play the cello."),
            ("Ben", "I play the drums."),
        )
    ]
    memory.add(turns, user="pair", wait=True)
    text = memory.rebuild_profile(user="pair").text
    ana, _, ben = text.partition("\n\n")
    assert ("Lisbon" in ana, "Oslo" in ana) == ("Ana" in ana.splitlines()[0], "Ben" in ana.splitlines()[0])
    assert len(ben.splitlines()) > 1


def test_an_empty_space_has_no_profile(memory: Memory) -> None:
    made = memory.rebuild_profile(user="nobody")
    assert (made.record, made.pending, made.overrides) == (None, 0, ())


def test_automatic_profiles_can_be_turned_off(tmp_path: Path, clock: Clock) -> None:
    given: dict[str, Any] = {"clock": clock, "config_file": tmp_path / "none.toml", "worker": "off"}
    with Memory(tmp_path / "m.db", profile="off", **given) as memory:
        fill(memory)
        clock.forward(minutes=1)
        memory.sync()
        assert memory.profile(user="ana").version == 0
        assert memory.rebuild_profile(user="ana").version == 1


@pytest.mark.feature("RM-04")
def test_what_has_expired_is_told_by_no_profile(memory: Memory, clock: Clock) -> None:
    memory.add("Ana works at Acme as a nurse", user="ana", kind="fact", expires_at=clock() + timedelta(days=1))
    assert "Acme" in memory.rebuild_profile(user="ana").text
    assert [hit.layer for hit in memory.search("where does Ana work", user="ana", layers=["profile"])] == ["profile"]
    clock.forward(days=11)
    assert list(memory.search("where does Ana work", user="ana")) == []
    assert list(memory.search("where does Ana work", user="ana", layers=["profile"])) == []
    assert (memory.profile(user="ana").record, memory.list(user="ana")) == (None, [])
    assert len(memory.list(user="ana", include_expired=True)) == 2


@pytest.mark.feature("LC-06")
@pytest.mark.parametrize("ending", ["archived", "superseded", "too old"])
def test_a_profile_that_was_not_made_anew_tells_what_still_holds(tmp_path: Path, clock: Clock, ending: str) -> None:
    given: dict[str, Any] = {"clock": clock, "config_file": tmp_path / "none.toml", "worker": "off"}
    with Memory(tmp_path / "m.db", retention_days={"memory": 30}, **given) as memory:
        gone = memory.add("Ana works at Acme as a nurse", user="ana", kind="fact").id
        clock.forward(days=20)
        memory.add("Ana likes green tea", user="ana", kind="preference")
        memory.rebuild_profile(user="ana")
        if ending == "archived":
            memory.archive(gone)
        elif ending == "superseded":
            memory.update(gone, content="Ana works at Globex as a nurse")
        else:
            clock.forward(days=11)
        shown = [
            memory.profile(user="ana").text,
            memory.list(user="ana", layers=["profile"])[0].content,
            memory.search("where does Ana work", user="ana", layers=["profile"])[0].content,
        ]
        assert [("Acme" in text, "green tea" in text) for text in shown] == [(False, True)] * 3
