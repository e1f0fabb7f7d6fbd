"""The arithmetic of learning to rank: a linear ranker with a listwise softmax loss, and Platt's calibration.

ListNet's top-one loss (Cao et al., 2007): of each list of candidates, the softmax of the weighted sums should put its
mass on the relevant ones, in equal parts. The loss is convex; Newton's method with halving steps finds its minimum in
about ten rounds and always the same one. numpy only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Doubles = NDArray[np.float64]

ROUNDS_MAX: Final = 20
_GAIN_MIN: Final = 1e-6
_STEP_MIN: Final = 1e-3


@dataclass(frozen=True, kw_only=True, eq=False)
class Lists:
    """Candidate lists, padded to one length."""

    signals: Floats
    """(lists, candidates, signals), centred and scaled."""
    target: Floats
    """(lists, candidates): the mass each candidate should have."""
    closed: Floats
    """(lists, candidates): 0, or a large negative number where there is no candidate."""
    worth: Doubles
    """Weight of each list; they sum to 1."""
    means: Doubles
    spreads: Doubles


def pack(matrices: Sequence[Floats], relevant: Sequence[NDArray[np.bool_]], worth: Sequence[float]) -> Lists:
    """Puts lists together. Signals are centred and scaled to unit spread over all candidates."""
    every = np.concatenate(matrices).astype(np.float64)
    means, spreads = every.mean(axis=0), every.std(axis=0)
    spreads[spreads < 1e-9] = 1.0
    longest = max(len(matrix) for matrix in matrices)
    shape = (len(matrices), longest)
    signals = np.zeros((*shape, every.shape[1]), dtype=np.float32)
    target = np.zeros(shape, dtype=np.float32)
    closed = np.full(shape, -1e9, dtype=np.float32)
    for place, (matrix, hits) in enumerate(zip(matrices, relevant, strict=True)):
        signals[place, : len(matrix)] = (matrix - means) / spreads
        target[place, : len(matrix)] = hits / hits.sum()
        closed[place, : len(matrix)] = 0
    share = np.asarray(worth, dtype=np.float64)
    return Lists(signals=signals, target=target, closed=closed, worth=share / share.sum(), means=means, spreads=spreads)


def learn(lists: Lists, *, l2: float) -> Doubles:
    """The weights, for signals as they come (not scaled)."""
    count = lists.signals.shape[2]
    weights = np.zeros(count, dtype=np.float64)
    loss, mass = _loss(lists, weights, l2)
    worth = lists.worth.astype(np.float32)[:, None]
    for _ in range(ROUNDS_MAX):
        slope = np.einsum("qp,qpf->f", (mass - lists.target) * worth, lists.signals).astype(np.float64) + l2 * weights
        centre = np.einsum("qp,qpf->qf", mass, lists.signals).astype(np.float64)
        rooted = (lists.signals * np.sqrt(mass * worth)[:, :, None]).reshape(-1, count)
        bend = (rooted.T @ rooted).astype(np.float64) - (centre * lists.worth[:, None]).T @ centre
        step = np.linalg.solve(bend + (l2 + 1e-9) * np.eye(count), slope)
        size = 1.0
        while True:
            lower, there = _loss(lists, weights - size * step, l2)
            if lower <= loss or size < _STEP_MIN:
                break
            size /= 2
        gain = loss - lower
        weights, loss, mass = weights - size * step, lower, there
        if gain < _GAIN_MIN:
            break
    scaled: Doubles = weights / lists.spreads
    return scaled


def _loss(lists: Lists, weights: Doubles, l2: float) -> tuple[float, Floats]:
    """Cross-entropy plus penalty, and the softmax mass of every candidate."""
    sums = lists.signals @ weights.astype(np.float32) + lists.closed
    sums -= sums.max(axis=1, keepdims=True)
    mass = np.exp(sums)
    total = mass.sum(axis=1, keepdims=True)
    log = sums - np.log(total)
    entropy = -(np.where(lists.target > 0, lists.target * log, 0).sum(axis=1, dtype=np.float64) @ lists.worth)
    return float(entropy + 0.5 * l2 * (weights @ weights)), mass / total


def calibrate(linear: Doubles, relevant: NDArray[np.bool_], worth: Doubles) -> tuple[float, float]:
    """(slope, offset) of the logistic curve that best predicts relevance from the weighted sum (Platt, 1999)."""
    design = np.stack((linear, np.ones_like(linear)), axis=1)
    fitted = np.zeros(2)
    share = worth / worth.sum()
    for _ in range(ROUNDS_MAX):
        chance = 1.0 / (1.0 + np.exp(-np.clip(design @ fitted, -30, 30)))
        slope = design.T @ (share * (chance - relevant))
        bend = (design * (share * chance * (1 - chance))[:, None]).T @ design + 1e-12 * np.eye(2)
        step = np.linalg.solve(bend, slope)
        fitted -= np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-8:
            break
    return float(fitted[0]), float(fitted[1])
