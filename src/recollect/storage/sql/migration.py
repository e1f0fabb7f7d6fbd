"""Numbered SQL files: the steps from one schema version to the next. Each database applies them in its own way."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources


@dataclass(frozen=True, kw_only=True)
class Migration:
    version: int
    name: str
    sql: str


def load(package: str) -> list[Migration]:
    """The numbered SQL files of a package, in order. Worked: `0001_core.sql` is version 1, "core"."""
    found = []
    for entry in sorted(resources.files(package).iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".sql"):
            number, _, name = entry.name.removesuffix(".sql").partition("_")
            found.append(Migration(version=int(number), name=name, sql=entry.read_text(encoding="utf-8")))
    return found
