"""A real HTTP server on the loopback that speaks the providers' wire formats, and misbehaves when it is told to.

`answer(text_of_request)` gives what a language model says; vectors are made from the text. A script of replies goes
before that: statuses, headers, broken bodies, or none (`hold`) until the server closes. What it was sent is kept.
"""

from __future__ import annotations

import base64
import json
import math
import re
import struct
import threading
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote


@dataclass(frozen=True, kw_only=True)
class Reply:
    """One scripted reply. `hold`: say nothing until the server closes."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    hold: bool = False
    cut_after: int | None = None
    """Send only so many bytes of the body, then hang up."""


@dataclass(frozen=True, kw_only=True)
class Request:
    method: str
    path: str
    headers: dict[str, str]
    body: Any
    """JSON as such; anything else as bytes."""
    query: str = ""


def vector(text: str, dim: int) -> list[float]:
    """A vector of unit length that depends on the text alone."""
    raw = [(zlib.crc32(f"{place}:{text}".encode()) % 2001 - 1000) / 1000 for place in range(dim)]
    norm = math.sqrt(sum(number * number for number in raw)) or 1.0
    return [number / norm for number in raw]


class Loopback:
    """Start with `with`; `url` is its address."""

    def __init__(self, *, dim: int = 8) -> None:
        self.dim = dim
        self.answer: Callable[[str], Any] = lambda text: {"entries": []}
        self.files: dict[str, bytes] = {}
        self.requests: list[Request] = []
        self.missing: set[str] = set()
        """Paths that do not exist, as on an older server."""
        self.sees: dict[bytes, str] = {}
        """What a multimodal model finds in some bytes, in words; in others it finds their digits."""
        self.routes: list[Callable[[Request], Reply | None]] = []
        """Asked before the usual wires: the first that answers."""
        self._script: deque[Reply] = deque()
        self._closing = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                outer._handle(self, self.rfile.read(int(self.headers.get("Content-Length") or 0)))

            do_PUT = do_POST  # noqa: N815

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
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Loopback:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()

    def script(self, *replies: Reply) -> None:
        """The next replies, in order, whatever is asked."""
        self._script.extend(replies)

    def _handle(self, handler: BaseHTTPRequestHandler, data: bytes) -> None:
        plain, _, query = handler.path.partition("?")
        path = unquote(plain)
        headers = {name.lower(): value for name, value in handler.headers.items()}
        kind = headers.get("content-type", "application/json")
        body: Any = data if "json" not in kind or "jsonl" in kind else json.loads(data) if data else None
        request = Request(method=handler.command, path=path, headers=headers, body=body, query=query)
        self.requests.append(request)
        reply = self._script.popleft() if self._script else self._routed(request)
        if reply.hold:
            self._closing.wait()
            handler.close_connection = True
            return
        content = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
        handler.send_response(reply.status)
        for name, value in {"Content-Type": "application/json", **reply.headers}.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        if reply.cut_after is not None:
            handler.wfile.write(content[: reply.cut_after])
            handler.close_connection = True
            return
        handler.wfile.write(content)

    def _routed(self, request: Request) -> Reply:
        for route in self.routes:
            if (reply := route(request)) is not None:
                return reply
        return self._usual(request.path, request.body, request.headers)

    def _usual(self, path: str, body: Any, headers: dict[str, str]) -> Reply:
        if path in self.missing:
            return Reply(status=404, body=b"404 page not found")
        for pattern, speak in _WIRES:
            if match := re.search(pattern, path):
                return Reply(body=speak(self, match, body))
        if path in self.files:
            return _file(self.files[path], headers.get("range"))
        return Reply(status=404, body={"error": {"message": f"no such path {path}"}})


def _file(data: bytes, wanted: str | None) -> Reply:
    if wanted and (match := re.match(r"bytes=(\d+)-", wanted)):
        return Reply(status=206, body=data[int(match[1]) :], headers={"Content-Type": "application/octet-stream"})
    return Reply(body=data, headers={"Content-Type": "application/octet-stream"})


def _said(messages: list[dict[str, Any]]) -> str:
    """All the text of a conversation, whichever way its parts are written."""
    return "\n".join(re.findall(r'"(?:text|content)": "((?:[^"\\]|\\.)*)"', json.dumps(messages)))


def _openai_chat(server: Loopback, match: re.Match[str], body: Any) -> Any:
    said = json.dumps(server.answer(_said(body["messages"])))
    message: dict[str, Any] = {"role": "assistant", "content": said}
    if body.get("tools"):
        call = {"name": body["tools"][0]["function"]["name"], "arguments": said}
        message = {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"id": "call12345", "type": "function", "function": call}],
        }
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 1_780_000_000,
        "model": body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": "stop", "native_finish_reason": "stop"}],
        **({"provider": "OpenAI"} if "/api/v1" in match.string else {}),  # OpenRouter says who served it
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }


def _anthropic(server: Loopback, _: Any, body: Any) -> Any:
    said = server.answer(_said(body["messages"]))
    part: dict[str, Any] = {"type": "text", "text": json.dumps(said)}
    if body.get("tools"):
        part = {"type": "tool_use", "id": "toolu_1", "name": body["tools"][0]["name"], "input": said}
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": [part],
        "stop_reason": "tool_use" if body.get("tools") else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 100, "output_tokens": 20},
    }


def _gemini(server: Loopback, match: re.Match[str], body: Any) -> Any:
    said = json.dumps(server.answer(_said(body["contents"])))
    return {
        "candidates": [{"content": {"role": "model", "parts": [{"text": said}]}, "finishReason": "STOP"}],
        "usageMetadata": {"promptTokenCount": 100, "candidatesTokenCount": 20, "totalTokenCount": 120},
        "modelVersion": match[1],
    }


def _bedrock_converse(server: Loopback, _: Any, body: Any) -> Any:
    said = server.answer(_said(body["messages"]))
    part: dict[str, Any] = {"text": json.dumps(said)}
    if body.get("toolConfig"):
        name = body["toolConfig"]["tools"][0]["toolSpec"]["name"]
        part = {"toolUse": {"toolUseId": "t1", "name": name, "input": said}}
    return {
        "output": {"message": {"role": "assistant", "content": [part]}},
        "stopReason": "tool_use" if body.get("toolConfig") else "end_turn",
        "usage": {"inputTokens": 100, "outputTokens": 20, "totalTokens": 120},
        "metrics": {"latencyMs": 1},
    }


def _openai_embeddings(server: Loopback, _: Any, body: Any) -> Any:
    dim = body.get("dimensions") or body.get("output_dimension") or server.dim
    texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
    rows: list[Any] = [vector(text, dim) for text in texts]
    if body.get("encoding_format") == "base64":
        rows = [base64.b64encode(struct.pack(f"<{dim}f", *row)).decode() for row in rows]
    data = [{"object": "embedding", "index": place, "embedding": row} for place, row in enumerate(rows)]
    usage = {"prompt_tokens": 5, "total_tokens": 5}
    return {"object": "list", "data": data, "model": body["model"], "usage": usage}


def _gemini_embeddings(server: Loopback, match: re.Match[str], body: Any) -> Any:
    requests = body["requests"] if match[2] == "batchEmbedContents" else [body]
    rows = [
        {"values": vector(_understood(server, request), request.get("outputDimensionality") or server.dim)}
        for request in requests
    ]
    return {"embeddings": rows} if match[2] == "batchEmbedContents" else {"embedding": rows[0]}


def _understood(server: Loopback, request: dict[str, Any]) -> str:
    """The text of a part, or what is seen in its bytes."""
    part = request["content"]["parts"][0]
    if "text" in part:
        return str(part["text"])
    data = base64.b64decode(part["inlineData"]["data"], validate=True)
    return server.sees.get(data, data.hex()[:64])


def _cohere(server: Loopback, _: Any, body: Any) -> Any:
    dim = body.get("output_dimension") or server.dim
    rows = [vector(text, dim) for text in body["texts"]]
    return {
        "id": "e1",
        "texts": body["texts"],
        "embeddings": {"float": rows},
        "meta": {"api_version": {"version": "2"}, "billed_units": {"input_tokens": 5}},
        "response_type": "embeddings_by_type",
    }


def _titan(server: Loopback, _: Any, body: Any) -> Any:
    return {"embedding": vector(body["inputText"], body.get("dimensions") or server.dim), "inputTextTokenCount": 3}


def _ollama(server: Loopback, _: Any, body: Any) -> Any:
    return {"model": body["model"], "embeddings": [vector(text, server.dim) for text in body["input"]]}


def _ollama_older(server: Loopback, _: Any, body: Any) -> Any:
    return {"embedding": vector(body["prompt"], server.dim)}


_WIRES: list[tuple[str, Callable[[Loopback, Any, Any], Any]]] = [
    (r"/chat/completions$", _openai_chat),
    (r"/v1/messages$", _anthropic),
    (r"/models/([^/:]+):generateContent$", _gemini),
    (r"/models/([^/:]+):(embedContent|batchEmbedContents)$", _gemini_embeddings),
    (r"/model/[^/]+/converse$", _bedrock_converse),
    (r"/model/[^/]+/invoke$", _titan),
    (r"/v2/embed$", _cohere),
    (r"/api/embed$", _ollama),
    (r"/api/embeddings$", _ollama_older),
    (r"/embeddings$", _openai_embeddings),
]
