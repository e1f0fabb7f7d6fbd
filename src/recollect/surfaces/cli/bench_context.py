"""`recollect bench context`: is the evidence in what the model is told, and what does it cost to put together?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from recollect.errors import InvalidInput
from recollect.surfaces.cli import show
from recollect.surfaces.cli.session import Session

if TYPE_CHECKING:
    from recollect.evals.context import ContextReport


def context(
    session: Session,
    dataset: Annotated[
        str | None, typer.Argument(help="locomo, longmemeval, beam or realtalk.", show_default=False)
    ] = None,
    path: Annotated[
        Path | None, typer.Argument(help="File or folder in its published format.", show_default=False)
    ] = None,
    tokens: Annotated[str, typer.Option(help="Budgets, with commas between them.")] = "1000,2000,4000",
    speed: Annotated[
        int | None, typer.Option(help="Time it instead, with so many items in scope.", show_default=False)
    ] = None,
) -> None:
    """How often the evidence stands in the context, beside plain top-k packing; or how long a context takes."""
    if speed is not None:
        _speed(session, speed)
        return
    if dataset is None or path is None:
        raise InvalidInput("name a data set and its path, such as `recollect bench context locomo DATA`, or --speed N")
    from recollect.evals import context as bench  # cold start: see recollect.surfaces.cli.session
    from recollect.evals import recall

    try:
        budgets = tuple(int(size) for size in tokens.split(","))
    except ValueError as error:
        raise InvalidInput(f"--tokens takes numbers with commas between them, not {tokens!r}") from error
    loaded = recall.load(dataset, path)
    with session.counting("storing", loaded.messages) as report:
        made = bench.run(loaded, budgets, progress=lambda what, done, total: report(done, total, what))
    if session.as_json:
        session.answer(made.to_plain())
        return
    for part in _tables(made):
        session.console.print(part)


def _tables(made: ContextReport) -> Iterator[Table | Text]:
    yield Text.assemble(
        (made.dataset, "bold cyan"), f"  {made.questions:,} questions; tokens counted by {made.tokenizer}"
    )
    heads = ["tokens", "system", "evidence inside", "all of it", "any of it", "mean size", "ms"]
    table = show.table("Share of the evidence inside the context", heads)
    for budget in dict.fromkeys(share.tokens_max for share in made.shares):
        rows = [share for share in made.shares if share.tokens_max == budget]
        best = max(share.fraction for share in rows)
        for place, share in enumerate(rows):
            table.add_row(
                "" if place else f"{budget:,}",
                share.system,
                Text(f"{share.fraction:.3f}", "bold green" if share.fraction == best else ""),
                f"{share.all:.3f}",
                f"{share.any:.3f}",
                f"{share.tokens:,.0f}",
                f"{share.seconds * 1000:.1f}",
            )
    yield table


def _speed(session: Session, items: int) -> None:
    from recollect.evals import context_speed  # cold start: see recollect.surfaces.cli.session

    with session.counting("storing", items) as report:
        made = context_speed.measure(items, progress=report)
    if session.as_json:
        session.answer(made.to_plain())
        return
    table = show.table(f"{made.items:,} items in scope, {made.queries} questions", ["", "p50 ms", "p95 ms"])
    table.add_row("the searches in it", f"{made.search_p50_ms:.2f}", f"{made.search_p95_ms:.2f}")
    table.add_row("context, 4,000 tokens", f"{made.context_p50_ms:.2f}", f"{made.context_p95_ms:.2f}")
    table.add_row("ratio", f"{made.context_p50_ms / made.search_p50_ms:.2f}", f"{made.ratio_p95:.2f}")
    session.console.print(table)
