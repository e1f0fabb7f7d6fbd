"""Who puts himself right means what he says last, and who takes it back means nothing of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2026, 3, 2, tzinfo=UTC)


def learned(said: str) -> set[str]:
    return {claim.content for claim in extract(said, speaker=None, at=AT)}


@pytest.mark.parametrize(
    "said, contents",
    [
        ("I'm allergic to nuts - no wait, that's my sister. I'm allergic to kiwi.", {"User is allergic to kiwi"}),
        ("I work for Siemens, I mean Bosch.", {"User works for Bosch"}),
        ("I live in Austin. Correction: Round Rock.", {"User lives in Round Rock"}),
        ("My daughter is 6... wait, 7 now!", {"User's daughter is 7 now"}),
        ("I'm vegan. Scratch that, vegetarian", {"User is vegetarian"}),
        ("My flight is on May 3, sorry, May 13", {"User's flight is on May 13"}),
        ("I work at Google. Well, I did until last Friday.", set()),
        ("I live in LA. Or used to, anyway.", set()),
        ("I'm a smoker. Was.", set()),
        ("I love Mondays... said no one ever.", set()),
        ("I love doing laundry at 2am. /s", set()),
        ("I'm married to Ryan Gosling. I wish lol", set()),
        ("Vivo en Lima, digo, en Arequipa.", set()),
        ("Ich bin Arzt. Quatsch, ich bin Zahnarzthelfer.", {"User ist Zahnarzthelfer"}),
    ],
)
def test_what_is_taken_back_is_not_told(said: str, contents: set[str]) -> None:
    assert learned(said) == contents


@pytest.mark.parametrize(
    "said, contents",
    [
        ("Wait, I have a question. I live in Rome.", {"User lives in Rome"}),
        ("Sorry, I have a cold.", {"User has a cold"}),
        ("I love my job, I mean it.", {"User loves their job"}),
        ("I like tea. Correction: I work at BP.", {"User likes tea", "User works at BP"}),
        ("I like tea. Oh wait, I have a question.", {"User likes tea"}),
        ("I have two kids. Not really planned, but great.", {"User has two kids"}),
        ("Digo siempre la verdad. Vivo en Lima.", {"User vive en Lima"}),
    ],
)
def test_the_same_words_said_for_other_reasons_take_nothing_back(said: str, contents: set[str]) -> None:
    assert learned(said) == contents


@pytest.mark.parametrize(
    "said, content",
    [
        ("We're both vegetarian", "User is vegetarian"),
        ("We've both been vaccinated", "User has been vaccinated"),
        ("All of us are allergic to pollen.", "User is allergic to pollen"),
        ("I underwent surgery in 2020", "User underwent surgery in 2020"),
        ("I overpaid my taxes", "User overpaid their taxes"),
        ("I'm a night owl, always have been.", "User is a night owl"),
    ],
)
def test_what_is_told_is_told_as_it_was_meant(said: str, content: str) -> None:
    assert learned(said) == {content}


def test_how_many_we_are_is_nobodys_own() -> None:
    assert not learned("We are three people: I, my wife Eva and our son Max")


@pytest.mark.parametrize(
    "said, contents",
    [
        (
            "please always answer in bullet points and don't use emojis",
            {"User wants the assistant: always answer in bullet points", "User wants the assistant not to use emojis"},
        ),
        (
            "Always reply in Spanish and don't use slang.",
            {"User wants the assistant: always reply in Spanish", "User wants the assistant not to use slang"},
        ),
    ],
)
def test_an_order_goes_on_behind_the_first(said: str, contents: set[str]) -> None:
    assert learned(said) == contents
