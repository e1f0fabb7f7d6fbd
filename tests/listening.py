"""uvicorn in a thread of the tests, which stops when it is told to.

As it comes it looks every tenth of a second whether it shall stop, and sleeps another one when it shall: longer than
most tests that start a server of their own.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import uvicorn

START_S = 120
TICK_S = 0.1
"""As often as uvicorn looks after itself."""
LEAVING_TRIES, LEAVING_S = 20, 0.005
"""Whoever is still connected after that is waited for by uvicorn itself."""


class _Server(uvicorn.Server):
    def __init__(self, chosen: uvicorn.Config) -> None:
        super().__init__(chosen)
        self.ready = threading.Event()
        self._told = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        self.ready.set()

    async def main_loop(self) -> None:
        tick = 0
        while not await self.on_tick(tick):
            tick += 1
            with suppress(TimeoutError, asyncio.TimeoutError):
                await asyncio.wait_for(self._told.wait(), TICK_S)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for listener in (*self.servers, *(sockets or ())):
            listener.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        for _ in range(LEAVING_TRIES):
            if not self.server_state.connections and not self.server_state.tasks:
                await self.lifespan.shutdown()
                return
            await asyncio.sleep(LEAVING_S)
        await super().shutdown(sockets)

    def stop(self) -> None:
        self.should_exit = True
        if self._loop is not None:
            with suppress(RuntimeError):  # it ended by itself
                self._loop.call_soon_threadsafe(self._told.set)


@contextmanager
def listening(chosen: uvicorn.Config) -> Iterator[str]:
    """A server on a free port of the loopback until the end of the block; its address."""
    server = _Server(chosen)
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        bound.listen(chosen.backlog)
        thread = threading.Thread(target=server.run, args=([bound],), name="served", daemon=True)
        thread.start()
        assert server.ready.wait(START_S), "the server did not start"
        try:
            yield f"http://127.0.0.1:{bound.getsockname()[1]}"
        finally:
            server.stop()
            thread.join(START_S)
            assert not thread.is_alive(), "the server did not stop"
