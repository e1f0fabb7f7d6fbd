"""What a server tells of itself: of each of several processes, and of every request without what it holds."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path

import pytest

from recollect.surfaces.http.observe import Processes
from tests.server import RunningServer


@pytest.mark.skipif(sys.platform != "linux", reason="no other system tells of processes in files")
def test_of_processes_that_counted_those_that_still_serve_are_told_of(tmp_path: Path) -> None:
    """A number that is given out again is another program's."""
    for pid in (os.getpid(), os.getppid(), 2**31):
        for kind in ("counter", "histogram"):
            (tmp_path / f"{kind}_{pid}.db").touch()
    told = {metric.name: metric.samples for metric in Processes(tmp_path).collect()}
    assert {"process_resident_memory_bytes", "process_cpu_seconds", "process_open_fds"} <= set(told)
    for samples in told.values():
        assert [sample.labels for sample in samples] == [{"pid": str(os.getpid())}]
    assert told["process_resident_memory_bytes"][0].value > 1_000_000


@pytest.mark.parametrize(
    "method, asked, told",
    [
        ("GET", "/v1/entities/marmalade?user=marmalade", "/v1/entities/{name:path}"),
        ("PUT", "/v1/entities/marmalade", "/v1/entities/{name:path}"),
        ("GET", "/v1/nowhere/marmalade", ""),
        ("GET", "/memory/marmalade", "/memory/{id}"),
        ("GET", "/api/memory?q=marmalade", "/api/memory"),
        ("GET", "/mem0/memories/marmalade/", "/mem0/memories/{id}"),
        ("POST", "/osaurus/memory/ingest", "/osaurus/memory/ingest"),
        ("POST", "/mcp/marmalade", "/mcp"),
        ("GET", "/omniroute/v1/models/marmalade", "/omniroute/v1/models/{id:path}"),
    ],
)
def test_the_log_tells_the_route_of_a_request_and_nothing_that_a_caller_chose(
    server: RunningServer, caplog: pytest.LogCaptureFixture, method: str, asked: str, told: str
) -> None:
    client = server.client()
    with caplog.at_level(logging.DEBUG, "recollect.http"):
        answered = client.request(method, asked)
        id = answered.headers["x-request-id"]
        client.get("/health")  # over the same connection: the one before is over then, to its line in the log
        lines = [record for record in caplog.records if getattr(record, "request_id", None) == id]
    assert [line.path for line in lines] == [told]  # type: ignore[attr-defined]
    assert "marmalade" not in str([vars(line) for line in lines])
