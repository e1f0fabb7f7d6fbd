"""A memory on a temporary SQLite file, with a clock that tests move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from recollect import Memory
from tests.clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def memory(tmp_path: Path, clock: Clock) -> Iterator[Memory]:
    with Memory(
        tmp_path / "memory.db", clock=clock, config_file=tmp_path / "none.toml", synchronous="normal", worker="off"
    ) as opened:
        yield opened
