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


@pytest.mark.parametrize(
    "text, learned",
    [
        ("I want short answers, please", "Ana wants short answers"),
        ("I'd like detailed explanations.", "Ana would like detailed explanations"),
        ("I always want code answers with tests", "Ana always wants code answers with tests"),
        ("Remember that I want tests with all code", "Ana wants tests with all code"),
        ("Remember to use type hints in all code", "Ana wants the assistant to use type hints in all code"),
        ("Don't forget to cite your sources", "Ana wants the assistant to cite the assistant's sources"),
        ("Make sure to use metric units in all recipes", "Ana wants the assistant to use metric units in all recipes"),
        ("Keep answers under 100 words", "Ana wants the assistant to keep answers under 100 words"),
        ("Give me short answers please", "Ana wants the assistant to give them short answers"),
        ("Your answers must not exceed 100 words", "Ana wants the assistant's answers to not exceed 100 words"),
        ("Your responses should include sources", "Ana wants the assistant's responses to include sources"),
        ("Your replies must be in French", "Ana wants the assistant's replies to be in French"),
        ("Hi! Please answer me in German.", "Ana wants the assistant to answer them in German"),
        ("Speak Italian with me", "Ana wants the assistant to speak Italian with them"),
    ],
)
def test_how_all_answers_shall_be_lasts_without_a_word_that_says_so(text: str, learned: str) -> None:
    assert contents(text) == [learned]


@pytest.mark.parametrize(
    "text",
    [
        "I want short answers to these questions",
        "I want a short answer",
        "I want answers",
        "I want quick responses from the support team",
        "I want short hair",
        "I always want dessert",
        "Remember to buy milk",
        "Remember to send your sources to Anna",
        "To cite your sources is important",
        "Check for typos in all texts",
        "Keep your answer short",
        "Give me three short answers",
        "Answer in German: what is the capital of France?",
        "What is the capital of France? Answer me in German.",
        "Translate this poem. Answer me in German.",
        "Reply to Anna in German",
        "Your answers should be graded by Tuesday",
        "Your answers must have been generated by a bot.",
        "Your responses should have helped, thanks.",
        "Your replies must be a joke.",
        "Your answers have to wait.",
        "Your answers need to stop.",
        "Remember to wash your tables.",
        "Remember to put your code in the box.",
        "Keep your answers to yourself.",
        "Make explanations your hobby.",
        "Use this in all recipes.",
        "Don't call me today",
    ],
)
def test_answers_to_something_at_hand_are_no_standing_wish(text: str) -> None:
    assert contents(text) == []


def test_whom_an_order_calls_me_is_nobody_told_of_before() -> None:
    assert contents("Don't call me Bob, call me Robert") == [
        "Ana wants the assistant not to call them Bob",
        "Ana wants the assistant to call them Robert",
    ]


@pytest.mark.parametrize("text", ["I take notes but never save them", "I have a bike and never use it"])
def test_what_the_speaker_never_does_is_no_order(text: str) -> None:
    assert not any("wants" in content for content in contents(text))
