"""What somebody asks not to have remembered teaches nothing; what only sounds like such a request teaches as ever."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract
from recollect.write.extract.withheld import without

AT = datetime(2026, 3, 2, tzinfo=UTC)


def learned(text: str) -> list[str]:
    return [claim.content for claim in extract(without(text), speaker=None, at=AT)]


@pytest.mark.parametrize(
    "text",
    [
        "Don't store this: my salary is 72,000. My wife earns more.",
        "I'm taking antidepressants. Please don't keep that in memory.",
        "Off the record, I'm interviewing at Google.",
        "I'm interviewing at Google, off the record.",
        "Between us, and please don't write this down: I live in a shelter right now.",
        "I'm in debt - just between you and me.",
        "I'm seeing a therapist. I live in Rome. Please don’t save this.",
        "Do not memorise: I owe my brother 4000 euros.",
        "Don't remember that I'm allergic to cats.",
        "I'm gay. Keep that out of your memory please.",
        "Nothing of this should be saved. I moved to Berlin.",
        "You can forget this again afterwards: my locker number is 443.",
        "Forget I said this, but I hate my boss.",
        "I earn 50k. I'd rather you didn't save that.",
        "Bitte nicht merken: ich bin schwanger.",
        "Ich bin schwanger. Merk dir das bitte nicht.",
        "No guardes esto: estoy embarazada.",
        "Estoy embarazada. Por favor, no guardes esto.",
        "Je suis enceinte. N'enregistre pas ça s'il te plaît.",
        "Sono incinta. Non salvarlo, per favore.",
        "Estou grávida. Não guarde isso.",
        "我住在北京。请不要记住。",
    ],
)
def test_nothing_is_learned_of_what_shall_not_be_remembered(text: str) -> None:
    assert learned(text) == []


@pytest.mark.parametrize(
    "text, told",
    [
        ("Don't forget that I'm allergic to nuts.", ["User is allergic to nuts"]),
        ("I don't store data in the cloud.", ["User doesn't store data in the cloud"]),
        ("I'm a nurse. Don't save the file.", ["User is a nurse"]),
        ("I'm a nurse. Please don't save this file yet.", ["User is a nurse"]),
        ("I never remember it, I have ADHD.", ["User has ADHD"]),
        ("Between us, we have three cars.", ["User has three cars"]),
        ('My brother said "don\'t store this". I work at Acme.', ["User works at Acme"]),
        ("Please remember this: I'm vegan.", ["User is vegan"]),
        (
            "Ich wohne in Köln. Ich kann mir das nicht merken.",
            ["User wohnt in Köln", "User kann sich das nicht merken"],
        ),
        ("Vivo en Madrid. No guardes las fotos.", ["User vive en Madrid"]),
    ],
)
def test_what_is_no_such_request_is_learned_from(text: str, told: list[str]) -> None:
    assert learned(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "I'm pregnant and please don't remember.",
        "I'm divorced. Please never save this.",
        "I'm gay, don't store that in your memory.",
        "I have HIV but don't log it.",
        "I run daily but don't log that.",
        "I run daily but please don't log it.",
        "I run daily but don't store it in your memory.",
        "I see a therapist every week but don't note it down.",
        "I drink daily but don't log it.",
        "I often train with steroids, don't write it down.",
        "I often train with steroids but don't log it.",
        "I run daily, don't log it.",
        "I swim every week and don't record it.",
        "I write a secret diary every day but don't save it.",
        "I play online poker every night, but don't log it.",
        "I read erotica a lot but don't note it.",
        "I sing in a gay choir every week but do not store it.",
        "I earn 5000 a month but don't save it.",
        "I'm in rehab. Do not store.",
        "I'm in rehab. Don't write this down.",
        "I live in a shelter, so don't record that anywhere.",
        "I'm poor. You shouldn't keep this in your notes.",
        "I'm poor. You must not save that.",
        "I'm poor. I don't want this stored.",
        "I have lupus. This must not be recorded.",
        "Nothing I say about my ex should be remembered. I live in Rome.",
        "I have lupus. That shouldn't be kept.",
        "Between us, I'm leaving my job.",
        "I'm leaving my job. That stays between us.",
        "Never store my address, which is 5 Oak Road.",
        "Please don't remember my appointments.",
        "Ich bin schwanger, bitte nicht merken.",
        "Ich bin krank. Das bitte nicht speichern!",
        "Ich bin krank. Nicht aufschreiben.",
        "Ich bin krank. Speichere das nicht.",
        "Ich bin krank. Schreib das bitte nicht auf.",
        "Unter uns gesagt, ich bin pleite.",
        "Je suis malade, ne le note pas.",
        "Je suis malade. Ne garde pas ça.",
        "Entre nous, je suis malade.",
        "Entre nosotros, estoy enfermo.",
        "Sono malato, non salvare questo.",
        "Sono malato e non salvarlo, per favore.",
        "I'm pregnant — don't save that.",
        "You can forget this afterwards: I have lupus.",
        "I have lupus, please forget it right away.",
    ],
)
def test_a_plain_request_leaves_nothing_of_the_turn(text: str) -> None:
    assert without(text).strip(" .!") == ""


@pytest.mark.parametrize(
    "text",
    [
        "I paint but never keep it.",
        "I had a stroke but don't remember it.",
        "I had a stroke and don't remember anything.",
        "I had a crash, don't remember anything.",
        "I have dementia and don't remember that I have kids.",
        "I run daily and never log it.",
        "I run daily but don't log it.",
        "I swim every week and don't log it.",
        "I often work out, but don't log it.",
        "I have amnesia, you can't remember what you lost.",
        "I'm a chef. You don't have to remember that.",
        "I have a gecko, it should not be kept as a pet.",
        "I bought insulin, and it must not be stored in the freezer.",
        "This should be saved. I'm a nurse.",
        "It should be remembered that I'm a nurse.",
        "My parents have dementia and don't remember my birthday.",
        "Between us, me and my brother own four cars.",
        "Between us, there are four cars.",
        "I learn songs but forget it immediately.",
        "I have debts and leave it off my records.",
        "I'm a singer, don't record much.",
        "Mein Opa will das Haus nicht behalten.",
        "Er kann das nicht festhalten.",
        "Ich laufe jeden Tag und notiere das nicht.",
        "Ich laufe jeden Tag, notiere es nicht.",
        "Ich koche gern. Ich behalte das nicht.",
        "Ich backe Kuchen, ich behalte es für dich.",
        "Unter uns, wir sprechen Deutsch.",
        "Elle ne note pas, elle a dix ans.",
        "Ma sœur court mais ne le note pas.",
        "Entre nous, nous parlons grec.",
        "Entre nós, falamos inglês.",
        "Tra noi parliamo greco.",
        "Ho l'ADHD e preferisco non ricordare.",
        "Mio nonno può non ricordare, ha 90 anni.",
        "我不用记住密码，我住在北京。",
        "My visa expires in June. I'm a nurse. This should be recorded.",
        "I have a daughter named Lia, and it should be recorded that she is allergic to eggs.",
        "I bought a new phone, and it must not be kept in the sun.",
        "I have ADHD and never remember my appointments.",
        "I'm a songwriter but don't record.",
        "I earn well but never save.",
        "I have memory problems, you may not remember, but I live in Hull.",
        "Between us, my wife and I have four kids.",
        "Meine Oma wohnt in Kiel und kann sich Namen nicht merken.",
        "Meine Frau wollte ihren Namen nicht behalten.",
        "Meine Tochter heißt Lea. Sie darf das Kaninchen nicht behalten.",
        "Je cours tous les jours mais je ne le note pas.",
        "Mi marido es alemán. Entre nosotros, hablamos inglés.",
        "Ma mère habite à Lyon. Entre nous, on parle espagnol.",
    ],
)
def test_what_the_speaker_tells_of_himself_or_of_others_is_no_request(text: str) -> None:
    assert without(text) == text


@pytest.mark.parametrize(
    "text, told",
    [
        ("I'm a nurse. Oh and I'm pregnant, but don't remember that.", ["User is a nurse"]),
        ("I live in Rome. I don't want you to remember that I'm divorced.", ["User lives in Rome"]),
        ("I'm gay. Please don't save that. I live in Rome.", ["User lives in Rome"]),
    ],
)
def test_a_request_reaches_no_further_than_what_it_points_at(text: str, told: list[str]) -> None:
    assert learned(text) == told


def test_the_length_of_a_turn_stays() -> None:
    text = "I live in Rome. I'm gay, don't save that. Bye"
    assert without(text) == f"I live in Rome. {' ' * 24}. Bye"


@pytest.mark.slow
@pytest.mark.parametrize(
    "said, times",
    [
        ("please don't and, but, not ", 4_000),
        ("and never save that ", 1_600),
        ("and don't save that ", 1_600),
        ("nicht merken ", 4_615),
        ("bitte nicht merken, ", 3_000),
        ("Off the record. ", 3_000),
    ],
)
def test_a_long_turn_is_read_in_a_moment(said: str, times: int) -> None:
    text = said * times
    began = time.process_time()
    without(text)
    assert time.process_time() - began < 5
