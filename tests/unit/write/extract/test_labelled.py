"""Whose words follow a label: another's after "my brother:", the speaker's own after "about me:"."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

from recollect.write.extract import labelled
from recollect.write.extract.rules import extract

AT = datetime(2026, 3, 2, tzinfo=UTC)


def learned(text: str) -> list[str]:
    return [claim.content for claim in extract(text, speaker=None, at=AT)]


@pytest.mark.parametrize(
    "text",
    [
        "the kid: i'm 7",
        "my brother: i work at aldi now",
        "My mom: I'm allergic to cats",
        "my husband: i'm not a cat person",
        "my little sister yesterday: i'm 12",
        "mom: i'm allergic to cats",
        "her: i'm vegan. me: ok",
        "she: yeah, i live in rome",
        "first line of my novel: i was born in cairo",
        "The opening sentence of her new book: I live in Rome",
        "headline: i quit my job at google",
        "roast this profile: i'm 34 and love long walks",
        "bumper sticker i saw: i love my corgi",
        "a t-shirt i saw in town: i love my cat",
        "song stuck in my head: i live on the moon",
    ],
)
def test_what_another_says_or_writes_after_his_label_teaches_nothing(text: str) -> None:
    assert learned(text) == []


@pytest.mark.parametrize(
    "text, told",
    [
        ("about me: i'm 34", "User is 34"),
        ("me: i'm 34", "User is 34"),
        ("her: i'm vegan. me: i'm 34", "User is 34"),
        ("my brother: i work at aldi now\ni live in rome", "User lives in rome"),
        ("headline: i quit my job\n\ni live in rome", "User lives in rome"),
        ("update: i moved to rome", "User moved to rome"),
        ("intro: i work at aldi", "User works at aldi"),
        ("quick note: my dog died", "User's dog died"),
        ("context: i'm a nurse", "User is a nurse"),
        ("so: i'm a nurse", "User is a nurse"),
        ("the truth: i'm vegan", "User is vegan"),
        ("my job: i work at aldi", "User works at aldi"),
        ("my bio: i'm a nurse", "User is a nurse"),
        ("my headline: i'm a nurse", "User is a nurse"),
        ("roast me: i'm 34", "User is 34"),
        ("roast my profile: i'm 34", "User is 34"),
        ("sign: i'm a leo", "User is a leo"),
        ("my favourite song: i love halo", "User loves halo"),
        ("for my husband: i'm allergic to nuts", "User is allergic to nuts"),
        ("my doctor: i have diabetes", "User has diabetes"),
        ("my mum's birthday: i have a dinner on friday", "User has a dinner on friday"),
        ("my kids: i have two, anna and ben", "User has two, anna and ben"),
        ("my sister: i have one sister, anna", "User has one sister, anna"),
        ("my sister: i have one, anna", "User has one, anna"),
        ("my boss: i really like him", "User really likes him"),
        ("my wife and me: we live in rome", "User lives in rome"),
    ],
)
def test_after_a_label_of_his_own_the_speaker_s_words_are_learned(text: str, told: str) -> None:
    assert told in learned(text)


def test_labels_are_read_in_linear_time() -> None:
    def seconds(times: int) -> float:
        text = "her: i'm vegan. headline: i quit. " * times
        started = time.thread_time()
        list(labelled.others(text))
        return time.thread_time() - started

    seconds(10)
    assert any(seconds(8_000) < 20 * seconds(1_000) for _ in range(4))
