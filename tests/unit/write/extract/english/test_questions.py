"""Replies that only the question before them makes sense of, and what looks like a reply or a verb and is none."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.english.questions import as_statement
from recollect.write.extract.rules import extract

AT = datetime(2026, 3, 2, tzinfo=UTC)


def learned(text: str, before: str | None = None) -> list[str]:
    return [claim.content for claim in extract(text, speaker=None, at=AT, before=before)]


@pytest.mark.parametrize(
    "question, statement",
    [
        ("Do you live in Paris", "you live in Paris"),
        ("So, are you from Paris", "you're from Paris"),
        ("Have you been to Paris", "you've been to Paris"),
        ("Did you move to Paris", "you did move to Paris"),
        ("Does your sister live in Paris", "your sister lives in Paris"),
        ("Is your server on port 8080", "your server is on port 8080"),
        ("You live in Paris, right", "You live in Paris"),
        ("Is your favourite Paris", ""),
        ("Your server is on port 8080", "Your server is on port 8080"),
    ],
)
def test_a_question_in_the_order_of_a_statement(question: str, statement: str) -> None:
    assert as_statement(question) == statement


@pytest.mark.parametrize(
    "before, text, told",
    [
        ("Do you live in Paris?", "No, Lyon.", "User lives in Lyon (not Paris)"),
        ("Are you from Paris?", "No, Lyon.", "User is from Lyon (not Paris)"),
        ("Does your sister live in Paris?", "No, Lyon.", "User's sister lives in Lyon (not Paris)"),
        ("Are you allergic to anything?", "Penicillin", "User is allergic to Penicillin"),
        ("Are you allergic to anything?", "Yes, penicillin and bees", "User is allergic to penicillin and bees"),
        ("Do you have kids?", "Yes, two", "User has two kids"),
        ("Do you have any kids?", "one", "User has one kid"),
        ("Do you have children?", "3", "User has 3 children"),
        ("Do you have a car?", "Yes, a Polo", "User has a Polo"),
        ("Do you like anything spicy?", "Thai curry", "User likes Thai curry"),
        ("Do you have any pets?", "a dog called Rex", "User (pets): a dog called Rex"),
        ("Are you married?", "Yes, two years", "User (married): two years"),
        ("What's your name?", "Ana", "User wants to be called Ana"),
        ("What's your name?", "It's Ana.", "User wants to be called Ana"),
        ("What should I call you?", "Just Bob is fine", "User wants to be called Bob"),
    ],
)
def test_a_reply_is_told_with_its_question(before: str, text: str, told: str) -> None:
    assert learned(text, before) == [told]


@pytest.mark.parametrize(
    "text",
    ["None of your business", "Not telling you", "No idea", "Guess", "I'd rather not say", "Doesn't matter", "Why?"],
)
def test_who_keeps_his_name_is_not_called_by_his_refusal(text: str) -> None:
    assert learned(text, "What's your name?") == []


@pytest.mark.parametrize(
    "text",
    [
        "Parking costs $5 at the mall",
        "Training starts on Monday",
        "Staging moved to port 8081",
        "Lighting broke in the kitchen",
        "Building closes at 6",
        "Hosting costs 20 euros a month",
        "Shipping took three weeks",
    ],
)
def test_a_noun_in_ing_is_nothing_the_speaker_does(text: str) -> None:
    assert [content for content in learned(text) if content.startswith("User is")] == []


@pytest.mark.parametrize(
    "text, told",
    [
        ("Working at Acme since 2010", "User is working at Acme since 2010"),
        ("Getting married on 5 May", "User is getting married on 5 May"),
        ("Learning Spanish since March", "User is learning Spanish since March"),
        ("Training for a marathon in June", "User is training for a marathon in June"),
        ("As I said, I'm allergic to bees.", "User is allergic to bees"),
        ("Like I told you, I'm vegan", "User is vegan"),
        ("As I mentioned, we have 40 guests", "User has 40 guests"),
        ("I said 40, it's 55", "User corrects: it's 55 (they said 40)"),
        ("I lied about my age", "User lied about their age"),
        ("I dyed my hair blue", "User dyed their hair blue"),
    ],
)
def test_what_the_speaker_does_or_says_again_is_learned(text: str, told: str) -> None:
    assert learned(text) == [told]


def test_who_takes_back_a_lie_is_not_told_to_live_there() -> None:
    assert not any("lives in Rome" in content for content in learned("I lied when I said I live in Rome"))
