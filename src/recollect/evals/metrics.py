"""What is counted: recall at k of turns and sessions (any, all, fraction) and nDCG@10.

`any` asks whether at least one piece of evidence is among the first k, `all` whether all are, `fraction` which share.
They are not interchangeable, so all three are reported. A session's rank is that of its best turn.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence, Set

CUTS: Final = (1, 3, 5, 10, 20)


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """One question's result."""

    category: str
    values: dict[str, float]
    """Metric name ("turn_fraction@10", "session_any@5", "turn_ndcg@10") to value."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Summary:
    """Means over questions."""

    n: int
    values: dict[str, float]


def sessions_in_order(sessions: Iterable[str]) -> list[str]:
    """Each session once, in order of first appearance."""
    return list(dict.fromkeys(sessions))


def judge(
    *,
    category: str,
    turns: Sequence[str],
    sessions: Sequence[str],
    wanted_turns: Set[str],
    wanted_sessions: Set[str],
) -> Outcome:
    """Compares ranked turn ids and the sessions they are in (same order) with the evidence."""
    values: dict[str, float] = {}
    for name, ranked, wanted in (
        ("turn", list(turns), wanted_turns),
        ("session", sessions_in_order(sessions), wanted_sessions),
    ):
        if not wanted:
            continue
        for cut in CUTS:
            hits = len(wanted & set(ranked[:cut]))
            values[f"{name}_any@{cut}"] = float(hits > 0)
            values[f"{name}_all@{cut}"] = float(hits == len(wanted))
            values[f"{name}_fraction@{cut}"] = hits / len(wanted)
        values[f"{name}_ndcg@10"] = ndcg(ranked, wanted, 10)
    return Outcome(category=category, values=values)


def ndcg(ranked: Sequence[str], wanted: Set[str], cut: int) -> float:
    """Binary nDCG. Worked: one wanted item at rank 3 of 10 gives 1/log2(4) = 0.5."""
    gain = sum(1 / math.log2(rank + 2) for rank, found in enumerate(ranked[:cut]) if found in wanted)
    best = sum(1 / math.log2(rank + 2) for rank in range(min(len(wanted), cut)))
    return gain / best if best else 0.0


def summarise(outcomes: Sequence[Outcome]) -> Summary:
    """Mean of every metric over the questions that have it."""
    sums: dict[str, float] = defaultdict(float)
    counts: dict[str, int] = defaultdict(int)
    for outcome in outcomes:
        for name, value in outcome.values.items():
            sums[name] += value
            counts[name] += 1
    return Summary(n=len(outcomes), values={name: sums[name] / counts[name] for name in sums})


def by_category(outcomes: Sequence[Outcome]) -> dict[str, Summary]:
    """One summary per category, in order of first appearance."""
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        groups[outcome.category].append(outcome)
    return {category: summarise(group) for category, group in groups.items()}
