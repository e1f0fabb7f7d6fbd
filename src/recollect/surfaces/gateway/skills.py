"""Skills: tools that every request of a caller is offered, from a file. The application runs them, not we.

{"*": [{"name": "today", "description": "…", "parameters": {…}}], "tenant:acme": […], "key:0197…": […]}
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from recollect.errors import ConfigError
from recollect.surfaces.gateway.options import Caller, Tool

TOOLS_MAX = 128


def from_file(path: str | Path) -> Callable[[Caller], Sequence[Tool]]:
    """Read once; wrong files are refused when the gateway starts, not when somebody talks."""
    try:
        table = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"the skills in {path} cannot be read: {error}") from error
    if not isinstance(table, dict):
        raise ConfigError(f"{path} must hold an object: whom the tools are for -> a list of tools")
    for whom, tools in table.items():
        if whom != "*" and not whom.startswith(("tenant:", "key:")):
            raise ConfigError(f"{path}: {whom!r} must be *, tenant:NAME or key:ID")
        if not isinstance(tools, list) or len(tools) > TOOLS_MAX:
            raise ConfigError(f"{path}: {whom!r} must be a list of at most {TOOLS_MAX} tools")
        if not all(isinstance(tool, dict) and isinstance(tool.get("name"), str) and tool["name"] for tool in tools):
            raise ConfigError(f"{path}: each tool of {whom!r} needs a name")

    def skills(caller: Caller) -> list[Tool]:
        mine = [*table.get("*", ()), *table.get(f"tenant:{caller.tenant}", ()), *table.get(f"key:{caller.key_id}", ())]
        return list({tool["name"]: tool for tool in mine}.values())

    return skills
