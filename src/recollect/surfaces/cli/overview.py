"""`recollect --help`: every command on one screen. Drawn here, because typer's own page takes longer to load.

And what is said of a command that was called wrongly, to a program that asked for JSON."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from typer.core import TyperGroup

from recollect.surfaces.cli import streams

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = (
    'recollect add "Ana moved to Lisbon in May" --user ana',
    'recollect search "where does Ana live?" --user ana --explain',
    "recollect demo",
)


_CALLED_WRONGLY: type[Any] = typer.BadParameter.__mro__[1]
"""Whatever typer says of arguments; it has no public name of its own."""
_AS_JSON = "recollect.as_json"


class Overview(TyperGroup):
    """The group of all commands, with a help page of its own."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        as_json = "--json" in args
        with _told(as_json=as_json):
            made = super().make_context(info_name, args, parent, **extra)
        made.meta[_AS_JSON] = as_json
        return made

    def invoke(self, ctx: Any) -> Any:
        with _told(as_json=ctx.meta.get(_AS_JSON, False)):
            return super().invoke(ctx)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        console = Console(highlight=False)
        console.print(Text.assemble(("Recollect", "bold cyan"), "  ", (self.help or "", "bold")))
        console.print(Text.assemble("\n", ("usage", "dim"), "  recollect [OPTIONS] COMMAND …\n"))
        panels: dict[str, list[tuple[str, str]]] = {}
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command is not None and not command.hidden:
                group = str(getattr(command, "rich_help_panel", None) or "Commands")
                panels.setdefault(group, []).append((name, _first_sentence(command.help or "")))
        for group, rows in panels.items():
            console.print(Text(group, "bold"))
            console.print(_columns(rows))
        console.print(Text("Options", "bold"))
        console.print(_columns(list(self._options(ctx))))
        console.print(Text("Try", "bold"))
        console.print(Padding(Text("\n".join(EXAMPLES), "cyan"), (0, 0, 1, 2)))
        console.print(Text("recollect COMMAND --help explains a command. Shared options go before or after it.", "dim"))

    def _options(self, ctx: Any) -> Iterator[tuple[str, str]]:
        for parameter in self.get_params(ctx):
            if getattr(parameter, "hidden", False) or parameter.param_type_name != "option":
                continue
            names = sorted(parameter.opts, key=lambda name: (name.startswith("--"), name))
            yield ", ".join(names), str(getattr(parameter, "help", "") or "")


@contextmanager
def _told(*, as_json: bool) -> Iterator[None]:
    try:
        yield
    except _CALLED_WRONGLY as error:
        if not as_json:
            raise
        streams.tell_error("usage", error.format_message())
        raise typer.Exit(error.exit_code) from error


def _columns(rows: list[tuple[str, str]]) -> Padding:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan", no_wrap=True, min_width=12)
    table.add_column()
    for name, what in rows:
        table.add_row(name, what)
    return Padding(table, (0, 0, 1, 2))


def _first_sentence(text: str) -> str:
    return text.strip().split("\n\n")[0].split(". ")[0].rstrip(".")
