"""Texts of others in a turn: mails, messages, recipes and lyrics are nothing about the one who copies them in."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

from recollect.write.extract.masking import mask
from recollect.write.extract.rules import extract

AT = datetime(2026, 3, 2, tzinfo=UTC)


def learned(text: str, speaker: str | None = None) -> list[str]:
    return [claim.content for claim in extract(text, speaker=speaker, at=AT)]


@pytest.mark.parametrize(
    "text",
    [
        "From: Peter <p@x.example>\nTo: me\nSubject: Sunday\n\nHi, I moved to Oslo and I'm vegan now. Best, Peter",
        "Subject: Absence\nDear team, I am sick. I have the flu.\nBest regards,\nJoanna\n\nHow do I reply to Joanna?",
        "Betreff: Urlaub\nHallo Team,\nich wohne jetzt in Köln.\nViele Grüße\nEva",
        "Can you answer this mail for me?\n\nHi Anna,\nI'm allergic to shellfish. See you Friday!\nTim",
        "My ex sent me this:\n\nHey,\nI live in Berlin now.\nLove, Mark\n\nWhat should I say?",
        "Dear Mr Brown,\nI have two dogs.\nYours sincerely,\nPaula Green\n\nShould I rent to her?",
        "Hi Bo,\nI have two dogs.\nBest,\nPaula\n\nPS: I live in Rome",
        "Got this text from my mum: I'm in hospital, I broke my hip. What should I answer?",
        "This message from my boss: I'm moving to Spain.",
        "Recipe from my grandma:\n- 200 g almonds\n- I always use butter\n- I love cinnamon in it\nCan you convert it?",
        "My aunt's instructions for the cake:\n1. I always take six eggs.\n2. I never use margarine.",
        "Lyrics I found: I love a rainy night, I live in a yellow house. Who wrote it?",
        "Summarise this article\nI was born in Texas and I live on a farm.",
        "Nachricht von meiner Mutter: ich bin im Krankenhaus.",
        "Mensaje de mi madre: vivo sola.",
    ],
)
def test_what_another_wrote_teaches_nothing(text: str) -> None:
    assert learned(text) == []


@pytest.mark.parametrize(
    "text, told",
    [
        ("Hi Claude,\nI'm allergic to nuts.\nThanks,\nTim", "User is allergic to nuts"),
        ("Hi there,\nI live in Rome.\nBest,\nMaria", "User lives in Rome"),
        ("Hey, I moved to Rome.\nI love it.\nAnna", "User moved to Rome"),
        ("Good news from the doctor: I'm pregnant.", "User is pregnant"),
        ("My doctor's instructions: I have to take 5 mg daily.", "User has to take 5 mg daily"),
        ("I'm a nurse. Got this mail:\nFrom: a@b.c\nI live in Rome", "User is a nurse"),
        ("Subject: hi\nI live in Rome\nBest, Mark\n\nI'm a nurse.", "User is a nurse"),
        ("From: Berlin\nTo: Rome\nI live in Berlin.", "User lives in Berlin"),
        ("I wrote this recipe myself: I love garlic.", "User loves garlic"),
        ("Reply to this message in German. I live in Köln.", "User lives in Köln"),
    ],
)
def test_what_the_speaker_says_himself_is_learned(text: str, told: str) -> None:
    assert learned(text) == [told]


def test_a_mail_with_the_speaker_s_own_name_below_it_is_his() -> None:
    mail = "Hi Anna,\nI'm allergic to shellfish.\nTim"
    assert learned(mail, "Tim") == ["Tim is allergic to shellfish"]
    assert learned(mail, "Anna") == []


@pytest.mark.parametrize("line", ["Hi Anna,\n", "Best,\n", "Hi Bo,\nBest, Tom\n"])
def test_a_long_turn_is_read_in_a_moment(line: str) -> None:
    began = time.perf_counter()
    mask(line * 3_000)
    assert time.perf_counter() - began < 2
