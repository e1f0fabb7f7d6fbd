"""How much of the evidence is found: a data set stored and asked through the public `Memory`, as a user would.

Every space of the data set becomes a user of one temporary store. Each question is asked once per system, over turns
only, at the question's own time; the baselines are presets of the same engine on the same stored data.
"""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from recollect.errors import InvalidInput, UnknownName
from recollect.evals import datasets
from recollect.evals.datasets import BadDataset, Dataset, Question, Space
from recollect.evals.metrics import CUTS, Outcome, Summary, by_category, judge, summarise
from recollect.memory import Memory

SYSTEMS: Mapping[str, Mapping[str, Any]] = {
    "recollect": {"preset": "recollect"},
    "bm25": {"preset": "weighted", "channels": "keyword"},
    "vector": {"preset": "weighted", "channels": "vector"},
    "rrf": {"preset": "rrf"},
    "weighted": {"preset": "weighted"},
}
"""System -> how `search` is called. All but the first are baselines."""
K = 200
"""Hits asked for. More than the largest cut, because a session's rank needs turns of twenty different sessions."""

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, kw_only=True)
class SystemResult:
    """One system on one data set."""

    system: str
    total: Summary
    categories: Mapping[str, Summary]
    answerable: Summary | None
    """Without the categories the data set sets apart, where it does."""
    search_s: float
    """All searches together."""
    search_p50_s: float
    apart: tuple[str, ...] = ()
    """The categories that `answerable` leaves out."""


@dataclass(frozen=True, kw_only=True)
class RecallReport:
    """One run."""

    dataset: str
    spaces: int
    messages: int
    questions: int
    add_s: float
    embedder: str | None
    systems: Sequence[SystemResult] = field(default_factory=tuple)

    def to_plain(self) -> dict[str, Any]:
        return asdict(self)


def load(name: str, path: Path) -> Dataset:
    """The data set at a path, with errors a person can act on."""
    if name not in datasets.LOADERS:
        raise UnknownName(f"unknown data set {name!r}; there are {', '.join(datasets.LOADERS)}")
    if not path.exists():
        raise InvalidInput(f"{path} does not exist; give the file or folder of {name} in its published format")
    try:
        return datasets.load(name, path)
    except (BadDataset, json.JSONDecodeError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path} cannot be read as {name}: {error}") from error
    except (KeyError, TypeError, AttributeError) as error:
        raise InvalidInput(f"{path} does not have the published format of {name} ({error!r})") from error


def run(
    dataset: Dataset,
    systems: Sequence[str] = ("recollect",),
    *,
    progress: Progress = lambda what, done, total: None,
    **settings: Any,
) -> RecallReport:
    """Store the whole data set once, then ask every question of every system."""
    for system in systems:
        if system not in SYSTEMS:
            raise UnknownName(f"unknown system {system!r}; there are {', '.join(SYSTEMS)}")
    with (
        tempfile.TemporaryDirectory(prefix="recollect-recall-") as folder,
        Memory(Path(folder) / "bench.db", synchronous="normal", **settings) as memory,
    ):
        add_s = store(memory, dataset, progress)
        memory.flush()  # what is learned from the turns lies beside them, as in use
        results = [_measure(memory, dataset, system, progress) for system in dict.fromkeys(systems)]
        embedder = memory.status().embedder
    return RecallReport(
        dataset=dataset.name,
        spaces=len(dataset.spaces),
        messages=dataset.messages,
        questions=dataset.questions,
        add_s=add_s,
        embedder=embedder,
        systems=tuple(results),
    )


def store(memory: Memory, dataset: Dataset, progress: Progress) -> float:
    """Add every conversation; returns the seconds it took."""
    begun, done = time.perf_counter(), 0
    for space in dataset.spaces:
        for session, group in groupby(space.messages, key=lambda message: message.session):
            messages = [
                {
                    "role": message.role,
                    "name": message.name,
                    "content": message.content,
                    "occurred_at": message.occurred_at,
                    "metadata": {"id": message.id},
                }
                for message in group
                if message.content.strip()
            ]
            if messages:
                memory.add(messages, user=space.name, session=session)
            done += len(messages)
            progress("storing", done, dataset.messages)
    return time.perf_counter() - begun


def _measure(memory: Memory, dataset: Dataset, system: str, progress: Progress) -> SystemResult:
    outcomes: list[Outcome] = []
    times: list[float] = []
    for space in dataset.spaces:
        for question in space.questions:
            begun = time.perf_counter()
            turns, sessions = _ask(memory, space, question, SYSTEMS[system])
            times.append(time.perf_counter() - begun)
            outcomes.append(
                judge(
                    category=question.category,
                    turns=turns,
                    sessions=sessions,
                    wanted_turns=question.turns,
                    wanted_sessions=question.sessions,
                )
            )
            progress(f"asking {system}", len(outcomes), dataset.questions)
    answerable = [outcome for outcome in outcomes if outcome.category not in dataset.apart]
    return SystemResult(
        system=system,
        total=summarise(outcomes),
        categories=by_category(outcomes),
        answerable=summarise(answerable) if len(answerable) < len(outcomes) else None,
        search_s=sum(times),
        search_p50_s=statistics.median(times) if times else 0.0,
        apart=tuple(sorted(dataset.apart)),
    )


def _ask(memory: Memory, space: Space, question: Question, options: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Ids of the turns that were found, best first, and their sessions."""
    hits = memory.search(
        question.text,
        user=space.name,
        layers=["turn"],
        k=K,
        now=question.asked_at or space.ends_at,
        dry_run=True,
        **options,
    )
    return [str(hit.metadata["id"]) for hit in hits], [hit.session or "" for hit in hits]


def plot(report: RecallReport, path: Path) -> None:
    """Share of the evidence among the first k, turns left and sessions right, one line a system."""
    import matplotlib  # an extra: recollect[plots]

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 2, figsize=(11, 4.2), sharey=True)
    for axis, level in zip(axes, ("turn", "session"), strict=True):
        for place, result in enumerate(report.systems):
            style = {"linewidth": 2.5, "color": "black"} if place == 0 else {}
            values = [result.total.values.get(f"{level}_fraction@{cut}", 0.0) for cut in CUTS]
            axis.plot(range(len(CUTS)), values, marker="o", label=result.system, **style)
        axis.set_xticks(range(len(CUTS)), [str(cut) for cut in CUTS])
        axis.set(xlabel="k", title=f"{report.dataset}: {level}s found among the first k", ylim=(0, 1))
        axis.grid(alpha=0.3)
    axes[0].legend()
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=120)
    pyplot.close(figure)
