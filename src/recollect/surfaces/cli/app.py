"""The `recollect` command: what it knows, in the order its help shows it."""

from __future__ import annotations

import logging
import sys
from typing import Annotated

import typer

from recollect.surfaces.cli import (
    ageing,
    bench,
    caring,
    configuring,
    context,
    deciding,
    demo,
    documents,
    filing,
    graphing,
    layers,
    mcp,
    moving,
    protecting,
    reading,
    serving,
    streams,
    workspace,
    writing,
)
from recollect.surfaces.cli.overview import Overview
from recollect.surfaces.cli.session import (
    EXIT_ERROR,
    AgentOption,
    Given,
    JsonOption,
    PlainOption,
    StoreOption,
    UserOption,
)
from recollect.surfaces.http.logs import TextLines
from recollect.version import VERSION

app = typer.Typer(
    name="recollect",
    cls=Overview,
    help="Durable memory for AI assistants: stores, finds and explains.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"recollect {VERSION}")
        raise typer.Exit


@app.callback()
def shared(
    ctx: typer.Context,
    store: StoreOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    as_json: JsonOption = False,
    plain: PlainOption = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Durable memory for AI assistants: stores, finds and explains."""
    ctx.obj = Given(store=store, user=user, agent=agent, as_json=as_json, plain=plain)


for part in (
    writing, documents, reading, context, workspace, graphing, deciding, layers, ageing, moving, filing, protecting,
    caring, configuring,
    serving, mcp, bench, demo,
):  # fmt: skip
    part.register(app)


def main() -> None:
    """What the `recollect` script runs."""
    streams.make_printable()
    if logging.lastResort is not None:  # what is logged before or without a server: an event and its fields, as there
        logging.lastResort.setFormatter(TextLines())
    try:
        app(prog_name="recollect")
    except OSError as error:
        if error.errno not in streams.CANNOT_WRITE:
            raise
        streams.give_up(error)
        sys.exit(EXIT_ERROR)
