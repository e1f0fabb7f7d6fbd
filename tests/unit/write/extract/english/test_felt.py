"""What things are to the speaker, and who he is "here"."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2026, 11, 18, tzinfo=UTC)


def told(text: str) -> list[tuple[str, str, int]]:
    return [(claim.content, claim.kind, claim.polarity) for claim in extract(text, speaker="Ana", at=AT)]


def contents(text: str) -> list[str]:
    return [content for content, _, _ in told(text)]


@pytest.mark.parametrize(
    "text, learned, polarity",
    [
        ("What I love most is hiking.", "What Ana loves most is hiking", 1),
        ("The thing I hate most is mayonnaise.", "The thing Ana hates most is mayonnaise", -1),
        ("Dairy upsets my stomach.", "Dairy upsets Ana's stomach", -1),
        ("Coffee keeps me up at night.", "Coffee keeps Ana up at night", -1),
        ("Running keeps me sane.", "Running keeps Ana sane", 1),
        ("Spreadsheets bore me.", "Spreadsheets bore Ana", -1),
        ("I hate it when people are late.", "Ana hates it when people are late", -1),
        ("Mornings are best for me.", "Mornings are best for Ana", 1),
    ],
)
def test_what_somebody_likes_and_what_does_him_no_good(text: str, learned: str, polarity: int) -> None:
    assert told(text) == [(learned, "preference", polarity)]


@pytest.mark.parametrize(
    "text",
    [
        "What I like about it is the speed.",
        "What I need is a plan.",
        "What I love most?",
        "It keeps me up at night.",
        "This keeps me waiting.",
        "I hate it when my code breaks.",
        "I love it when it works.",
        "Same problem here.",
        "Kids are noisy.",
        "Monday works best for me.",
        "I ended up getting an error.",
        "I ended up changing the code.",
        "kids are 4 times more likely to get sick",
        "What I like is the second option.",
        "What I love most is the first paragraph",
        "The layout bugs me.",
        "Line 42 confuses me.",
        "Tom said nothing scares me.",
        "Dairy doesn't upset my stomach.",
        "The bug I report keeps coming back.",
        "my brother here",
        "no doctor here",
        "there's a nurse here",
        "Dad's Army is a sitcom.",
        "They made me an admin of the repo.",
    ],
)
def test_what_is_said_of_the_turn_or_of_the_world_is_not_learned(text: str) -> None:
    assert contents(text) == []


@pytest.mark.parametrize(
    "text, learned",
    [
        ("The person I report to is Linda.", "The person Ana reports to is Linda"),
        ("Wife's birthday is June 3.", "Ana's wife's birthday is June 3"),
        ("Son's school starts at 8.", "Ana's son's school starts at 8"),
        ("Kids are 4 and 7.", "Ana's kids are 4 and 7"),
        ("Vegan here.", "Ana is vegan"),
        ("Nurse here.", "Ana: Nurse"),
        ("Single mom of three here.", "Ana is single mom of three"),
        ("Huge Arsenal supporter here.", "Ana: Huge Arsenal supporter"),
        ("Born and raised in Cork.", "Ana was born and raised in Cork"),
        ("I was born and raised in Cork.", "Ana was born and raised in Cork"),
        ("Both of my sons and I have asthma.", "Ana's sons and Ana have asthma"),
        ("I ended up going vegan.", "Ana ended up going vegan"),
    ],
)
def test_who_somebody_is_and_who_is_his(text: str, learned: str) -> None:
    assert contents(text) == [learned]
