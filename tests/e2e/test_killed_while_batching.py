"""A process that is killed while a provider works on its batch: the next one takes the same batch up."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from tests.batch_service import BatchService
from tests.loopback import Loopback, Reply, Request

SIZE = 200
PROGRAM = """
import json, sys
from recollect import Memory
with Memory(sys.argv[1], **json.loads(sys.argv[2])) as memory:
    print(memory.reindex())
"""


@pytest.mark.slow
@pytest.mark.feature("EM-14")
@pytest.mark.parametrize("kind", ["openai", "voyage", "gemini"])
@pytest.mark.parametrize("moment", ["while it is handed over", "while it is worked on", "while it is fetched"])
def test_a_batch_is_paid_for_once_even_when_its_process_is_killed(kind: str, moment: str, tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with Memory(path, embedder="none") as memory:
        memory.add_many([f"note {number} about the garden" for number in range(SIZE)], user="u")
    with Loopback() as server:
        service = BatchService(kind=kind, dim=768, hold=moment == "while it is worked on").attach(server)
        settings: dict[str, Any] = {
            "embedder": kind,
            "embedder_base_url": server.url + ("" if kind == "gemini" else "/v1"),
            "embedder_api_key": "k",
            "embedder_dim": 768,
            "embedder_batch": "on",
            "embedder_batch_min": 10,
            "embedder_batch_poll_ms": 10,
            "worker": "off",
        }
        kill_at(server, moment, path, settings)
        service.hold = False
        with Memory(path, **settings, backfill_ms=0) as memory:
            assert memory.status().needs_reindex == SIZE
            assert memory.reindex() == {"spaces": 0, "vectors": SIZE}
            assert memory.doctor() == []
        assert len(service.jobs) == 1
        assert len(service.handed) == SIZE
        assert not any(one.path.endswith(("/embeddings", ":batchEmbedContents")) for one in server.requests)


def kill_at(server: Loopback, moment: str, path: Path, settings: dict[str, Any]) -> None:
    """Run reindex in a process of its own, and kill it at that moment of its talk with the provider."""
    reached, dead, route = threading.Event(), threading.Event(), server.routes[0]

    def watched(request: Request) -> Reply | None:
        reply = route(request)
        if not dead.is_set() and matches(moment, request):
            reached.set()
            dead.wait(60)  # the answer comes too late
        return reply

    server.routes[0] = watched
    command = [sys.executable, "-c", PROGRAM, str(path), json.dumps(settings)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert reached.wait(60), process.stderr.read() if process.poll() is not None and process.stderr else "too slow"
        process.send_signal(signal.SIGKILL)
        process.wait(60)
        dead.set()
    assert process.returncode == -signal.SIGKILL
    server.routes[0] = route


def matches(moment: str, request: Request) -> bool:
    if moment == "while it is handed over":
        return request.method == "POST" and request.path.endswith((":asyncBatchEmbedContent", "/batches"))
    if moment == "while it is worked on":
        return request.method == "GET" and "/batches/" in request.path
    return request.path.endswith((":download", "/content"))
