"""A running server: one for the tests of a file, with tenants of each test's own, or one for a test alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.clients import Running, Serving


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(tmp_path_factory.mktemp("serving")) as started:
        yield started


@pytest.fixture
def serving(running: Running) -> Iterator[Serving]:
    with Serving(running) as seen:
        yield seen


@pytest.fixture
def serving_alone(tmp_path: Path) -> Iterator[Serving]:
    """For tests that change what holds for the whole server."""
    with Running(tmp_path) as started, Serving(started) as seen:
        yield seen
