"""A real server on the loopback, in a thread of the test: every surface, a database of its own, keys on request."""

from __future__ import annotations

import copy
import uuid
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx2

from recollect import Memory, config
from recollect.assemble.tenants import Tenants
from tests.clock import Clock
from tests.listening import START_S
from tests.serving import answering


class RunningServer:
    """Use with `with`. `url` is its address, `key()` a new API key, `client()` an HTTP client that sends one."""

    def __init__(self, folder: Path, *, clock: Clock | None = None, **settings: Any) -> None:
        url = settings.pop("url", None) or str(folder / "server.db")
        given = {"synchronous": "normal", "schedule": "off", "cors_origins": "", **settings}
        self.clock = clock or Clock()
        self.tenants = Tenants(config.load(given, {}, file=folder / "none.toml"), url=url, clock=self.clock)
        self._clients: list[httpx2.Client] = []
        self._names = ""
        self.store = str(url)
        """Where its data is, for another process."""
        self._running = ExitStack()
        self.url = ""

    def __enter__(self) -> RunningServer:
        self.url = self._running.enter_context(answering(self.tenants))[0]
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.let_go()
        self._running.close()

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
