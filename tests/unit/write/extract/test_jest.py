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
