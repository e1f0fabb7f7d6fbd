"""Which turns ask and tell nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from recollect import Memory
from recollect.read.asking import only_asks


@pytest.mark.parametrize(
    "text",
    [
        "Which vet is good now, Dr. Chen?",
        "So, where do people live now?",
        "When does the new train leave, at 10:40?",
        "How many chickens do you need??",
        "¿Dónde vive ahora tu hermana?",
        "Où habite ta sœur maintenant?",
        "Welche Nummer hat der neue Bus?",
    ],
)
def test_a_question_alone_tells_nothing(text: str) -> None:
    assert only_asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "I moved to Rome.",
        "Did I tell you I moved to Rome?",
        "Guess what? I moved to Rome.",
        "Where should we eat? I'm vegan now.",
        "Which vet do you recommend now that we have two dogs?",
        "How do I cancel the gym since I switched to yoga?",
        "How about seven instead?",
        "Why don't we meet in Rome?",
        "What is left to do and I moved to Rome anyway?",
        "I live in Rome now, where do I register?",
        "",
        "?",
    ],
)
def test_what_may_tell_something_counts_as_telling(text: str) -> None:
    assert not only_asks(text)


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory(":memory:", worker="off", extraction="off") as memory:
        yield memory


@pytest.mark.parametrize(
    "told, asked, question",
    [
        ("My phone is an iPhone 12.", "What phone would you buy, a Pixel 8?", "What phone do I have?"),
        ("My dentist is Dr. Ruiz.", "Who is a good dentist now, Dr. Chen?", "Who is my dentist?"),
        ("My flight leaves at 9:15.", "When does the new flight leave, at 10:40?", "When does my flight leave?"),
        ("My rent is 900 euros a month.", "What is the rent now in Berlin, 1200 euros a month?", "What is my rent?"),
    ],
)
def test_a_later_question_replaces_no_statement(memory: Memory, told: str, asked: str, question: str) -> None:
    for day, text in enumerate((told, asked), 1):
        message = {"role": "user", "content": text, "occurred_at": f"2025-01-0{day}T10:00:00Z"}
        memory.add([message], user="u", session=f"s{day}")
    hits = memory.search(question, user="u", dry_run=True)
    assert {hit.content for hit in hits} == {told, asked}
    assert not any(stage.startswith("newer") for stage in hits.trace.stages)


def test_a_later_statement_still_replaces_one(memory: Memory) -> None:
    for day, text in enumerate(("My dentist is Dr. Ruiz.", "My dentist is now Dr. Chen, isn't that nice?"), 1):
        message = {"role": "user", "content": text, "occurred_at": f"2025-01-0{day}T10:00:00Z"}
        memory.add([message], user="u", session=f"s{day}")
    hits = memory.search("Who is my dentist?", user="u", dry_run=True)
    assert "Chen" in hits[0].content
    assert any(stage.startswith("newer") for stage in hits.trace.stages)
