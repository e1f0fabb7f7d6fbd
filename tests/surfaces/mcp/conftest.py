"""A memory, and clients of it: the official one, connected in this process."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from recollect import Memory
from recollect.surfaces.mcp.caller import Caller
from recollect.surfaces.mcp.server import build

Talk = Callable[[Client], Coroutine[Any, Any, Any]]


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory(
        tmp_path / "memory.db", config_file=tmp_path / "none.toml", synchronous="normal", worker="off"
    ) as opened:
        yield opened


@pytest.fixture
def talking(memory: Memory) -> Callable[..., Any]:
    """Runs a conversation with a server that is bound to a user."""

    def run(
        talk: Talk,
        *,
        user: str | None = "ana",
        agent: str | None = None,
        session: str | None = None,
        read_only: bool = False,
    ) -> Any:
        server = build(Caller(memory=memory, user=user, agent=agent, session=session), read_only=read_only)

        async def connect() -> Any:
            async with Client(server) as client:
                return await talk(client)

        return anyio.run(connect)

    return run


@pytest.fixture
def call(talking: Callable[..., Any]) -> Callable[..., Any]:
    """One call of one tool: what it answers, or the words of its error."""

    def run(name: str, arguments: dict[str, Any] | None = None, *, meta: Any = None, **who: Any) -> Any:
        async def talk(client: Client) -> Any:
            done = await client.call_tool(name, arguments or {}, meta=meta)
            return done.content[0].text if done.is_error else done.structured_content

        return talking(talk, **who)

    return run
