"""A provider on the loopback, and time that tests move."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.loopback import Loopback


@pytest.fixture
def server() -> Iterator[Loopback]:
    with Loopback() as running:
        yield running


@pytest.fixture(autouse=True)
def aws_credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bedrock's client signs with whatever AWS's own chain finds; here it finds these."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
