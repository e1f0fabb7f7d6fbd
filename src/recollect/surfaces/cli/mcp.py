"""`recollect mcp`: the memory as an MCP server on standard input and output, and its entry in a client's settings."""

from __future__ import annotations

import difflib
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from recollect import config
from recollect.errors import RecollectError
from recollect.surfaces.cli.session import (
    EXIT_ERROR,
    AgentOption,
    Given,
    Session,
    StoreOption,
    UserOption,
    command,
)
from recollect.surfaces.mcp.wire import wire_kept_clean

PANEL = "Serve"

ReadOnlyOption = Annotated[bool, typer.Option("--read-only", help="Offer only the tools that read.")]

SessionOption = Annotated[
    str | None,
    typer.Option(
        "--session",
        metavar="KEY",
        help="The conversation every call comes from; the recall policy judges it.",
        show_default=False,
    ),
]

ClientArgument = Annotated[
    str, typer.Argument(metavar="CLIENT", help="claude, claude-code, cursor, vscode, windsurf, zed, codex or gemini.")
]

group = typer.Typer(invoke_without_command=True, no_args_is_help=False, pretty_exceptions_enable=False)


@group.callback()
def serve(
    ctx: typer.Context,
    store: StoreOption = None,
    user: UserOption = None,
    agent: AgentOption = None,
    conversation: SessionOption = None,
    read_only: ReadOnlyOption = False,
) -> None:
    """Serve the memory to an MCP client over standard input and output.

    A client starts this itself: `recollect mcp install` tells it how. With --user every call is about that user's
    memory, whatever a tool is asked.
    """
    before = ctx.obj or Given()
    given = before.then({"store": store, "user": user, "agent": agent})
    if ctx.invoked_subcommand is not None:
        ctx.obj = given
        return
    session = Session(given=given)
    session.warn()
    try:
        with _ended_by_ctrl_c(), wire_kept_clean():
            from recollect.surfaces.mcp.stdio import serve as run  # cold start: the SDK takes a second

            with session.memory() as memory:
                run(memory, user=given.user, agent=given.agent, session=conversation, read_only=read_only)
    except RecollectError as error:
        session.fail(error)
        raise typer.Exit(EXIT_ERROR) from error


@contextmanager
def _ended_by_ctrl_c() -> Iterator[None]:
    """The SDK waits for its client's next line, which may never come: Ctrl-C ends the process where it stands. What was
    answered is written; counts of the last second are lost."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def install(
    session: Session,
    client: ClientArgument,
    name: Annotated[str, typer.Option("--name", help="What the client calls the server.")] = "recollect",
    read_only: ReadOnlyOption = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the change and make none.")] = False,
    only_print: Annotated[bool, typer.Option("--print", help="Print what to put in by hand, and stop.")] = False,
) -> None:
    """Put this memory into the settings of an MCP client. Nothing else in its file changes; the old file is kept."""
    from recollect.memory import default_config_file  # cold start: see the session's docstring
    from recollect.surfaces.mcp import install as installing

    given, settings = session.given, config.load(session.arguments(), file=default_config_file())
    on_server = installing.needs_key(settings.store)
    store = settings.store if on_server else given.store
    said = installing.arguments(store=store, user=given.user, agent=given.agent, read_only=read_only)
    env = {installing.API_KEY: settings.api_key} if on_server and settings.api_key else {}
    if only_print:
        by_hand = {installing.API_KEY: ""} if on_server else {}
        typer.echo(installing.shown_for(client, said, server=name, env=by_hand), nl=False)
        return
    change = installing.plan(client, said, server=name, env=env)
    backup = None if dry_run or not change.needed else installing.apply(change)
    if session.as_json:
        session.answer(
            {
                "client": change.client.name,
                "path": str(change.path),
                "changed": change.needed and not dry_run,
                "backup": str(backup) if backup else None,
                "dry_run": dry_run,
                "entry": change.entry,
            }
        )
        return
    if not change.needed:
        session.console.print(f"{change.client.title} has it already: {change.path}", soft_wrap=True, markup=False)
        return
    if dry_run:
        lines = difflib.unified_diff(
            change.before.splitlines(), change.after.splitlines(), str(change.path), str(change.path), lineterm=""
        )
        session.console.print(change.without_keys("\n".join(lines)), markup=False, soft_wrap=True)
        return
    session.console.print(f"Written: {change.path}", soft_wrap=True, markup=False)
    if backup is not None:
        session.console.print(f"The old file is kept as {backup}", soft_wrap=True, markup=False)
    if on_server:
        written = installing.API_KEY in change.env
        session.console.print(_about_key(installing.API_KEY, written=written), soft_wrap=True, markup=False)
    session.console.print(f"{change.client.then} ({change.client.title}).", soft_wrap=True, markup=False)


def _about_key(name: str, *, written: bool) -> str:
    if written:
        return f"It holds a key in {name}: a secret. Keep the file out of backups and repositories that others read."
    return f"The server wants a key: set {name} and install again, or put it into `env` of the entry."


def register(app: typer.Typer) -> None:
    command(group, "install")(install)
    app.add_typer(group, name="mcp", rich_help_panel=PANEL)
