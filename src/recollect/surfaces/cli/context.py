"""Commands that show what a model would be told: context, timeline."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from recollect.surfaces.cli import show, streams, wire
from recollect.surfaces.cli.reading import (
    OWN_OPTIONS,
    LayerOption,
    ProjectOption,
    SessionOption,
    SinceOption,
    UntilOption,
    changed,
)
from recollect.surfaces.cli.session import Session, command

if TYPE_CHECKING:
    from recollect.model.record import Record


CONTEXT_OPTIONS = OWN_OPTIONS | {"tokens_max": "--tokens", "format": "--format", "layout": "--layout"}


def context(
    session: Session,
    query: Annotated[
        str | None, typer.Argument(help="What the model will be asked; without: what is known anyway.")
    ] = None,
    tokens: Annotated[
        int | None, typer.Option("--tokens", "-n", help="At most so many; 0: no common limit.", show_default=False)
    ] = None,
    format: Annotated[
        str | None, typer.Option("--format", "-f", help="bullets, markdown, xml, json or messages.", show_default=False)
    ] = None,
    layout: Annotated[
        str | None, typer.Option("--layout", help="recollect, osaurus, memoryos or omniroute.", show_default=False)
    ] = None,
    in_session: SessionOption = None,
    project: ProjectOption = None,
    now: Annotated[str | None, typer.Option(help="As if it were this time.", show_default=False)] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Change an option of the layout.", show_default=False),
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", "-e", help="Show what each section took and why.")] = False,
) -> None:
    """Print what a model would be told, ready to be pasted into a prompt."""
    with session.memory() as memory:
        made = memory.context(
            query,
            user=session.user,
            session=in_session,
            project=project,
            tokens_max=tokens,
            format=format,
            layout=layout,
            now=now,
            **changed(option, CONTEXT_OPTIONS, "layout"),
        )
        known = bool(made.sections) or memory.count(user=session.user, project=project) > 0
    if session.as_json:
        session.answer(wire.context(made))
        return
    if not made.sections:
        fits = "Nothing of what is known fits into so few tokens or answers this; raise --tokens, or see --explain."
        session.errors.print(Text(fits if known else "Nothing is known yet.", "yellow"))
    if made.format == "messages":
        typer.echo(streams.json_text([dict(message) for message in made.messages], indent=2))
    else:
        streams.echo(made.text)
    if not explain:
        return
    table = show.table(f"{made.tokens} tokens, counted by {made.tokenizer}", ["section", "lines", "tokens", "left out"])
    for section in made.sections:
        table.add_row(section.title, str(len(section.lines)), str(section.tokens), str(section.left_out or ""))
    session.errors.print(table)
    session.errors.print(Panel("\n".join(made.trace), title="how it came about", title_align="left", style="dim"))


def timeline(
    session: Session,
    about: Annotated[str | None, typer.Argument(help="A subject; without: everything.")] = None,
    since: SinceOption = None,
    until: UntilOption = None,
    layer: LayerOption = None,
    limit: Annotated[int, typer.Option("--limit", "-n", help="How many, the last ones.")] = 50,
    project: ProjectOption = None,
) -> None:
    """Show what happened when, and what replaced what."""
    with session.memory() as memory:
        found = memory.timeline(
            user=session.user, about=about, since=since, until=until, layers=layer or (), limit=limit, project=project
        )
    if session.as_json:
        session.answer({"records": wire.records(found)})
        return
    if not found:
        session.console.print(Text("Nothing happened here. Name a --user, or another period.", "yellow"))
        return
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    struck = session.console.color_system is not None and not session.console.no_color
    for day, records in groupby(found, key=_day):
        for place, record in enumerate(records):
            over = record.status == "superseded"
            text = Text(show.one_line(record.content, 400), "strike dim" if over else "")
            what = record.kind if record.layer == "memory" else record.layer
            what += ", replaced" if over and not struck else ""  # a style that nobody sees says nothing
            table.add_row("" if place else day, Text(what, "dim" if over else show.LAYER_STYLES[record.layer]), text)
    session.console.print(table)


def _day(record: Record) -> str:
    return show.moment(record.occurred_at or record.created_at, clock=False)


def register(app: typer.Typer) -> None:
    panel = "Find"
    command(app, "context", needs_store=True, panel=panel)(context)
    command(app, "timeline", needs_store=True, panel=panel)(timeline)
