"""Recall any, all and fraction, and nDCG, by hand-counted examples."""

from __future__ import annotations

import pytest

from recollect.evals.metrics import Outcome, by_category, judge, ndcg, sessions_in_order, summarise


def test_any_all_and_fraction_are_three_different_things() -> None:
    values = judge(
        category="x",
        turns=["a", "b", "c", "d"],
        sessions=["s1", "s1", "s2", "s3"],
        wanted_turns={"a", "c", "z"},
        wanted_sessions={"s2", "s9"},
    ).values
    assert (values["turn_any@3"], values["turn_all@3"], values["turn_fraction@3"]) == (1.0, 0.0, pytest.approx(2 / 3))
    assert (values["turn_any@1"], values["turn_fraction@1"]) == (1.0, pytest.approx(1 / 3))
    assert (values["session_any@1"], values["session_any@3"], values["session_all@20"]) == (0.0, 1.0, 0.0)


def test_a_session_ranks_where_its_best_turn_does() -> None:
    assert sessions_in_order(["s2", "s1", "s2", "s3"]) == ["s2", "s1", "s3"]


def test_ndcg_has_its_worked_number() -> None:
    assert ndcg(["a", "b", "c"], {"c"}, 10) == pytest.approx(0.5)
    assert ndcg(["c", "a"], {"c"}, 10) == 1.0
    assert ndcg(["a"], set(), 10) == 0.0


def test_without_evidence_there_is_nothing_to_count() -> None:
    assert judge(category="x", turns=["a"], sessions=["s"], wanted_turns=set(), wanted_sessions=set()).values == {}


def test_means_are_over_the_questions_that_have_the_metric() -> None:
    outcomes = [
        Outcome(category="x", values={"m": 1.0}),
        Outcome(category="y", values={"m": 0.0, "other": 0.5}),
    ]
    assert summarise(outcomes).values == {"m": 0.5, "other": 0.5}
    assert summarise(outcomes).n == 2
    assert {name: part.n for name, part in by_category(outcomes).items()} == {"x": 1, "y": 1}
