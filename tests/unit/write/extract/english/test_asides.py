"""What brackets and commas tell in passing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2025, 5, 15, tzinfo=UTC)


def told(said: str) -> list[str]:
    return [claim.content for claim in extract(said, speaker=None, at=AT)]


@pytest.mark.parametrize(
    "said, contents",
    [
        ("Rex (our spaniel) has to eat less, ideas?", ["Rex is User's spaniel", "User's spaniel Rex has to eat less"]),
        (
            "the cat (Mimi, a blind rescue) hates the vet",
            ["Mimi is User's cat", "User's cat Mimi is a blind rescue"],
        ),
        ("Dad (74, still cycling daily) wants a new bike, which one?", ["User's dad is 74, still cycling daily"]),
        ("How do I tell my mum (she's 70) about it?", ["User's mum is 70"]),
        ("A card for Irina (boss of six years), any ideas?", ["Irina is User's boss of six years"]),
        ("My uncle Karl, a plumber, says it's the valve.", ["User's uncle Karl is a plumber"]),
        ("My tutor, Dr. Stone, wants the essay by 3 March.", ["Dr Stone is User's tutor"]),
        (
            "Greta, that's my sister in law, turns 50 in June and she hates parties.",
            ["Greta is User's sister in law", "User's sister in law Greta turns 50 in June"],
        ),
        ("a list for a week in Oslo please (I get cold easily)", ["User gets cold easily"]),
        ("(side note: we've moved to Ghent) so what about the tax?", ["User has moved to Ghent"]),
        ("how long does soup keep? (asking as someone who lives alone)", ["User lives alone"]),
        (
            "We adopted two huskies in May, Bolt and Suki. Suki is scared of lifts.",
            ["User adopted two huskies in May, Bolt and Suki", "Suki is scared of lifts"],
        ),
    ],
)
def test_an_aside_is_told_of_whom_it_stands_beside(said: str, contents: list[str]) -> None:
    found = told(said)
    for content in contents:
        assert content in found


@pytest.mark.parametrize(
    "said",
    [
        "React (the framework) is slow here, why?",
        "The user in our app (Bob, 34) can't log in. what do I check?",
        "Jane (the protagonist) is 30 and hates her job. continue the story",
        "In my novel, the sister (Mara, a thief) steals a ring. feedback?",
        "Convert 20 miles (about 32 km) to feet",
    ],
)
def test_what_is_no_person_of_the_speakers_is_not_told(said: str) -> None:
    assert told(said) == []
