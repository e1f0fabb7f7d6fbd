"""`recollect --help`: every command on one screen. Drawn here, because typer's own page takes longer to load."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from typer.core import TyperGroup

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = (
    'recollect add "Ana moved to Lisbon in May" --user ana',
    'recollect search "where does Ana live?" --user ana --explain',
    "recollect demo",
)


class Overview(TyperGroup):
    """The group of all commands, with a help page of its own."""

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


def _columns(rows: list[tuple[str, str]]) -> Padding:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan", no_wrap=True, min_width=12)
    table.add_column()
    for name, what in rows:
        table.add_row(name, what)
    return Padding(table, (0, 0, 1, 2))


def _first_sentence(text: str) -> str:
    return text.strip().split("\n\n")[0].split(". ")[0].rstrip(".")
