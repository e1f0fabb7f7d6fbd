"""Recollect as a server on the loopback, in a thread of the test's own process: the real application under uvicorn."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import uvicorn

from recollect import config
from recollect.assemble import utc_now
from recollect.assemble.tenants import Tenants
from recollect.surfaces.http.app import create

STARTED_WITHIN_S = 30


@dataclass(frozen=True, kw_only=True)
class Running:
    """A server and the key of whoever looks after its default tenant."""

    url: str
    key: str
    tenants: Tenants

    def made_key(self, tenant: str = "default", **fields: Any) -> str:
        return self.tenants.keys.create(tenant, **fields)[1]


class _Server(uvicorn.Server):
    """Says when it listens, and leaves the signals to pytest."""

    def __init__(self, chosen: uvicorn.Config) -> None:
        super().__init__(chosen)
        self.listening = threading.Event()

    async def startup(self, sockets: list[Any] | None = None) -> None:
        await super().startup(sockets)
        self.listening.set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextmanager
def running(store: Path | str, *, clock: Callable[[], datetime] = utc_now, **settings: Any) -> Iterator[Running]:
    """A server over a store, until the block ends."""
    loaded = config.load({"store": str(store), **settings}, environment={})
    tenants = Tenants(loaded, url=str(store), clock=clock)
    key = tenants.keys.create("default", name="tests", role="admin")[1]
    server = _Server(
        uvicorn.Config(
            create(tenants),
            host="127.0.0.1",
            port=0,
            log_config=None,
            lifespan="on",
            ws="none",
            timeout_graceful_shutdown=2,
        )
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    assert server.listening.wait(STARTED_WITHIN_S), "the server did not start"
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Running(url=f"http://127.0.0.1:{port}", key=key, tenants=tenants)
    finally:
        server.should_exit = True
        thread.join(STARTED_WITHIN_S)
        assert not thread.is_alive(), "the server did not stop"
