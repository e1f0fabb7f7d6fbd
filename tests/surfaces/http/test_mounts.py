"""The gateway at the addresses of Osaurus and OmniRoute: memory that went in by their own routes is in their chats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server import RunningServer
from tests.surfaces.gateway.serving import Upstream

CHAT = "/v1/chat/completions"
FACT = "The turtle of the house is called Kurma"
ASK: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": "What is the name of the turtle?"}]}
TALK = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Hello"},
    {"role": "assistant", "content": "Hi"},
    *ASK["messages"],
]
AGENT = {"X-Osaurus-Agent-Id": "AG"}


@pytest.fixture(scope="module")
def upstream() -> Iterator[Upstream]:
    with Upstream() as running:
        yield running


@pytest.fixture(scope="module")
def both(upstream: Upstream, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(tmp_path_factory.mktemp("mounts"), gateway_upstream=upstream.url) as running:
        yield running


@pytest.fixture
def server(both: RunningServer) -> Iterator[RunningServer]:
    own = both.apart()
    yield own
    own.let_go()


@pytest.mark.feature("IN-10")
@pytest.mark.parametrize(
    "prefix, headers, inside",
    [("/osaurus", AGENT, True), ("/osaurus", {}, False), ("", AGENT, True), ("", {}, False)],
)
def test_an_agent_of_osaurus_knows_what_was_handed_in_for_it(
    server: RunningServer, upstream: Upstream, prefix: str, headers: dict[str, str], inside: bool
) -> None:
    client = server.client(prefix=prefix)
    talk = {"agent_id": "AG", "conversation_id": "c-1", "turns": [{"user": FACT, "assistant": "Lovely."}]}
    assert client.post("/memory/ingest", json=talk).status_code == 200
    answer = client.post(CHAT, json=ASK, headers=headers)
    assert answer.status_code == 200
    assert ("Kurma" in upstream.last.raw.decode()) is inside
    assert answer.headers["x-recollect-memory"] == ("on" if inside else "none")


def test_a_key_of_omniroute_has_one_pool_for_chats_and_memories(server: RunningServer, upstream: Upstream) -> None:
    mine, another = server.client(prefix="/omniroute"), server.client(prefix="/omniroute")
    mine.post("/api/memory", json={"key": "turtle", "content": FACT, "type": "factual"}).raise_for_status()
    for client, inside in ((mine, True), (another, False)):
        assert client.post(CHAT, json=ASK).status_code == 200
        assert ("Kurma" in upstream.last.raw.decode()) is inside
    assert {turn.user for turn in server.memory().list(everyone=True, layers=("turn",))} == {
        f"key:{key.id}" for key in server.tenants.keys.list(server.tenant())
    }


@pytest.mark.parametrize(
    "prefix, preset, placement, roles",
    [
        ("", "recollect", None, ["system", "user", "assistant", "system", "user"]),
        ("", "omniroute", None, ["system", "system", "user", "assistant", "user"]),
        ("", "omniroute", "split", ["system", "user", "assistant", "system", "user"]),
        ("/omniroute", "recollect", None, ["system", "system", "user", "assistant", "user"]),
        ("/omniroute", "recollect", "split", ["system", "user", "assistant", "system", "user"]),
    ],
)
def test_memory_stands_before_all_else_in_chats_of_omniroute_unless_somebody_chose(
    server: RunningServer, upstream: Upstream, prefix: str, preset: str, placement: str | None, roles: list[str]
) -> None:
    client = server.client(prefix=prefix)
    server.tenants.set(server.tenant(), {"preset": preset, "gateway_placement": placement})
    [key] = server.tenants.keys.list(server.tenant())
    pool = f"key:{key.id}" if "omniroute" in (preset, prefix[1:]) else None
    server.memory().add(FACT, user=pool)
    client.post(CHAT, json={"model": "m", "messages": TALK}).raise_for_status()
    sent = upstream.last.body["messages"]
    assert [message["role"] for message in sent] == roles
    [memory] = [at for at, message in enumerate(sent) if "Kurma" in message["content"]]
    assert memory == (0 if roles[1] == "system" else 3)
    assert {turn.user for turn in server.memory().list(everyone=True, layers=("turn",))} == {pool}


@pytest.mark.parametrize("prefix", ["", "/osaurus", "/omniroute"])
@pytest.mark.parametrize("path, more", [("/v1/models", None), ("/v1/embeddings", {"model": "recollect", "input": "a"})])
def test_every_route_of_the_gateway_is_at_each_address(
    server: RunningServer, upstream: Upstream, prefix: str, path: str, more: Any
) -> None:
    client = server.client(prefix=prefix)
    answer = client.get(path) if more is None else client.post(path, json=more)
    assert answer.status_code == 200
    if more is None:
        assert upstream.last.path == "/v1/models"


@pytest.mark.feature("IN-10")
def test_osaurus_takes_chats_without_the_version_too(server: RunningServer, upstream: Upstream) -> None:
    client = server.client(prefix="/osaurus")
    talk = {"agent_id": "AG", "conversation_id": "c-1", "turns": [{"user": FACT, "assistant": "Lovely."}]}
    client.post("/memory/ingest", json=talk).raise_for_status()
    answer = client.post("/chat/completions", json=ASK, headers=AGENT)
    assert (answer.status_code, answer.headers["x-recollect-memory"]) == (200, "on")
    assert upstream.last.path == "/v1/chat/completions"
    assert "Kurma" in upstream.last.raw.decode()
    assert client.get("/models").status_code == 200
    assert upstream.last.path == "/v1/models"
    assert client.post("/embeddings", json={"model": "recollect", "input": "a"}).status_code == 200
    assert client.get("/chat/completions").json()["error"]["code"] == "not_allowed"
    assert client.get("/health").json()["ok"] is True
    for prefix in ("", "/omniroute"):
        assert server.client(prefix=prefix).get("/models").status_code == 404


@pytest.mark.parametrize("prefix", ["/osaurus", "/omniroute"])
def test_who_has_no_key_is_told_so_in_the_words_of_a_model_api(server: RunningServer, prefix: str) -> None:
    answer = server.client(prefix=prefix).post(CHAT, json=ASK, headers={"Authorization": "Bearer nonsense"})
    assert (answer.status_code, answer.json()["error"]["type"]) == (401, "authentication_error")


@pytest.mark.parametrize(
    "path, status", [("/mcp", 200), ("/mcp/", 200), ("/mcp/x", 404), ("/mcp/a/b", 404), ("/mcp//", 404)]
)
def test_mcp_has_one_address(server: RunningServer, path: str, status: int) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}
    answer = server.client().post(path, json=body, headers=headers)
    assert answer.status_code == status, answer.text
    if status == 404:
        assert "/mcp" in answer.json()["detail"]
        assert server.client().get(path).status_code == server.client().delete(path).status_code == 404
