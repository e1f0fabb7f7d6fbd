"""`recollect bench graph`: how fast a walk is in a large graph."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from recollect.errors import InvalidInput
from recollect.surfaces.cli import show
from recollect.surfaces.cli.session import Session


def graph(
    session: Session,
    edges: Annotated[int, typer.Option(help="Relations in the graph.")] = 100_000,
    walks: Annotated[int, typer.Option(help="Walks that are timed, of each kind.")] = 24,
) -> None:
    """How fast a walk through the graph is, next to one recursive SQL query."""
    from recollect.evals import graph as bench  # cold start: see recollect.surfaces.cli.session

    if not 100 <= edges <= 10_000_000 or not 1 <= walks <= 1000:
        raise InvalidInput("--edges takes 100 to 10000000 and --walks 1 to 1000")
    with session.counting("filling", edges) as report:
        made = bench.run(edges, walks=walks, progress=report)
    if session.as_json:
        session.answer(made.to_plain())
        return
    session.console.print(
        Text.assemble(
            (f"{made.edges:,} relations", "bold cyan"),
            f" between {made.entities:,} entities, the largest has {made.largest:,}; taken in in {made.grow_s:.1f} s",
        )
    )
    heads = ["start", "depth", "entities", "relations", "cut", "p50 ms", "p95 ms", "SQL p50 ms", "SQL p95 ms"]
    table = show.table("Walks", heads)
    for one in made.walks:
        times = (one.p50_ms, one.p95_ms, one.sql_p50_ms, one.sql_p95_ms)
        found = (f"{one.entities:.0f}", f"{one.relations:.0f}", str(one.cut))
        table.add_row(one.start, str(one.depth), *found, *(f"{value:.1f}" for value in times))
    session.console.print(table)
