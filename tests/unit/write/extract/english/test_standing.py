"""Orders that are meant for every answer, with the reason behind them, and what was taken or is whose of all."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2025, 5, 15, tzinfo=UTC)


def told(said: str) -> list[str]:
    return [claim.content for claim in extract(said, speaker=None, at=AT)]


@pytest.mark.feature("EX-02")
@pytest.mark.parametrize(
    "said, content",
    [
        (
            "Keep your answers short, I read them on my phone.",
            "User wants the assistant to keep",
        ),
        ("Answer me in German, I'm practising.", "User wants the assistant to answer them in German"),
        (
            "Please end every answer with a short summary line",
            "User wants the assistant to end every answer",
        ),
        ("End each reply with a question.", "User wants the assistant to end each reply with a question"),
        ("Don't use emojis in your answers.", "User wants the assistant not to use emojis in the assistant's answers"),
        ("I want long detailed answers from now on.", "User wants long detailed answers from now on"),
        ("Please use Celsius for temperatures from today.", "User wants the assistant to use Celsius for temperatures"),
        ("Please use metric units.", "User wants the assistant to use metric units"),
        ("Could you go back to calling me Andrew?", "User wants the assistant to go back to calling them Andrew"),
    ],
)
def test_an_order_for_every_answer_is_kept(said: str, content: str) -> None:
    assert any(one.startswith(content) for one in told(said))


@pytest.mark.parametrize(
    "said",
    [
        "Keep your answers short, I have a meeting in 5 minutes.",
        "Every answer you gave so far was wrong.",
        "Each reply cost me 5 dollars.",
        "Give me every answer to the quiz.",
        "Explain each answer.",
        "Use your answers as a base for a poem.",
        "What is the weather in Rome? Use Celsius.",
        "Fix the bug. Use metric units.",
        "From today",
        "Fix the errors in your answers.",
        "Include the page number in your answers to the questions below.",
        "Make a quiz with 10 questions. Write each answer in italics.",
        "Write a survey. Start each answer with a verb.",
        "Start calling me after 5pm.",
        "I've tried three regexes.",
        "All my files are gone.",
        "Someone stole my queen in chess.",
        "I'm seeing a woman called Ruth tomorrow about the flat.",
    ],
)
def test_an_order_for_now_is_not(said: str) -> None:
    assert told(said) == []


@pytest.mark.parametrize(
    "said, contents",
    [
        ("My game has a clock. Use 24-hour time.", ["User's game has a clock"]),
        ("Keep your answers short, my phone is dying.", ["User's phone is dying"]),
    ],
)
def test_of_an_order_for_now_only_what_is_told_beside_it_is_kept(said: str, contents: list[str]) -> None:
    assert told(said) == contents


@pytest.mark.parametrize(
    "said, contents",
    [
        ("Someone stole my bike yesterday.", ["User's bike was stolen yesterday"]),
        ("someone nicked my Brompton outside the library.", ["User's Brompton was nicked outside the library"]),
        ("Someone stole my heart.", []),
        ("All my accounts are with Starling these days.", ["User's accounts are with Starling these days"]),
        ("I'm out of work right now.", ["User is out of work right now"]),
        ("I'm seeing a guy called Tomasz.", ["User is seeing a guy called Tomasz"]),
        ("I'm seeing someone about my back.", []),
    ],
)
def test_what_was_taken_and_how_it_stands_is_told(said: str, contents: list[str]) -> None:
    assert told(said) == contents
