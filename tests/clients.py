"""A real server on the loopback with a clock that tests move, for the interfaces of other systems."""

from __future__ import annotations

import uuid
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx2

from recollect import Memory, config
from recollect.assemble.tenants import Tenants
from recollect.model.principal import ApiKey
from tests.clock import Clock
from tests.serving import answering

WAIT_S = 60


class Client(httpx2.Client):
    """An HTTP client that comes with a key."""

    def __init__(self, url: str, key: ApiKey, text: str) -> None:
        super().__init__(base_url=url, headers={"Authorization": f"Bearer {text}"}, timeout=WAIT_S)
        self.key = key
        self.text = text

    def ok(self, method: str, path: str, **given: Any) -> Any:
        """What an answer says, which must be a good one."""
        answer = self.request(method, path, **given)
        assert answer.status_code == 200, answer.text
        return answer.json()


class Running:
    """The server itself. Start with `with`."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.clock = Clock()
        given = {"synchronous": "normal", "schedule": "off", **settings}
        loaded = config.load(given, {}, file=folder / "none.toml")
        self.tenants = Tenants(loaded, url=str(folder / "serving.db"), clock=self.clock)
        self._running = ExitStack()
        self.url = ""

    def __enter__(self) -> Running:
        self.url = self._running.enter_context(answering(self.tenants))[0]
        return self

    def __exit__(self, *_: object) -> None:
        self._running.close()


class Serving:
    """A running server as one test sees it: tenants of its own, and a key for every client. Use with `with`."""

    def __init__(self, running: Running) -> None:
        self._mark = uuid.uuid4().hex[:8]
        self._clients: list[Client] = []
        self.url, self.clock, self.tenants = running.url, running.clock, running.tenants

    def __enter__(self) -> Serving:
        return self

    def __exit__(self, *_: object) -> None:
        for client in self._clients:
            client.close()

    def tenant(self, name: str = "acme") -> str:
        return f"{name}-{self._mark}"

    def client(
        self, tenant: str = "acme", *, role: str = "write", user: str | None = None, path: str = "", **more: Any
    ) -> Client:
        made = Client(self.url + path, *self.tenants.keys.create(self.tenant(tenant), role=role, user=user, **more))
        self._clients.append(made)
        return made

    def memory(self, tenant: str = "acme") -> Memory:
        """The same memory without the network, to look behind an answer."""
        return Memory.over(self.tenants.engine(self.tenant(tenant)))

    def in_days(self, days: float) -> str:
        """A time to come, as JavaScript writes it."""
        at = self.clock.now + timedelta(days=days)
        return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
