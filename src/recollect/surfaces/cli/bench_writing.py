"""`recollect bench conflicts`, `extraction`, `updates`: is the right thing remembered, and the old one replaced?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from recollect.surfaces.cli import show
from recollect.surfaces.cli.session import Session

if TYPE_CHECKING:
    from recollect.evals.conflicts import Score as ConflictScore
    from recollect.evals.extraction import Report as Extraction
    from recollect.evals.newer import Score as NewerScore
    from recollect.evals.updates import UpdateScore

MissesOption = Annotated[bool, typer.Option("--misses", help="List the cases that came out otherwise.")]


def conflicts(
    session: Session,
    path: Annotated[Path, typer.Argument(help="JSON lines with old, new, kind and expect.")],
    misses: MissesOption = False,
) -> None:
    """How often two memories end as they should: superseded, duplicate, merged or both kept."""
    from recollect.evals import writing  # cold start: see recollect.surfaces.cli.session

    with session.counting("weighing") as report:
        made = writing.run_conflicts(path, report)
    if session.as_json:
        session.answer(_plain_conflicts(made))
        return
    for part in _conflict_tables(made):
        session.console.print(part)
    if misses:
        table = show.listing("Misses", ["id", "expected", "got", "old", "new"])
        for miss in made.misses:
            table.add_row(miss.pair.id, miss.pair.expect, miss.got, miss.pair.old, miss.pair.new)
        session.console.print(table)


def _plain_conflicts(made: ConflictScore) -> dict[str, Any]:
    return {
        "pairs": made.pairs,
        "accuracy": made.accuracy,
        "per_label": dict(made.per_label),
        "confusion": [
            {"expected": expected, "got": got, "n": count} for (expected, got), count in made.confusion.items()
        ],
        "misses": [{"id": miss.pair.id, "expected": miss.pair.expect, "got": miss.got} for miss in made.misses],
    }


def _conflict_tables(made: ConflictScore) -> Iterator[Table | Text]:
    """Accuracy per label; what was taken for what."""
    got = sorted({label for _, label in made.confusion})
    table = show.table(f"{made.pairs} pairs, accuracy {made.accuracy:.3f}", ["expected", "n", "accuracy", *got])
    for label, accuracy in made.per_label.items():
        row = [made.confusion.get((label, other), 0) for other in got]
        cells = [Text(str(count), "green" if other == label else "") for count, other in zip(row, got, strict=True)]
        table.add_row(label, str(sum(row)), f"{accuracy:.3f}", *cells)
    yield table


def updates(
    session: Session,
    path: Annotated[Path, typer.Argument(help="Letta's JSON lines, or a BEAM folder.")],
) -> None:
    """Is the right fact replaced and no other, and does a search show the new value above the old one?"""
    from recollect.evals import writing  # cold start: see recollect.surfaces.cli.session

    with session.counting("updating") as report:
        made = writing.run_newer(path, report) if path.is_dir() else writing.run_updates(path, report)
    plain = _plain_updates(made)
    if session.as_json:
        session.answer(plain)
        return
    table = show.table("Updates", ["", "value"])
    for name, value in plain.items():
        table.add_row(name.replace("_", " "), f"{value:.3f}" if isinstance(value, float) else str(value))
    session.console.print(table)


def _plain_updates(made: UpdateScore | NewerScore) -> dict[str, Any]:
    return {name: value for name, value in vars(made).items() if isinstance(value, int | float)}


def extraction(
    session: Session,
    path: Annotated[Path, typer.Argument(help="JSON lines with messages, expect and forbid.")],
    misses: MissesOption = False,
) -> None:
    """Which of the expected memories are stored, and what is stored that must not be."""
    from recollect.evals import writing  # cold start: see recollect.surfaces.cli.session

    with session.counting("learning") as report:
        made = writing.run_extraction(path, report)
    if session.as_json:
        session.answer(_plain_extraction(made))
        return
    for part in _extraction_tables(made):
        session.console.print(part)
    if misses:
        table = show.listing("Misses", ["turn", "expected"])
        for turn, content in made.misses:
            table.add_row(turn, content)
        session.console.print(table)


_SHARES = {
    "recall": "expected memories that were stored",
    "forbidden": "turns with something stored that must not be",
    "empty_stored": "empty turns that taught something",
    "kinds": "stored memories of the expected kind",
    "needless": "stored memories nobody asked for",
}


def _plain_extraction(made: Extraction) -> dict[str, Any]:
    shares = {name: getattr(made, name) for name in _SHARES}
    return {
        "turns": made.turns,
        **{name: {"value": share.value, "hits": share.hits, "of": share.total} for name, share in shares.items()},
        "recall_by_tag": {name: share.value for name, share in made.by_tag.items()},
        "recall_by_language": {name: share.value for name, share in made.by_lang.items()},
        "misses": [{"turn": turn, "expected": content} for turn, content in made.misses],
    }


def _extraction_tables(made: Extraction) -> Iterator[Table]:
    """The five shares, and recall by tag and language."""
    table = show.table(f"{made.turns} turns", ["", "n", "of", "share"])
    for name, words in _SHARES.items():
        share = getattr(made, name)
        table.add_row(words, str(share.hits), str(share.total), f"{share.value:.3f}")
    yield table
    for title, groups in (("Recall by tag", made.by_tag), ("Recall by language", made.by_lang)):
        table = show.table(title, ["", "n", "recall"])
        for name, share in sorted(groups.items()):
            table.add_row(name, str(share.total), f"{share.value:.3f}")
        yield table
