"""Replies that mean something only beside the assistant's words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2025, 5, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    "before, reply, kind, content",
    [
        ("So your server is on port 8080.", "no. 8081.", "correction", "User's server is on port 8081 (not 8080)"),
        (
            "Your recital is on March 9.",
            "it's the 19th of march",
            "correction",
            "User's recital is on the 19th of march",
        ),
        (
            "Noted, you work at Bosch in Stuttgart.",
            "no, Bosch in Reutlingen",
            "correction",
            "User works at Bosch in Reutlingen",
        ),
        (
            "Since you live in Slovakia, it is July 1.",
            "Slovenia! not Slovakia.",
            "correction",
            "User lives in Slovenia",
        ),
        ("So there are three of you.", "four, my mother is coming", "correction", "four"),
        (
            "Would you like me to use metric or imperial units?",
            "metric please",
            "preference",
            "User wants the assistant to use metric units",
        ),
        ("Do you want to host it on Hetzner or on AWS?", "Hetzner", "decision", "User wants to host it on Hetzner"),
        ("Do you prefer morning or evening sessions?", "evening please", "preference", "User prefers evening sessions"),
        ("What should I call you?", "Jo", "preference", "User wants to be called Jo"),
        ("What editor do you use?", "Neovim, with plugins", "fact", "User (editor): Neovim, with plugins"),
        ("You could paint it or replace it.", "I'll paint. settled.", "decision", "User will paint"),
    ],
)
def test_a_reply_is_completed_by_what_it_answers(before: str, reply: str, kind: str, content: str) -> None:
    claim = extract(reply, speaker=None, at=AT, before=before)[0]
    assert claim.kind == kind
    assert content in claim.content


@pytest.mark.parametrize(
    "before, reply",
    [
        ("You should drink less coffee.", "I'll sleep on it"),
        ("I recommend the coast road.", "ok, what other roads are there"),
        ("It sounds like you live near the coast.", "ha, interesting guess"),
        ("Congratulations on your new job in Vienna!", "that's not me lol"),
        ("Do you want tea or coffee?", "what's the difference?"),
        ("You have 3 options. Which size do you need?", "That's a great list, thanks!"),
    ],
)
def test_what_the_assistant_said_is_never_a_fact(before: str, reply: str) -> None:
    assert extract(reply, speaker=None, at=AT, before=before) == ()
