"""A real server on the loopback, in a thread of the test: every surface, a database of its own, keys on request."""

from __future__ import annotations

import copy
import socket
import threading
import uuid
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx2
import uvicorn

from recollect import Memory, config
from recollect.assemble.tenants import Tenants
from recollect.surfaces.http.app import create
from tests.clock import Clock

START_S = 30


class RunningServer:
    """Use with `with`. `url` is its address, `key()` a new API key, `client()` an HTTP client that sends one."""

    def __init__(self, folder: Path, *, clock: Clock | None = None, **settings: Any) -> None:
        url = settings.pop("url", None) or str(folder / "server.db")
        given = {"synchronous": "normal", "schedule": "off", "cors_origins": "", **settings}
        self.clock = clock or Clock()
        self.tenants = Tenants(config.load(given, {}, file=folder / "none.toml"), url=url, clock=self.clock)
        self._clients: list[httpx2.Client] = []
        self._names = ""
        self._socket = socket.create_server(("127.0.0.1", 0))
        chosen = uvicorn.Config(create(self.tenants), log_config=None, lifespan="on", ws="none", access_log=False)
        self._server = uvicorn.Server(chosen)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    def __enter__(self) -> RunningServer:
        self._thread.start()
        httpx2.get(f"{self.url}/health", timeout=START_S).raise_for_status()  # the socket listens: it waits
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.let_go()
        self._server.should_exit = True
        self._thread.join(START_S)
        self._socket.close()

    def apart(self) -> RunningServer:
        """The same server with tenants of its own, so that one can serve many tests that know nothing of each other."""
        other = copy.copy(self)
        other._clients, other._names = [], f"{uuid.uuid4().hex[:8]}-"
        return other

    def let_go(self) -> None:
        """Close what `client` gave."""
        for client in self._clients:
            client.close()
        self._clients.clear()

    def tenant(self, name: str = "acme") -> str:
        """What a tenant is called on the server."""
        return self._names + name

    def key(self, tenant: str = "acme", *, user: str | None = None, role: str = "admin", **more: Any) -> str:
        return self.tenants.keys.create(self.tenant(tenant), user=user, role=role, **more)[1]

    def client(self, tenant: str = "acme", *, prefix: str = "", **key: Any) -> httpx2.Client:
        """A client of that tenant, at the root or under the prefix of a surface."""
        headers = {"Authorization": f"Bearer {self.key(tenant, **key)}"}
        made = httpx2.Client(base_url=self.url + prefix, headers=headers, timeout=START_S)
        self._clients.append(made)
        return made

    def memory(self, tenant: str = "acme") -> Memory:
        """The same memory without the network, to look behind an answer and to do what is queued."""
        return Memory.over(self.tenants.engine(self.tenant(tenant)))
