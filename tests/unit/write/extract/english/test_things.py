"""Things that are the speaker's by what the turn tells, and the world at large."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2025, 5, 15, tzinfo=UTC)


def told(said: str) -> list[tuple[str, str]]:
    return [(claim.kind, claim.content) for claim in extract(said, speaker=None, at=AT)]


@pytest.mark.parametrize(
    "said, kind, content",
    [
        ("There's no lift in our building, so what pram?", "fact", "There's no lift in User's building"),
        ("The bakery I run has six staff.", "fact", "The bakery User runs has six staff"),
        ("Kids have judo Mondays at 5, when do we eat?", "fact", "User's kids have judo Mondays at 5"),
        ("Our host is Fly, workers are all arm64.", "fact", "User's workers are all arm64"),
        ("The nursery is nut free and I need lunch ideas", "fact", "User's nursery is nut free"),
        ("the new job in Basel starts 1 Feb, I'm nervous", "commitment", "User's new job in Basel starts 1 Feb"),
        ("Spreadsheets bore me to tears.", "preference", "Spreadsheets bore User to tears"),
        ("Long emails make my head spin", "preference", "Long emails make User's head spin"),
        ("hand-in is 30 September and I haven't begun", "commitment", "Hand-in is 30 September"),
        ("choir practice is Thursdays", "fact", "Choir practice is Thursdays"),
        ("Wife's due on 12 April, what leave do I get?", "commitment", "User's wife is due on 12 April"),
        ("Cat's on a renal diet. treats?", "fact", "User's cat is on a renal diet"),
        ("me and my gf are moving to Leeds in June", "commitment", "User and User's gf are moving to Leeds in June"),
        ("It's my nieces who stay over on Fridays.", "relationship", "User's nieces stay over on Fridays"),
        ("We used to run Arch, now it's just Debian", "fact", "User now: it's just Debian"),
        ("My hair's curly and super dry", "fact", "User's hair's curly and super dry"),
    ],
)
def test_a_thing_of_ones_own_is_told(said: str, kind: str, content: str) -> None:
    assert (kind, content) in told(said)


@pytest.mark.parametrize(
    "said",
    [
        "Kids are always on their phones these days, write an essay on it",
        "The company in the case study has 40 staff. Write a SWOT",
        "The office is closed today, can I still submit?",
        "There's a bug in this function, can you see it?",
        "The error makes no sense",
        "The twins in that film are creepy",
        "Boys start school at 7 in Finland, is that true?",
        "Cat is a Linux command, what does it do?",
        "there's no error in my logs",
        "Lunch is at 12 in Spain?",
        "Well that's just great, I love paying for parking twice",
        "living the dream, I adore filling in forms",
        "Let's do a scene: you're a waiter and I'm Lord Finch. I sit down.",
    ],
)
def test_the_world_at_large_is_not(said: str) -> None:
    assert told(said) == []


@pytest.mark.parametrize(
    "said",
    [
        "I self host Gitea on a Pi, the admin password is hunter2!x, and it keeps dying",
        "our demo box is on Vultr, root pass is Xk9-Pla-77, why would ssh hang",
    ],
)
def test_a_secret_does_not_hide_what_stands_beside_it(said: str) -> None:
    found = told(said)
    assert len(found) == 1
    assert "hunter2" not in found[0][1]
    assert "Xk9" not in found[0][1]
