"""Orders that are meant to last, told as wishes of the speaker."""

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
        (
            "stop adding docstrings to everything please",
            "Ana wants the assistant to stop adding docstrings to everything",
        ),
        ("don't call me Samantha, it's Sam", "Ana wants the assistant not to call them Samantha, it's Sam"),
        ("dont call me samantha", "Ana wants the assistant not to call them samantha"),
    ],
)
def test_what_the_assistant_keeps_doing_is_stopped_for_good(text: str, learned: str) -> None:
    assert contents(text) == [learned]


@pytest.mark.parametrize("text", ["stop running the tests", "stop!", "stop doing that", "don't call me after 6"])
def test_what_is_of_the_moment_is_not(text: str) -> None:
    assert contents(text) == []
