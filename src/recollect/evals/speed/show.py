"""A speed report for people: tables on a console, and a plot where matplotlib is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from recollect.evals.speed.report import Row, SpeedReport

if TYPE_CHECKING:
    from pathlib import Path


def show(report: SpeedReport, console: Console) -> None:
    """All tables."""
    machine = report.machine
    console.print(f"[dim]{machine.cores} cores, {machine.architecture}, Python {machine.python}[/dim]")
    console.print(side_by_side(report))
    console.print(against_limits(report))
    console.print(bars(report))
    for result in report.results:
        if result.error:
            console.print(f"[yellow]{result.system} was not measured:[/yellow] {result.error}")
        elif result.stopped:
            console.print(f"[yellow]{result.system}:[/yellow] {result.stopped}")


def side_by_side(report: SpeedReport) -> Table:
    """Systems as columns; beside each number of a peer how many times as long as ours it takes."""
    shown = [result for result in report.results if not result.error]
    table = Table(title="Side by side: same texts, same embedder, same run", title_justify="left")
    table.add_column("measure")
    for result in shown:
        kind = "words + vectors" if result.hybrid else "vectors"
        table.add_column(f"{result.version}\n[dim]{kind}[/dim]", justify="right")
    by_measure: dict[str, dict[str, Row]] = {}
    for row in report.rows:
        by_measure.setdefault(row.measure, {})[row.system] = row
    for measure, rows in by_measure.items():
        table.add_row(measure, *[_cell(rows.get(result.system)) for result in shown])
    return table


def against_limits(report: SpeedReport) -> Table:
    """Ours, and what SQLite and numpy alone need for the same."""
    adding, searching, beside, start = report.adding, report.searching, report.beside, report.start
    table = Table(title="Against the hardware", title_justify="left")
    table.add_column("what")
    table.add_column("p50", justify="right")
    table.add_column("p95", justify="right")
    for name, times in (
        (f"add to {adding.size:,} items", adding.add),
        ("  raw SQLite insert of the same rows", adding.raw_insert),
        ("  embedding", adding.embed),
        (f"search in {searching.size:,} items, new questions", searching.search),
        (f"search in {searching.size:,} items, asked before", searching.search_again),
        ("  reading the postings", searching.postings),
        ("  matrix product", searching.product),
        ("  one FTS5 query, for comparison", searching.full_text),
        (f"search in {beside.size:,} items, alone", beside.before),
        (f"  with {beside.foreign:,} of others beside", beside.after),
    ):
        table.add_row(name, f"{times.p50_s * 1e3:.2f} ms", f"{times.p95_s * 1e3:.2f} ms")
    table.add_section()
    for name, value in (
        ("batch add, with embedding", f"{adding.batch_items_s:,.0f} items/s"),
        ("batch add, without embedding", f"{adding.words_items_s:,.0f} items/s"),
        ("  raw SQLite insert of the same rows", f"{adding.raw_batch_items_s:,.0f} items/s"),
        ("import recollect", f"{start.import_s:.3f} s"),
        (f"cold start to the first answer in {start.size:,} items", f"{start.first_search_s:.3f} s"),
    ):
        table.add_row(name, value, "")
    return table


def bars(report: SpeedReport) -> Table:
    """The promises."""
    table = Table(title="Bars", title_justify="left")
    table.add_column("bar")
    table.add_column("measured", justify="right")
    table.add_column("limit", justify="right")
    table.add_column("")
    table.add_column("")
    for bar in report.bars:
        verdict = "[green]pass[/green]" if bar.passed else "[red]FAIL[/red]"
        limit = f"{bar.limit:,g} {bar.unit}"
        table.add_row(bar.name, f"{bar.value:,.2f} {bar.unit}", limit, verdict, f"[dim]{bar.detail}[/dim]")
    return table


def plot(report: SpeedReport, path: Path) -> bool:
    """Search time against size, all systems; False where matplotlib is not installed."""
    try:
        import matplotlib
    except ImportError:
        return False
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(11, 4.2))
    shown = [result for result in report.results if not result.error]
    for place, result in enumerate(shown):
        style = {"linewidth": 2.5, "color": "black"} if place == 0 else {}
        sizes = sorted(result.search)
        left.plot(sizes, [result.search[size].p50_s * 1e3 for size in sizes], marker="o", label=result.system, **style)
    left.set(xscale="log", yscale="log", xlabel="items in scope", ylabel="ms", title="search, p50 of new questions")
    left.legend()
    added = [result for result in shown if result.add]
    right.bar(
        [result.system for result in added],
        [result.add.p50_s * 1e3 for result in added if result.add],
        color=["black", *["silver"] * (len(added) - 1)],
    )
    right.set(ylabel="ms", title="one add, p50", yscale="log")
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=120)
    pyplot.close(figure)
    return True


def _cell(row: Row | None) -> str:
    if row is None:
        return "-"
    number = f"{row.value:,.0f}" if row.value >= 100 else f"{row.value:.2f}"
    times = "" if row.ratio is None or row.ratio == 1 else f" [dim]{row.ratio:.1f}x[/dim]"
    few = "" if row.n is None else f" [dim]n={row.n:,}[/dim]"
    return f"{number} {row.unit}{times}{few}"
