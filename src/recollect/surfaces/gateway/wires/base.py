"""What a wire protocol must tell the gateway, and what they have in common: texts made of parts, SSE."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from recollect.surfaces.gateway.options import Tool

REPLY_CHARS_MAX = 1_000_000
IMAGE = "[image]"
_TEXT_TYPES = ("text", "input_text", "output_text")
_IMAGE_TYPES = ("image_url", "input_image", "image")
"""Tuples: what is looked for in them may be anything that JSON can say."""
_KINDS = {401: "authentication_error", 403: "permission_error", 429: "rate_limit_error"}
Body = dict[str, Any]
KEEPS = "responses"
"""The protocol whose answers the upstream keeps, to be named later."""


@dataclass(frozen=True, kw_only=True)
class Turn:
    """What a person or a model said, as a request carries it."""

    role: str
    text: str
    name: str | None = None


@dataclass(frozen=True, kw_only=True)
class Block:
    """Memory for one request, in two parts, either of which may be empty."""

    stable: str = ""
    asked: str = ""

    @property
    def whole(self) -> str:
        return "\n\n".join(part for part in (self.stable, self.asked) if part)


@dataclass
class Reply:
    """What a model answered, as far as it came."""

    parts: list[str] = field(default_factory=list)
    id: str | None = None
    chars: int = 0
    kept: bool = True
    """The upstream may be asked for it again."""
    finished: bool = False
    """The model said that it is done, whether or not the stream was closed as it should be."""
    failed: bool = False
    """The upstream said in the middle of it that it cannot go on."""

    @property
    def text(self) -> str:
        return clean("".join(self.parts))

    @property
    def whole(self) -> bool:
        """Nothing of what came was left out for its length."""
        return self.chars <= REPLY_CHARS_MAX

    def add(self, text: Any) -> None:
        if isinstance(text, str) and self.chars < REPLY_CHARS_MAX:
            self.parts.append(text[: REPLY_CHARS_MAX - self.chars])
            self.chars += len(text)


class Wire(Protocol):
    """One protocol. Functions of a body never change it; they give a new one."""

    name: str
    path: str
    """Below the upstream's base URL."""

    def turns(self, body: Body) -> list[Turn]:
        """What user and assistant said, oldest first; tool results and system prompts are no turns."""

    def system(self, body: Body) -> str:
        """The application's own system prompt."""

    def user(self, body: Body) -> object:
        """The end user as he is named, where the protocol has a field for him; None: he is not."""

    def in_tool_loop(self, body: Body) -> bool:
        """Whether the model already called tools since the user last said something."""

    def put(self, body: Body, block: Block, *, placement: str, role: str) -> Body:
        """The body with the memory in it."""

    def with_tools(self, body: Body, tools: Sequence[Tool]) -> Body:
        """The body with further tools, those left out whose names it has."""

    def read(self, answer: Body) -> Reply:
        """What a whole answer says."""

    def hear(self, reply: Reply, event: str, data: Any) -> None:
        """Add what one event of a stream says."""

    def closes(self, event: str, data: str) -> bool:
        """Whether this is the last event of a stream."""

    def error(self, status: int, message: str, code: str) -> Body:
        """An error as the protocol's clients expect it."""

    def error_event(self, status: int, message: str, code: str) -> bytes:
        """The same in the middle of a stream."""


def clean(text: str) -> str:
    """Text that a database can hold: no NUL, no lone surrogate."""
    text = text.replace("\x00", "")
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def text_of(content: Any) -> str:
    """The text of a message's content; of a picture that it is there."""
    if isinstance(content, str):
        return clean(content)
    if not isinstance(content, list):
        return ""
    parts = []
    for part in content:
        if isinstance(part, str):
            parts.append(part)
        elif isinstance(part, Mapping) and part.get("type") in _IMAGE_TYPES:
            parts.append(IMAGE)
        elif isinstance(part, Mapping) and part.get("type") in _TEXT_TYPES and isinstance(part.get("text"), str):
            parts.append(part["text"])
        elif isinstance(part, Mapping) and part.get("type") == "refusal" and isinstance(part.get("refusal"), str):
            parts.append(part["refusal"])
    return clean("\n".join(parts))


def said_in(message: Mapping[str, Any]) -> str:
    """What a message of a chat says, where it refuses too."""
    refusal = message.get("refusal")
    return text_of(message.get("content")) or (clean(refusal) if isinstance(refusal, str) else "")


def name_of(message: Mapping[str, Any]) -> str | None:
    name = message.get("name")
    return clean(name)[:100] if isinstance(name, str) and name.strip() else None


def names_of(tools: Any) -> set[str]:
    """Names of the tools that a request brings, in whichever shape."""
    given = [tool for tool in tools if isinstance(tool, Mapping)] if isinstance(tools, list) else []
    inner = [tool["function"] if isinstance(tool.get("function"), Mapping) else tool for tool in given]
    return {str(tool.get("name")) for tool in inner}


def texts(*values: Any) -> str:
    """Texts joined by an empty line, those left out that say nothing."""
    return "\n\n".join(value for value in values if isinstance(value, str) and value)


def list_at(body: Mapping[str, Any], name: str) -> list[Any]:
    value = body.get(name)
    return value if isinstance(value, list) else []


def mappings_at(body: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    return [value for value in list_at(body, name) if isinstance(value, Mapping)]


def mapping_at(body: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = body.get(name)
    return value if isinstance(value, Mapping) else {}


def event_bytes(data: Any, event: str | None = None) -> bytes:
    """One event of a stream."""
    text = data if isinstance(data, str) else json.dumps(data, separators=(",", ":"))
    return f"event: {event}\ndata: {text}\n\n".encode() if event else f"data: {text}\n\n".encode()


def openai_error(status: int, message: str, code: str) -> Body:
    kind = _KINDS.get(status, "invalid_request_error" if 400 <= status < 500 else "api_error")
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}
