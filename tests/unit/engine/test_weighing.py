"""Conversations and long lists of memories: what is not related stays as it is."""

from __future__ import annotations

from recollect import Memory

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
