"""Learning the weights of the judge, in the small."""

from __future__ import annotations

import numpy as np
import pytest

from recollect.evals import conflicts, judging
from recollect.write.verify.compare import Signals
from recollect.write.verify.learned import LABELS, chance, shipped, weigh


def test_four_labels_that_one_signal_each_tells_apart_are_learned() -> None:
    labels = np.arange(40) % 4
    signals = np.concatenate([np.eye(4)[labels], np.ones((40, 1))], axis=1)
    weights = judging.fit_softmax(signals, labels)
    assert (signals @ weights).argmax(axis=1).tolist() == labels.tolist()
    assert judging.folded(signals, labels).tolist() == labels.tolist()


def test_touched_pairs_are_told_from_strangers() -> None:
    related = judging.fit_related(np.array([[1.0, 1.0]] * 4), np.array([0, 1, 2, 3]), np.array([[0.0, 1.0]] * 5))
    assert related[0] + related[1] > 0 > related[1]


def test_strangers_are_older_statements_of_other_pairs() -> None:
    pairs = [conflicts.Pair(id=str(n), old=f"o{n}", new=f"n{n}", kind="fact", expect="merge") for n in range(9)]
    drawn = judging.strangers(pairs)
    assert drawn == judging.strangers(pairs)
    assert all(pair.old[1:] != pair.new[1:] and pair.expect == "keep_both" for pair in drawn)


def test_guards_have_the_first_word() -> None:
    sure = Signals(other_person=1.0)
    assert judging.guarded([sure, Signals()], np.array([0, 0])).tolist() == [LABELS.index("keep_both"), 0]
    assert "1 of 1" in judging.precision([sure], np.array([LABELS.index("keep_both")]))


def test_shipped_weights_give_probabilities() -> None:
    signals = Signals(cover_old=1.0, cover_new=1.0, cover_both=1.0, nothing_new=1.0, all_old_found=1.0)
    chances = weigh(signals, shipped())
    assert sum(chances) == pytest.approx(1.0)
    assert LABELS[int(np.argmax(chances))] == "duplicate"
    assert 0.0 < chance(signals, shipped().related) < 1.0
