"""A TCP proxy on the loopback that stands between a client and a real service, and delays, cuts or corrupts.

`faults` may be changed while it runs; what is under way sees the change.
"""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass

CHUNK_BYTES = 65_536


@dataclass
class Faults:
    """What is wrong with the line. All off: a plain proxy."""

    delay_s: float = 0.0
    """Before each piece of an answer."""
    silent: bool = False
    """Connections are taken, and nothing is ever answered."""
    refuse: bool = False
    """Connections are closed at once."""
    cut: bool = False
    """Connections end in the middle of an answer."""
    cut_after: int | None = None
    """So many pieces of answers still pass before they do."""
    corrupt: bool = False
    """Every byte of an answer is another one."""
    drip_s: float = 0.0
    """One byte of an answer at a time, with this pause after each."""


class Proxy:
    """Use with `with`; `port` is where it listens."""

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self.faults = Faults()
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="proxy", daemon=True)
        self._open: set[asyncio.StreamWriter] = set()

    def __enter__(self) -> Proxy:
        self._thread.start()
        assert self._ready.wait(30)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(30)

    def drop_all(self) -> None:
        """Hang up on everybody."""
        self._loop.call_soon_threadsafe(lambda: [writer.close() for writer in list(self._open)])

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.faults.refuse:
            writer.close()
            return
        try:
            there, back = await asyncio.open_connection(*self._target)
        except OSError:
            writer.close()
            return
        self._open |= {writer, back}
        ways = (self._pass(reader, back), self._pass_back(there, writer))
        await asyncio.wait([asyncio.ensure_future(way) for way in ways], return_when=asyncio.FIRST_COMPLETED)
        for end in (writer, back):
            self._open.discard(end)
            end.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(CHUNK_BYTES):
                writer.write(data)
                await writer.drain()
        except OSError:
            return

    async def _pass_back(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(CHUNK_BYTES):
                faults = self.faults
                if faults.silent:
                    continue
                await asyncio.sleep(faults.delay_s)
                if faults.corrupt:
                    data = bytes((byte + 1) % 256 for byte in data)
                if faults.cut_after is not None:
                    faults.cut, faults.cut_after = faults.cut_after <= 0, faults.cut_after - 1
                if faults.cut:
                    writer.write(data[: max(1, len(data) // 2)])
                    await writer.drain()
                    return
                for at in range(0, len(data), 1 if faults.drip_s else len(data)):
                    writer.write(data[at : at + 1] if faults.drip_s else data)
                    await writer.drain()
                    await asyncio.sleep(faults.drip_s)
        except OSError:
            return
