"""A memory, an upstream and a gateway between them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from recollect import Memory
from tests.surfaces.gateway.serving import Upstream, gateway


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
    with gateway(memory, upstream.url) as url, httpx2.Client(base_url=url, timeout=20) as made:
        yield made
