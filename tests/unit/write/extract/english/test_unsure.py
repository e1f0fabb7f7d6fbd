"""What is unsure stays unsure, and what somebody takes back is put right."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2025, 5, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    "said, content",
    [
        ("I think I'm coeliac but I haven't been tested", "User thinks they're coeliac"),
        ("i think i might be allergic to wool??", "User thinks they might be allergic to wool"),
        ("I might be colour blind, not sure", "User might be colour blind"),
        ("I suspect my boiler is from the 80s", "User suspects their boiler is from the 80s"),
        ("leaning towards Astro for the rewrite", "User is leaning towards Astro for the rewrite"),
    ],
)
def test_a_hedge_survives(said: str, content: str) -> None:
    claim = extract(said, speaker=None, at=AT)[0]
    assert claim.content.startswith(content)
    assert claim.confidence < 0.8


@pytest.mark.parametrize(
    "said, content",
    [
        ("scratch what I said about the rent, it's 900 all in", "User's rent: it's 900 all in"),
        ("forget what I told you about the 4th, the exam got moved to the 9th of May", "The exam got moved"),
        ("actually it's my left knee not my right", "User corrects: it's their left knee not their right"),
    ],
)
def test_what_is_taken_back_is_put_right(said: str, content: str) -> None:
    claim = extract(said, speaker=None, at=AT)[0]
    assert claim.kind == "correction"
    assert claim.content.startswith(content)


@pytest.mark.parametrize("said", ["forget it, thanks", "ignore the last line, it's a typo", "scratch that"])
def test_nothing_is_learned_where_nothing_is_told(said: str) -> None:
    assert extract(said, speaker=None, at=AT) == ()


@pytest.mark.parametrize(
    "text, content",
    [
        ("Sorry, I meant I paid $70 for dinner.", "User paid $70 for dinner"),
        ("Actually I ran 7 km yesterday.", "User ran 7 km yesterday"),
        ("Oh wait, actually we have 12 employees.", "User has 12 employees"),
    ],
)
def test_what_puts_right_what_was_said_before_is_a_correction(text: str, content: str) -> None:
    assert [(claim.content, claim.kind) for claim in extract(text, speaker=None, at=AT)] == [(content, "correction")]


@pytest.mark.parametrize("text", ["Actually I love jazz.", "I meant to call my sister.", "I mean, I live in Oslo."])
def test_a_filler_corrects_nothing(text: str) -> None:
    assert "correction" not in {claim.kind for claim in extract(text, speaker=None, at=AT)}


@pytest.mark.parametrize(
    "said, contents",
    [
        ("my doctor told me that i'm prediabetic", ["User is prediabetic"]),
        ("my doctor says i have gout", ["User has gout"]),
        ("my eye doctor told me i have glaucoma", ["User has glaucoma"]),
        ("the optician told me i need glasses", ["User needs glasses"]),
        ("my doctor told me i was wrong", []),
        ("my doctor says i should exercise more", []),
        ("my friend told me i'm prediabetic", []),
        ("my doctor friend told me i'm an idiot", []),
        ("my mum's doctor says i have her eyes", []),
        ("my tax consultant says i have arrears", []),
    ],
)
def test_what_a_doctor_says_of_the_speaker_is_told_of_him(said: str, contents: list[str]) -> None:
    assert [claim.content for claim in extract(said, speaker=None, at=AT)] == contents


@pytest.mark.parametrize(
    "said, contents",
    [
        ("im around 80 kg", ["User is around 80 kg"]),
        ("im around 1100 on lichess", ["User is around 1100 on lichess"]),
        ("i'm around 5 minutes away", []),
        ("i'm around at 5 on friday", []),
        ("i'm around", []),
    ],
)
def test_around_a_measure_is_no_passing_state(said: str, contents: list[str]) -> None:
    assert [claim.content for claim in extract(said, speaker=None, at=AT)] == contents
