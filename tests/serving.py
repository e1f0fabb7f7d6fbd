"""A real server for tests: the whole application under uvicorn, in a thread, on a free port of the loopback."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import uvicorn

from recollect import config
from recollect.assemble.tenants import Tenants
from recollect.surfaces.http import app
from recollect.surfaces.http.surface import Surface
from tests.listening import listening


class Served:
    """One running server."""

    def __init__(self, url: str, tenants: Tenants, surfaces: Sequence[Surface]) -> None:
        self.url = url
        self.tenants = tenants
        self.surfaces = surfaces

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
def answering(tenants: Tenants) -> Iterator[tuple[str, Sequence[Surface]]]:
    """The whole application over these tenants until the end of the block: its address and its surfaces."""
    made = app.create(tenants)
    chosen = uvicorn.Config(made, log_config=None, lifespan="on", timeout_graceful_shutdown=5, ws="none")
    with listening(chosen) as url:
        yield url, made.surfaces


@contextmanager
def serving(store: str | Path, **settings: Any) -> Iterator[Served]:
    """Serve a store until the end of the block."""
    tenants = Tenants(config.load(settings, {}, None), url=str(store))
    with answering(tenants) as (url, surfaces):
        yield Served(url, tenants, surfaces)


def problem(answer: httpx2.Response) -> dict[str, Any]:
    """The problem an answer tells, checked for its form."""
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    found: dict[str, Any] = json.loads(answer.content)
    assert found["status"] == answer.status_code
    assert found["type"] == f"urn:recollect:error:{found['code']}"
    return found
