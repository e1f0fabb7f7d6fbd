"""MCP over standard input and output, inside `wire_kept_clean`: logs go to standard error."""

from __future__ import annotations

import logging
import sys
from typing import Any

import anyio
from mcp.server import MCPServer
from mcp.server.stdio import stdio_server

from recollect.memory import Memory
from recollect.surfaces.mcp.caller import Caller
from recollect.surfaces.mcp.hearing import Heard
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
    anyio.run(_run, build(caller, read_only=read_only))


async def _run(server: MCPServer[Any]) -> None:
    """As the SDK runs it, but what is no message is answered."""
    inner = server._lowlevel_server
    async with stdio_server() as (incoming, outgoing):
        await inner.run(Heard(incoming, outgoing), outgoing, inner.create_initialization_options())
