"""Lists below a heading: one memory an item, and no number for a memory."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2026, 2, 5, tzinfo=UTC)


def told(said: str) -> list[str]:
    return [claim.content for claim in extract(said, speaker=None, at=AT)]


@pytest.mark.parametrize(
    "said, contents",
    [
        ("My goals:\n1. learn Rust\n2. run a marathon", ["User's goals: learn Rust", "User's goals: run a marathon"]),
        ("My goals:\n- learn Rust\n- run a marathon", ["User's goals: learn Rust", "User's goals: run a marathon"]),
        (
            "decision log:\n1. Kafka for events\n2. Postgres 16 for orders\n3. no AGPL",
            ["User decided: Kafka for events", "User decided: Postgres 16 for orders", "User decided: no AGPL"],
        ),
        ("My hobbies:\n1) chess\n2) sailing", ["User's hobbies: chess", "User's hobbies: sailing"]),
        ("Goals:\na) learn Rust\nb) run a marathon", ["User's goals: learn Rust", "User's goals: run a marathon"]),
        ("My languages:\n1. English\n2. Polish", ["User's languages: English", "User's languages: Polish"]),
        ("My kids:\n1. Tom, 5\n2. Lea, 7", ["User's kids: Tom, 5", "User's kids: Lea, 7"]),
        ("About me:\n1. I live in Rome\n2. I work at Acme", ["User lives in Rome", "User works at Acme"]),
        ("My pets: 1. a dog 2. two cats", ["User's pets: a dog, two cats"]),
        ("my pets: 1) a dog, 2) a cat", ["User's pets: a dog, a cat"]),
    ],
)
def test_a_list_is_one_memory_an_item(said: str, contents: list[str]) -> None:
    assert told(said) == contents


@pytest.mark.parametrize(
    "said, contents",
    [
        ("My goals:\n- learn Rust\n- run a marathon\n\nwrite a plan", ["learn Rust", "run a marathon"]),
        ("My goals:\n- learn Rust\nmake me a plan", ["learn Rust"]),
        ("My goals: learn Rust, help me", ["learn Rust"]),
        ("My goals:\n- learn Rust\n- explain recursion", ["learn Rust"]),
        ("My goals:\n- stop", []),
    ],
)
def test_what_the_assistant_shall_do_is_no_item(said: str, contents: list[str]) -> None:
    assert told(said) == [f"User's goals: {content}" for content in contents]


@pytest.mark.parametrize(
    "said, contents",
    [
        ("Options: 1) the caravan site in Bude, 2) the cottage in Appledore. Which do you prefer?", []),
        ("Steps:\n1. open the app\n2. log in", []),
        ("Decision:\nsummarize the text above", []),
        ("Goals for this chat: write a poem, translate it", []),
        ("My budget: stop", []),
        ("Languages: Go", ["User's languages: Go"]),
        ("We have three kids: Leo, Mia and Tom.", ["User has three kids: Leo, Mia and Tom"]),
        ("My to-do list:\n1. buy milk\n2. call Ana", []),
        ("My age: 31.", ["User's age: 31"]),
        ("I live on floor 3. My flat is big.", ["User lives on floor 3", "User's flat is big"]),
        ("I was born on May 1. 2 kids.", ["User was born on May 1", "User: 2 kids"]),
    ],
)
def test_other_numbers_and_lists_are_read_as_before(said: str, contents: list[str]) -> None:
    assert told(said) == contents


@pytest.mark.parametrize(
    "said, contents",
    [
        ("Found the bug:\nmissing a semicolon.", []),
        (
            "Found the bug:\nnull pointer.\n\nWorking at Bosch since May. Living in Ulm with my wife.",
            ["User is working at Bosch since May", "User is living in Ulm with their wife"],
        ),
        (
            "Fixed the error:\n\nWorking as a nurse in Ulm now. Learning Greek.",
            ["User is working as a nurse in Ulm now", "User is learning Greek"],
        ),
    ],
)
def test_a_fault_is_told_up_to_a_blank_line(said: str, contents: list[str]) -> None:
    assert told(said) == contents
