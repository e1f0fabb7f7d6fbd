"""What says all of a known statement and goes on takes its place; what may say less leaves both."""

from __future__ import annotations

import pytest

from recollect import Memory


def known(memory: Memory, line: str) -> list[str]:
    for number, text in enumerate(line.split(" | ")):
        memory.add([{"role": "user", "content": text}], user="u", session=f"s{number}")
        memory.sync()
    return [record.content for record in memory.list(user="u", layers=["memory"])]


@pytest.mark.parametrize(
    "line, kept",
    [
        ("I work at Google. | I work at Google as an engineer.", "User works at Google as an engineer"),
        ("I work at Google. | I work at Google in Zurich.", "User works at Google in Zurich"),
        ("I work at Google. | I work at Google as head of sales.", "User works at Google as head of sales"),
        ("I'm a nurse. | I'm a nurse at Acme.", "User is a nurse at Acme"),
        ("I have two kids. | I have two kids, Ana and Ben.", "User has two kids, Ana and Ben"),
        ("I have a dog. | I have a dog named Rex.", "User has a dog named Rex"),
    ],
)
def test_the_fuller_one_stands_alone(memory: Memory, line: str, kept: str) -> None:
    assert known(memory, line) == [kept]


@pytest.mark.parametrize(
    "line",
    [
        "I work at Google. | I work at Google in the evening.",
        "I work at Google. | I worked at Google as an engineer.",
        "I work at Google. | My sister works at Google as an engineer.",
        "I'm a nurse. | I'm a nurse at heart.",
        "I have two kids. | I have two kids, Ana, Ben and Cleo.",
        "I work at Google. | I work at Google as of Monday.",
        "I like tea. | I like tea only in winter.",
        "I have a dog. | I have a dog allergy.",
    ],
)
def test_what_may_be_less_or_something_else_leaves_both(memory: Memory, line: str) -> None:
    assert len(known(memory, line)) == 2
