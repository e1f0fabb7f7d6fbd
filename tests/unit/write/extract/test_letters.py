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
        "I got a text from my sister: I'm pregnant.",
        "I got an email from HR: You start on Monday, I am your manager.",
        "I got this message from Tom: my dog died, I'm sad.",
        "I received a letter from the bank:\nI am your adviser.\nI live in Leeds.",
        "We got an email from the school: Dear parents, I am the new head and I live in Hull.",
        "I got a note from my neighbour: broke my leg, I have two dogs. What should I reply?",
        "I found a letter from my grandma: I was born in Texas.",
        "I read a poem: I live in a yellow house.",
        "Here's the recipe from my aunt: I always use oat milk.",
        "Ich habe eine Nachricht von meiner Schwester bekommen: ich bin schwanger.",
        "J'ai reçu un message de ma sœur: je suis enceinte.",
        "Recibí un mensaje de Carlos: vivo en Lima.",
        "Brief von der Bank: Sie erhalten den Kredit, ich bin Ihre Beraterin.",
        "Subject: Party\nHi Ben,\nI live in Rome.",
        "From: Ann\nDate: Monday\nSubject: Party\nI live in Rome.",
        "Subject: x\nTo: Bo\nI live in Rome.",
        "Please rewrite this email.\nHi Tom,\nI'm ill.\n\nAlso, I live in Rome.\n\nBest,\nAnn",
        "Please translate this text.\nI live in Rome.\n\nI'm a nurse.",
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


@pytest.mark.parametrize(
    "text, told",
    [
        ("I got the letter from the clinic: I have celiac disease.", "User has celiac disease"),
        ("I got an email from my landlord: my rent goes up to 900.", "User's rent goes up to 900"),
        ("I got a message from the school: my son Leo failed maths.", "User's son Leo failed maths"),
        ("I got an email from HR: I start on Monday at Siemens.", "User starts on Monday at Siemens"),
        ("I got a text from my sister: she's pregnant.", "User's sister is pregnant"),
        ("I received a letter from the bank: my loan was approved.", "User's loan was approved"),
        ("We received an email from the airline: our flight is cancelled.", "User's flight is cancelled"),
        ("I got a letter from Bosch: I got the job.", "User got the job"),
        ("I got an email: I start on Monday at Siemens.", "User starts on Monday at Siemens"),
        ("Story of my life: I always lose my keys. I have ADHD.", "User has ADHD"),
        (
            "Here's the recipe: I always use oat milk because I'm lactose intolerant.",
            "User always uses oat milk because they're lactose intolerant",
        ),
        ("Tengo una carta del médico: soy diabético.", "User es diabético"),
        ("J'ai reçu une lettre du médecin: je suis diabétique.", "User est diabétique"),
        ("Recebi uma mensagem da escola: meu filho tem febre.", "User: seu filho tem febre"),
        ("Mail von Siemens: Ich habe den Job!", "User hat den Job"),
        ("Ich habe einen Brief von meiner Versicherung bekommen: ich bekomme 900 Euro.", "User bekommt 900 Euro"),
        (
            "I teach two classes.\nSubject: physics.\nI live in Bath and I'm allergic to nuts.",
            "User is allergic to nuts",
        ),
        ("Subject: maths. I'm a teacher in Leeds.", "User is a teacher in Leeds"),
        ("Subject: physics\n\nI'm a teacher in Leeds.", "User is a teacher in Leeds"),
        (
            "Please rewrite this email.\nHi Tom, I'm ill.\n\nBy the way, I live in Rome and I'm a nurse.",
            "User is a nurse",
        ),
        ("Please rewrite this email.\nHi Tom,\nI'm ill.\nBest,\nAnn\n\nI live in Rome.", "User lives in Rome"),
        ("Translate this text.\nJe suis malade.\n\nApart from that, I live in Rome.", "User lives in Rome"),
    ],
)
def test_news_told_in_one_s_own_words_is_learned(text: str, told: str) -> None:
    assert told in learned(text)


def test_a_mail_with_the_speaker_s_own_name_below_it_is_his() -> None:
    mail = "Hi Anna,\nI'm allergic to shellfish.\nTim"
    assert learned(mail, "Tim") == ["Tim is allergic to shellfish"]
    assert learned(mail, "Anna") == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "line", ["Hi Anna,\n", "Best,\n", "Hi Bo,\nBest, Tom\n", "Subject: x\n", "I got a letter from the bank: "]
)
def test_a_long_turn_is_read_in_a_moment(line: str) -> None:
    began = time.process_time()
    mask(line * 3_000)
    assert time.process_time() - began < 5
