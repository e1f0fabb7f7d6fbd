"""The page about MCP lists what the server offers: every tool with its arguments and effect, resource and prompt."""

from __future__ import annotations

import re

import anyio

from recollect.surfaces.mcp.reading import PROMPTS, RESOURCES
from recollect.surfaces.mcp.server import OFFERS, build
from tests.house.source import ROOT


def rows(title: str) -> dict[str, list[str]]:
    """The first column of the table under a heading -> the other cells."""
    page = (ROOT / "docs" / "reference" / "mcp.md").read_text(encoding="utf-8")
    part = page.partition(f"## {title}\n")[2].partition("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| `")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {cell[0].strip("`"): cell[1:] for cell in cells}


def test_the_table_of_tools_is_what_the_server_offers() -> None:
    listed = rows("Tools")
    tools = {tool.name: tool for tool in anyio.run(build().list_tools)}
    assert list(listed) == list(tools)
    for name, tool in tools.items():
        assert re.findall(r"`(\w+)`", listed[name][0]) == list(tool.input_schema["properties"]), name
    effects = {one.name: "reads" if one.reads else "destroys" if one.destroys else "writes" for one in OFFERS}
    assert {name: cells[-1] for name, cells in listed.items()} == effects


def test_the_tables_of_resources_and_prompts_are_what_the_server_offers() -> None:
    assert list(rows("Resources")) == [one[0] for one in RESOURCES]
    assert list(rows("Prompts")) == [one[0].__name__ for one in PROMPTS]
