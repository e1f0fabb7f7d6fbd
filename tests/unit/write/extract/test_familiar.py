"""What the speaker has told of before is of his life, so that more of what is said of it is learned."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from recollect import Memory
from recollect.write.extract.rules import extract

AT = datetime(2026, 3, 2, tzinfo=UTC)
KNOWN = "imogen plays the cello; the joint account is with barclays; bathroom budget; production; trasto"


def claims(text: str, known: str = KNOWN) -> list[str]:
    def met(words: Sequence[str]) -> bool:
        return all(word.lower() in known for word in words)

    return [claim.content for claim in extract(text, speaker=None, at=AT, met=met)]


@pytest.mark.parametrize(
    "said, learned",
    [
        ("Imogen has swapped the cello for drums.", "Imogen has swapped the cello for drums"),
        ("the joint account is with Monzo, any tips?", "The joint account is with Monzo"),
        ("bathroom budget is 9k, what tiles can I get?", "Bathroom budget is 9k"),
        ("production is on Debian. How do I see the kernel?", "Production is on Debian"),
        ("Trasto murió el jueves.", "Trasto murió el jueves"),
    ],
)
def test_what_is_said_of_something_told_of_before_is_learned(said: str, learned: str) -> None:
    assert learned in claims(said)
    assert claims(said, known="") == []


@pytest.mark.parametrize(
    "said",
    [
        "the function is slow, why?",
        "Why is the joint account empty?",
        "production looks weird today",
        "Imogen says hi.",
        "the kettle is loud",
    ],
)
def test_nothing_of_the_moment_and_of_what_nobody_told_of(said: str) -> None:
    assert claims(said, known=f"{KNOWN}; function") == []


def test_a_name_is_known_from_an_earlier_conversation(memory: Memory) -> None:
    memory.add([{"role": "user", "content": "My daughter Imogen plays the cello."}], user="u", wait=True)
    added = memory.add([{"role": "user", "content": "Imogen has swapped the cello for drums."}], user="u", wait=True)
    assert [record.content for record in added.learned] == ["Imogen has swapped the cello for drums"]
    other = memory.add([{"role": "user", "content": "Imogen has swapped the cello for drums."}], user="v", wait=True)
    assert not other.learned
