"""Lists without a verb: what somebody has, uses or can, and what is only a list."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2025, 5, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    "said, kind, content",
    [
        ("three rabbits, tiny balcony, one hutch. is that ok?", "fact", "User: three rabbits, tiny balcony, one hutch"),
        (
            "no freezer, no microwave, 30 euros a week. ideas?",
            "fact",
            "User: no freezer, no microwave, 30 euros a week",
        ),
        ("C1 Italian, zero Greek. where do I begin?", "skill", "User: C1 Italian, zero Greek"),
        ("Windows at work, Fedora at home", "fact", "User: Windows at work, Fedora at home"),
        ("Early shifts Mon to Fri, kids home by 2pm. When do I nap?", "fact", "User: Early shifts Mon to Fri"),
        ("quick intro: Marta, 41, welder, Gdynia", "fact", "User: Marta, 41, welder, Gdynia"),
        ("my setup: Fedora 40, two monitors. it flickers", "fact", "User's setup: Fedora 40, two monitors"),
        ("Crosswords every morning, it's a ritual", "fact", "User: Crosswords every morning"),
        ("Booked! Malta 3-9 May with the girls", "commitment", "User booked: Malta 3-9 May with the girls"),
        ("decision made: the grey sofa for the den", "decision", "User decided: the grey sofa for the den"),
    ],
)
def test_a_list_of_ones_own_is_told(said: str, kind: str, content: str) -> None:
    claim = extract(said, speaker=None, at=AT)[0]
    assert claim.content.startswith(content)
    assert claim.kind == kind


@pytest.mark.parametrize(
    "said",
    [
        "two apples, three pears, one banana. how many fruits?",
        "milk, eggs, bread, two onions. add that to the list",
        "React, Vue or Svelte? which one is easier",
        "pros, cons, alternatives please",
        "beginner, intermediate, advanced: explain the levels",
        "Title, price, year. In that order.",
        "[shares a picture: a photo of a man and two children by a fire]",
        "Surround yourself with people. Connect with friends and family.",
    ],
)
def test_any_other_list_is_not(said: str) -> None:
    assert extract(said, speaker=None, at=AT) == ()


@pytest.mark.parametrize(
    "said, told",
    [
        ("So much for vegetarian, I eat meat again.", ["User eats meat again"]),
        ("I took up tennis. Twice a week, with Karl.", ["User took up tennis, twice a week, with Karl"]),
        ("I'm learning Greek. Every day.", ["User is learning Greek, every day"]),
        ("My son plays chess. Every other week.", ["User's son plays chess, every other week"]),
        ("I take ramipril. Twice a day, 10 mg.", ["User takes ramipril, twice a day, 10 mg"]),
        ("I have a dog. Every morning.", ["User has a dog"]),
        ("I drink tea. Every time.", ["User drinks tea, every time"]),
        ("I like tea. Weekly therapy.", ["User likes tea"]),
        ("I'm allergic to nuts. Daily antihistamine, 10 mg.", ["User is allergic to nuts"]),
        ("I live in Rome. Once a nurse, now retired.", ["User lives in Rome", "User: Once a nurse, now retired"]),
        ("Once a vegetarian, now a vegan.", ["User: Once a vegetarian, now a vegan"]),
        ("Physio twice a week instead.", ["User: Physio twice a week"]),
        (
            "I switched from VS Code to Neovim. And from a Mac to a Framework laptop running Arch, btw :)",
            ["User switched from VS Code to Neovim"],
        ),
        ("Dear assistant, I have two kids.", ["User has two kids"]),
    ],
)
def test_what_names_nothing_is_told_with_what_it_goes_on_about_or_not_at_all(said: str, told: list[str]) -> None:
    assert [claim.content for claim in extract(said, speaker=None, at=AT)] == told
