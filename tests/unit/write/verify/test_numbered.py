"""A number that says which one is meant tells two statements apart; a number that measures does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from recollect import Memory
from recollect.write.verify.numbered import other_one
from recollect.write.verify.statement import read

TWO_THINGS = [
    ("fact 3 about cats", "fact 4 about cats"),
    ("Room 101 is booked", "Room 102 is booked"),
    ("The bus 12 stops at the zoo", "The bus 14 stops at the zoo"),
    ("event 3 happened", "event 5 happened"),
    ("writer 3 note 4", "writer 3 note 5"),
    ("This is note 3 from process 2", "This is note 4 from process 2"),
    ("concurrent write 3 from worker 1", "concurrent write 4 from worker 1"),
    ("The brown fox number 3 jumps", "The brown fox number 4 jumps"),
    ("Process 1 wrote memory number 3", "Process 1 wrote memory number 4"),
    ("A memory about topic 3", "A memory about topic 4"),
    ("Ana finished task 3", "Ana finished task 4"),
    ("[3] hello world", "[4] hello world"),
    ("#3 hello world", "#4 hello world"),
]
ONE_THING = [
    ("My room is room 101", "My room is room 102"),
    ("I live in apartment 12", "I live in apartment 14"),
    ("Monthly rent 900", "Monthly rent 950"),
    ("The ticket costs 20", "The ticket costs 25"),
    ("Ana weighs 70", "Ana weighs 72"),
    ("Take 2 pills at noon", "Take 3 pills at noon"),
    ("People eat 3 meals a day", "People eat 2 meals a day"),
    ("Departure from gate 4", "Departure from gate 6"),
    ("My seat number 12", "My seat number 14"),
    ("Dinner for 8 on Friday", "Dinner for 10 on Friday"),
    ("I have an iPhone 12", "I have an iPhone 15"),
    ("Room 101 is booked", "Room 101 is free"),
    ("Room 101 is booked", "The room is booked"),
]


@pytest.mark.parametrize("old, new", TWO_THINGS)
def test_a_number_that_says_which_one_is_meant_tells_two_apart(old: str, new: str) -> None:
    assert other_one(read(old), read(new))


@pytest.mark.parametrize("old, new", ONE_THING)
def test_a_number_that_measures_or_is_somebodys_only_one_is_a_value(old: str, new: str) -> None:
    assert not other_one(read(old), read(new))


@pytest.mark.parametrize(
    "text", ["test memory {}", "Stress test entry {} by process 7", "This is note {} from process 2"]
)
def test_texts_that_differ_in_the_number_of_what_they_are_about_all_stay(tmp_path: Path, text: str) -> None:
    with Memory(tmp_path / "m.db", worker="off") as memory:
        for number in range(6):
            memory.add(text.format(number), user="u")
        assert memory.count(user="u") == 6


def test_another_value_still_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", worker="off") as memory:
        memory.add("Monthly rent 900", user="u")
        memory.add("Monthly rent 950", user="u")
        assert [record.content for record in memory.list(user="u")] == ["Monthly rent 950"]
