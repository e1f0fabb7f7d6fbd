"""The clients people use, against the whole server with a real language model behind it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anthropic
import anyio
import httpx2
import openai
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.serving import Served, serving


@pytest.fixture
def served(tmp_path: Path, llm_url: str) -> Iterator[Served]:
    with serving(tmp_path / "memory.db", gateway_upstream=llm_url) as running:
        yield running


def by_openai(served: Served, key: str, **headers: str) -> openai.OpenAI:
    return openai.OpenAI(base_url=f"{served.url}/v1", api_key=key, default_headers=headers, max_retries=0)


@pytest.mark.slow
@pytest.mark.feature("IN-01")
def test_what_one_says_to_a_model_is_remembered_for_him_and_for_nobody_else(served: Served) -> None:
    key = served.key("acme", role="write")
    with by_openai(served, key, **{"x-recollect-user": "dana"}) as client:
        told = [{"role": "user", "content": "I live in Lisbon and I have a cat called Tom"}]
        raw = client.chat.completions.with_raw_response.create(
            model="smollm2",
            messages=told,  # type: ignore[arg-type]
            max_tokens=8,
        )
        assert raw.headers["x-recollect-memory"] == "none", "nothing is known yet"
        assert raw.parse().choices[0].message.content
    with served.with_key(key) as rest:
        rest.post("/v1/sync", json={"user": "dana"})
        found = rest.post("/v1/search", json={"query": "where does she live?", "user": "dana"}).json()["hits"]
        assert any("Lisbon" in hit["content"] for hit in found)
    ask = [{"role": "user", "content": "Where do I live?"}]
    with (
        by_openai(served, key, **{"x-recollect-user": "dana"}) as client,
        client.chat.completions.with_streaming_response.create(
            model="smollm2",
            messages=ask,  # type: ignore[arg-type]
            max_tokens=8,
            stream=True,
        ) as coming,
    ):
        assert coming.headers["x-recollect-memory"] == "on"
        assert int(coming.headers["x-recollect-memory-tokens"]) > 0
        assert "data: [DONE]" in list(coming.iter_lines())
    for other, user in ((served.key("acme"), "eve"), (served.key("other"), "dana")):
        with by_openai(served, other, **{"x-recollect-user": user}) as client:
            raw = client.chat.completions.with_raw_response.create(
                model="smollm2",
                messages=ask,  # type: ignore[arg-type]
                max_tokens=4,
            )
            assert int(raw.headers.get("x-recollect-memory-tokens", 0)) == 0


@pytest.mark.slow
@pytest.mark.feature("IN-01")
def test_anthropics_client_talks_to_the_same_memory(served: Served) -> None:
    key = served.key("acme", role="write", user="dana")
    with anthropic.Anthropic(base_url=served.url, api_key=key, max_retries=0) as client:
        answer = client.messages.create(
            model="smollm2", max_tokens=8, messages=[{"role": "user", "content": "I work as a baker in Porto"}]
        )
        assert answer.content
    with served.with_key(key) as rest:
        turns = rest.get("/v1/turns").json()["records"]
        assert {turn["role"] for turn in turns} == {"user", "assistant"}
        assert {turn["user"] for turn in turns} == {"dana"}


@pytest.mark.slow
def test_a_wrong_key_is_an_authentication_error_for_both_clients(served: Served) -> None:
    with by_openai(served, "rk_wrong") as client, pytest.raises(openai.AuthenticationError):
        client.models.list()
    with (
        anthropic.Anthropic(base_url=served.url, api_key="rk_wrong", max_retries=0) as other,
        pytest.raises(anthropic.AuthenticationError),
    ):
        other.messages.create(model="m", max_tokens=1, messages=[{"role": "user", "content": "x"}])


def call(served: Served, key: str, tool: str, arguments: dict[str, Any]) -> Any:
    """Call a tool over streamable HTTP, as an agent does."""

    async def run() -> Any:
        headers = {"Authorization": f"Bearer {key}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as http,
            Client(streamable_http_client(f"{served.url}/mcp", http_client=http)) as client,
        ):
            return await client.call_tool(tool, arguments)

    return anyio.run(run)


@pytest.mark.feature("MCP-01")
def test_mcp_over_http_sees_what_its_key_may_see(tmp_path: Path) -> None:
    with serving(tmp_path / "memory.db") as served:
        ana, bob = served.key("acme", user="ana", role="write"), served.key("acme", user="bob", role="write")
        reader = served.key("acme", user="ana", role="read")
        added = call(served, ana, "recollect_add", {"content": "Ana keeps bees on the roof"})
        assert not added.is_error, added
        assert "bees" in str(call(served, ana, "recollect_search", {"query": "roof"}).structured_content)
        assert "bees" not in str(call(served, bob, "recollect_search", {"query": "roof"}).structured_content)
        refused = call(served, reader, "recollect_add", {"content": "not allowed"})
        assert refused.is_error
        assert "role" in str(refused.content)


def test_mcp_without_a_key_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path / "memory.db") as served, served.with_key(None) as client:
        asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
        assert client.post("/mcp", json=asked).status_code == 401


def test_the_server_starts_without_a_network_or_a_model(tmp_path: Path) -> None:
    """Nothing that is needed for serving is looked for outside the machine."""
    program = (
        "import socket\n"
        "real = socket.socket.connect\n"
        "def connect(self, to):\n"
        "    assert not isinstance(to, tuple) or to[0] in ('127.0.0.1', '::1'), to\n"
        "    return real(self, to)\n"
        "socket.socket.connect = connect\n"
        "from tests.serving import serving\n"
        f"with serving({str(tmp_path / 'memory.db')!r}) as served, served.client() as client:\n"
        "    assert client.post('/v1/memories', json={'content': 'x'}).status_code == 201\n"
        "    assert client.post('/v1/search', json={'query': 'x'}).status_code == 200\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
