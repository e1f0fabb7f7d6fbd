"""A memory, an upstream and a gateway between them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import httpx2
import pytest

from recollect import Memory, registry
from recollect.engine.given import Given
from recollect.surfaces.gateway.app import create
from recollect.surfaces.gateway.options import GatewayOptions
from tests.clock import Clock
from tests.surfaces.gateway.serving import Principal, Process, Upstream, gateway, serving
from tests.surfaces.gateway.test_owned import Door


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory(tmp_path / "memory.db", worker="off", config_file=tmp_path / "none.toml") as opened:
        yield opened


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    with Upstream() as running:
        yield running


@pytest.fixture
def client(memory: Memory, upstream: Upstream) -> Iterator[httpx2.Client]:
    """Of a gateway with everything on, for a key without a user."""
    with gateway(memory, upstream.url) as url, httpx2.Client(base_url=url, timeout=60) as made:
        yield made


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def process(memory: Memory, upstream: Upstream, tmp_path: Path, clock: Clock) -> Iterator[Process]:
    """Starts another gateway over the same store each time it is called."""
    with ExitStack() as stack:

        def start() -> httpx2.Client:
            own = stack.enter_context(closing(registry.store(str(tmp_path / "memory.db"), {})))
            app = create(GatewayOptions(upstream=upstream.url, upstream_key="sk", given=Given(own, clock)))
            url = stack.enter_context(serving(Door(app, memory, Principal())))
            return stack.enter_context(httpx2.Client(base_url=url, timeout=60))

        yield start
