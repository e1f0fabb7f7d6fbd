"""Recollect as a server on the loopback, in a thread of the test's own process: the real application under uvicorn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from recollect import config
from recollect.assemble import utc_now
from recollect.assemble.tenants import Tenants
from tests.serving import answering


@dataclass(frozen=True, kw_only=True)
class Running:
    """A server and the key of whoever looks after its default tenant."""

    url: str
    key: str
    tenants: Tenants

    def made_key(self, tenant: str = "default", **fields: Any) -> str:
        return self.tenants.keys.create(tenant, **fields)[1]


@contextmanager
def running(store: Path | str, *, clock: Callable[[], datetime] = utc_now, **settings: Any) -> Iterator[Running]:
    """A server over a store, until the block ends."""
    loaded = config.load({"store": str(store), **settings}, environment={})
    tenants = Tenants(loaded, url=str(store), clock=clock)
    key = tenants.keys.create("default", name="tests", role="admin")[1]
    with answering(tenants) as (url, _):
        yield Running(url=url, key=key, tenants=tenants)
