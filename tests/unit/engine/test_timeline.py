"""What happened when: oldest first, with what was replaced, inside a period or about a subject."""

from __future__ import annotations

from pathlib import Path

import pytest

from recollect import InvalidInput, Memory


def story(memory: Memory) -> None:
    memory.add("Ana moved to Lisbon", user="ana", kind="event", occurred_at="2026-03-01T10:00:00Z")
    memory.add("Ana bought a cello", user="ana", kind="event", occurred_at="2025-12-24T10:00:00Z")
    memory.add("Ana adopted a dog", user="ana", kind="event", occurred_at="2026-05-05T10:00:00Z")
    memory.add("Ben moved to Leeds", user="ben", kind="event", occurred_at="2026-01-01T10:00:00Z")


def told(memory: Memory, **arguments: object) -> list[str]:
    return [record.content for record in memory.timeline(user="ana", **arguments)]  # type: ignore[arg-type]


def test_events_come_in_their_order_and_nobody_elses(memory: Memory) -> None:
    story(memory)
    assert told(memory) == ["Ana bought a cello", "Ana moved to Lisbon", "Ana adopted a dog"]


def test_the_last_ones_of_a_period(memory: Memory) -> None:
    story(memory)
    assert told(memory, limit=2) == ["Ana moved to Lisbon", "Ana adopted a dog"]
    assert told(memory, until="2026-04-01T00:00:00Z") == ["Ana bought a cello", "Ana moved to Lisbon"]
    assert told(memory, since="2026-01-01T00:00:00Z", until="2026-04-01T00:00:00Z") == ["Ana moved to Lisbon"]


def test_about_a_subject(memory: Memory) -> None:
    story(memory)
    assert told(memory, about="the cello", limit=1) == ["Ana bought a cello"]


def test_of_a_subject_too_the_last_ones_are_told(memory: Memory) -> None:
    for month in range(1, 7):
        text = f"Ana walked the dog for {9 - month} hours"
        memory.add(text, user="ana", kind="event", occurred_at=f"2026-0{month}-02")
    expected = ["Ana walked the dog for 4 hours", "Ana walked the dog for 3 hours"]
    assert told(memory, about="the dog", limit=2) == expected


def test_a_subject_leaves_out_what_is_about_something_else(memory: Memory) -> None:
    story(memory)
    memory.add("Anas Hund heißt Rex", user="ana", occurred_at="2026-05-06T10:00:00Z")
    memory.add("アナは犬を飼っています", user="ana", occurred_at="2026-05-07T10:00:00Z")
    assert told(memory, about="the dog") == ["Ana adopted a dog"]
    assert told(memory, about="Dogs") == ["Ana adopted a dog"]
    assert "Anas Hund heißt Rex" in told(memory, about="der Hund")
    assert "アナは犬を飼っています" in told(memory, about="犬")
    assert len(told(memory, about="Ana")) >= 3


def test_a_subject_that_nothing_is_about_has_no_story(memory: Memory) -> None:
    """A search gives the best there is, however bad; a story of it would be about something else."""
    story(memory)
    memory.add("Anas Hund heißt Rex", user="ana")
    assert told(memory, about="zebra quantum") == []
    assert told(memory, about="qwxzv") == []


def test_a_subject_in_other_words_has_its_story(memory: Memory) -> None:
    story(memory)
    memory.add("Ana plays the violin in an orchestra", user="ana")
    assert told(memory, about="pets") == ["Ana adopted a dog"]
    assert told(memory, about="music") == ["Ana plays the violin in an orchestra"]


def test_a_subject_in_a_sentence_is_what_the_sentence_is_about(memory: Memory) -> None:
    story(memory)
    memory.add("A thing happened at the station", user="ana")
    for about in ("what happened with the dog", "tell me something about the dog", "everything about the dog"):
        assert told(memory, about=about) == ["Ana adopted a dog"], about
    assert told(memory, about="what happened with the zebra") == []
    assert told(memory, about="what happened") == ["A thing happened at the station"]


def test_a_subject_in_other_words_has_its_story_in_a_large_memory_too(memory: Memory) -> None:
    """What ranks best by chance, and is not told, sets no measure for the rest."""
    places = ("in Lisbon", "at the station", "before lunch", "on Monday", "in the rain", "with a friend")
    things = ("loss of two tickets", "theft of a passport", "fall of a lamp", "strike of the printers", "delay")
    names = ("Lea", "Ben", "Kim", "Finn", "Dan", "Cleo", "Hana", "Ivo")
    lines = [f"The {thing} happened to {name} {place}" for name in names for thing in things for place in places]
    memory.add_many(lines, user="ana")
    memory.add("Ana adopted a puppy from the shelter", user="ana")
    assert told(memory, about="what happened with my dog") == ["Ana adopted a puppy from the shelter"]
    assert told(memory, about="what happened at the wedding") == []


def test_without_an_embedder_a_subject_is_its_words(tmp_path: Path) -> None:
    with Memory(tmp_path / "memory.db", embedder="none", config_file=tmp_path / "none.toml", worker="off") as memory:
        story(memory)
        assert told(memory, about="the cello") == ["Ana bought a cello"]
        assert told(memory, about="zebra quantum") == []


def test_what_was_replaced_is_part_of_the_story(memory: Memory) -> None:
    memory.add("Ana works at Acme", user="ana", kind="fact")
    memory.add("Ana left Acme and joined Northstar", user="ana", kind="fact")
    found = memory.timeline(user="ana")
    assert [record.status for record in found] == ["superseded", "active"]


def test_turns_are_told_only_when_asked_for(memory: Memory) -> None:
    memory.add([{"role": "user", "content": "Good morning."}], user="ana")
    assert told(memory) == []
    assert told(memory, layers=["turn"]) == ["Good morning."]


@pytest.mark.parametrize("limit", [0, 5000, "ten"])
def test_a_limit_out_of_range_is_refused(memory: Memory, limit: object) -> None:
    with pytest.raises(InvalidInput, match="limit"):
        told(memory, limit=limit)
