"""What putting a context together costs, beside the search it contains, with many items in scope."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from recollect.evals.speed.texts import Writer
from recollect.memory import Memory

USER = "u"
TURNS_A_SESSION = 50
MEMORIES_SHARE = 10
"""One memory for so many turns."""
TOKENS_MAX = 4000
WARM_UP = 100
"""Questions before it counts: columns are loaded, and words have been met."""
SEARCHES = ((160, ("turn",)), (80, ("memory", "document")))
"""What a context of that size asks for: hits and layers."""


@dataclass(frozen=True, kw_only=True)
class ContextSpeed:
    """Milliseconds of one question."""

    items: int
    queries: int
    search_p50_ms: float
    search_p95_ms: float
    context_p50_ms: float
    context_p95_ms: float

    @property
    def ratio_p95(self) -> float:
        return self.context_p95_ms / self.search_p95_ms

    def to_plain(self) -> dict[str, Any]:
        return {**asdict(self), "ratio_p95": self.ratio_p95}


def measure(
    items: int, *, queries: int = 100, seed: int = 7, progress: Callable[[int, int], None] = lambda done, total: None
) -> ContextSpeed:
    """A space of turns and memories; each question is searched and made a context of, in turns."""
    with (
        tempfile.TemporaryDirectory(prefix="recollect-context-") as folder,
        Memory(Path(folder) / "speed.db", synchronous="normal", extraction="off", worker="off") as memory,
    ):
        writer = Writer(seed)
        _fill(memory, writer.texts(items), progress)
        asked = writer.questions(queries + WARM_UP)
        for question in asked[:WARM_UP]:
            memory.context(question, user=USER, tokens_max=TOKENS_MAX)
        searches, contexts = [], []
        for question in asked[WARM_UP:]:
            searches.append(_timed(lambda: _searched(memory, question)))  # noqa: B023
            contexts.append(_timed(lambda: memory.context(question, user=USER, tokens_max=TOKENS_MAX)))  # noqa: B023
    return ContextSpeed(
        items=items,
        queries=queries,
        search_p50_ms=statistics.median(searches),
        search_p95_ms=_p95(searches),
        context_p50_ms=statistics.median(contexts),
        context_p95_ms=_p95(contexts),
    )


def _searched(memory: Memory, question: str) -> None:
    for k, layers in SEARCHES:
        memory.search(question, user=USER, k=k, layers=layers, dry_run=True)


def _fill(memory: Memory, written: Sequence[str], progress: Callable[[int, int], None]) -> None:
    items = len(written)
    turns = written[: items - items // MEMORIES_SHARE]
    for start in range(0, len(turns), TURNS_A_SESSION):
        said = turns[start : start + TURNS_A_SESSION]
        messages = [{"role": ("user", "assistant")[at % 2], "content": text} for at, text in enumerate(said)]
        memory.add(messages, user=USER, session=f"s{start}")
        progress(start + len(said), items)
    memory.add_many(written[len(turns) :], user=USER)
    progress(items, items)


def _timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000


def _p95(times: Sequence[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]
