"""The second thing that is told of somebody, with nothing else known: it changes the first where it speaks of it."""

from __future__ import annotations

import pytest

from recollect import Memory

TOLD = [
    "lives in Lisbon",
    "is vegetarian",
    "works at Acme",
    "is afraid of spiders",
    "has two sons",
    "drives a Volvo",
    "is 34 years old",
    "studies law",
    "has a dog called Rex",
    "is allergic to nuts",
]
HAPPENED = [
    "adopted a grey cat",
    "sold her bicycle",
    "broke her arm",
    "no longer smokes",
    "quit the choir",
    "lost her wallet",
    "finished the marathon",
    "won a prize",
    "switched to decaf",
    "paid the rent",
    "is learning the cello",
]


@pytest.mark.feature("VG-16")
@pytest.mark.parametrize("whom", ["Eva", "Eva Silva", "User"])
@pytest.mark.parametrize("happened", HAPPENED)
def test_what_is_told_of_somebody_ends_nothing_else_of_him(memory: Memory, whom: str, happened: str) -> None:
    for number, told in enumerate(TOLD):
        user = f"u{number}"
        memory.add(f"{whom} {told}", user=user)
        memory.add(f"{whom} {happened}", user=user)
        assert {record.content for record in memory.list(user=user)} == {f"{whom} {told}", f"{whom} {happened}"}


@pytest.mark.parametrize("happened", HAPPENED)
def test_what_is_told_of_one_of_the_family_loses_nothing(memory: Memory, happened: str) -> None:
    """It may be told in one memory with the rest."""
    for number, told in enumerate(TOLD):
        user = f"u{number}"
        memory.add(f"My sister {told}", user=user)
        memory.add(f"My sister {happened}", user=user)
        known = " ".join(record.content for record in memory.list(user=user))
        assert told in known
        assert happened in known


@pytest.mark.parametrize(
    "before, after",
    [
        ("Eva lives in Lisbon", "Eva moved to Porto"),
        ("Eva smokes ten cigarettes a day", "Eva no longer smokes"),
        ("Eva drives a Volvo", "Eva sold her Volvo"),
        ("User's grandmother Edie lives in a care home in Hove", "User's grandmother Edie died in January"),
        ("CI runs on Jenkins", "we ripped out Jenkins last sprint, everything builds on Buildkite"),
        ("Engaged to Thaddeus", "Thaddeus and I called it off, ring's gone back to his mother"),
        (
            "Our neighbour has a very old beagle named Duchess who barks at the postman",
            "Sad news from next door, Duchess had to be put to sleep on Friday",
        ),
    ],
)
def test_what_speaks_of_it_does(memory: Memory, before: str, after: str) -> None:
    memory.add(before, user="u")
    memory.add(after, user="u")
    assert [record.content for record in memory.list(user="u")] == [after]


def test_two_things_that_somebody_did_keep_their_days_and_tags(memory: Memory) -> None:
    memory.add("Ana lives in Lisbon", user="u", occurred_at="2024-05-03T00:00:00Z", tags=["home"])
    memory.add("Ana adopted a grey cat", user="u", occurred_at="2022-03-01T00:00:00Z", tags=["pet"])
    found = {record.content: record for record in memory.list(user="u")}
    assert found["Ana lives in Lisbon"].tags == ("home",)
    assert found["Ana lives in Lisbon"].occurred_at.year == 2024
    assert found["Ana adopted a grey cat"].tags == ("pet",)
