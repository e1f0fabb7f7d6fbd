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

    def __init__(self, count: int, *, patience_s: float) -> None:
        """`count` at a time at most; but one after the other as long as nobody waits longer than `patience_s`."""
        self._count, self._patience_s = count, patience_s
        self._lanes: tuple[_Lane, _Lane] | None = None

    async def plan(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._made()[0].run(lambda: work(*args, **kwargs))

    async def record(self, work: Callable[[], T]) -> T:
        return await self._made()[1].run(work)

    def _made(self) -> tuple[_Lane, _Lane]:
        """Made in the loop that uses them."""
        if self._lanes is None:
            self._lanes = (_Lane(self._count, self._patience_s), _Lane(self._count, self._patience_s))
        return self._lanes


class _Lane:
    """One after the other is quicker for everybody where work is computing: threads that compute at once take the
    interpreter from each other, and from the loop. What waits for a disk or a network is passed by."""

    def __init__(self, count: int, patience_s: float) -> None:
        self._one = anyio.Semaphore(1)
        self._all = anyio.CapacityLimiter(count)
        self._patience_s = patience_s

    async def run(self, work: Callable[[], T]) -> T:
        alone = await self._admitted()
        try:
            return await anyio.to_thread.run_sync(work, limiter=self._all)
        finally:
            if alone:
                self._one.release()

    async def _admitted(self) -> bool:
        """Whether nobody else works; who has waited for long goes on beside them."""
        try:
            self._one.acquire_nowait()
        except anyio.WouldBlock:
            with anyio.move_on_after(self._patience_s):
                await self._one.acquire()
                return True
            return False
        return True
