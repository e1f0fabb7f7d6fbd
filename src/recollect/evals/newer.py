"""How often the newer of two statements comes first: questions of a data set whose evidence is marked newer and older.

Every space of the data set becomes a user of one temporary store, and each question is asked as a user would, over all
layers. Right: the best newer statement stands above the best older one, or only it was found; wrong: the other way
round. Questions for which neither was found are counted apart, and those whose newer and older statement are the same
message are left out: there is nothing to put in order.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from recollect.evals.datasets import Dataset, Question, Space
from recollect.evals.recall import Progress, store
from recollect.memory import Memory

K = 10
"""Hits asked for."""


@dataclass(frozen=True, kw_only=True)
class Ordered:
    """One question's outcome; ranks count from 1, None: not among the hits."""

    question: str
    text: str
    newer_rank: int | None
    older_rank: int | None

    @property
    def outcome(self) -> str:
        """right, wrong or neither."""
        if self.newer_rank is None:
            return "neither" if self.older_rank is None else "wrong"
        return "right" if self.older_rank is None or self.newer_rank < self.older_rank else "wrong"


@dataclass(frozen=True, kw_only=True)
class NewerReport:
    """One run."""

    dataset: str
    questions: Sequence[Ordered]
    left_out: int
    """Questions whose newer and older statement share a message."""
    k: int = K

    def count(self, outcome: str) -> int:
        return sum(question.outcome == outcome for question in self.questions)

    @property
    def newer_first(self) -> float:
        """Share of right among the questions for which something was found; 0 when there are none."""
        found = len(self.questions) - self.count("neither")
        return self.count("right") / found if found else 0.0

    def to_plain(self) -> dict[str, Any]:
        counts = {outcome: self.count(outcome) for outcome in ("right", "wrong", "neither")}
        return {**asdict(self), **counts, "newer_first": self.newer_first}


def run(
    dataset: Dataset,
    *,
    k: int = K,
    progress: Progress = lambda what, done, total: None,
    **settings: Any,
) -> NewerReport:
    """Store the whole data set once, then ask every question that has a newer and an older statement."""
    marked = [
        (space, question)
        for space in dataset.spaces
        for question in space.questions
        if question.newer and question.older
    ]
    asked = [(space, question) for space, question in marked if not question.newer & question.older]
    with (
        tempfile.TemporaryDirectory(prefix="recollect-newer-") as folder,
        Memory(Path(folder) / "bench.db", synchronous="normal", **settings) as memory,
    ):
        store(memory, dataset, progress)
        outcomes: list[Ordered] = []
        for space, question in asked:
            outcomes.append(_ask(memory, space, question, k))
            progress("asking", len(outcomes), len(asked))
    return NewerReport(dataset=dataset.name, questions=outcomes, left_out=len(marked) - len(asked), k=k)


def _ask(memory: Memory, space: Space, question: Question, k: int) -> Ordered:
    hits = memory.search(question.text, user=space.name, k=k, now=question.asked_at or space.ends_at, dry_run=True)
    ids = [str(hit.metadata.get("id")) for hit in hits]
    return Ordered(
        question=question.id,
        text=question.text,
        newer_rank=_rank(ids, question.newer),
        older_rank=_rank(ids, question.older),
    )


def _rank(ids: Sequence[str], wanted: frozenset[str]) -> int | None:
    return next((rank for rank, found in enumerate(ids, 1) if found in wanted), None)
