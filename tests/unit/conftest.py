"""A memory on a temporary SQLite file, with a clock that tests move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from recollect import Memory
from tests.clock import Clock
from tests.programs import program
from tests.services import ServiceMissing, services_required


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def memory(tmp_path: Path, clock: Clock) -> Iterator[Memory]:
    with Memory(
        tmp_path / "memory.db", clock=clock, config_file=tmp_path / "none.toml", synchronous="normal", worker="off"
    ) as opened:
        yield opened


@pytest.fixture(scope="session")
def speaking() -> None:
    """flite and ffmpeg are there. Where they are not: a skip, or a failure where services are required."""
    try:
        for name in ("flite", "ffmpeg"):
            program(name)
    except ServiceMissing as missing:
        if services_required():
            pytest.fail(f"{missing} (RECOLLECT_REQUIRE_SERVICES)", pytrace=False)
        pytest.skip(str(missing))
