"""Jokes that are taken back teach nothing; what only speaks of jokes, or says that it is none, is as it was said."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2026, 3, 2, tzinfo=UTC)


def learned(text: str) -> list[str]:
    return [claim.content for claim in extract(text, speaker=None, at=AT)]


@pytest.mark.parametrize(
    "text",
    [
        "I won the lottery and bought a castle in Scotland! April fool, of course.",
        "I eat babies for breakfast, obviously. Joke.",
        "I'm a spy. Just a joke.",
        "I'm a millionaire! (I wish)",
        "I bought a Ferrari, in my dreams.",
        "I have three kids, just kidding.",
        "I'm the king of England lol jk",
        "I have 14 kids lol, no, I have none.",
        "The bundle is half the size. I'm sold.",
        "I have 14 kids haha no",
        "I have 14 kids lol nah just two",
        "I'm rich haha no, sorry",
        "I'm pregnant! April fools!",
        "I have 14 kids, kidding!",
        "Ich bin reich, war nur ein Witz.",
        "Ich bin reich, das war Spaß!",
        "Ich bin reich. Ich mache nur Spaß!",
        "Ich habe drei Hunde haha nein zwei",
        "Ich habe im Lotto gewonnen! Scherz.",
        "Ich wohne in einem Schloss. War nur Spaß!",
        "Ich bin Millionär, haha nein, Scherz.",
        "Vivo en Marte. ¡Es una broma!",
        "J'habite sur Mars. Je plaisante !",
        "Moro em Marte. Brincadeira!",
        "Vivo su Marte. Scherzo!",
    ],
)
def test_what_is_taken_back_teaches_nothing(text: str) -> None:
    assert learned(text) == []


@pytest.mark.parametrize(
    "text, told",
    [
        ("I own a castle. Just kidding, I live in Rome.", ["User lives in Rome"]),
        ("I'm a nurse. I have 14 kids. Kidding.", ["User is a nurse"]),
        ("I have two dogs lol no I have three dogs", ["User has three dogs"]),
        ("I live in Rome. No kidding!", ["User lives in Rome"]),
        ("No joke, I live in Rome.", ["User lives in Rome"]),
        ("Vivo en Roma. No es broma.", ["User vive en Roma"]),
        ("Spaß beiseite, ich wohne in Köln.", ["User wohnt in Köln"]),
        ("I'm a nurse. Haha no, I'm not married.", ["User is a nurse", "User is not married"]),
        ("I own a castle, just kidding, and I live in Rome.", ["User lives in Rome"]),
        ("I have 3 cats lol no dogs.", ["User has 3 cats lol no dogs"]),
        ("We have two kids haha no more please.", ["User has two kids haha no more"]),
        ("I'm vegan lol no cheese for me", ["User is vegan lol no cheese for them"]),
        ("I work nights haha no sleep for me.", ["User works nights haha no sleep for them"]),
        ("I eat well lol no-sugar diet", ["User eats well lol no-sugar diet"]),
        (
            "My birthday is on 1 April, April Fools Day, and I'm turning 30.",
            ["User's birthday is on 1 April, April Fools Day", "User is turning 30"],
        ),
        ("I was born on April 1, April Fools.", ["User was born on April 1, April Fools"]),
        ("I love joking around, kidding, and pranks.", ["User loves joking around, kidding, and pranks"]),
        ("I teach improv, joking, and timing.", ["User teaches improv, joking, and timing"]),
        ("Ich spiele Gitarre, das ist ein Spaß!", ["User spielt Gitarre, das ist ein Spaß"]),
        ("Ich war in Rom, das war ein Spaß!", ["User war in Rom, das war ein Spaß"]),
        ("I'm sold on the idea of moving.", ["User is sold on the idea of moving"]),
    ],
)
def test_what_is_meant_is_learned(text: str, told: list[str]) -> None:
    assert learned(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "ugh my back, i'm 100 years old lol",
        "Ugh, I'm 100 years old.",
        "i'm like 200 years old, lol",
        "im married to my job lol",
        "I'm married to my work at this point.",
        "I've been living under a rock",
        "i live under a rock lol",
        "i'm dead lol",
        "i'm literally dead 😂",
        "lol i'm basically a vampire",
        "i have a million kids lol",
        "i'm the queen of england lol",
        "call me stupid but i don't get it",
    ],
)
def test_a_known_figure_of_speech_teaches_nothing(text: str) -> None:
    assert learned(text) == []


@pytest.mark.parametrize(
    "text, told",
    [
        ("i live in rome lol", "User lives in rome"),
        ("i'm a nurse lol", "User is a nurse"),
        ("i have 5 cats haha", "User has 5 cats"),
        ("i'm 34 lol", "User is 34"),
        ("i'm 88 years old lol", "User is 88 years old"),
        ("i'm 97 years old", "User is 97 years old"),
        ("i'm basically a vegetarian lol", "User is basically a vegetarian"),
        ("haha i'm a robot engineer", "User is a robot engineer"),
        ("i have a million followers lol", "User has a million followers"),
        ("i'm the president of the chess club lol", "User is the president of the chess club"),
        ("i'm married to my best friend lol", "User is married to their best friend"),
        ("i'm married to my work wife anna", "User is married to their work wife anna"),
        ("i'm a nurse and married to my job lol", "User is a nurse"),
        ("my dog is dead lol", "User's dog is dead"),
        ("I'm dead tired", "User is dead tired"),
        ("call me crazy but i like pineapple on pizza", "User likes pineapple on pizza"),
        ("call me anna but not annie", "User wants the assistant to call them anna but not annie"),
        ("call me Max, but only at work", "User wants the assistant to call them Max, but only at work"),
    ],
)
def test_a_laugh_beside_a_plain_fact_changes_nothing(text: str, told: str) -> None:
    assert learned(text) == [told]
