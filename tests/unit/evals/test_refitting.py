"""Weights that are fitted on: they follow labels, and stay where they are held."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from recollect import registry
from recollect.evals import conflicts, refitting
from recollect.write.verify.learned import LABELS, load, shipped

LABELLED = Path(__file__).parents[3] / "benchmarks" / "labelled"


def test_labels_move_weights_and_held_pairs_keep_them() -> None:
    first = np.zeros((3, len(LABELS)))
    first[0] = [0.0, 2.0, 0.0, 0.0]  # the first sign speaks for a repetition
    pairs, labels = np.array([[1.0, 1.0, 1.0]] * 6), np.zeros(6, dtype=np.int64)
    plain = refitting.Held(np.array([[1.0, 0.0, 1.0]] * 6), first)
    nothing = refitting.Held(np.array([[0.0, 0.0, 0.0]]), first)
    fitted = refitting.fit(pairs, labels, first, plain, nothing)
    assert (pairs @ fitted).argmax(axis=1).tolist() == [LABELS.index("supersede")] * 6
    assert plain.turned(fitted) == 0
    free = refitting.fit(pairs, labels, first, nothing, nothing)
    assert plain.turned(free) == 6, "nobody held them"


def test_a_row_may_have_a_label_and_a_weight_of_its_own() -> None:
    first = np.zeros((2, len(LABELS)))
    row = np.array([[1.0, 1.0]])
    said = refitting.Held(row, first, [{"expect": "merge", "worth": 3}])
    once = refitting.Held(row, first, [{"expect": "merge"}])
    assert said.turned(first) == 1
    np.testing.assert_allclose(said.slope(first), 3 * once.slope(first))
    assert said.slope(first)[0, LABELS.index("merge")] < 0 < said.slope(first)[0, LABELS.index("supersede")]


def test_lookalikes_are_the_most_alike_of_other_pairs() -> None:
    texts = [
        ("Ana lives in Rome", "Ana lives in Oslo"),
        ("Bob likes tea", "Bob likes coffee"),
        ("Ana lives in Ulm", "x"),
    ]
    pairs = [
        conflicts.Pair(id=str(number), old=old, new=new, kind="fact", expect="supersede", lang="en")
        for number, (old, new) in enumerate(texts)
    ]
    found = refitting.lookalikes(pairs, registry.embedder("static", {}))
    assert next((pair.old, pair.new) for pair in found) == ("Ana lives in Ulm", "Ana lives in Oslo")
    assert all(pair.old != pairs[int(pair.id)].old for pair in found)


def test_the_script_writes_weights_that_the_judge_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = tmp_path / "pairs.jsonl"
    lines = (LABELLED / "pairs" / "various.jsonl").read_text(encoding="utf-8").splitlines()
    pairs.write_text("\n".join(lines[:40]), encoding="utf-8")
    plain = tmp_path / "plain.jsonl"
    plain.write_text(
        "\n".join((LABELLED / "plain.jsonl").read_text(encoding="utf-8").splitlines()[:20]), encoding="utf-8"
    )
    out = tmp_path / "weights.json"
    monkeypatch.setattr(refitting, "WEIGHTS_FILE", out)
    given = ["--pairs", str(pairs), "--plain", str(plain), "--first", str(LABELLED / "first_weights.json"), "--write"]
    refitting.main(given)
    told = capsys.readouterr().out
    assert "first weights" in told
    assert "unseen folds" in told
    written = load(json.loads(out.read_text(encoding="utf-8")))
    assert written.named == shipped().named
    assert written.related == shipped().related
    assert written.signals != shipped().signals
