"""`recollect bench`: how much is found, and how fast."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from recollect import config
from recollect.errors import InvalidInput, MissingExtra
from recollect.model.paths import require_spare
from recollect.surfaces.cli import bench_context, bench_graph, bench_writing, show
from recollect.surfaces.cli.session import Session, command

if TYPE_CHECKING:
    from recollect.evals.metrics import Summary
    from recollect.evals.recall import RecallReport, SystemResult

CUTS = (1, 3, 5, 10, 20)
SIDE_BY_SIDE = (
    "turn_fraction@5",
    "turn_fraction@10",
    "turn_ndcg@10",
    "session_any@5",
    "session_all@5",
    "session_fraction@10",
)


def recall(
    session: Session,
    dataset: Annotated[str, typer.Argument(help="locomo, longmemeval, beam or realtalk.")],
    path: Annotated[
        Path | None,
        typer.Argument(
            help="File or folder in its published format; else that folder of `bench_data`.", show_default=False
        ),
    ] = None,
    system: Annotated[
        list[str] | None,
        typer.Option(
            "--system",
            help="recollect (default), bm25, vector, rrf, weighted, or all; may be given again.",
            show_default=False,
        ),
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Write a plot to this file.", show_default=False)] = None,
    brief: Annotated[bool, typer.Option("--brief", help="Only the last table.")] = False,
) -> None:
    """How much of the evidence a search finds, on a public data set."""
    from recollect.evals import recall as bench  # cold start: see recollect.surfaces.cli.session

    _require_plot(session, plot)
    systems = tuple(system or ("recollect",))
    if "all" in systems:
        systems = tuple(bench.SYSTEMS)
    loaded = bench.load(dataset, path or _default_path(dataset))
    with session.counting("storing", loaded.messages) as report:
        made = bench.run(loaded, systems, progress=lambda what, done, total: report(done, total, what))
    if plot is not None:
        bench.plot(made, plot)
    if session.as_json:
        session.answer(made.to_plain())
        return
    for part in recall_tables(made, brief=brief):
        session.console.print(part)
    if plot is not None:
        show.done(session.console, f"plot in {plot}")


def _require_plot(session: Session, plot: Path | None) -> None:
    """Refuse what cannot be drawn before minutes of work, not after."""
    if plot is None:
        return
    require_spare(plot, session.store_file)
    if find_spec("matplotlib") is None:
        raise MissingExtra("plots need matplotlib: pip install 'recollect[plots]'")


def _default_path(dataset: str) -> Path:
    from recollect.memory import default_config_file  # cold start: see recollect.surfaces.cli.session

    folder = config.load(file=default_config_file()).bench_data
    if folder is None:
        raise InvalidInput(f"where is {dataset}? Give its path, or set RECOLLECT_BENCH_DATA to the folder above it.")
    return Path(folder).expanduser() / dataset


def recall_tables(report: RecallReport, *, brief: bool = False) -> Iterator[Table | Text]:
    """All numbers of a run."""
    yield Text.assemble(
        (report.dataset, "bold cyan"),
        f"  {report.spaces} spaces, {report.messages:,} turns, {report.questions:,} questions; ",
        f"stored in {report.add_s:.1f} s; ",
        (f"embedder {report.embedder or 'none'}", "dim"),
    )
    if len(report.systems) == 1 and not brief:
        yield _by_category(report.systems[0], "turn")
        yield _by_category(report.systems[0], "session")
    if len(report.systems) > 1 and not brief:
        yield _categories_side_by_side(report, "turn_fraction@10")
    yield _side_by_side(report)


def _by_category(result: SystemResult, level: str) -> Table:
    """Any, all and fraction at every cut, for every category."""
    heads = ["category", "n", "", *(f"@{cut}" for cut in CUTS), "nDCG@10"]
    table = show.table(f"{result.system}: {level}s", heads)
    groups: list[tuple[str, Summary]] = [*result.categories.items(), ("all", result.total)]
    if result.answerable:
        groups.insert(-1, (f"all but {', '.join(result.apart)}", result.answerable))
    for name, summary in groups:
        style = "bold" if name.startswith("all") else ""
        for place, kind in enumerate(("any", "all", "fraction")):
            values = [_number(summary, f"{level}_{kind}@{cut}") for cut in CUTS]
            last = _number(summary, f"{level}_ndcg@10") if place == 2 else ""
            lead = (Text(name, style), Text(str(summary.n), style)) if place == 0 else ("", "")
            table.add_row(*lead, Text(kind, "dim"), *(Text(value, style) for value in (*values, last)))
    return table


def _side_by_side(report: RecallReport) -> Table:
    heads = [
        "system",
        *(name.replace("_", "\n").replace("@", "\n@") for name in SIDE_BY_SIDE),
        "ms a\nsearch",
        "seconds",
    ]
    table = show.table("Side by side, all questions", heads)
    best = {
        name: max((result.total.values.get(name, 0.0) for result in report.systems), default=0.0)
        for name in SIDE_BY_SIDE
    }
    for result in report.systems:
        cells = []
        for name in SIDE_BY_SIDE:
            winner = len(report.systems) > 1 and result.total.values.get(name) == best[name]
            cells.append(Text(_number(result.total, name), "bold green" if winner else ""))
        times = (f"{result.search_p50_s * 1000:.1f}", f"{result.search_s:.1f}")
        table.add_row(Text(result.system, "bold"), *cells, *times)
    return table


def _categories_side_by_side(report: RecallReport, measure: str) -> Table:
    """One measure: categories down, systems across."""
    title = f"{measure.replace('_', ' ')} by category"
    table = show.table(title, ["category", "n", *(result.system for result in report.systems)])
    for name, summary in report.systems[0].categories.items():
        values = [_number(result.categories[name], measure) for result in report.systems]
        table.add_row(name, str(summary.n), *values)
    return table


def _number(summary: Summary, name: str) -> str:
    return f"{summary.values[name]:.3f}" if name in summary.values else "–"


def speed(
    session: Session,
    sizes: Annotated[str, typer.Option(help="Items in scope at which searches are timed.")] = "1000,10000,100000",
    foreign: Annotated[int, typer.Option(help="Items of other users put beside.")] = 100_000,
    full: Annotated[bool, typer.Option("--full", help="A million foreign items.")] = False,
    singles: Annotated[int, typer.Option(help="Single adds that are timed.")] = 200,
    queries: Annotated[int, typer.Option(help="Searches that are timed, at each size.")] = 48,
    step: Annotated[float, typer.Option(help="The most seconds a system gets for one step.")] = 30.0,
    peers: Annotated[Path | None, typer.Option(help="Folder of the scripts that measure other systems.")] = Path(
        "benchmarks/peers"
    ),
    no_peers: Annotated[bool, typer.Option("--no-peers", help="Only Recollect and the hardware.")] = False,
    peer: Annotated[
        list[str] | None, typer.Option("--peer", help="Only this peer; may be given again.", show_default=False)
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Write a plot to this file.", show_default=False)] = None,
) -> None:
    """How fast adding and searching are, next to the hardware's limits and other systems."""
    from recollect.evals import speed as bench  # cold start: see recollect.surfaces.cli.session
    from recollect.evals.speed import show as tables

    _require_plot(session, plot)
    try:
        counts = tuple(int(size) for size in sizes.split(","))
    except ValueError as error:
        raise InvalidInput(f"--sizes takes numbers with commas between them, not {sizes!r}") from error
    options = bench.SpeedOptions(
        sizes=counts,
        foreign_items=foreign,
        full=full,
        singles=singles,
        queries=queries,
        step_s=step,
        peers=None if no_peers else peers,
        only_peers=tuple(peer or ()),
    )
    with session.telling("measuring") as say:
        report = bench.run(options, say)
    if plot is not None:
        tables.plot(report, plot)
    if session.as_json:
        session.answer(json.loads(report.to_json()))
        return
    tables.show(report, session.console)


def register(app: typer.Typer) -> None:
    group = typer.Typer(no_args_is_help=True, help="Measure recall, learning and speed.")
    command(group, "recall", scoped=False)(recall)
    command(group, "context", scoped=False)(bench_context.context)
    command(group, "conflicts", scoped=False)(bench_writing.conflicts)
    command(group, "extraction", scoped=False)(bench_writing.extraction)
    command(group, "updates", scoped=False)(bench_writing.updates)
    command(group, "graph", scoped=False)(bench_graph.graph)
    command(group, "speed", scoped=False)(speed)
    app.add_typer(group, name="bench", rich_help_panel="See for yourself")
