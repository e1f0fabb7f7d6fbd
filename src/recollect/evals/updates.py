"""About ten facts, then one that contradicts one of them: is that one replaced, and are the others left alone?

Reads the core memory update set of Letta (JSON lines; the facts under `agent_args.extra`). The question of a row is not
an input. What decides is a function: the facts and the new fact in, what happened to which fact out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from recollect.errors import InvalidInput
from recollect.evals.conflicts import label_of

ROWS_MAX: Final = 100_000
_TOUCHES: Final = frozenset(("supersede", "merge"))


@dataclass(frozen=True, kw_only=True)
class Update:
    """Known facts, a new one, and the places of those it replaces."""

    facts: tuple[str, ...]
    new: str
    replaced: frozenset[int]


@dataclass(frozen=True, kw_only=True)
class UpdateScore:
    """Shares of rows in which the right fact was superseded, and in which no other one was touched."""

    rows: int
    superseded_right: float
    untouched: float
    wrong: Sequence[Update]


def load(path: Path) -> list[Update]:
    """The rows of a file, in its order."""
    found: list[Update] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()[:ROWS_MAX], start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)["agent_args"]["extra"]
            facts, new, replaced = (row[name] for name in ("facts", "contradicting_fact", "supporting_fact_indices"))
        except (ValueError, KeyError, TypeError) as error:
            raise InvalidInput(
                f"{path}, line {number} is no row of updates: it needs `agent_args` with `extra`, and there `facts`, "
                "`contradicting_fact` and `supporting_fact_indices`"
            ) from error
        found.append(Update(facts=tuple(facts), new=new, replaced=frozenset(replaced)))
    return found


def score(updates: Iterable[Update], decide: Callable[[Update], Mapping[int, str]]) -> UpdateScore:
    """Run `decide` ("store the facts, then the new one: what became of which fact?") over the rows.

    `decide` gives the outcome (label or action) for every fact that was weighed or changed, also by another of the
    facts while they were stored; a superseded or merged fact that the row does not list counts as touched.
    """
    rows = right = clean = 0
    wrong: list[Update] = []
    for update in updates:
        outcome = {place: label_of(what) for place, what in decide(update).items()}
        hit = any(outcome.get(place) == "supersede" for place in update.replaced)
        untouched = not any(what in _TOUCHES and place not in update.replaced for place, what in outcome.items())
        rows += 1
        right += hit
        clean += untouched
        if not (hit and untouched):
            wrong.append(update)
    return UpdateScore(
        rows=rows,
        superseded_right=right / rows if rows else 0.0,
        untouched=clean / rows if rows else 0.0,
        wrong=wrong,
    )
