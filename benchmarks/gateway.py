"""What the server costs, in one run: `python benchmarks/gateway.py`.

The gateway beside a direct call to the same upstream, a search over HTTP beside one by the library.

Three processes: a made-up upstream, the server with a memory of its own, and this one, which asks both in turn. The
upstream writes into every chunk when it was sent, so that its way can be timed to the byte.

Measured: a whole answer and the first streamed byte at concurrency 1, and the delay of chunks in many streams at once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

USER = "bench"
KEY = "rk_of_the_bench"
SEARCH_LIMIT = 2.0
"""What a search over HTTP may cost, in searches by the library plus an empty request."""
LIMITS = {"whole": 15.0, "first": 20.0, "chunks": 50.0}
"""Milliseconds that the gateway may add: p50 of a whole answer, p50 of the first byte, p95 of a chunk."""
START_TIMEOUT_S = 300
TEXT = "I see. "


# --- the two servers ------------------------------------------------------------------------------------------------


def upstream(chunks_a_second: float, chunks: int) -> Any:
    """An ASGI app that answers every chat: at once, or so many chunks a second."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        data = b""
        while True:
            message = await receive()
            data += message.get("body", b"")
            if not message.get("more_body"):
                break
        body = json.loads(data)
        if not body.get("stream"):
            choice = {"index": 0, "message": {"role": "assistant", "content": TEXT}, "finish_reason": "stop"}
            told = json.dumps({"id": "c", "object": "chat.completion", "model": "m", "choices": [choice]}).encode()
            headers = [(b"content-type", b"application/json"), (b"content-length", str(len(told)).encode())]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": told})
            return
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]})
        count = int(body.get("max_tokens") or chunks)
        start = time.monotonic()
        for number in range(count):
            await asyncio.sleep(max(0.0, start + number / chunks_a_second - time.monotonic()))
            choice = {"index": 0, "delta": {"content": TEXT}, "finish_reason": None}
            told = json.dumps({"id": "c", "model": "m", "choices": [choice], "sent": time.monotonic()}).encode()
            await send({"type": "http.response.body", "body": b"data: " + told + b"\n\n", "more_body": True})
        await send({"type": "http.response.body", "body": b"data: [DONE]\n\n"})

    return app


def server(store: str, upstream_url: str, memories: int) -> Any:
    """The whole server with a filled memory: credentials, limits and metrics are part of what is measured."""
    from recollect import Memory, config
    from recollect.assemble.tenants import Tenants
    from recollect.evals.speed.texts import Writer
    from recollect.surfaces.http.app import create
    from recollect.surfaces.http.serve import spare_what_stays

    tenants = Tenants(config.load({"gateway_upstream": upstream_url, "api_key": KEY}, {}, None), url=store)
    memory = Memory.over(tenants.engine("default"))
    memory.add_many(Writer().texts(memories), user=USER)
    memory.sync(timeout_s=START_TIMEOUT_S)  # the profile of so many memories at once is not what is measured
    memory.context("to load what is loaded once", user=USER)
    made = create(tenants)
    spare_what_stays()  # as `recollect serve` does
    return made


def serve(app: Any, fd: int) -> None:
    import uvicorn

    listener = socket.socket(fileno=fd)
    uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="auto")).run(sockets=[listener])


def started(*arguments: str) -> tuple[subprocess.Popen[bytes], str]:
    """This script again as a server, listening on a port that is taken already: its address."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(512)
    os.set_inheritable(listener.fileno(), True)
    command = [sys.executable, __file__, *arguments, "--listen", str(listener.fileno())]
    process = subprocess.Popen(command, pass_fds=[listener.fileno()])
    port = listener.getsockname()[1]
    listener.close()
    return process, f"http://127.0.0.1:{port}/v1"


# --- the client -----------------------------------------------------------------------------------------------------


class Line:
    """A kept-alive connection: little between the wire and the clock."""

    def __init__(self, url: str) -> None:
        self._to = urlsplit(url)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, body: dict[str, Any] | None, path: str = "/chat/completions") -> AsyncIterator[bytes]:
        """The pieces of the answer as they arrive; without a body it is a GET."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(self._to.hostname, self._to.port)
        reader, writer = self._streams
        data = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{'GET' if body is None else 'POST'} {self._to.path}{path} HTTP/1.1\r\nHost: bench\r\n"
            f"Authorization: Bearer {KEY}\r\nx-recollect-user: {USER}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(data)}\r\n\r\n"
        )
        writer.write(head.encode() + data)
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
        if " 200 " not in status:
            raise RuntimeError(f"answered {status}")
        headers = dict(line.split(": ", 1) for line in lines if ": " in line)
        if "content-length" in headers:
            yield await reader.readexactly(int(headers["content-length"]))
            return
        while size := int(await reader.readline(), 16):
            yield (await reader.readexactly(size + 2))[:-2]
        await reader.readexactly(2)

    async def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()


def question(text: str, **more: Any) -> dict[str, Any]:
    system = {"role": "system", "content": "You are a helpful assistant."}
    return {"model": "m", "messages": [system, {"role": "user", "content": text}], **more}


async def ready(url: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < deadline and process.poll() is None:
        line = Line(url)
        try:
            async for _ in line.ask(question("Are you there?")):
                pass
            return
        except (OSError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.2)
        finally:
            await line.close()
    raise SystemExit(f"{url} did not start")


Times = dict[str, list[float]]


async def in_turn(urls: dict[str, str], texts: list[str], *, stream: bool) -> Times:
    """Each text asked of both, one after the other: milliseconds until the answer, or its first byte, is there."""
    lines = {name: Line(url) for name, url in urls.items()}
    found: Times = {name: [] for name in urls}
    for number, text in enumerate(texts):
        for name in sorted(lines, reverse=bool(number % 2)):
            start = time.monotonic()
            took = 0.0
            async for _ in lines[name].ask(question(text, stream=stream, max_tokens=2)):
                took = took or (time.monotonic() - start) * 1000
            found[name].append(took)
    for line in lines.values():
        await line.close()
    return found


async def searches(url: str, store: str, texts: list[str]) -> Times:
    """The same search by the library in this process and over HTTP, and a request that does nothing, in turn."""
    from recollect import Memory

    found: Times = {"library": [], "empty": [], "rest": []}
    line = Line(url)
    with Memory(store, worker="off", config_file=Path(store).with_name("none.toml")) as memory:
        for number, text in enumerate(texts):
            steps = [
                ("library", None),
                ("empty", line.ask(None, "/ping")),
                ("rest", line.ask({"query": text, "user": USER}, "/search")),
            ]
            for name, asked in steps[number % 3 :] + steps[: number % 3]:
                start = time.monotonic()
                if asked is None:
                    memory.search(text, user=USER)
                else:
                    async for _ in asked:
                        pass
                found[name].append((time.monotonic() - start) * 1000)
    await line.close()
    return found


async def at_once(url: str, texts: list[str], chunks: int) -> list[float]:
    """Milliseconds from a chunk's sending to its arrival, over all streams."""
    delays: list[float] = []

    async def one(text: str, wait_s: float) -> None:
        await asyncio.sleep(wait_s)  # people do not all press the key in the same millisecond
        line = Line(url)
        async for piece in line.ask(question(text, stream=True, max_tokens=chunks)):
            now = time.monotonic()
            for event in piece.split(b"\n\n"):
                if event.startswith(b"data: {"):
                    delays.append((now - json.loads(event[6:])["sent"]) * 1000)
        await line.close()

    await asyncio.gather(*(one(text, number / len(texts)) for number, text in enumerate(texts)))
    return delays


def cpu_ms(process: subprocess.Popen[bytes]) -> float | None:
    """What a process has computed so far; None where the system does not tell. Says something on a busy machine too."""
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def share(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * part))]


def row(
    title: str, direct: list[float], through: list[float], limit: float, of: Callable[[list[float]], float]
) -> bool:
    added = of(through) - of(direct)
    cells = [f"{of(direct):9.2f}", f"{of(through):9.2f}", f"{added:+9.2f}", f"{of(through) / of(direct):8.1f}x"]
    cells.append(f"{'yes' if added <= limit else 'NO':>5} (+{limit:g})")
    print(f"{title:42}", *cells)
    return added <= limit


async def measure(options: argparse.Namespace) -> bool:
    from recollect.evals.speed.texts import Writer

    with tempfile.TemporaryDirectory() as folder:
        store = f"{folder}/memory.db"
        behind, direct = started("--upstream", "--rate", str(options.rate))
        front, through = started("--server", "--to", direct, "--store", store, "--memories", str(options.memories))
        try:
            await ready(direct, behind)
            await ready(through, front)
            urls = {"direct": direct, "through": through}
            texts = Writer(seed=11).questions(2 * options.requests + 2 * options.streams + 20)
            await in_turn(urls, texts[-20:], stream=False)
            await searches(through, store, texts[-20:])
            marks = [cpu_ms(front)]
            whole = await in_turn(urls, texts[: options.requests], stream=False)
            marks.append(cpu_ms(front))
            first = await in_turn(urls, texts[options.requests : 2 * options.requests], stream=True)
            rest = await searches(through, store, texts[: options.requests])
            talks = texts[2 * options.requests : 2 * options.requests + options.streams]
            many_direct = await at_once(direct, talks, options.chunks)
            marks.append(cpu_ms(front))
            many = await at_once(through, talks, options.chunks)
            marks.append(cpu_ms(front))
        finally:
            for process in (front, behind):
                process.terminate()
                process.wait(20)
    cores = os.cpu_count()
    print(f"{options.memories:,} memories, {cores} cores, load {os.getloadavg()[0]:.1f}")
    print(f"{'milliseconds':42} {'direct':>9} {'gateway':>9} {'added':>9} {'ratio':>9} {'kept':>5}")
    p50, p95 = statistics.median, lambda times: share(times, 0.95)
    kept = [
        row("whole answer, p50", whole["direct"], whole["through"], LIMITS["whole"], p50),
        row("first streamed byte, p50", first["direct"], first["through"], LIMITS["first"], p50),
        row(
            f"{options.streams} streams of {options.rate:g} chunks/s, chunk p95",
            many_direct,
            many,
            LIMITS["chunks"],
            p95,
        ),
    ]
    library, empty, over_http = (p50(rest[name]) for name in ("library", "empty", "rest"))
    ratio = over_http / (library + empty)
    print(
        f"{'search over HTTP, p50':42} {over_http:9.2f} = {ratio:.2f}x of library {library:.2f} + empty request "
        f"{empty:.2f}  {'yes' if ratio <= SEARCH_LIMIT else 'NO'} ({SEARCH_LIMIT:g}x)"
    )
    kept.append(ratio <= SEARCH_LIMIT)
    for title, times in (("whole answer, p95", whole), ("first streamed byte, p95", first)):
        print(f"{title:42} {p95(times['direct']):9.2f} {p95(times['through']):9.2f}")
    if None not in marks:
        before, after, begun, ended = (float(mark or 0) for mark in marks)
        for title, each in (
            ("the gateway computes, a whole answer", (after - before) / options.requests),
            ("the gateway computes, a chunk", (ended - begun) / max(1, len(many))),
        ):
            print(f"{title:42} {'':9} {each:9.2f}  (all it does meanwhile included)")
    return all(kept)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--requests", type=int, default=200)
    parser.add_argument("--streams", type=int, default=64)
    parser.add_argument("--chunks", type=int, default=100, help="of each stream")
    parser.add_argument("--rate", type=float, default=20.0, help="chunks a second")
    parser.add_argument("--check", action="store_true", help="fail when a limit is not kept")
    for name in ("--upstream", "--server"):
        parser.add_argument(name, action="store_true", help=argparse.SUPPRESS)
    for name in ("--to", "--store"):
        parser.add_argument(name, help=argparse.SUPPRESS)
    parser.add_argument("--listen", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.upstream:
        serve(upstream(options.rate, options.chunks), options.listen)
    elif options.server:
        serve(server(options.store, options.to, options.memories), options.listen)
    elif not asyncio.run(measure(options)) and options.check:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
