"""Learns how signals of two statements are weighed.

`python -m recollect.evals.judging --pairs FILE... --updates FILE...`

Two linear layers (see `recollect.write.verify.learned`): one over pairs of memories with four labels (softmax), one
over statements about named people (logistic). Printed is what they reach on parts they did not see: pairs in `FOLDS`
parts, updates in parts that share no collection of facts. `--check FILE...` are pairs never trained on. With
`--write` the weights fitted on everything go to `weights.json`, with `--write named` those of the second layer alone.
Deterministic, numpy only, half a minute.
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
from recollect.evals import conflicts, updates
from recollect.rules.similarity import jaccard, word_set
from recollect.write.verify.align import align
from recollect.write.verify.compare import combine, compare
from recollect.write.verify.frame import Signals
from recollect.write.verify.guards import sure
from recollect.write.verify.judge import NAMED_MIN
from recollect.write.verify.learned import LABELS, WEIGHTS_FILE
from recollect.write.verify.named import signals_of
from recollect.write.verify.statement import Statement, read

FOLDS: Final = 10
STEPS: Final = 600
RATE: Final = 0.05
SHRINK: Final = 0.01
"""Weight decay of the pair layer; chosen on the folds among 0.001, 0.003 and 0.01."""
STRANGERS: Final = 4
"""Older statements drawn for each newer one."""
SHRINK_RELATED: Final = 1e-3
SHRINK_NAMED: Final = 1e-4
Doubles = NDArray[np.float64]


def pair_signals(pairs: Sequence[conflicts.Pair], embedder: Embedder) -> list[Signals]:
    """The signals of each pair, as the judge sees them."""
    found: list[Signals] = []
    for pair in pairs:
        old, new = read(pair.old, embedder=embedder), read(pair.new, pair.kind, embedder=embedder)
        vectors = embedder.embed([pair.old, pair.new])
        cosine = float(vectors[0] @ vectors[1])
        words = jaccard(word_set(pair.old), word_set(pair.new))
        found.append(combine(compare(old, new, cosine=cosine, jaccard=words).signals))
    return found


def strangers(pairs: Sequence[conflicts.Pair]) -> list[conflicts.Pair]:
    """Each newer statement beside older ones of other pairs, drawn by lot: they have nothing to do with each other."""
    lot = np.random.default_rng(0)
    found: list[conflicts.Pair] = []
    for place, pair in enumerate(pairs):
        for other in lot.choice(len(pairs), size=STRANGERS, replace=False):
            if other != place and pairs[other].old != pair.old:
                found.append(replace(pair, old=pairs[other].old, expect="keep_both"))
    return found


def fit_softmax(signals: Doubles, labels: NDArray[np.int64], shrink: float = SHRINK) -> Doubles:
    """Weights (signals, labels) of multinomial logistic regression, by Adam with a fixed number of steps.

    Every label has the same say, however many examples it has.
    """
    target = np.eye(len(LABELS))[labels]
    counts = np.bincount(labels, minlength=len(LABELS))
    worth = (counts.max() / np.maximum(counts, 1))[labels][:, None]

    def gradient(weights: Doubles) -> Doubles:
        scores = signals @ weights
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        slope: Doubles = signals.T @ ((chances - target) * worth) / len(signals) + shrink * weights
        return slope

    return _descend(np.zeros((signals.shape[1], len(LABELS))), gradient)


def fit_related(signals: Doubles, labels: NDArray[np.int64], apart: Doubles) -> Doubles:
    """Weights that tell pairs in which the older one is touched from strangers, both sides with the same say."""
    touched = signals[labels != LABELS.index("keep_both")]
    target = np.concatenate([np.ones(len(touched)), np.zeros(len(apart))])
    worth = np.concatenate([np.full(len(touched), 1 / len(touched)), np.full(len(apart), 1 / len(apart))])
    return fit_logistic(np.concatenate([touched, apart]), target, worth, SHRINK_RELATED)


def fit_logistic(signals: Doubles, target: Doubles, worth: Doubles, shrink: float = SHRINK_NAMED) -> Doubles:
    """Weights of logistic regression over weighted examples."""

    def gradient(weights: Doubles) -> Doubles:
        chances = 1.0 / (1.0 + np.exp(-signals @ weights))
        slope: Doubles = signals.T @ ((chances - target) * worth) / worth.sum() + shrink * weights
        return slope

    return _descend(np.zeros(signals.shape[1]), gradient)


def _descend(weights: Doubles, gradient: Any) -> Doubles:
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        slope = gradient(weights)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        weights = weights - RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights


def matrix(rows: Sequence[Signals], names: Sequence[str]) -> Doubles:
    """One row per example, the constant last."""
    return np.array([[row.get(name, 0.0) for name in names] + [1.0] for row in rows])


def folded(signals: Doubles, labels: NDArray[np.int64], shrink: float = SHRINK) -> NDArray[np.int64]:
    """The label each example gets from weights that did not see it."""
    order = np.random.default_rng(0).permutation(len(labels))
    got = np.zeros(len(labels), dtype=np.int64)
    for fold in range(FOLDS):
        held = order[fold::FOLDS]
        rest = np.setdiff1d(order, held)
        got[held] = (signals[held] @ fit_softmax(signals[rest], labels[rest], shrink)).argmax(axis=1)
    return got


def guarded(rows: Sequence[Signals], weighed: NDArray[np.int64]) -> NDArray[np.int64]:
    """What comes out when guards decide first."""
    got = weighed.copy()
    for place, row in enumerate(rows):
        decided = sure(row)
        if decided:
            got[place] = LABELS.index(decided[0])
    return got


def precision(rows: Sequence[Signals], labels: NDArray[np.int64]) -> str:
    """One line per guard: how often it decided, and how often rightly."""
    fired: dict[tuple[str, str], list[bool]] = {}
    for row, label in zip(rows, labels, strict=True):
        decided = sure(row)
        if decided:
            fired.setdefault(decided, []).append(decided[0] == LABELS[label])
    return "".join(
        f"  guard {name:10} -> {label:10} {sum(right)} of {len(right)}\n" for (label, name), right in fired.items()
    )


class NamedRows:
    """Signals of the new fact against each known one, and of the known ones against each other."""

    def __init__(self, rows: Sequence[updates.Update], embedder: Embedder) -> None:
        self.rows = rows
        self.groups: list[int] = []
        self.new: list[list[Signals]] = []
        self.stored: list[list[Signals]] = []
        seen: dict[tuple[str, ...], int] = {}
        for row in rows:
            first = row.facts not in seen
            self.groups.append(seen.setdefault(row.facts, len(seen)))
            facts = [self._read(text, embedder) for text in row.facts]
            arriving = self._read(row.new, embedder)
            self.new.append([_named_pair(fact, arriving) for fact in facts])
            pairs = [(facts[k], facts[j]) for j in range(1, len(facts)) for k in range(j)] if first else []
            self.stored.append([_named_pair(old, new) for old, new in pairs])

    @staticmethod
    def _read(text: str, embedder: Embedder) -> tuple[Statement, NDArray[np.float32]]:
        return read(text, "fact", embedder=embedder), embedder.embed([text])[0]

    def examples(self, keep: Sequence[int], names: Sequence[str]) -> tuple[Doubles, Doubles, Doubles]:
        """Signals, whether the old one is replaced, and the weight of each example, over the kept rows."""
        signals: list[Signals] = []
        target: list[float] = []
        worth: list[float] = []
        for place in keep:
            for fact, found in enumerate(self.new[place]):
                signals.append(found)
                target.append(float(fact in self.rows[place].replaced))
                worth.append(1.0)
            for found in self.stored[place]:
                signals.append(found)
                target.append(0.0)
                worth.append(1.0)
        return matrix(signals, names), np.array(target), np.array(worth)


def _named_pair(old: tuple[Statement, NDArray[np.float32]], new: tuple[Statement, NDArray[np.float32]]) -> Signals:
    cosine = float(old[1] @ new[1])
    words = jaccard(word_set(old[0].text), word_set(new[0].text))
    return Signals(signals_of(old[0], new[0], align(old[0], new[0]), cosine, words))


def folded_updates(named: NamedRows, names: Sequence[str], folds: int = 6) -> list[tuple[bool, bool]]:
    """Of each row (right fact replaced, no other one touched, also by another of the known ones), with weights that saw
    no row of the same collection of facts."""
    found: dict[int, tuple[bool, bool]] = {}
    sure_from = np.log(NAMED_MIN / (1.0 - NAMED_MIN))
    for fold in range(folds):
        weights = fit_logistic(*named.examples([i for i, g in enumerate(named.groups) if g % folds != fold], names))
        muddled: dict[int, bool] = {}
        for place, group in enumerate(named.groups):
            if group % folds != fold:
                continue
            if group not in muddled:  # the first row of a collection has its known facts beside each other
                muddled[group] = bool((matrix(named.stored[place], names) @ weights > sure_from).any())
            scores = matrix(named.new[place], names) @ weights
            best = int(scores.argmax())
            hit = bool(scores[best] > sure_from)
            right = best in named.rows[place].replaced
            found[place] = (hit and right, not muddled[group] and not (hit and not right))
    return [found[place] for place in range(len(named.rows))]


def report(name: str, expected: NDArray[np.int64], got: NDArray[np.int64]) -> str:
    """One line: accuracy over all and per label."""
    per_label = "  ".join(
        f"{label} {(got[expected == place] == place).mean():.3f}" for place, label in enumerate(LABELS)
    )
    return f"{name:28} {(got == expected).mean():.3f}   {per_label}"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m recollect.evals.judging")
    parser.add_argument("--pairs", type=Path, nargs="+", required=True)
    parser.add_argument("--check", type=Path, nargs="*", default=[])
    parser.add_argument("--updates", type=Path, nargs="+", required=True)
    parser.add_argument("--write", nargs="?", const="all", choices=("all", "named"))
    options = parser.parse_args(arguments)
    embedder = registry.embedder("static", {})
    say = sys.stdout.write

    files = [conflicts.load(path) for path in options.pairs]
    pairs = [pair for file in files for pair in file]
    found = pair_signals(pairs, embedder)
    names = sorted({name for row in found for name in row})
    signals, labels = matrix(found, names), _labels(pairs)
    got = guarded(found, folded(signals, labels))
    start = 0
    for path, file in zip(options.pairs, files, strict=True):
        part = slice(start, start + len(file))
        say(report(f"{path.name}, unseen folds", labels[part], got[part]) + "\n")
        start += len(file)
    say(precision(found, labels))
    weights = fit_softmax(signals, labels)
    for path in options.check:
        check = conflicts.load(path)
        seen = pair_signals(check, embedder)
        guessed = guarded(seen, (matrix(seen, names) @ weights).argmax(axis=1))
        say(report(f"{path.name}, never trained on", _labels(check), guessed) + "\n")

    collected = [updates.load(path) for path in options.updates]
    named = NamedRows([row for collection in collected for row in collection], embedder)
    named_names = sorted(named.new[0][0])
    unseen = iter(folded_updates(named, named_names))
    for path, collection in zip(options.updates, collected, strict=True):
        right, clean = np.mean([next(unseen) for _ in collection], axis=0)
        say(f"{path.name}, unseen collections   replaced {right:.3f}  others untouched {clean:.3f}\n")
    if options.write:
        everything = fit_logistic(*named.examples(range(len(named.rows)), named_names))
    if options.write == "named":
        kept = WEIGHTS_FILE.read_text(encoding="utf-8").partition('  "named"')[0]
        WEIGHTS_FILE.write_text(f"{kept}{_layer('named', named_names, everything)}\n}}\n", encoding="utf-8")
    elif options.write:
        # A stranger that a guard takes for the same slot may really be one ("lives in Bonn", "in Ulm"): left out.
        apart = matrix([row for row in pair_signals(strangers(pairs), embedder) if not sure(row)], names)
        related = fit_related(signals, labels, apart)
        content = _file(names, weights, {"related": (names, related), "named": (named_names, everything)})
        WEIGHTS_FILE.write_text(content, encoding="utf-8")


def _labels(pairs: Sequence[conflicts.Pair]) -> NDArray[np.int64]:
    return np.array([LABELS.index(pair.expect) for pair in pairs], dtype=np.int64)


def _file(names: Sequence[str], weights: Doubles, others: Mapping[str, tuple[Sequence[str], Doubles]]) -> str:
    """The weights as a file with one line per signal."""
    parts = [
        f'  "labels": {json.dumps(LABELS)},\n  "constant": {_rounded(weights[-1])}',
        '  "signals": {\n'
        + _lines([(name, _rounded(row)) for name, row in zip(names, weights, strict=False)])
        + "\n  }",
        *(_layer(layer, signals, row) for layer, (signals, row) in others.items()),
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _layer(name: str, signals: Sequence[str], row: Doubles) -> str:
    table = _lines(list(zip(signals, _rounded(row), strict=False)))
    return f'  "{name}": {{"constant": {_rounded(row)[-1]}, "signals": {{\n{table}\n  }}}}'


def _lines(table: Sequence[tuple[str, Any]]) -> str:
    return ",\n".join(f"    {json.dumps(name)}: {json.dumps(value)}" for name, value in table)


def _rounded(values: Doubles) -> list[float]:
    return [round(float(value), 3) for value in values]


if __name__ == "__main__":
    main()
