"""Newer above older is counted through the public face; what cannot be ordered is counted apart."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from recollect.evals import newer
from recollect.evals.datasets import Dataset, Message, Question, Space
from recollect.evals.newer import Ordered, score

START = datetime(2025, 3, 3, tzinfo=UTC)


def question(number: int, text: str, *, older: set[str], newer: set[str]) -> Question:
    return Question(
        id=f"q{number}",
        text=text,
        category="knowledge_update",
        asked_at=None,
        turns=frozenset(older | newer),
        sessions=frozenset({"s"}),
        older=frozenset(older),
        newer=frozenset(newer),
    )


def test_a_data_set_is_stored_and_every_marked_question_asked() -> None:
    texts = ("The gallery has 8 cards", "I like red", "The gallery has 10 cards now", "My desk is oak")
    messages = tuple(
        Message(id=str(at), session="s", role="user", name=None, content=text, occurred_at=START + timedelta(days=at))
        for at, text in enumerate(texts)
    )
    questions = (
        question(1, "How many cards does the gallery have?", older={"0"}, newer={"2"}),
        question(2, "What is my desk made of?", older={"3"}, newer={"3"}),
        question(3, "Which colour do I like?", older=set(), newer={"1"}),
    )
    report = newer.run(Dataset(name="own", spaces=(Space(name="a", messages=messages, questions=questions),)))
    assert [(asked.question, asked.outcome) for asked in report.outcomes] == [("q1", "right")]
    assert (report.left_out, report.newer_first) == (1, 1.0)
    assert report.to_plain()["right"] == 1


@pytest.mark.parametrize(
    "newer_rank, older_rank, outcome",
    [(1, 2, "right"), (2, 1, "wrong"), (3, None, "right"), (None, 3, "wrong"), (None, None, "neither")],
)
def test_only_the_new_one_found_is_right_and_only_the_old_one_wrong(
    newer_rank: int | None, older_rank: int | None, outcome: str
) -> None:
    asked = Ordered(question="q", text="?", newer_rank=newer_rank, older_rank=older_rank)
    assert asked.outcome == outcome
    report = score("own", [asked])
    assert report.newer_first == (outcome == "right")
