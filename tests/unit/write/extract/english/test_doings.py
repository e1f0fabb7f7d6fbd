"""What the speaker did: worth keeping with weighty verbs, with a date, and of what is his own."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2026, 11, 18, tzinfo=UTC)


def contents(text: str) -> list[str]:
    return [claim.content for claim in extract(text, speaker="Ana", at=AT)]


@pytest.mark.parametrize(
    "text, learned",
    [
        ("I've handed in my notice at St. Mary's", "Ana has handed in their notice at St. Mary's"),
        ("I've deferred my spot to next season", "Ana has deferred their spot to next season"),
        ("I've stepped down as treasurer", "Ana has stepped down as treasurer"),
        ("we accepted an offer of $405,000", "Ana accepted an offer of $405,000"),
        ("we found a place for her in Willow Court", "Ana found a place for her in Willow Court"),
        ("I see Dr. Nguyen now", "Ana sees Dr. Nguyen now"),
        ("raised my rate to 400", "Ana raised their rate to 400"),
        ("I'm down to two coffees a day", "Ana is down to two coffees a day"),
        ("I speak English, Polish and some Russian", "Ana speaks English, Polish and some Russian"),
        ("remember that I can't take calls before 4pm", "Ana can't take calls before 4pm"),
        ("I take the bus to work", "Ana takes the bus to work"),
        ("Now I prefer Python examples", "Ana prefers Python examples now"),
        ("Now, I prefer Python examples", "Ana prefers Python examples"),
    ],
)
def test_it_is_learned(text: str, learned: str) -> None:
    assert contents(text) == [learned]


@pytest.mark.parametrize(
    "text",
    [
        "I found a bug in the parser",
        "I've attached my code",
        "I updated my script",
        "I closed my browser",
        "I pushed my changes",
        "I see a problem",
        "I take the bus from the pool of objects",
    ],
)
def test_the_business_of_the_turn_is_not(text: str) -> None:
    assert contents(text) == []


@pytest.mark.feature("EX-02")
@pytest.mark.parametrize(
    "text, learned",
    [
        ("I always commit before pushing.", "Ana always commits before pushing"),
        ("I usually choose tea.", "Ana usually chooses tea"),
        ("I never pick fights.", "Ana never picks fights"),
        ("I usually go with the window seat.", "Ana usually goes with the window seat"),
        ("I regularly swim.", "Ana regularly swims"),
        ("I always lock the door.", "Ana always locks the door"),
        ("I always reply to emails the same day.", "Ana always replies to emails the same day"),
    ],
)
def test_what_is_done_again_and_again_is_a_habit_and_no_decision(text: str, learned: str) -> None:
    (claim,) = extract(text, speaker="Ana", at=AT)
    assert (claim.content, claim.kind, claim.tags) == (learned, "fact", ("habit",))


@pytest.mark.feature("EX-02")
@pytest.mark.parametrize(
    "text, kinds",
    [
        ("We've found one in Rome, three rooms", ["fact"]),
        ("I have found two in Oslo that I can afford", ["fact"]),
        ("I've found my keys", []),
        ("I've found an old coin", []),
        ("I've found yoga very relaxing", ["preference"]),
        ("I find one of my colleagues rude", ["preference"]),
    ],
)
def test_what_was_found_is_no_opinion(text: str, kinds: list[str]) -> None:
    assert [claim.kind for claim in extract(text, speaker="Ana", at=AT)] == kinds


@pytest.mark.parametrize("text", ["I chose tea.", "I finally picked the window seat.", "I've always chosen tea."])
def test_what_was_chosen_is_a_decision(text: str) -> None:
    (claim,) = extract(text, speaker="Ana", at=AT)
    assert claim.kind == "decision"


@pytest.mark.parametrize(
    "text",
    [
        "I always run this.",
        "I usually pick one.",
        "I swim.",
        "I locked the door.",
        "I always lock the file.",
        "I always reply to you in English.",
        "I always reply to the user in JSON.",
        "I never know.",
    ],
)
def test_a_word_of_habit_makes_nothing_of_the_moment_last(text: str) -> None:
    assert contents(text) == []
