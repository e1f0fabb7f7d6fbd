"""Traces of a real server, sent to a collector: what was asked, and never what was said."""

from __future__ import annotations

import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx2
import pytest

from tests.e2e.served import ServeProcess

pytestmark = pytest.mark.slow


class Collector(ThreadingHTTPServer):
    """Keeps what it is sent."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.sent: dict[str, bytes] = {}


class _Handler(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.sent[self.path] = self.server.sent.get(self.path, b"") + body
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Quiet."""


def mcp(client: httpx2.Client, method: str, params: dict[str, object]) -> httpx2.Response:
    accepted = {"accept": "application/json, text/event-stream"}
    call = {"jsonrpc": "2.0", "id": "marmalade", "method": method, "params": params}
    return client.post("/mcp", json=call, headers=accepted)


ASKED: tuple[Callable[[httpx2.Client], httpx2.Response], ...] = (
    lambda client: client.get("/v1/timeline", params={"about": "marmalade", "user": "ana"}),
    lambda client: client.get("/v1/entities/marmalade"),
    lambda client: client.get("/v1/nowhere/marmalade"),
    lambda client: client.get("/api/memory", params={"q": "marmalade"}),
    lambda client: client.request("PUT", "/v1/entities/marmalade", params={"marmalade": ""}),
    lambda client: mcp(client, "tools/call", {"name": "recollect_search", "arguments": {"query": "marmalade"}}),
    lambda client: mcp(client, "resources/read", {"uri": "recollect://memory/marmalade"}),
    lambda client: mcp(client, "prompts/get", {"name": "recall_about", "arguments": {"marmalade": "x"}}),
    lambda client: mcp(client, "tools/call", {"name": "marmalade", "arguments": {}}),
    lambda client: mcp(client, "prompts/get", {"name": "marmalade"}),
    lambda client: mcp(client, "resources/read", {"uri": "recollect://profile", "name": "marmalade"}),
    lambda client: mcp(client, "marmalade/list", {"name": "marmalade"}),
)
"""Wherever a word can stand that a caller chose: queries, paths, errors of what he named."""


def test_traces_and_metrics_reach_a_collector_without_contents(tmp_path: Path) -> None:
    collector = Collector()
    threading.Thread(target=collector.serve_forever, daemon=True).start()
    # bodies are compressed otherwise, and could not be looked into
    environment = {
        "RECOLLECT_OTEL_ENDPOINT": f"http://127.0.0.1:{collector.server_port}",
        "OTEL_EXPORTER_OTLP_COMPRESSION": "none",
    }
    with ServeProcess(tmp_path / "memory.db", environment=environment) as server:
        with server.client() as client:
            added = client.post("/v1/memories", json={"content": "the marmalade secret", "user": "ana"})
            assert added.status_code == 201
            assert [ask(client).status_code for ask in ASKED] == [200, 404, 404, 200, 405, *[200] * 7]
        assert server.stop() == 0
    collector.shutdown()
    collector.server_close()
    assert b"recollect" in collector.sent["/v1/traces"]
    for told in (b"/v1/memories", b"/v1/timeline", b"/v1/entities/{name}", b"resources/read"):
        assert told in collector.sent["/v1/traces"]
    assert b"tools/call recollect_search" in collector.sent["/v1/traces"]
    assert collector.sent["/v1/metrics"]
    assert all(b"marmalade" not in body for body in collector.sent.values())
