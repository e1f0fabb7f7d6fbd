"""How often the evidence stands in the context: a data set stored as in use, every question asked at several budgets.

A turn counts as inside when its whole text is. Beside ours, plain top-k packing of the same engine's hits: in rank
order, everything that still fits; once as bare texts, once with the date and speaker that our context gives as well.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any

from recollect import registry
from recollect.contracts.tokenizer import Tokenizer
from recollect.evals import recall
from recollect.evals.datasets import Dataset, Message, Question, Space
from recollect.memory import Memory
from recollect.model.query import Hit

BUDGETS = (1000, 2000, 4000)
SYSTEMS = ("recollect", "top-k dated", "top-k texts")
HITS = 200


@dataclass(frozen=True, kw_only=True)
class Share:
    """One system at one budget."""

    system: str
    tokens_max: int
    fraction: float
    """Of a question's evidence turns, how many are inside; mean over questions."""
    all: float
    """Questions all of whose evidence is inside."""
    any: float
    tokens: float
    """Mean size."""
    seconds: float
    """Mean time of one question."""


@dataclass(frozen=True, kw_only=True)
class ContextReport:
    """One run."""

    dataset: str
    questions: int
    tokenizer: str
    shares: Sequence[Share] = field(default_factory=tuple)

    def to_plain(self) -> dict[str, Any]:
        return asdict(self)


def run(
    dataset: Dataset,
    budgets: Sequence[int] = BUDGETS,
    *,
    progress: recall.Progress = lambda what, done, total: None,
    **settings: Any,
) -> ContextReport:
    """Store the data set, let everything be learned, then ask every question that has evidence."""
    tokenizer = registry.tokenizer("bundled")
    asked = [
        (space, question)
        for space in dataset.spaces
        for question in space.questions
        if question.turns and question.category not in dataset.apart
    ]
    shares = []
    with (
        tempfile.TemporaryDirectory(prefix="recollect-context-") as folder,
        Memory(Path(folder) / "bench.db", synchronous="normal", **settings) as memory,
    ):
        recall.store(memory, dataset, progress)
        memory.sync()  # what is learned, summaries and profiles lie beside the turns, as in use
        texts = {(space.name, message.id): _flat(message) for space in dataset.spaces for message in space.messages}
        for budget in budgets:
            for system in SYSTEMS:
                ask = _asking(memory, system, budget, tokenizer)
                shares.append(_measure(system, budget, asked, ask, texts, tokenizer, progress))
    return ContextReport(dataset=dataset.name, questions=len(asked), tokenizer=tokenizer.name, shares=tuple(shares))


Ask = Callable[[Space, Question], str]


def _asking(memory: Memory, system: str, budget: int, tokenizer: Tokenizer) -> Ask:
    def context(space: Space, question: Question) -> str:
        now = question.asked_at or space.ends_at
        return memory.context(question.text, user=space.name, tokens_max=budget, now=now).text

    def top_k(space: Space, question: Question) -> str:
        now = question.asked_at or space.ends_at
        hits = memory.search(question.text, user=space.name, layers=["turn"], k=HITS, now=now, dry_run=True)
        return packed(hits, budget, tokenizer, dated=system == "top-k dated")

    return context if system == "recollect" else top_k


def packed(hits: Sequence[Hit], budget: int, tokenizer: Tokenizer, *, dated: bool) -> str:
    """Plain top-k packing: best first, all that fits."""
    chosen, left = [], budget
    for hit in hits:
        text = " ".join(hit.content.split())
        if dated:
            said = hit.record.occurred_at or hit.record.created_at
            text = f"{said.day} {said:%B %Y}, {hit.speaker or hit.record.role}: {text}"
        tokens = tokenizer.count(f"x\n{text}") - tokenizer.count("x")
        if tokens <= left:
            chosen.append(text)
            left -= tokens
    return "\n".join(chosen)


def _measure(
    system: str,
    budget: int,
    asked: Sequence[tuple[Space, Question]],
    ask: Ask,
    texts: dict[tuple[str, str], str],
    tokenizer: Tokenizer,
    progress: recall.Progress,
) -> Share:
    inside: list[float] = []
    tokens: list[int] = []
    begun, counting = time.perf_counter(), 0.0
    for done, (space, question) in enumerate(asked, 1):
        text = ask(space, question)
        stopped = time.perf_counter()
        found = [texts[space.name, turn] in text for turn in question.turns]
        inside.append(sum(found) / len(found))
        tokens.append(tokenizer.count(text))
        progress(f"{system}, {budget} tokens", done, len(asked))
        counting += time.perf_counter() - stopped
    return Share(
        system=system,
        tokens_max=budget,
        fraction=fmean(inside),
        all=fmean(share == 1.0 for share in inside),
        any=fmean(share > 0.0 for share in inside),
        tokens=fmean(tokens),
        seconds=(time.perf_counter() - begun - counting) / max(1, len(asked)),
    )


def _flat(message: Message) -> str:
    return " ".join(message.content.split())
