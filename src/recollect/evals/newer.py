"""How often the newer of two statements comes first: questions of a data set whose evidence is marked newer and older.

Every space of the data set becomes a user of one temporary store, and each question is asked as a user would, over all
layers, after everything that the messages teach was learned. Right: the best newer statement stands above the best
older one, or only it was found; wrong: the other way round. Questions for which neither was found are counted apart,
and those whose newer and older statement are the same message are left out: there is nothing to put in order.
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
class Score:
    """One run."""

    dataset: str
    questions: int
    right: int
    wrong: int
    neither: int
    left_out: int
    """Questions whose newer and older statement share a message."""
    newer_first: float
    """Share of right among the questions for which something was found; 0 when there are none."""
    outcomes: tuple[Ordered, ...]

    def to_plain(self) -> dict[str, Any]:
        return asdict(self)


def score(dataset: str, outcomes: Sequence[Ordered], *, left_out: int = 0) -> Score:
    """Counts the outcomes."""
    right, wrong, neither = (
        sum(asked.outcome == outcome for asked in outcomes) for outcome in ("right", "wrong", "neither")
    )
    return Score(
        dataset=dataset,
        questions=len(outcomes),
        right=right,
        wrong=wrong,
        neither=neither,
        left_out=left_out,
        newer_first=right / (right + wrong) if right + wrong else 0.0,
        outcomes=tuple(outcomes),
    )


def run(
    dataset: Dataset,
    *,
    k: int = K,
    progress: Progress = lambda what, done, total: None,
    **settings: Any,
) -> Score:
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
        memory.flush()
        outcomes: list[Ordered] = []
        for space, question in asked:
            outcomes.append(_ask(memory, space, question, k))
            progress("asking", len(outcomes), len(asked))
    return score(dataset.name, outcomes, left_out=len(marked) - len(asked))


def _ask(memory: Memory, space: Space, question: Question, k: int) -> Ordered:
    hits = memory.search(question.text, user=space.name, k=k, now=question.asked_at or space.ends_at, dry_run=True)
    found = [{str(record.metadata.get("id")) for record in (hit.record, *hit.sources)} for hit in hits]
    return Ordered(
        question=question.id,
        text=question.text,
        newer_rank=_rank(found, question.newer),
        older_rank=_rank(found, question.older),
    )


def _rank(found: Sequence[set[str]], wanted: frozenset[str]) -> int | None:
    """The rank of the first hit that is, or was drawn from, one of the wanted messages."""
    return next((rank for rank, ids in enumerate(found, 1) if ids & wanted), None)
