"""The ASGI app on a real server: two principals on one memory, several calls at once, old and new clients."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
import uvicorn
from mcp import Client

from recollect import Memory
from recollect.surfaces.mcp.http import McpApp, create
from tests.listening import listening

TIMEOUT_S = 120
"""A busy machine may leave a connection idle for longer than uvicorn's usual five seconds."""


@dataclass(frozen=True, kw_only=True)
class Credential:
    """What the server's front makes of a key."""

    user: str | None
    role: str = "write"
    key_id: str | None = "k1"


class Front:
    """A small outer app, as the server is one: it says who asks, by path, and starts what it mounts."""

    def __init__(self, app: McpApp, memory: Memory) -> None:
        self.app, self.memory = app, memory

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            async with AsyncExitStack() as stack:
                await receive()
                await stack.enter_async_context(self.app.lifespan())
                await send({"type": "lifespan.startup.complete"})
                await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        name = scope["path"].rpartition("/")[2]
        state = {} if name == "nobody" else {"memory": self.memory, "principal": Credential(user=name or None)}
        await self.app({**scope, "state": state}, receive, send)


def serving(app: Any) -> AbstractContextManager[str]:
    return listening(uvicorn.Config(app, log_level="error", lifespan="on", timeout_keep_alive=TIMEOUT_S))


@pytest.fixture
def url(memory: Memory) -> Iterator[str]:
    with serving(Front(create(), memory)) as found:
        yield found


def talk(url: str, talking: Callable[[Client], Any], *, mode: str = "auto") -> Any:
    async def run() -> Any:
        async with Client(url, mode=mode) as client:
            return await talking(client)

    return anyio.run(run)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_two_principals_on_one_server_see_nothing_of_each_other(url: str, memory: Memory, mode: str) -> None:
    async def ana(client: Client) -> str:
        done = await client.call_tool("recollect_add", {"content": "The word for Ana's locker is marzipan"})
        return str(done.structured_content["ids"][0])

    async def ben(client: Client) -> list[Any]:
        tries = [
            ("recollect_search", {"query": "word for the locker"}),
            ("recollect_search", {"query": "word for the locker", "user": "ana"}),
            ("recollect_get", {"id": id}),
            ("recollect_forget", {"ids": [id]}),
            ("recollect_context", {"query": "word for the locker"}),
            ("recollect_timeline", {}),
            ("recollect_profile", {"user": "ana"}),
            ("omniroute_memory_search", {"apiKeyId": "ana", "query": "locker"}),
            ("omniroute_memory_clear", {"apiKeyId": "ana"}),
            ("memory_search", {"query": "word for the locker", "minScore": 0}),
            ("memory_get", {"path": f"memory/{id}"}),
        ]
        said = [await client.call_tool(name, arguments) for name, arguments in tries]
        said += [await client.read_resource(uri) for uri in ("recollect://recent", "recollect://profile")]
        return said

    id = talk(f"{url}/mcp/ana", ana, mode=mode)
    assert [one for one in talk(f"{url}/mcp/ben", ben, mode=mode) if "marzipan" in repr(one)] == []
    assert memory.get(id).user == "ana"


def test_fifty_calls_of_two_principals_at_once_stay_apart(url: str, memory: Memory) -> None:
    async def run() -> None:
        async def one(client: Client, name: str, n: int) -> None:
            done = await client.call_tool("recollect_add", {"content": f"{name} counts {n}", "key": f"n{n}"})
            assert not done.is_error, done

        async with (
            Client(f"{url}/mcp/ana") as ana,
            Client(f"{url}/mcp/ben") as ben,
            anyio.create_task_group() as group,
        ):
            for n in range(25):
                group.start_soon(one, ana, "ana", n)
                group.start_soon(one, ben, "ben", n)

    anyio.run(run)
    for name in ("ana", "ben"):
        found = memory.list(user=name, limit=100)
        assert len(found) == 25
        assert {one.content.split()[0] for one in found} == {name}


def test_each_request_stands_alone_so_that_any_process_can_answer_it(memory: Memory) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "recollect_profile", "arguments": {}}}
    headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}
    for _ in range(2):  # another process each time, without a handshake
        with serving(Front(create(), memory)) as url:
            reply = httpx2.post(f"{url}/mcp/ana", json=body, headers=headers)
            assert reply.status_code == 200, reply.text
            assert "mcp-session-id" not in reply.headers
            assert reply.json()["result"]["structuredContent"]["text"] == ""


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", None])
def test_a_body_that_is_not_called_json_is_told_so(url: str, kind: str | None) -> None:
    headers = {"Accept": "application/json"} | ({} if kind is None else {"Content-Type": kind})
    reply = httpx2.post(f"{url}/mcp/ana", content=b"grant_type=none", headers=headers)
    assert (reply.status_code, reply.text) == (400, "Invalid Content-Type header")
    reply = httpx2.post(
        f"{url}/mcp/ana", content=b"{", headers={**headers, "Content-Type": "Application/JSON; charset=utf-8"}
    )
    assert (reply.status_code, reply.json()["error"]["code"]) == (400, -32700)


def test_a_request_without_a_memory_is_an_error_and_not_somebody_elses(url: str) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "recollect_profile", "arguments": {}}}
    headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}
    reply = httpx2.post(f"{url}/mcp/nobody", json=body, headers=headers)
    assert "carries no memory" in reply.text
    assert "Traceback" not in reply.text


@pytest.mark.feature("SC-09")
@pytest.mark.parametrize(
    "session, found", [(None, 1), ("agent:main:main", 1), ("agent:main:discord:channel:7", 0), ("x" * 600, 0)]
)
def test_the_session_a_request_names_is_judged_by_the_recall_policy(
    tmp_path: Path, session: str | None, found: int
) -> None:
    call = {"name": "memory_search", "arguments": {"query": "kettle", "minScore": 0}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}
    headers |= {} if session is None else {"X-Recollect-Session": session}
    settings: dict[str, Any] = {
        "config_file": tmp_path / "none.toml",
        "worker": "off",
        "workspace_sync_on_search": "off",
    }
    (tmp_path / "MEMORY.md").write_text("The kettle is hot\n")
    with Memory(tmp_path / "m.db", workspace=str(tmp_path), workspace_user="ana", **settings) as memory:
        memory.sync_files()
        with serving(Front(create(), memory)) as url:
            reply = httpx2.post(f"{url}/mcp/ana", json=body, headers=headers).json()["result"]["structuredContent"]
    assert len(reply["results"]) == found, reply


@pytest.mark.parametrize("host, status", [("localhost:1", 200), ("evil.example", 421)])
def test_only_the_hosts_that_are_named_are_answered(memory: Memory, host: str, status: int) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    headers = {"Accept": "application/json, text/event-stream", "Host": host, "MCP-Protocol-Version": "2025-06-18"}
    with serving(Front(create(hosts=["localhost:*"]), memory)) as url:
        assert httpx2.post(f"{url}/mcp/ana", json=body, headers=headers).status_code == status


def test_a_body_that_is_too_large_is_refused(memory: Memory) -> None:
    headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    with serving(Front(create(body_bytes_max=1000), memory)) as url:
        assert httpx2.post(f"{url}/mcp/ana", content=b"x" * 2000, headers=headers).status_code == 413


def test_half_an_emoji_is_taken(url: str, memory: Memory) -> None:
    call = {"name": "recollect_add", "arguments": {"content": "cut in an emoji \ud83d"}}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call})
    headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
    answer = httpx2.post(f"{url}/mcp/ana", content=body, headers=headers)
    assert answer.status_code == 200, answer.text
    assert [one.content for one in memory.list(user="ana")] == ["cut in an emoji \ufffd"]


@pytest.mark.parametrize(
    "body, id, code",
    [(b"not json", None, -32700), (b"[]", None, -32600), (b'{"jsonrpc": "2.0", "id": 7, "method": 5}', 7, -32600)],
)
def test_a_body_that_is_no_message_is_refused_as_json_rpc_says(url: str, body: bytes, id: Any, code: int) -> None:
    headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
    broken = httpx2.post(f"{url}/mcp/ana", content=body, headers=headers)
    assert (broken.status_code, broken.headers["content-type"]) == (400, "application/json")
    told = broken.json()
    assert (told["jsonrpc"], told["id"], told["error"]["code"]) == ("2.0", id, code)
