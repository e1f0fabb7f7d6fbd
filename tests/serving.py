"""A real server for tests: the whole application under uvicorn, in a thread, on a free port of the loopback."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import uvicorn

from recollect import config
from recollect.assemble.tenants import Tenants
from recollect.surfaces.http import app
from recollect.surfaces.http.serve import listen

START_S = 60


class Served:
    """One running server."""

    def __init__(self, url: str, tenants: Tenants) -> None:
        self.url = url
        self.tenants = tenants

    def key(self, tenant: str = "acme", **fields: Any) -> str:
        """The text of a new key."""
        return self.tenants.keys.create(tenant, **{"role": "admin", **fields})[1]

    def client(self, tenant: str = "acme", **fields: Any) -> httpx2.Client:
        """A client with a key of its own."""
        return self.with_key(self.key(tenant, **fields))

    def with_key(self, key: str | None) -> httpx2.Client:
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        return httpx2.Client(base_url=self.url, headers=headers, timeout=60)


@contextmanager
def serving(store: str | Path, **settings: Any) -> Iterator[Served]:
    """Serve a store until the end of the block."""
    loaded = config.load({"port": 0, **settings}, {}, None)
    tenants = Tenants(loaded, url=str(store))
    opened = listen(loaded)
    server = uvicorn.Server(
        uvicorn.Config(app.create(tenants), log_config=None, lifespan="on", timeout_graceful_shutdown=5, ws="none")
    )
    ready, loops = threading.Event(), []

    async def run() -> None:
        loops.append(asyncio.get_running_loop())
        task = asyncio.ensure_future(server.serve(sockets=[opened]))
        while not server.started and not task.done():
            await asyncio.sleep(0.005)
        ready.set()
        await task

    thread = threading.Thread(target=lambda: asyncio.run(run()), name="served", daemon=True)
    thread.start()
    assert ready.wait(START_S)
    host, port = opened.getsockname()[:2]
    try:
        yield Served(f"http://{host}:{port}", tenants)
    finally:
        server.should_exit = True
        thread.join(START_S)
        assert not thread.is_alive(), "the server did not stop"


def problem(answer: httpx2.Response) -> dict[str, Any]:
    """The problem an answer tells, checked for its form."""
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    found: dict[str, Any] = json.loads(answer.content)
    assert found["status"] == answer.status_code
    assert found["type"] == f"urn:recollect:error:{found['code']}"
    return found
