"""A text that is announced as invented, as an example or as somebody else's says nothing of the speaker."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2026, 3, 2, tzinfo=UTC)


def learned(said: str) -> set[str]:
    return {claim.content for claim in extract(said, speaker=None, at=AT)}


@pytest.mark.parametrize(
    "said",
    [
        "Asking for a friend: I'm allergic to shellfish, what can I eat?",
        "This is for my mum: I have arthritis in both knees.",
        "I'm typing for my grandpa. I'm 86 and I have a pacemaker.",
        "For my novel: I am a detective, I drink too much, my wife left me.",
        "Scenario: I'm a landlord with three flats.",
        "Test sentence: I have two brothers",
        "The sign read: I am closed on Mondays",
        "Riddle: I have keys but no locks.",
        "I have teeth but I cannot bite. What am I?",
        "Math problem: I have 12 apples and eat 3.",
        "Two truths and a lie: I have met Obama, I speak Finnish, I hate cheese.",
        "Für meinen Roman: Ich bin ein Detektiv und trinke zu viel.",
        "Para mi novela: soy detective y bebo demasiado.",
        "Pour mon roman : je suis détective et je bois trop.",
        "Rätsel: Ich habe Zähne und kann nicht beißen.",
        "Assume that I'm a non-EU citizen, I live in France and I work remotely for a US company.",
        "My name in the game is DarkLord99 and I live in Stormwind.",
    ],
)
def test_it_is_not_learned(said: str) -> None:
    assert not learned(said)


@pytest.mark.parametrize(
    "said, content",
    [
        ("For context: I work at Shell.", "User works at Shell"),
        ("For work: I use a Mac.", "User uses a Mac"),
        ("About me: I'm a nurse.", "User is a nurse"),
        ("What am I doing wrong? I have a cat.", "User has a cat"),
        ("I'm writing for a newspaper. I live in Oslo.", "User lives in Oslo"),
    ],
)
def test_what_is_the_speakers_own_is(said: str, content: str) -> None:
    assert content in learned(said)
