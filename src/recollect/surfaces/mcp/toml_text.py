"""A table of a TOML file changed as text, so that whatever else people wrote stays as they wrote it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator
from typing import Any

Path = tuple[str, ...]
_LINES = re.compile(r"[^\n]*\n|[^\n]+")


def put(text: str, table: Path, gone: Collection[str], lines: str) -> str | None:
    """The text with `lines` below the heading of a table, and without the values and tables in it that are named
    `gone`. Comments before the next table are that one's, and stay. None: the table has no heading."""
    made, held, at, found = "", "", Path(), False
    for statement, said in statements(text):
        if not said:
            held += statement  # a comment, or a blank line
            continue
        heading = statement.lstrip().startswith("[")
        at = _path(said) if heading else at
        inside = at[len(table) :] if at[: len(table)] == table else None
        going = bool(inside) and at[len(table)] in gone
        if not going or heading:
            made += held
        held = ""
        if going or (inside == () and not heading and said.keys() <= set(gone)):
            continue
        made += statement
        if at == table and not found:
            made, found = _ended(made) + lines, True
    return made + held if found else None


def statements(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """A text in its statements, headings, comments and blank lines, each with what it says. Together they are the
    text."""
    held = ""
    for line in _LINES.findall(text):
        held += line
        try:
            said = tomllib.loads(held)
        except tomllib.TOMLDecodeError:
            continue  # it goes on in the next line
        yield held, said
        held = ""
    if held:
        yield held, {}


def _path(heading: dict[str, Any]) -> Path:
    """What a heading names; one of a list of tables names nothing that is looked for."""
    ((name, inside),) = heading.items()
    return (name, *(_path(inside) if isinstance(inside, dict) and inside else ()))


def _ended(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"
