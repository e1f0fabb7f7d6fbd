"""MCP over standard input and output, inside `wire_kept_clean`: logs go to standard error."""

from __future__ import annotations

import logging
import sys

from recollect.memory import Memory
from recollect.surfaces.mcp.caller import Caller
from recollect.surfaces.mcp.server import build


def serve(
    memory: Memory,
    *,
    user: str | None = None,
    agent: str | None = None,
    session: str | None = None,
    read_only: bool = False,
) -> None:
    """Until the client closes the pipe."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s %(message)s")
    if memory.settings.workspace is not None and memory.settings.files == "on":
        memory.watch_files()
    caller = Caller(memory=memory, user=user, agent=agent, session=session)
    build(caller, read_only=read_only).run("stdio")
