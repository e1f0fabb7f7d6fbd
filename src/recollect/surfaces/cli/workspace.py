"""`recollect files`: the Markdown workspace in the terminal."""

from __future__ import annotations

import signal
import threading
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from recollect.surfaces.cli import show, streams
from recollect.surfaces.cli.session import GOES_ON, Session, command

if TYPE_CHECKING:
    from recollect.model.files import FileHits, FileProblem, FilesStatus, SyncReport

SERVERS = ("http://", "https://")
SHOWN_MAX = 20
"""Problems that are listed; the others are counted."""

WorkspaceOption = Annotated[
    str | None,
    typer.Option("--workspace", "-w", help="The folder. Else the `workspace` setting.", show_default=False),
]


def sync(session: Session, workspace: WorkspaceOption = None) -> None:
    """Bring the index in step with the files. Only what changed is read, only what is new is embedded."""
    with session.memory(**_settings(workspace)) as memory, session.counting("Reading files") as report:
        done = memory.sync_files(user=session.user, progress=report)
    if session.as_json:
        session.answer(_report(done))
        return
    _show_report(session, done)


def search(
    session: Session,
    query: Annotated[str, typer.Argument(help="What to look for.")],
    k: Annotated[int | None, typer.Option("-k", help="How many at most; 6 unless told.", min=1, max=100)] = None,
    min_score: Annotated[
        float | None, typer.Option("--min-score", help="Leave out what scores less; 0.35 unless told.", min=0, max=1)
    ] = None,
    records: Annotated[bool, typer.Option("--records", help="With memories beside files, as memory/<id>.")] = False,
    workspace: WorkspaceOption = None,
) -> None:
    """Find passages in the files: path, lines and score.

    The answer comes from what is indexed; files that changed are read after it. The first time they are read before.
    """
    with session.memory(**_settings(workspace)) as memory:
        here = not memory.url.startswith(SERVERS)  # a server looks after its files itself
        if here and not memory.files_status(user=session.user).files:
            with session.counting("Reading files") as report:
                memory.sync_files(user=session.user, progress=report)
        found = memory.search_files(query, user=session.user, k=k, min_score=min_score, records=records)
        if session.as_json:
            session.answer({"query": query, **asdict(found)})
        else:
            _show_hits(session, query, found)
        if here:
            with session.counting("Reading files that changed") as report:
                memory.sync_files(user=session.user, progress=report)


def get(
    session: Session,
    path: Annotated[str, typer.Argument(help="As a search shows it; lines after # are left away.")],
    start: Annotated[int | None, typer.Option("--from", help="The first line, from 1.", min=1)] = None,
    lines: Annotated[int | None, typer.Option("--lines", "-n", help="How many lines.", min=1)] = None,
    workspace: WorkspaceOption = None,
) -> None:
    """Print a file of the workspace, or some of its lines."""
    with session.memory(**_settings(workspace)) as memory:
        found = memory.read_file(path, user=session.user, start=start, lines=lines)
    if session.as_json:
        session.answer(asdict(found))
    else:
        streams.echo(found.text)


def status(session: Session, workspace: WorkspaceOption = None) -> None:
    """Which files are remembered, and how the index stands."""
    with session.memory(**_settings(workspace)) as memory:
        found = memory.files_status(user=session.user)
    if session.as_json:
        session.answer(_status(found))
        return
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row("workspace", found.workspace or "none")
    table.add_row("searched by", found.backend)
    table.add_row("whose", found.user or "everybody's")
    table.add_row("project", found.collection or "")
    table.add_row("files", f"{found.files:,}, {show.size(found.bytes)}")
    table.add_row("passages", f"{found.passages:,}")
    for problem in found.failed[:SHOWN_MAX]:
        table.add_row("", Text(f"{problem.path}: {problem.reason}", "yellow"))
    session.console.print(Panel(table, title="Files", title_align="left", border_style="cyan", expand=False))


def watch(session: Session, workspace: WorkspaceOption = None) -> None:
    """Follow the files until stopped: what changes is in the index seconds later."""
    from recollect.memory import require_here

    stopped = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: stopped.set())
    with session.memory(**_settings(workspace)) as memory:
        require_here(memory.url, "following files")
        with session.counting("Reading files") as report:
            first = memory.sync_files(user=session.user, progress=report)
        _tell(session, first)
        memory.watch_files(lambda done: _tell(session, done))
        session.errors.print(f"[dim]following[/dim] {memory.files_status().workspace}[dim]; stop with Ctrl-C[/dim]")
        while not stopped.wait(0.5):
            pass


def _settings(workspace: str | None) -> dict[str, Any]:
    return {} if workspace is None else {"workspace": workspace}


def _tell(session: Session, done: SyncReport) -> None:
    if session.as_json:
        session.answer(_report(done))
    else:
        _show_report(session, replace(done, skipped=()))


def _show_report(session: Session, done: SyncReport) -> None:
    counts = ", ".join(
        f"{count:,} {name}"
        for name, count in (
            ("added", done.added),
            ("changed", done.changed),
            ("removed", done.removed),
            ("unchanged", done.unchanged),
        )
        if count
    )
    passages = f"; {done.passages_added:,} passages in, {done.passages_removed:,} out"
    show.done(session.console, f"{counts or 'no files'}{passages} ({done.seconds:.2f} s)")
    show.note(session.console, done.note)
    _show_problems(session, "could not be read", done.failed)
    _show_problems(session, "passed over", done.skipped)


def _show_problems(session: Session, what: str, problems: tuple[FileProblem, ...]) -> None:
    if not problems:
        return
    table = show.listing(f"{len(problems):,} {what}", ["path", "reason"])
    for problem in problems[:SHOWN_MAX]:
        table.add_row(problem.path, problem.reason)
    if len(problems) > SHOWN_MAX:
        table.add_row("…", f"and {len(problems) - SHOWN_MAX:,} more")
    session.console.print(table)


def _show_hits(session: Session, query: str, found: FileHits) -> None:
    console = session.console
    if found.denied:
        console.print(Text(found.denied, "yellow"))
    elif not found.hits:
        console.print(Text("nothing in the files; a lower --min-score shows more", "dim"))
    for hit in found.hits:
        where = hit.citation or hit.path
        title = Text.assemble(show.bar(hit.score), f" {hit.score:.2f}  ", (where, "bold cyan"))
        console.print(Rule(title, align="left", style="dim"))
        console.print(show.marked(query, hit.snippet))
    show.note(console, found.fallback)


def _report(done: SyncReport) -> dict[str, Any]:
    return {**asdict(done), "files": done.files}


def _status(found: FilesStatus) -> dict[str, Any]:
    at = found.synced_at.isoformat() if found.synced_at else None
    return {**asdict(replace(found, details={})), "synced_at": at, "details": dict(found.details)}


def register(app: typer.Typer) -> None:
    files = typer.Typer(
        name="files", help="Markdown files as memory: sync, search, get, status, watch.", no_args_is_help=True
    )
    command(files, "sync", stopped=GOES_ON)(sync)
    command(files, "search", needs_store=True)(search)
    command(files, "get", needs_store=True)(get)
    command(files, "status", needs_store=True)(status)
    command(files, "watch")(watch)
    app.add_typer(files, name="files", rich_help_panel="Find")
