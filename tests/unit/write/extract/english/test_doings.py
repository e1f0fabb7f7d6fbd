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
