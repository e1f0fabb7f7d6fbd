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


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A store that holds nothing: making its tables is most of the time that opening a new one takes."""
    folder = tmp_path_factory.mktemp("empty")
    with Memory(folder / "memory.db", config_file=folder / "none.toml", worker="off"):
        pass
    return (folder / "memory.db").read_bytes()


@pytest.fixture
def memory(tmp_path: Path, clock: Clock, empty_file: bytes) -> Iterator[Memory]:
    (tmp_path / "memory.db").write_bytes(empty_file)
    with Memory(
        tmp_path / "memory.db", clock=clock, config_file=tmp_path / "none.toml", synchronous="normal", worker="off"
    ) as opened:
        yield opened
