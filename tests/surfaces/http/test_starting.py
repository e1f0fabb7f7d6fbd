"""A server that cannot start says why in one line; what is no error of ours is logged whole."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import pytest

from recollect.errors import StoreBusy, StoreUnavailable
from recollect.surfaces.http.app import Server


def started(error: BaseException) -> list[dict[str, Any]]:
    """What a server says whose start fails with this."""
    sent: list[dict[str, Any]] = []

    @asynccontextmanager
    async def failing() -> AsyncIterator[None]:
        raise error
        yield

    async def receive() -> dict[str, Any]:
        return {"type": "lifespan.startup"}

    async def send(message: Any) -> None:
        sent.append(message)

    server = Server(None, None, [], [failing])  # type: ignore[arg-type]
    anyio.run(server, {"type": "lifespan"}, receive, send)
    return sent


BUSY, AWAY = StoreBusy("no connection left"), StoreUnavailable("it is away")


@pytest.mark.parametrize(
    "error, reason",
    [
        (BUSY, "no connection left"),
        (ExceptionGroup("tasks", [BUSY]), "no connection left"),
        (ExceptionGroup("tasks", [ExceptionGroup("more", [BUSY, AWAY]), BUSY]), "no connection left; it is away"),
    ],
    ids=["alone", "in a group", "in groups"],
)
def test_a_start_that_fails_is_told_in_one_line(error: BaseException, reason: str) -> None:
    assert started(error) == [{"type": "lifespan.startup.failed", "message": reason}]


@pytest.mark.parametrize("error", [ValueError("odd"), ExceptionGroup("tasks", [BUSY, ValueError("odd")])], ids=str)
def test_what_is_no_error_of_ours_is_raised_whole(error: Exception) -> None:
    with pytest.raises(type(error)) as raised:
        started(error)
    assert raised.value is error
