"""Learning end to end on a made-up data set: collect signals, train, test, write an entry."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np

from recollect.evals import learn
from recollect.evals.bench_space import build
from recollect.evals.datasets import Dataset, Message, Question, Space
from recollect.model.columns import NOTHING
from recollect.read.learned import parse
from recollect.read.signals import NAMES

WHEN = datetime(2024, 3, 4, tzinfo=UTC)
THINGS = ("boat", "kettle", "garden", "violin", "tent", "lamp", "scarf", "piano")


def made_up() -> Dataset:
    messages = tuple(
        Message(
            id=f"{place}:{turn}",
            session=f"s{place}",
            role=("user", "assistant")[turn % 2],
            name=None,
            content=(f"I repaired my {thing} yesterday" if turn == 0 else "Well done, tell me more about it"),
            occurred_at=WHEN,
        )
        for place, thing in enumerate(THINGS)
        for turn in range(2)
    )
    questions = tuple(
        Question(
            id=thing,
            text=f"What did I do with my {thing}?",
            category="plain",
            asked_at=None,
            turns=frozenset((f"{place}:0",)),
            sessions=frozenset((f"s{place}",)),
        )
        for place, thing in enumerate(THINGS)
    )
    return Dataset(name="locomo", spaces=(Space(name="one", messages=messages, questions=questions),))


def test_a_space_in_memory_has_the_columns_of_a_stored_one() -> None:
    held = build(made_up().spaces[0], None)
    assert len(held.columns) == 2 * len(THINGS)
    assert held.columns.before[:3].tolist() == [NOTHING, 0, NOTHING]
    assert held.columns.after[:3].tolist() == [1, NOTHING, 3]
    assert held.columns.position[:3].tolist() == [0, 1, 0]
    assert held.postings(["violin", "unheard"]).rows["violin"].tolist() == [6]
    assert not held.columns.has_vector.any()


def test_what_is_learned_finds_the_evidence() -> None:
    dataset = made_up()
    collected = {"locomo": learn.collect(dataset, None)}
    weights = learn.train(collected, ["locomo"], signals=NAMES)
    results = learn.test(dataset, collected["locomo"], weights)
    assert results["turn_fraction@5"] == 1.0
    assert results["session_any@5 (all)"] == 1.0


def test_an_entry_can_be_read_by_the_ranking() -> None:
    dataset = made_up()
    entry = learn.entry({"locomo": learn.collect(dataset, None)}, signals=NAMES)
    weights = parse(entry)
    assert np.isfinite(weights.weights).all()
    assert weights.slope > 0
    assert set(entry["weights"]) == set(NAMES)
