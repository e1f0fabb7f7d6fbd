"""Threads for memory, which blocks: few, so that they leave the interpreter to the loop that passes chunks on."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import anyio
import anyio.to_thread

P = ParamSpec("P")
T = TypeVar("T")


class Threads:
    """Looking up and recording wait in queues of their own: a stream that ends does not wait for ones that begin."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._limiters: tuple[anyio.CapacityLimiter, anyio.CapacityLimiter] | None = None

    async def plan(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await anyio.to_thread.run_sync(lambda: work(*args, **kwargs), limiter=self._made()[0])

    async def record(self, work: Callable[[], T]) -> T:
        return await anyio.to_thread.run_sync(work, limiter=self._made()[1])

    def _made(self) -> tuple[anyio.CapacityLimiter, anyio.CapacityLimiter]:
        """Made in the loop that uses them."""
        if self._limiters is None:
            self._limiters = (anyio.CapacityLimiter(self._count), anyio.CapacityLimiter(self._count))
        return self._limiters
