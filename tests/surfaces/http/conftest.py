"""A running server. One serves all tests of a process: each has tenants of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server import RunningServer


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def server(shared_server: RunningServer) -> Iterator[RunningServer]:
    """A test that needs settings of its own starts a `RunningServer` itself."""
    own = shared_server.apart()
    yield own
    own.let_go()
