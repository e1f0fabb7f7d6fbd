"""Pairs of memories, the older known and the newer arriving: is the outcome the right one?

Reads labelled pairs (JSON lines: `old`, `new`, `kind`, `expect`, optional `id`, `lang`) and scores whatever decides,
given as a function: two texts in, the outcome out. Outcomes may be labels or the actions of `recollect.model.decision`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from recollect.errors import InvalidInput
from recollect.model.decision import ADDED, KEPT_BOTH, MERGED, REFUSED, REINFORCED, REPLACED

LABELS: Final = ("supersede", "duplicate", "merge", "keep_both")
PAIRS_MAX: Final = 100_000
_LABEL_OF: Final = {
    ADDED: "keep_both",
    KEPT_BOTH: "keep_both",
    "unrelated": "keep_both",
    REINFORCED: "duplicate",
    REFUSED: "duplicate",
    REPLACED: "supersede",
    MERGED: "merge",
} | {label: label for label in LABELS}


@dataclass(frozen=True, kw_only=True)
class Pair:
    """A known memory, a newer one, and what should happen."""

    id: str
    old: str
    new: str
    kind: str
    expect: str
    lang: str = "en"


@dataclass(frozen=True, kw_only=True)
class Miss:
    """A pair that came out wrong."""

    pair: Pair
    got: str


@dataclass(frozen=True, kw_only=True)
class Score:
    """Accuracy over all pairs and per label, and what was taken for what."""

    pairs: int
    accuracy: float
    per_label: Mapping[str, float]
    confusion: Mapping[tuple[str, str], int]
    """(expected, got) -> pairs."""
    misses: Sequence[Miss]


def load(path: Path) -> list[Pair]:
    """The pairs of a file, in its order."""
    found: list[Pair] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()[:PAIRS_MAX], start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            old, new, expect = (row[name] for name in ("old", "new", "expect"))
        except (ValueError, KeyError, TypeError) as error:
            raise InvalidInput(f"{path}, line {number} is no pair: it needs `old`, `new` and `expect`") from error
        if expect not in LABELS:
            raise InvalidInput(f"{path}, line {number}: `expect` must be one of {', '.join(LABELS)}")
        found.append(
            Pair(
                id=str(row.get("id", number)),
                old=old,
                new=new,
                kind=row.get("kind", "fact"),
                expect=expect,
                lang=row.get("lang", "en"),
            )
        )
    return found


def label_of(outcome: str) -> str:
    """The label an outcome counts as; an outcome that settles nothing (`clarify`, `review`) counts as itself."""
    return _LABEL_OF.get(outcome, outcome)


def score(pairs: Iterable[Pair], decide: Callable[[Pair], str]) -> Score:
    """Run `decide` ("store both: what happened to the newer one?") over the pairs."""
    confusion: Counter[tuple[str, str]] = Counter()
    misses: list[Miss] = []
    for pair in pairs:
        got = label_of(decide(pair))
        confusion[pair.expect, got] += 1
        if got != pair.expect:
            misses.append(Miss(pair=pair, got=got))
    total = sum(confusion.values())
    expected = Counter({label: sum(n for (e, _), n in confusion.items() if e == label) for label in LABELS})
    return Score(
        pairs=total,
        accuracy=sum(confusion[label, label] for label in LABELS) / total if total else 0.0,
        per_label={label: confusion[label, label] / n for label, n in expected.items() if n},
        confusion=dict(confusion),
        misses=misses,
    )
