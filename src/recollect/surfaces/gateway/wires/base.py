"""What a wire protocol must tell the gateway, and what they have in common: texts made of parts, SSE."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from recollect.surfaces.gateway.options import Tool

REPLY_CHARS_MAX = 1_000_000
NAME_CHARS_MAX = 100
IMAGE = "[image]"
TEXT_TYPES = ("text", "input_text", "output_text")
_IMAGE_TYPES = ("image_url", "input_image", "image")
_AUDIO_TYPES = ("input_audio", "output_audio", "audio", "audio_url")
_FILE_TYPES = ("file", "input_file", "container_upload")
"""Tuples: what is looked for in them may be anything that JSON can say."""
_KINDS = {401: "authentication_error", 403: "permission_error", 429: "rate_limit_error"}
Body = dict[str, Any]
BETWEEN = "\n"
"""Between the parts of what was said."""
_GOING_ON = frozenset(".,;:!?)]}%…'’”»。，、；：！？）」』】")
"""What no line begins with."""
_UNBRACKETED = str.maketrans("[]", "()")
KEEPS = "responses"
"""The protocol whose answers the upstream keeps unasked, to be named later."""


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
    part: object = None
    """Which part of the answer was last added to."""
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

    def add(self, text: Any, part: object = None) -> None:
        """`part`: where an answer has several, which one this belongs to. A new one begins a line, unless it goes on in
        the midst of a sentence, as between quotations it does."""
        if part != self.part and text:
            if self.parts and isinstance(text, str) and not _goes_on(self.parts[-1], text):
                text = f"{BETWEEN}{text}"
            self.part = part
        if text and isinstance(text, str) and self.chars < REPLY_CHARS_MAX:
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

    def keeps(self, body: Body) -> bool:
        """Whether the upstream keeps the answer, so that a later request may name it."""

    def previous(self, body: Body) -> str | None:
        """The id of the answer that the request goes on from, where the upstream keeps what was said before."""

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

    def error_event(self, status: int, message: str, code: str, number: int = 0) -> bytes:
        """The same in the middle of a stream. `number`: of the event, where the protocol counts them."""


def clean(text: str) -> str:
    """Text that a database can hold: no NUL, no lone surrogate. Two that make a character may come one by one."""
    text = text.replace("\x00", "")
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def text_of(content: Any) -> str:
    """The text of a message's content; of a picture, a sound or a file that it is there."""
    return clean(_joined(content))


def said_in(message: Mapping[str, Any]) -> str:
    """What a message of a chat says, or a piece of one, where it refuses or speaks too. As it came, for a piece may
    end in the middle of a character."""
    if said := _joined(message.get("content")):
        return said
    refusal = message.get("refusal")
    return refusal if isinstance(refusal, str) and refusal else _transcript(mapping_at(message, "audio"))


def _goes_on(before: str, text: str) -> bool:
    return before[-1:].isspace() or text[0].isspace() or text[0] in _GOING_ON


def _joined(content: Any) -> str:
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    return BETWEEN.join(filter(None, map(_said_by, content)))


def _said_by(part: Any) -> str:
    """What one part of a content says."""
    if not isinstance(part, Mapping):
        return part if isinstance(part, str) else ""
    kind = part.get("type")
    if kind in TEXT_TYPES or kind == "refusal":
        said = part.get("refusal" if kind == "refusal" else "text")
        return said if isinstance(said, str) else ""
    if kind in _IMAGE_TYPES:
        return IMAGE
    if kind in _AUDIO_TYPES:
        return _transcript(part) or "[audio]"
    if kind in _FILE_TYPES:
        return _marked("file", part.get("filename") or mapping_at(part, "file").get("filename"))
    return _marked("document", part.get("title")) if kind == "document" else ""


def _transcript(audio: Mapping[str, Any]) -> str:
    said = audio.get("transcript")
    return said if isinstance(said, str) else ""


def _marked(kind: str, name: Any) -> str:
    """A mark for what is not text, with its name where it has one."""
    told = " ".join(name.translate(_UNBRACKETED).split())[:NAME_CHARS_MAX] if isinstance(name, str) else ""
    return f"[{kind}: {told}]" if told else f"[{kind}]"


def name_of(message: Mapping[str, Any]) -> str | None:
    name = message.get("name")
    return clean(name)[:NAME_CHARS_MAX] if isinstance(name, str) and name.strip() else None


def names_of(tools: Any) -> set[str]:
    """Names of the tools that a request brings, in whichever shape."""
    given = [tool for tool in tools if isinstance(tool, Mapping)] if isinstance(tools, list) else []
    inner = [tool["function"] if isinstance(tool.get("function"), Mapping) else tool for tool in given]
    return {str(tool.get("name")) for tool in inner}


def texts(*values: Any) -> str:
    """Texts joined by an empty line, those left out that say nothing."""
    return "\n\n".join(value for value in values if isinstance(value, str) and value)


def id_of(answer: Mapping[str, Any]) -> str | None:
    id = answer.get("id")
    return id if isinstance(id, str) and id else None


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
