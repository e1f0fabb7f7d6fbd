"""Learns the ranking weights: `python -m recollect.evals.learn DATA_DIR`.

DATA_DIR holds the data sets in their published formats, one folder each (`locomo`, `realtalk`, `beam`, `longmemeval`).
Printed are the results with each data set left out in turn, so that no weight ever saw the set it is tested on, and
with `--ablate` what each signal adds. The weights trained on all sets are written to `weights.json`. Deterministic;
numpy only; a minute or two without `--ablate`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from recollect import registry
from recollect.evals import datasets, fitting
from recollect.evals.bench_space import BenchSpace, build
from recollect.evals.metrics import Outcome, judge, summarise
from recollect.read.field import Plot
from recollect.read.plan import query_vector, understand
from recollect.read.signals import NAMES, measure
from recollect.rules.text import ANALYSER_VERSION

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from recollect.contracts.embedder import Embedder
    from recollect.evals.datasets import Dataset, Question, Space

L2: Final = 0.015
"""Chosen by the left-out results; 0.007 and 0.03 differ by a tenth of a point."""
HEADLINES: Final = {
    # data set: metric, over the categories that are not set apart
    "locomo": ("turn_fraction@10", "turn_fraction@5"),
    "realtalk": ("turn_fraction@10", "turn_fraction@5"),
    "beam": ("turn_fraction@10", "turn_fraction@5"),
    "longmemeval": ("session_fraction@10", "turn_fraction@10"),
}
WHOLE: Final = {"locomo": ("session_any@5", "session_all@5")}
"""Metrics over all categories."""
MEANING: Final = frozenset(("covered_softly", "meaning_rank", "meaning_rank_me", "either", "session_meaning"))
"""Signals that say nothing without vectors."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Listed:
    """One question with the signals of its candidates."""

    question: Question
    matrix: NDArray[np.float32]
    """(candidates, signals)."""
    ids: tuple[str, ...]
    sessions: tuple[str, ...]
    relevant: NDArray[np.bool_]
    taught: bool
    """Whether it is learned from: adversarial questions name the wrong person on purpose and are only tested."""


Collected = Mapping[str, Sequence[Listed]]


def collect(dataset: Dataset, embedder: Embedder | None) -> list[Listed]:
    """Signals of the candidates of every question."""
    listed: list[Listed] = []
    for space in dataset.spaces:
        held = build(space, embedder)
        for question in space.questions:
            listed.append(_list(dataset, space, held, question, embedder))
    return listed


def _list(dataset: Dataset, space: Space, held: BenchSpace, question: Question, embedder: Embedder | None) -> Listed:
    columns = held.columns
    asked = understand(question.text, now=question.asked_at or space.ends_at, speakers=columns.speakers)
    vectors = embedder.embed(asked.texts) if embedder is not None else None
    plot = Plot(
        columns=columns,
        allowed=np.ones(len(columns), dtype=np.bool_),
        conditions=[],
        postings=held.postings(asked.terms),
        cosine=None if vectors is None else columns.vectors @ query_vector(vectors),
        offset=0,
    )
    found = measure([plot], asked, word_vectors=None if vectors is None else vectors[2:])
    ids = tuple(held.ids[row] for row in found.places.tolist())
    return Listed(
        question=question,
        matrix=np.ascontiguousarray(found.matrix.T),
        ids=ids,
        sessions=tuple(columns.sessions[columns.session[row]] for row in found.places.tolist()),
        relevant=np.array([identity in question.turns for identity in ids], dtype=np.bool_),
        taught=question.category not in dataset.apart or dataset.name == "beam",
    )


def train(collected: Collected, names: Sequence[str], *, signals: Sequence[str], l2: float = L2) -> dict[str, float]:
    """Weights from the sets in `names`, each set counting the same."""
    columns = [NAMES.index(signal) for signal in signals]
    matrices, relevant, worth = [], [], []
    for name in names:
        usable = [entry for entry in collected[name] if entry.taught and entry.relevant.any()]
        matrices += [entry.matrix[:, columns] for entry in usable]
        relevant += [entry.relevant for entry in usable]
        worth += [1.0 / len(usable)] * len(usable)
    learned = fitting.learn(fitting.pack(matrices, relevant, worth), l2=l2)
    return dict(zip(signals, learned.tolist(), strict=True))


def test(dataset: Dataset, listed: Sequence[Listed], weights: Mapping[str, float]) -> dict[str, float]:
    """The metrics of one set under these weights; headline figures leave the set-apart categories out."""
    vector = np.array([weights.get(name, 0.0) for name in NAMES])
    outcomes: list[Outcome] = []
    for entry in listed:
        order = np.argsort(-(entry.matrix @ vector), kind="stable").tolist()
        outcomes.append(
            judge(
                category=entry.question.category,
                turns=[entry.ids[place] for place in order],
                sessions=[entry.sessions[place] for place in order],
                wanted_turns=entry.question.turns,
                wanted_sessions=entry.question.sessions,
            )
        )
    core = summarise([outcome for outcome in outcomes if outcome.category not in dataset.apart])
    whole = summarise(outcomes)
    values = {name: core.values[name] for name in HEADLINES[dataset.name]}
    values |= {f"{name} (all)": whole.values[name] for name in WHOLE.get(dataset.name, ())}
    return values


def left_out(
    sets: Mapping[str, Dataset], collected: Collected, *, signals: Sequence[str]
) -> dict[str, dict[str, float]]:
    """For each set, its metrics under weights learned from the others."""
    return {
        name: test(
            sets[name],
            collected[name],
            train(collected, [other for other in sets if other != name], signals=signals),
        )
        for name in sets
    }


def entry(collected: Collected, *, signals: Sequence[str]) -> dict[str, Any]:
    """One set of weights as it goes into the file: learned from everything, with its calibration."""
    weights = train(collected, list(collected), signals=signals)
    columns = [NAMES.index(signal) for signal in signals]
    vector = np.array([weights[signal] for signal in signals])
    means = np.mean(
        [np.concatenate([item.matrix for item in listed])[:, columns].mean(axis=0) for listed in collected.values()],
        axis=0,
    )
    linear, relevant, worth = [], [], []
    for listed in collected.values():
        taught = [item for item in listed if item.taught]
        linear += [(item.matrix[:, columns] - means) @ vector for item in taught]
        relevant += [item.relevant for item in taught]
        worth += [np.full(len(item.ids), 1.0 / len(taught)) for item in taught]
    slope, offset = fitting.calibrate(np.concatenate(linear), np.concatenate(relevant), np.concatenate(worth))
    return {
        "weights": {signal: round(weights[signal], 4) for signal in signals},
        "means": {signal: round(float(mean), 4) for signal, mean in zip(signals, means, strict=True)},
        "calibration": {"slope": round(slope, 4), "offset": round(offset, 4)},
    }


def score(results: Mapping[str, Mapping[str, float]]) -> float:
    """One number for a table row: the mean of every figure."""
    return float(np.mean([value for row in results.values() for value in row.values()]))


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def show(title: str, results: Mapping[str, Mapping[str, float]]) -> None:
    _say(f"\n{title}")
    for name, row in results.items():
        _say(f"  {name:12s} " + "  ".join(f"{metric} {100 * value:.1f}" for metric, value in row.items()))
    _say(f"  {'mean':12s} {100 * score(results):.2f}")


def ablate(sets: Mapping[str, Dataset], collected: Collected, signals: Sequence[str]) -> None:
    """What is lost when a signal is left out and the rest is learned again, data set by data set left out."""
    whole = left_out(sets, collected, signals=signals)
    heads = " | ".join(f"{name} {HEADLINES[name][0]}" for name in sets)
    _say(f"\n| signal left out | {heads} | mean of all figures |")
    _say("|---|" + "---|" * (len(sets) + 1))
    for signal in signals:
        without = left_out(sets, collected, signals=[other for other in signals if other != signal])
        changes = [without[name][HEADLINES[name][0]] - whole[name][HEADLINES[name][0]] for name in sets]
        cells = " | ".join(f"{100 * change:+.1f}" for change in changes)
        _say(f"| {signal} | {cells} | {100 * (score(without) - score(whole)):+.2f} |")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m recollect.evals.learn", description=__doc__)
    parser.add_argument("data", type=Path, help="folder with locomo, realtalk, beam, longmemeval")
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "read" / "weights.json")
    parser.add_argument("--ablate", action="store_true", help="also print what each signal adds (takes minutes)")
    parser.add_argument("--dry-run", action="store_true", help="print the tables, write nothing")
    options = parser.parse_args(arguments)
    sets = {name: datasets.load(name, options.data / name) for name in HEADLINES}
    embedder = registry.embedder("static", {})
    with_vectors = {name: collect(dataset, embedder) for name, dataset in sets.items()}
    words_only = {name: collect(dataset, None) for name, dataset in sets.items()}
    plain = [name for name in NAMES if name not in MEANING]
    show("each set left out in turn, with vectors", left_out(sets, with_vectors, signals=NAMES))
    show("each set left out in turn, words alone", left_out(sets, words_only, signals=plain))
    if options.ablate:
        ablate(sets, with_vectors, NAMES)
    trained = {"with_vectors": entry(with_vectors, signals=NAMES), "words_only": entry(words_only, signals=plain)}
    seen = trained["with_vectors"]["weights"]
    show("trained on all", {name: test(sets[name], with_vectors[name], seen) for name in sets})
    if not options.dry_run:
        about = {
            "about": "Weights of recollect.read.learned, written by python -m recollect.evals.learn",
            "analyser": ANALYSER_VERSION,
            "embedder": embedder.signature,
            "learned_from": {name: dataset.questions for name, dataset in sets.items()},
            "l2": L2,
        }
        options.out.write_text(json.dumps(about | trained, indent=1) + "\n", encoding="utf-8")
        _say(f"\nwritten: {options.out.name}")


if __name__ == "__main__":
    main()
