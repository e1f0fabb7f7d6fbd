"""Fits the judge's weights on, with more pairs: `python -m recollect.evals.refitting --pairs FILE... --plain FILE`.

The first weights (`--first`, fitted by `recollect.evals.judging`) know plain changes and repetitions well, and labelled
pairs are seldom plain. So the weights start there and are held to what the first ones say of plain pairs and of pairs
that only look alike: each newer statement beside the older ones of other pairs that are most like it. Printed is what
the whole judge makes of the pairs, with the first weights and with weights that did not see them. With `--write` those
fitted on everything go to `weights.json`. Deterministic, numpy only, some minutes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from recollect import registry
from recollect.contracts.embedder import Embedder
from recollect.evals import conflicts
from recollect.evals.judging import Doubles, descend, labels_of, matrix, pair_signals, report, written
from recollect.rules.similarity import jaccard, word_set
from recollect.write.verify.judge import KEEP_BOTH, UNRELATED, judge
from recollect.write.verify.learned import LABELS, WEIGHTS_FILE, Row, Weights, load
from recollect.write.verify.statement import read

FOLDS: Final = 5
PULL: Final = 0.003
"""Towards each of the first weights."""
PLAIN: Final = 1.0
"""What plain pairs have to say, beside the labelled ones."""
ALIKE: Final = 1.0
"""The same of pairs that only look alike."""
ALIKE_EACH: Final = 3


class Held:
    """Pairs of which the first weights have the say."""

    def __init__(self, signals: Doubles, first: Doubles, rows: Sequence[Mapping[str, Any]] = ()) -> None:
        """`rows`: as they stand in a file; `worth` is how much one has to say (1), `expect` a label of its own."""
        self._signals = signals
        self._said = _chances(signals @ first)
        self._worth = np.ones((len(signals), 1))
        for place, row in enumerate(rows):
            self._worth[place] = row.get("worth", 1.0)
            if "expect" in row:
                self._said[place] = np.eye(len(LABELS))[LABELS.index(row["expect"])]

    def slope(self, weights: Doubles) -> Doubles:
        """Of how far what is said now is from what was said first."""
        off = (_chances(self._signals @ weights) - self._said) * self._worth
        slope: Doubles = self._signals.T @ off / len(self._signals)
        return slope

    def turned(self, weights: Doubles) -> int:
        return int(np.count_nonzero((self._signals @ weights).argmax(axis=1) != self._said.argmax(axis=1)))


def fit(signals: Doubles, labels: NDArray[np.int64], first: Doubles, plain: Held, alike: Held) -> Doubles:
    """Weights that start at the first ones and stay as near as the labels let them; every label has the same say."""
    target = np.eye(len(LABELS))[labels]
    counts = np.bincount(labels, minlength=len(LABELS))
    worth = (counts.mean() / np.maximum(counts, 1))[labels][:, None]

    def gradient(change: Doubles) -> Doubles:
        weights = first + change
        slope: Doubles = signals.T @ ((_chances(signals @ weights) - target) * worth) / len(signals) + PULL * change
        return slope + PLAIN * plain.slope(weights) + ALIKE * alike.slope(weights)

    return first + descend(np.zeros_like(first), gradient)


def lookalikes(pairs: Sequence[conflicts.Pair], embedder: Embedder) -> list[conflicts.Pair]:
    """Each newer statement beside the older ones of other pairs that are most like it."""
    older, newer = (embedder.embed([getattr(pair, side) for pair in pairs]) for side in ("old", "new"))
    likeness = newer @ older.T
    np.fill_diagonal(likeness, -1.0)
    return [
        replace(pair, old=pairs[other].old)
        for place, pair in enumerate(pairs)
        for other in np.argsort(-likeness[place])[:ALIKE_EACH]
        if pairs[other].old != pair.old
    ]


def judged(pairs: Sequence[conflicts.Pair], weights: Weights, embedder: Embedder) -> NDArray[np.int64]:
    """What the whole judge says of each pair."""
    found: list[int] = []
    for pair in pairs:
        old, new = read(pair.old, embedder=embedder), read(pair.new, pair.kind, embedder=embedder)
        vectors = embedder.embed([pair.old, pair.new])
        words = jaccard(word_set(pair.old), word_set(pair.new))
        label = judge(old, new, cosine=float(vectors[0] @ vectors[1]), jaccard=words, weights=weights).label
        found.append(LABELS.index(KEEP_BOTH if label == UNRELATED else label))
    return np.array(found, dtype=np.int64)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m recollect.evals.refitting")
    parser.add_argument("--pairs", type=Path, nargs="+", required=True)
    parser.add_argument("--plain", type=Path, required=True)
    parser.add_argument("--first", type=Path, required=True)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    embedder, say = registry.embedder("static", {}), sys.stdout.write

    content = json.loads(options.first.read_text(encoding="utf-8"))
    weights = load(content)
    pairs = [pair for path in options.pairs for pair in conflicts.load(path)]
    found = pair_signals(pairs, embedder)
    names = sorted({*weights.signals, *(name for row in found for name in row)})
    first = np.array([weights.signals.get(name, (0.0,) * len(LABELS)) for name in names] + [weights.constant])
    signals, labels = matrix(found, names), labels_of(pairs)
    rows = [json.loads(line) for line in options.plain.read_text(encoding="utf-8").splitlines()]
    known = [replace(pairs[0], old=row["old"], new=row["new"], kind=row["kind"]) for row in rows]
    plain = Held(matrix(pair_signals(known, embedder), names), first, rows)
    alike = Held(matrix(pair_signals(lookalikes(pairs, embedder), embedder), names), first)

    say(report("first weights", labels, judged(pairs, weights, embedder)) + "\n")
    got, order = np.zeros(len(pairs), dtype=np.int64), np.random.default_rng(0).permutation(len(pairs))
    for fold in range(FOLDS):
        held, rest = (
            order[fold::FOLDS],
            np.concatenate([order[other::FOLDS] for other in range(FOLDS) if other != fold]),
        )
        fitted = fit(signals[rest], labels[rest], first, plain, alike)
        got[held] = judged([pairs[place] for place in held], _weights(names, fitted, weights), embedder)
    say(report("fitted on, unseen folds", labels, got) + "\n")
    fitted = fit(signals, labels, first, plain, alike)
    say(f"turned of what is held: plain {plain.turned(fitted)}, alike {alike.turned(fitted)}\n")
    if options.write:
        others = {
            layer: (
                [*content[layer]["signals"]],
                np.array([*content[layer]["signals"].values(), content[layer]["constant"]]),
            )
            for layer in ("related", "named")
        }
        WEIGHTS_FILE.write_text(written(names, fitted, others), encoding="utf-8")


def _weights(names: Sequence[str], fitted: Doubles, first: Weights) -> Weights:
    rows: list[Row] = [(float(a), float(b), float(c), float(d)) for a, b, c, d in fitted]
    return replace(first, constant=rows[-1], signals=dict(zip(names, rows, strict=False)))


def _chances(scores: Doubles) -> Doubles:
    chances: Doubles = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    return chances


if __name__ == "__main__":
    main()
