"""What tests of the gateway run against: the gateway behind uvicorn, and an upstream that says what it is told to."""

from __future__ import annotations

import json
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx2
import uvicorn

from recollect import Memory
from recollect.surfaces.gateway.app import create
from recollect.surfaces.gateway.options import GatewayOptions
from tests.listening import listening

WAIT_S = 60
Process = Callable[[], httpx2.Client]
"""Starts a gateway, as another process would be one, and gives what asks it."""


@dataclass(frozen=True, kw_only=True)
class Principal:
    """Who calls, as the server tells the gateway."""

    tenant: str = "default"
    user: str | None = None
    role: str = "admin"
    key_id: str | None = "k1"
    name: str | None = None


@dataclass(frozen=True, kw_only=True)
class Reply:
    """One scripted answer: pieces sent one by one. An event among them is waited for; `cut`: no proper end. `more`:
    headers that may be said twice; `length`: what it says its length is, however long it is."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    pieces: Sequence[bytes | threading.Event] = ()
    cut: bool = False
    more: Sequence[tuple[str, str]] = ()
    length: int | None = None


@dataclass(frozen=True, kw_only=True)
class Request:
    method: str
    path: str
    headers: dict[str, str]
    raw: bytes

    @property
    def body(self) -> Any:
        return json.loads(self.raw)


def answer(body: Any, status: int = 200, **headers: str) -> Reply:
    """A whole answer in JSON."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status=status, headers={"Content-Type": "application/json", **named}, pieces=[data])


def stream(*pieces: bytes | threading.Event, cut: bool = False) -> Reply:
    return Reply(headers={"Content-Type": "text/event-stream"}, pieces=pieces, cut=cut)


def said(text: str, n: int = 1) -> dict[str, Any]:
    """A whole chat completion."""
    message = {"role": "assistant", "content": text}
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [
            {"index": at, "message": {**message, "content": f"{text}{at or ''}"}, "finish_reason": "stop"}
            for at in reversed(range(n))
        ],
        "usage": {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5},
    }


def chunk(text: str | None = None, index: int = 0, finish: str | None = None, **delta: Any) -> bytes:
    """One chunk of a streamed chat completion."""
    given = {**({"content": text} if text is not None else {}), **delta}
    choice = {"index": index, "delta": given, "finish_reason": finish}
    data = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
    return f"data: {json.dumps(data)}\n\n".encode()


DONE = b"data: [DONE]\n\n"


class Upstream:
    """Start with `with`; answers come from the script, and without one every chat is answered with "Noted."."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.missing: set[str] = set()
        self.asked = threading.Event()
        self.gone = threading.Event()
        """Somebody hung up while an answer was being sent."""
        self.script: deque[Reply] = deque()
        self.respond: Callable[[Request], Reply | None] = lambda request: None
        """What it answers where it knows more than a script."""
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                outer._handle(self, self.rfile.read(int(self.headers.get("Content-Length") or 0)))

            def do_GET(self) -> None:
                outer._handle(self, b"")

            def do_DELETE(self) -> None:
                outer._handle(self, b"")

            def log_message(self, format: str, *args: object) -> None:
                """Quiet: the requests are kept."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=lambda: self._server.serve_forever(poll_interval=0.01), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> Upstream:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def last(self) -> Request:
        return self.requests[-1]

    def _handle(self, handler: BaseHTTPRequestHandler, raw: bytes) -> None:
        headers = {name.lower(): value for name, value in handler.headers.items()}
        self.requests.append(Request(method=handler.command, path=handler.path, headers=headers, raw=raw))
        self.asked.set()
        path = handler.path.split("?")[0]
        if path in self.missing:
            reply = answer({"error": {"message": "no such path"}}, 404)
        else:
            reply = self.respond(self.last) or (self.script.popleft() if self.script else answer(said("Noted.")))
        handler.send_response(reply.status)
        for name, value in (*reply.headers.items(), *reply.more):
            handler.send_header(name, value)
        if reply.length is not None:
            handler.send_header("Content-Length", str(reply.length))
            handler.end_headers()
            handler.wfile.write(b"".join(piece for piece in reply.pieces if isinstance(piece, bytes)))
            handler.close_connection = True
            return
        if len(reply.pieces) == 1 and not reply.cut and isinstance(reply.pieces[0], bytes):
            handler.send_header("Content-Length", str(len(reply.pieces[0])))
            handler.end_headers()
            handler.wfile.write(reply.pieces[0])
            return
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        try:
            self._send(handler, reply)
        except (BrokenPipeError, ConnectionResetError):
            self.gone.set()
            handler.close_connection = True

    def _send(self, handler: BaseHTTPRequestHandler, reply: Reply) -> None:
        for piece in reply.pieces:
            if isinstance(piece, threading.Event):
                self._wait(handler, piece)
                continue
            handler.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
            handler.wfile.flush()
        if reply.cut:
            handler.close_connection = True
            handler.connection.shutdown(socket.SHUT_RDWR)
        else:
            handler.wfile.write(b"0\r\n\r\n")

    def _wait(self, handler: BaseHTTPRequestHandler, event: threading.Event) -> None:
        """Until the event, or until the other side hangs up."""
        for _ in range(WAIT_S * 100):
            if event.wait(0.01):
                return
            handler.connection.setblocking(False)
            try:
                if handler.connection.recv(1, socket.MSG_PEEK) == b"":
                    raise BrokenPipeError
            except BlockingIOError:
                pass
            finally:
                handler.connection.setblocking(True)
        raise AssertionError("the event was never set")


class Entrance:
    """What the server does before the gateway: says who calls and with which memory."""

    def __init__(self, app: Any, memory: Any, principal: Principal) -> None:
        self.app, self.memory, self.principal = app, memory, principal

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            scope["state"] = {**scope.get("state", {}), "principal": self.principal, "memory": self.memory}
        await self.app(scope, receive, send)


@contextmanager
def serving(app: Any) -> Iterator[str]:
    """The app behind uvicorn on a free port; its address."""
    with listening(uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=2)) as url:
        yield url


@contextmanager
def gateway(
    memory: Memory,
    upstream: str | None,
    *,
    principal: Principal | None = None,
    key: str | None = "sk-upstream",
    **options: Any,
) -> Iterator[str]:
    """A running gateway; its address."""
    app = create(GatewayOptions(upstream=upstream, upstream_key=key, **options))
    with serving(Entrance(app, memory, principal or Principal())) as url:
        yield url
