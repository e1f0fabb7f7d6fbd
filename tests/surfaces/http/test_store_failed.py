"""A store that fails: callers are told so in the words of their interface, and not where the store lies."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.server import RunningServer

MCP = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
TURNS = {"agent_id": "a", "conversation_id": "c", "turns": [{"user": "I row", "assistant": "Nice"}]}


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningServer, str]]:
    """A server whose database lost the tables of memory and jobs, and the folder that nobody is to hear of."""
    folder = tmp_path_factory.mktemp("hidden-place")
    with RunningServer(folder, worker="off") as running:
        running.client().get("/v1/memories").raise_for_status()
        with closing(sqlite3.connect(running.store)) as database:
            for table in ("space", "item", "job"):
                database.execute(f"ALTER TABLE {table} RENAME TO {table}_gone")
        yield running, folder.name


@pytest.mark.feature("SE-01")
@pytest.mark.parametrize(
    "method, path, body",
    [
        ("GET", "/v1/memories", None),
        ("POST", "/memory/add", {"content": "I row"}),
        ("POST", "/memory/query", {"query": "rowing"}),
        ("GET", "/memory/all", None),
        ("POST", "/memory/ingest", {"content_type": "text", "data": "A text about rowing"}),
        ("POST", "/memory/ingest", TURNS),
        ("POST", "/lgm/store", {"node": "act", "content": "I row"}),
        ("POST", "/osaurus/memory/ingest", TURNS),
        ("POST", "/v1/memories/add", {"external_user_id": "ana", "content": "I row"}),
        ("GET", "/api/memory", None),
        ("POST", "/api/memory", {"key": "sport", "content": "I row"}),
        ("POST", "/mem0/v3/memories/add/", {"user_id": "ana", "messages": "I row"}),
        ("GET", "/mem0/memories?user_id=ana", None),
        ("GET", "/ready", None),
    ],
)
def test_where_the_store_lies_is_told_to_nobody(
    broken: tuple[RunningServer, str], method: str, path: str, body: dict[str, Any] | None
) -> None:
    server, folder = broken
    answer = server.client().request(method, path, json=body)
    assert answer.status_code >= 500
    assert "the store cannot do it now" in answer.text
    assert folder not in answer.text


@pytest.mark.parametrize(
    "name, arguments",
    [
        ("recollect_search", {"query": "rowing"}),
        ("omniroute_memory_add", {"apiKeyId": "k", "type": "factual", "key": "sport", "content": "I row"}),
        ("memory_search", {"query": "rowing"}),
    ],
)
def test_nor_to_an_agent(broken: tuple[RunningServer, str], name: str, arguments: dict[str, Any]) -> None:
    server, folder = broken
    call = MCP | {"params": {"name": name, "arguments": arguments}}
    answer = server.client().post("/mcp", json=call, headers={"Accept": "application/json, text/event-stream"})
    assert "the store cannot do it now" in answer.text
    assert folder not in answer.text


def test_a_feed_ends_with_its_last_byte_and_who_comes_back_is_told_why(tmp_path: Path) -> None:
    with RunningServer(tmp_path, worker="off") as running, running.client() as client:
        with client.stream("GET", "/v1/events") as feed:
            lines = feed.iter_lines()
            assert "event: ready" in iter(lambda: next(lines), "")
            with closing(sqlite3.connect(running.store)) as database:
                database.execute("ALTER TABLE space RENAME TO space_gone")
            assert [line for line in lines if line.startswith("event:")] == [], "and it is not cut off"
        assert client.get("/v1/events").status_code >= 500
