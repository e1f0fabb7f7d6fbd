"""Conversations and long lists of memories: what is not related stays as it is."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from recollect import Memory
from tests.clock import Clock

LIFE = """Drinks black coffee without sugar
Cycles to the office when it is dry
The kitchen window faces a courtyard with a chestnut tree
Designs bridges for pedestrians and bicycles
Spent an exchange year in Trondheim
Takes antihistamines from April to June
Had knee surgery in 2019
Runs a half marathon every autumn
Heats the sauna with alder wood
Does not eat pork
Cooks salmon soup on Fridays
Listens to audiobooks while ironing
Broke a finger playing floorball
Sings bass in a church choir
Is not religious but likes organ music
Keeps receipts in a shoebox
Uses an old Pentax camera
Shoots only black and white
Always books an aisle seat
Lost a suitcase in Frankfurt once
Lost a bet and had to shave the beard
Takes vitamin D in winter
Keeps a bonsai next to the monitor
Writes a diary in pencil
Writes birthday cards by hand
Uses a standing desk
Does not use Facebook
Owns eleven teapots
Owns a yellow raincoat
Is left-handed
Has a scar on the left elbow
Knits socks for the whole family
Family quiz night is on Wednesdays
Once met the president at a bus stop
Team meeting every Monday at nine
Radiators were replaced by the housing company
Insurance is with a mutual company""".splitlines()

TOUCHED = {"superseded", "merged", "reinforced", "clarify"}


def test_unrelated_memories_of_one_life_leave_each_other_alone(memory: Memory) -> None:
    actions = [memory.add(text, user="ana").decisions[-1].action for text in LIFE]
    assert not TOUCHED & set(actions)


def test_a_change_is_found_among_many_memories(memory: Memory) -> None:
    for text in LIFE:
        memory.add(text, user="ana")
    decision = memory.add("Team meeting is now every Tuesday at ten", user="ana").decisions[-1]
    assert decision.action == "superseded"


@pytest.mark.parametrize("before", [[], LIFE[:15]])
@pytest.mark.parametrize(
    "first, second",
    [
        ("A cat sat on the mat", "A dog sat on the mat"),
        ("Secret of tenant a", "Secret of tenant b"),
        ("Tenant alpha secret", "Tenant beta secret"),
        ("Apple banana cherry", "Apple banana date"),
        ("Morning standup notes", "Evening standup notes"),
        ("Workspace memory left", "Workspace memory right"),
        ("Foo bar baz", "Foo bar qux"),
        ("How to repair a boat", "How to repair a roof"),
        ("Note0001 from process 2", "Note0002 from process 2"),
        ("Memory #12 for tenant-3", "Memory #12 for tenant-4"),
        ("Key_a = 1", "Key_b = 1"),
    ],
)
def test_the_same_with_another_word_is_another_memory(
    memory: Memory, before: list[str], first: str, second: str
) -> None:
    for text in (*before, first, second):
        memory.add(text, user="ana")
    assert {first, second} <= {record.content for record in memory.list(user="ana")}


@pytest.mark.parametrize("embedders", [("static", "static"), ("none", "none"), ("none", "static")])
def test_a_note_of_several_sentences_is_known_again_however_it_is_looked_up(
    tmp_path: Path, embedders: tuple[str, str]
) -> None:
    """By vectors, by words, and by words where what is known has no vectors yet."""
    note = "The boiler was serviced in March. The fitter found a leak, and the valve has to be replaced before winter."
    for embedder, texts in zip(embedders, ([*LIFE, note], [note.upper()]), strict=True):
        path = tmp_path / "memory.db"
        with Memory(path, embedder=embedder, worker="off", config_file=tmp_path / "none.toml") as memory:
            last = [memory.add(text, user="ana").decisions[-1] for text in texts][-1]
    assert last.action == "reinforced"


def test_what_two_people_tell_of_themselves_stays_apart(memory: Memory) -> None:
    said = [
        {"role": "user", "name": "Ana", "content": "I play the accordion in a tango band."},
        {"role": "user", "name": "Ben", "content": "I no longer play the accordion in a tango band."},
    ]
    memory.add(said[:1], user="both", wait=True)
    later = memory.add(said[1:], user="both", wait=True)
    assert not TOUCHED & {decision.action for decision in later.decisions}


def test_a_merged_memory_takes_no_third_statement(memory: Memory) -> None:
    memory.add("Has a cat from a shelter", user="ana")
    assert memory.add("my cat is a Maine Coon", user="ana").decisions[-1].action == "merged"
    assert memory.add("my cat sleeps on the radiator", user="ana").decisions[-1].action == "kept_both"


def test_events_of_different_days_are_never_made_one(memory: Memory) -> None:
    memory.add("Ana moved to Lisbon", user="ana", kind="event", occurred_at="2026-03-01T10:00:00Z")
    added = memory.add("Ana bought a cello", user="ana", kind="event", occurred_at="2025-12-24T10:00:00Z")
    assert added.decisions[0].action in ("added", "kept_both")
    assert memory.count(user="ana") == 2


LABELS = ("agent", "project")


def seen(memory: Memory, **labels: str) -> set[str]:
    return {record.content for record in memory.list(user="ana", **labels)}


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize(
    "first, second",
    [
        ("Ana is vegetarian", "Ana is vegetarian"),
        ("Ana lives in Berlin", "Ana lives in Lisbon"),
        ("Ana's sister is Dora", "Ana works at Acme"),
    ],
)
def test_what_has_another_label_is_neither_repeated_nor_replaced_nor_joined(
    memory: Memory, label: str, first: str, second: str
) -> None:
    memory.add(first, user="ana", **{label: "one"})
    memory.add(second, user="ana", **{label: "two"})
    assert seen(memory, **{label: "one"}) == {first}
    assert seen(memory, **{label: "two"}) == {second}


@pytest.mark.parametrize("label", LABELS)
def test_what_only_one_label_shows_is_new_to_everybody_else(memory: Memory, label: str) -> None:
    memory.add("Ana is vegetarian", user="ana", **{label: "one"})
    memory.add("Ana's sister is Dora", user="ana", **{label: "one"})
    assert memory.add("Ana is vegetarian", user="ana").decisions[-1].action != "reinforced"
    assert memory.add("Ana's sister Dora works at Acme", user="ana").decisions[-1].action != "merged"
    assert seen(memory, **{label: "two"}) == {"Ana is vegetarian", "Ana's sister Dora works at Acme"}


@pytest.mark.parametrize("label", LABELS)
def test_what_everybody_is_told_is_said_again_and_changed_under_a_label_and_changes_what_has_one(
    memory: Memory, label: str
) -> None:
    memory.add("Ana is vegetarian", user="ana")
    assert memory.add("Ana is vegetarian", user="ana", **{label: "one"}).decisions[-1].action == "reinforced"
    memory.add("Ana lives in Berlin", user="ana", **{label: "one"})
    assert memory.add("Ana moved to Lisbon and lives there now", user="ana").decisions[-1].action == "superseded"
    assert "Ana lives in Berlin" not in seen(memory, **{label: "one"})


@pytest.mark.parametrize("label", LABELS)
def test_what_fewer_are_shown_ends_nothing_that_more_are_shown(memory: Memory, label: str) -> None:
    memory.add("Ana works at Acme", user="ana")
    first = memory.add("Ana left Acme and joined Northstar", user="ana", **{label: "one"})
    assert first.decisions[-1].action == "kept_both"
    assert seen(memory, **{label: "two"}) == {"Ana works at Acme"}
    second = memory.add("Ana left Northstar and joined Initech", user="ana", **{label: "one"})
    assert second.decisions[-1].previous_id == first.id, "its own is still replaced"
    assert seen(memory, **{label: "one"}) == {"Ana works at Acme", "Ana left Northstar and joined Initech"}


def test_of_two_labels_neither_ends_what_the_other_shows(memory: Memory) -> None:
    memory.add("Ana lives in Berlin", user="ana", project="one")
    memory.add("Ana moved to Lisbon and lives there now", user="ana", agent="one")
    assert "Ana lives in Berlin" in seen(memory, project="one", agent="two")


@pytest.mark.parametrize("label", LABELS)
def test_what_a_turn_tells_under_a_label_ends_nothing_that_more_are_shown(memory: Memory, label: str) -> None:
    for said, labels in (("I work at Acme.", {}), ("I left Acme and work at Northstar now.", {label: "one"})):
        memory.add([{"role": "user", "name": "Ana", "content": said}], user="ana", wait=True, **labels)
    assert "Ana works at Acme" in seen(memory, **{label: "two"})


@pytest.mark.parametrize("label", LABELS)
def test_the_same_text_that_holds_longer_under_a_label_is_a_second_one_and_no_third(memory: Memory, label: str) -> None:
    memory.add("Wifi code 12345", user="ana", expires_at="2099-01-01")
    actions = [memory.add("Wifi code 12345", user="ana", **{label: "one"}).decisions[-1].action for _ in range(2)]
    assert actions == ["kept_both", "reinforced"]
    assert seen(memory, **{label: "two"}) == {"Wifi code 12345"}


@pytest.mark.parametrize("label", LABELS)
def test_what_will_be_so_for_fewer_closes_nothing_that_more_are_shown(memory: Memory, label: str) -> None:
    memory.add("Ana lives in Berlin", user="ana")
    memory.add("Ana lives in Lisbon", user="ana", valid_from="2099-06-01", **{label: "one"})
    assert {record.valid_until for record in memory.list(user="ana")} == {None}


@pytest.mark.parametrize("label", LABELS)
def test_what_will_be_so_for_everybody_ends_what_holds_for_fewer_until_then(memory: Memory, label: str) -> None:
    memory.add("Ana lives in Lisbon", user="ana", valid_from="2099-06-01")
    now = memory.add("Ana lives in Berlin", user="ana", **{label: "one"})
    until = memory.get(now.id).valid_until
    assert until is not None
    assert until.year == 2099


@pytest.mark.parametrize("label", LABELS)
def test_an_override_of_one_label_holds_there_alone(memory: Memory, label: str) -> None:
    memory.add("Ana lives in Porto", user="ana", **{label: "two"})
    memory.add("Ana lives in Lisbon", user="ana", layer="override", **{label: "one"})
    assert "Ana lives in Porto" in seen(memory, **{label: "two"})
    assert memory.add("Ana lives in Rome", user="ana", **{label: "one"}).decisions[-1].action == "rejected"
    assert memory.add("Ana lives in Rome", user="ana", **{label: "two"}).decisions[-1].action != "rejected"


@pytest.mark.parametrize("end", ["expires_at", "valid_until"])
def test_what_ends_is_not_joined_with_what_stays(memory: Memory, clock: Clock, end: str) -> None:
    memory.add("Ana's sister is Dora", user="ana", **{end: clock.now + timedelta(days=2)})
    memory.add("Ana works at Acme", user="ana")
    records = {record.content: getattr(record, end) for record in memory.list(user="ana")}
    assert set(records) == {"Ana's sister is Dora", "Ana works at Acme"}
    assert records["Ana's sister is Dora"] is not None
    assert records["Ana works at Acme"] is None


BERLIN = {"content": "Eva lives in Berlin", "valid_from": "2020-01-01", "valid_until": "2025-06-01"}
VIENNA = {"content": "Eva lives in Vienna", "valid_from": "2025-06-01"}


@pytest.mark.feature("RM-07")
@pytest.mark.parametrize("first, second", [(BERLIN, VIENNA), (VIENNA, BERLIN)], ids=["in order", "the past last"])
def test_what_was_true_at_different_times_stays(memory: Memory, first: dict[str, str], second: dict[str, str]) -> None:
    for told in (first, second):
        memory.add(**told, user="ana")
    asked = "where does Eva live?"
    assert [hit.content for hit in memory.search(asked, user="ana")] == ["Eva lives in Vienna", "Eva lives in Berlin"]
    for day, home in (("2021-01-01", "Eva lives in Berlin"), ("2025-07-01", "Eva lives in Vienna")):
        assert [hit.content for hit in memory.search(asked, user="ana", valid_at=day)] == [home]


@pytest.mark.feature("RM-07")
def test_what_is_over_takes_no_place_of_what_is_told_without_a_period(memory: Memory) -> None:
    memory.add("Eva lives in Vienna", user="ana")
    memory.add(**BERLIN, user="ana")
    assert seen(memory) == {"Eva lives in Vienna", "Eva lives in Berlin"}
    assert memory.add("Eva lives in Rome now", user="ana").decisions[-1].action == "superseded"
    assert seen(memory) == {"Eva lives in Rome now", "Eva lives in Berlin"}


@pytest.mark.feature("RM-07")
def test_what_began_earlier_replaces_nothing_that_began_later(memory: Memory) -> None:
    memory.add("Eva lives in Vienna", user="ana", valid_from="2025-06-01")
    assert memory.add("Eva lives in Berlin", user="ana", valid_from="2020-01-01").decisions[-1].action == "kept_both"


@pytest.mark.feature("RM-07")
def test_a_plan_that_is_put_forward_is_one_plan(memory: Memory) -> None:
    """Its period is the day planned for: two days are no two truths."""
    kind = {"kind": "commitment", "user": "ana"}
    memory.add("The exam is on 10 May", valid_from="2027-05-10", valid_until="2027-05-11", **kind)
    moved = memory.add("The exam is on 3 May now", valid_from="2027-05-03", valid_until="2027-05-04", **kind)
    assert moved.decisions[-1].action == "superseded"


@pytest.mark.parametrize("later", [None, timedelta(days=9)])
def test_what_is_said_again_stays_as_long_as_it_was_last_said_to(
    memory: Memory, clock: Clock, later: timedelta | None
) -> None:
    memory.add("Ana is vegetarian", user="ana", expires_at=clock.now + timedelta(days=2))
    until = None if later is None else clock.now + later
    assert memory.add("Ana is vegetarian", user="ana", expires_at=until).decisions[-1].action == "superseded"
    clock.forward(days=5)
    assert seen(memory) == {"Ana is vegetarian"}
    again = memory.add("Ana is vegetarian", user="ana", expires_at=clock.now + timedelta(days=1))
    assert again.decisions[-1].action == "reinforced", "it holds longer already"


def test_what_holds_for_a_time_only_ends_nothing_that_lasts(memory: Memory, clock: Clock) -> None:
    memory.add("Ana lives in Lisbon", user="ana")
    stay = memory.add("Ana lives in Rome", user="ana", expires_at=clock.now + timedelta(days=7))
    assert stay.decisions[-1].action == "kept_both"
    clock.forward(days=8)
    assert seen(memory) == {"Ana lives in Lisbon"}
    assert memory.add("Ana lives in Oslo", user="ana").decisions[-1].action == "superseded"
    assert seen(memory) == {"Ana lives in Oslo"}


def test_of_two_that_end_the_later_one_holds(memory: Memory, clock: Clock) -> None:
    memory.add("Ana lives in Lisbon", user="ana", expires_at=clock.now + timedelta(days=2))
    later = memory.add("Ana lives in Rome", user="ana", expires_at=clock.now + timedelta(days=7))
    assert later.decisions[-1].action == "superseded"


def talked(memory: Memory, *turns: tuple[str | None, str]) -> set[str]:
    """What is known after a talk that came in one call."""
    said = [{"role": "user", "content": text, "occurred_at": at} for at, text in turns]
    memory.add(said, user="ana", wait=True)
    return {record.content for record in memory.list(user="ana", layers=["memory"])}


PORTO, NO_LONGER = "I live in Porto.", "I no longer live in Porto."


@pytest.mark.feature("VG-07", "RM-11")
@pytest.mark.parametrize(
    "turns",
    [
        [("2023-01-01T10:00:00Z", PORTO), ("2024-06-01T10:00:00Z", NO_LONGER)],
        [("2024-06-01T10:00:00Z", NO_LONGER), ("2023-01-01T10:00:00Z", PORTO)],
    ],
    ids=["in order", "the later one first"],
)
def test_a_long_talk_in_one_call_updates_itself(memory: Memory, turns: list[tuple[str | None, str]]) -> None:
    assert talked(memory, *turns) == {"User no longer lives in Porto"}
    (current,) = memory.list(user="ana", layers=["memory"])
    assert [version.status for version in memory.history(current.id)] == ["superseded", "active"]
    then = memory.list(user="ana", layers=["memory"], valid_at="2023-06-01")
    assert [record.content for record in then] == ["User lives in Porto"]
    assert not memory.doctor()


@pytest.mark.feature("VG-07")
@pytest.mark.parametrize("later", [None, "2023-01-01T10:02:00Z"], ids=["without times", "two minutes later"])
def test_two_values_of_one_breath_are_no_change(memory: Memory, later: str | None) -> None:
    first = None if later is None else "2023-01-01T10:00:00Z"
    assert len(talked(memory, (first, PORTO), (later, "I moved to Lisbon."))) == 2
