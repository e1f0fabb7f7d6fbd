"""Scoring of conflict pairs and of updates, with deciders made for the purpose."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from recollect.errors import InvalidInput
from recollect.evals import conflicts, updates


def write(path: Path, *rows: object) -> Path:
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


def test_actions_count_as_their_labels(tmp_path: Path) -> None:
    rows = [
        {"id": action, "old": "a", "new": action, "kind": "fact", "expect": label}
        for action, label in [
            ("reinforced", "duplicate"),
            ("rejected", "duplicate"),
            ("added", "keep_both"),
            ("kept_both", "keep_both"),
            ("superseded", "supersede"),
            ("merged", "merge"),
            ("clarify", "supersede"),
        ]
    ]
    score = conflicts.score(conflicts.load(write(tmp_path / "pairs", *rows)), lambda pair: pair.new)
    assert score.accuracy == pytest.approx(6 / 7)
    assert score.per_label == {"supersede": 0.5, "duplicate": 1.0, "merge": 1.0, "keep_both": 1.0}
    assert score.confusion["supersede", "clarify"] == 1
    assert [miss.got for miss in score.misses] == ["clarify"]


def test_an_unknown_label_is_refused_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="line 1"):
        conflicts.load(write(tmp_path / "pairs", {"old": "a", "new": "b", "expect": "maybe"}))


@pytest.mark.parametrize("line", ["# no JSON", "[]", '{"old": "a"}', '{"agent_args": {"extra": null}}', "3"])
@pytest.mark.parametrize("load", [conflicts.load, updates.load])
def test_another_file_is_refused_with_its_line(tmp_path: Path, load: Callable[[Path], object], line: str) -> None:
    (tmp_path / "rows.jsonl").write_text(f"\n{line}\n")
    with pytest.raises(InvalidInput, match="line 2"):
        load(tmp_path / "rows.jsonl")


def test_no_pairs_have_no_accuracy() -> None:
    assert conflicts.score([], lambda pair: "merge").accuracy == 0.0


def test_an_update_is_right_when_a_listed_fact_is_superseded_and_clean_when_no_other_is(tmp_path: Path) -> None:
    extra = {"facts": ["a", "b", "c"], "contradicting_fact": "d", "supporting_fact_indices": [1]}
    rows = updates.load(write(tmp_path / "rows", *[{"agent_args": {"extra": extra}}] * 4))
    outcomes = iter([{1: "superseded"}, {1: "supersede", 0: "merged"}, {1: "merged"}, {0: "kept_both", 2: "added"}])
    score = updates.score(rows, lambda update: next(outcomes))
    assert (score.rows, score.superseded_right, score.untouched) == (4, 0.5, 0.75)
    assert len(score.wrong) == 3
