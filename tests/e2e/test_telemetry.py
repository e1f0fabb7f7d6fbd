"""Traces of a real server, sent to a collector: what was asked, and never what was said."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

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
        assert server.stop() == 0
    collector.shutdown()
    collector.server_close()
    assert b"recollect" in collector.sent["/v1/traces"]
    assert b"/v1/memories" in collector.sent["/v1/traces"]
    assert collector.sent["/v1/metrics"]
    assert all(b"marmalade" not in body for body in collector.sent.values())
