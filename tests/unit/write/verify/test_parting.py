"""Who broke up has that partner no more; everything else that sounds alike changes nothing."""

from __future__ import annotations

import pytest

from recollect import Memory
from recollect.write.verify.parting import broke_up
from recollect.write.verify.statement import read


@pytest.mark.parametrize(
    "old, new",
    [
        ("User has a girlfriend named Ana", "User broke up"),
        ("User's girlfriend is Ana", "User broke up last week"),
        ("User's boyfriend is Tom", "User broke up two weeks ago"),
        ("User has a boyfriend", "User split up last month"),
        ("User has a partner", "User has broken up"),
        ("User has a partner", "User broke up on Friday"),
        ("User has a new girlfriend", "User broke up"),
        ("User is dating Tom", "User split up in May"),
        ("User's girlfriend is Ana", "User's girlfriend and User broke up"),
        ("I have a boyfriend", "My boyfriend and I have split up"),
    ],
)
def test_the_tie_is_over(old: str, new: str) -> None:
    assert broke_up(read(old), read(new))


@pytest.mark.parametrize(
    "old, new",
    [
        ("User's girlfriend is Ana", "User split up the work"),
        ("User's girlfriend is Ana", "User broke up a fight"),
        ("User's girlfriend is Ana", "User's brother and his wife broke up"),
        ("User's girlfriend is Ana", "User's boyfriend and User broke up"),
        ("User's girlfriend is Ana", "Tom and Eva broke up"),
        ("User's girlfriend is Ana", "The band broke up"),
        ("User's girlfriend is Ana", "User never broke up"),
        ("User's girlfriend is Ana", "User might have broken up"),
        ("User's girlfriend is Ana", "User broke up in 2015"),
        ("User's girlfriend is Ana", "User broke up last year"),
        ("User's girlfriend is Ana", "User broke up last summer"),
        ("User's girlfriend is Ana", "User broke up after a fight"),
        ("User's girlfriend is Ana", "User broke up last week but is back together"),
        ("User has a fiance", "User split up last month's rent"),
        ("User has a partner", "User split up on this trip from their group"),
        ("User has a new girlfriend", "User broke up last month"),
        ("User has a new girlfriend", "User broke up two months ago"),
        ("User's girlfriend is a chef", "User broke up"),
        ("User's wife is Ana", "User broke up"),
        ("Tom's girlfriend is Ana", "User broke up"),
        ("User has a business partner", "User broke up"),
        ("User had a girlfriend named Ana", "User broke up"),
    ],
)
def test_something_else_is_told(old: str, new: str) -> None:
    assert not broke_up(read(old), read(new))


@pytest.mark.parametrize(
    "told",
    [
        "My girlfriend and I broke up last week but we got back together.",
        "We broke up in May. We're back together now.",
        "My ex cheated, so I broke up last year.",
    ],
)
def test_who_is_together_again_was_never_apart(memory: Memory, told: str) -> None:
    for text in ("My girlfriend is Anna.", told):
        memory.add([{"role": "user", "content": text}], user="ana")
        memory.sync()
    assert "User's girlfriend is Anna" in {one.content for one in memory.list(user="ana", layers=["memory"])}


def test_of_two_partners_nobody_knows_which(memory: Memory) -> None:
    for text in ("I have a girlfriend named Ana", "I'm dating Tom"):
        memory.add(text, user="ana")
    memory.add("We broke up", user="ana")
    assert {"I have a girlfriend named Ana", "I'm dating Tom"} <= {one.content for one in memory.list(user="ana")}
