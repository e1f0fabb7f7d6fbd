"""The ranker learns what there is to learn, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from recollect.evals.fitting import calibrate, learn, pack


def lists(count: int = 60, noise: float = 0.3) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Candidates of which the one with the highest first signal is relevant; the second signal is noise."""
    random = np.random.default_rng(7)
    matrices, relevant = [], []
    for _ in range(count):
        matrix = random.normal(size=(12, 2)).astype(np.float32)
        truth = matrix[:, 0] + noise * random.normal(size=12)
        matrices.append(matrix)
        relevant.append(truth == truth.max())
    return matrices, relevant


def test_the_signal_is_found_and_the_noise_is_not() -> None:
    matrices, relevant = lists()
    weights = learn(pack(matrices, relevant, [1.0] * len(matrices)), l2=1e-3)
    assert weights[0] > 2
    assert abs(weights[1]) < 0.2 * weights[0]


def test_a_stronger_penalty_gives_smaller_weights() -> None:
    matrices, relevant = lists()
    packed = pack(matrices, relevant, [1.0] * len(matrices))
    sizes = [float(np.abs(learn(packed, l2=l2)).sum()) for l2 in (1e-3, 1e-1, 10.0)]
    assert sizes == sorted(sizes, reverse=True)


def test_learning_twice_gives_the_same_numbers() -> None:
    matrices, relevant = lists()
    packed = pack(matrices, relevant, [1.0] * len(matrices))
    assert learn(packed, l2=0.01).tolist() == learn(packed, l2=0.01).tolist()


def test_lists_of_different_lengths_and_constant_signals_are_no_trouble() -> None:
    matrices = [np.array([[1, 5], [0, 5]], np.float32), np.array([[1, 5], [0, 5], [0, 5]], np.float32)]
    relevant = [np.array([True, False]), np.array([True, False, False])]
    weights = learn(pack(matrices, relevant, [1.0, 1.0]), l2=0.01)
    assert weights[0] > 0
    assert weights[1] == pytest.approx(0)


def test_calibrated_scores_are_as_often_right_as_they_say() -> None:
    random = np.random.default_rng(3)
    linear = random.normal(size=20_000) * 2
    relevant = random.random(20_000) < 1 / (1 + np.exp(-(1.5 * linear - 2)))
    slope, offset = calibrate(linear, relevant, np.ones(20_000))
    assert (slope, offset) == pytest.approx((1.5, -2), abs=0.1)
