"""config: show, explain, set and import settings."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from recollect import config
from recollect.errors import ConfigError, InvalidInput
from recollect.surfaces.cli import show
from recollect.surfaces.cli.session import Session, command

LINE_CHARS_MAX = 100_000


def config_show(
    session: Session,
    changed: Annotated[bool, typer.Option("--changed", help="Only what is not at its default.")] = False,
) -> None:
    """All settings with their values and where each comes from."""
    rows, unused = config.explain_all(_arguments(session), file=_file())
    rows = [row for row in rows if not changed or row.source != "default"]
    if session.as_json:
        session.answer({row.name: {"value": row.value, "from": _source(row.source)} for row in rows})
        return
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for column in ("setting", "value", "from"):
        table.add_column(column, overflow="fold")
    for row in rows:
        style = "dim" if row.source == "default" else "green"
        table.add_row(row.name, Text(_shown(row.value), style), Text(_source(row.source), style))
    session.console.print(table)
    for line in unused:
        session.errors.print(line, style="yellow", markup=False, soft_wrap=True)


def config_explain(
    session: Session, name: Annotated[str, typer.Argument(help="The setting's name, ours or another system's.")]
) -> None:
    """One setting: what it does, what it is, who said so and who else spoke."""
    file = _file()
    row = config.explain(name, _arguments(session), file=file)
    if session.as_json:
        session.answer(_plain(row, file))
        return
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row("what", Text(row.help))
    table.add_row("value", Text(_shown(row.value), "bold green"))
    table.add_row("from", Text(_source(row.source)))
    for word in row.said[1:]:
        table.add_row("also said", Text(f"{_shown(word.value)} by {_source(word.source)}"))
    table.add_row("can be", Text(row.accepts))
    if row.system is None:
        table.add_row("default", Text(_shown(row.default)))
        table.add_row("set it by", Text(f"{row.variables[0]} in the environment, {row.name} = … in {file}"))
        table.add_row("per tenant", "yes" if row.tenant else "no, it concerns the whole process")
        if row.aliases:
            table.add_row("also read from", Text(", ".join(row.aliases)))
    elif row.aliases:
        table.add_row("speaks of", Text(", ".join(row.aliases)))
    session.console.print(
        Panel(table, title=Text(row.name, "bold"), title_align="left", border_style="cyan", expand=False)
    )


def config_set(
    session: Session,
    name: Annotated[str, typer.Argument(help="The setting's name.")],
    value: Annotated[
        str | None, typer.Argument(help="Its value; - reads one line from standard input, for keys.")
    ] = None,
    unset: Annotated[bool, typer.Option("--unset", help="Take it out of the file.")] = False,
) -> None:
    """Write a setting into your settings file. Comments and everything else in it stay."""
    if unset == (value is not None):
        raise InvalidInput(f"say what {name} is to be, or --unset to take it out of the file")
    file = _file()
    if unset:
        was_there = config.unset_in_file(file, name)
        said = f"{name} is not in {file} any more" if was_there else f"{name} was not in {file}"
    else:
        text = sys.stdin.readline(LINE_CHARS_MAX).rstrip("\r\n") if value == "-" else value
        _require_ours(name)
        config.require_openable(name, text, config.load(_arguments(session), file=file))
        written = config.set_in_file(file, {name: text})[name]
        said = f"{name} = {_shown(config.shown(name, written))} in {file}"
    row = config.explain(name, _arguments(session), file=file)
    if session.as_json:
        session.answer({"name": row.name, "value": row.value, "from": _source(row.source), "file": str(file)})
        return
    show.done(session.console, said)
    if not unset and not row.source.startswith("file"):
        session.errors.print(
            f"the value in force is {_shown(row.value)}, from {_source(row.source)}, which goes above the file",
            style="yellow",
            markup=False,
            soft_wrap=True,
        )


def config_import(
    session: Session,
    system: Annotated[str, typer.Argument(help="omniroute, osaurus, openclaw, openmemory or memoryos.")],
    path: Annotated[Path, typer.Argument(metavar="FILE", help="That system's settings file.")],
    of_agent: Annotated[
        str | None, typer.Option("--of-agent", help="openclaw: with this agent's own values over the defaults.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be written.")] = False,
) -> None:
    """Take over another system's settings into your settings file, in our names."""
    file = _file()
    found = config.read_foreign(system, path, agent=of_agent, present=config.own_in_file(file))
    if not dry_run and found.values:
        config.set_in_file(file, found.values)
    values = {name: config.shown(name, value) for name, value in found.values.items()}
    if session.as_json:
        session.answer({"settings": values, "read": dict(found.lines), "notes": list(found.notes), "dry_run": dry_run})
        return
    for name, value in values.items():
        theirs = ", ".join(name_there for name_there, ours in found.lines if ours.partition("[")[0] == name)
        session.console.print(Text(f"{name} = {_shown(value)}"), Text(f"({theirs})", "dim"), soft_wrap=True)
    for note in found.notes:
        session.errors.print(note, style="yellow", markup=False, soft_wrap=True)
    show.done(session.console, f"{len(values)} settings {'would be ' if dry_run else ''}written to {file}")


def _require_ours(name: str) -> None:
    """A name of another system is explained, and its file imported; what is set has our name."""
    row = config.explain(name, environment={})
    if row.system is not None:
        ours = f"set {', '.join(row.aliases)} instead" if row.aliases else row.help
        raise ConfigError(f"{name} is a name of {row.system}: {ours}")


def _file() -> Path:
    from recollect.memory import default_config_file  # cold start: see recollect.surfaces.cli.session

    return default_config_file()


def _arguments(session: Session) -> dict[str, Any]:
    return {"store": session.given.store, "agent": session.given.agent}


def _source(source: str) -> str:
    return "command line" if source == "call" else source


def _plain(row: config.Explained, file: Path) -> dict[str, Any]:
    told = asdict(row)
    said = [{"value": word["value"], "from": _source(word["source"])} for word in told.pop("said")]
    names = {"source": "from", "variables": "environment"}
    plain = {names.get(name, name): list(value) if isinstance(value, tuple) else value for name, value in told.items()}
    return plain | {"from": _source(row.source), "said": said, "file": str(file)}


def _shown(value: Any) -> str:
    return "–" if value is None else str(value)


def register(app: typer.Typer) -> None:
    settings = typer.Typer(no_args_is_help=True, help="Show and change settings, and see where they come from.")
    command(settings, "show", scoped=False)(config_show)
    command(settings, "explain", scoped=False)(config_explain)
    command(settings, "set", scoped=False)(config_set)
    command(settings, "import", scoped=False)(config_import)
    app.add_typer(settings, name="config", rich_help_panel="Look after")
