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


@pytest.mark.parametrize(
    "text, learned",
    [
        (
            "From now on when I send a log, start with the last error",
            "Ana wants the assistant: from now on when they send a log, start with the last error",
        ),
        (
            "If I ask for a recipe, scale it for two and leave out garlic.",
            "Ana wants the assistant: if they ask for a recipe, scale it for two and leave out garlic",
        ),
        (
            "Whenever I send code look for leaks first",
            "Ana wants the assistant: whenever they send code look for leaks first",
        ),
        ("Don't ever give me weights in pounds", "Ana wants the assistant not to ever give them weights in pounds"),
        ("I want tabs in any Go you write for me", "Ana wants tabs in any Go the assistant writes for them"),
        ("I like it when you disagree with me", "Ana likes it when the assistant disagrees with them"),
        ("I hate it when you apologise", "Ana hates it when the assistant apologises"),
        ("Keep it short unless I say otherwise", "Ana wants the assistant to keep it short unless they say otherwise"),
        ("Small tables always please", "Ana wants small tables always"),
        ("going forward all the dates as YYYY-MM-DD", "Ana wants going forward all the dates as YYYY-MM-DD"),
        ("No celery for me, ever", "Ana doesn't want celery for them, ever"),
        (
            "You don't need to warn me about side effects each time",
            "Ana doesn't want the assistant to warn them about side effects each time",
        ),
        ("pls stop calling me 'chief'", "Ana wants the assistant to stop calling them 'chief'"),
        ("could you keep replies under 80 words from now on", "Ana wants the assistant to keep replies under 80 words"),
        ("I want you to be blunt with me", "Ana wants the assistant to be blunt with them"),
        ("use she/her for me please", "Ana wants the assistant to use she/her for them"),
    ],
)
def test_a_standing_wish_is_kept_however_it_is_told(text: str, learned: str) -> None:
    assert contents(text)[0].startswith(learned)


@pytest.mark.parametrize(
    "text",
    [
        "When I paste code it breaks",
        "If I ask for help, I feel dumb",
        "if you write the email send it to me",
        "don't ever change lol",
        "Don't ever give up on your dreams",
        "You don't need to fix it now",
        "I want three names for any app",
        "Short answer only please",
        "can u explain that again but like I'm five",
    ],
)
def test_what_is_no_standing_wish_is_not(text: str) -> None:
    assert contents(text) == []
