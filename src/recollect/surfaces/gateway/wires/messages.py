"""Anthropic's messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from recollect.surfaces.gateway.options import Tool
from recollect.surfaces.gateway.wires.base import (
    TEXT_TYPES,
    Block,
    Body,
    Reply,
    Turn,
    event_bytes,
    id_of,
    list_at,
    mapping_at,
    mappings_at,
    names_of,
    text_of,
)

THREAD = "thread"
PREVIOUS = "previous_message_id"
UNSUPPORTED_THREAD = "thread_unsupported_request"
"""What clients are told who can go on without threads."""
TOOL_PARTS = ("tool_use", "tool_result")
_KINDS = {400: "invalid_request_error", 401: "authentication_error", 403: "permission_error", 404: "not_found_error",
          413: "request_too_large", 429: "rate_limit_error", 504: "timeout_error"}  # fmt: skip


class Messages:
    name = "messages"
    path = "/messages"

    def turns(self, body: Body) -> list[Turn]:
        found = []
        for message in list_at(body, "messages"):
            if isinstance(message, Mapping) and message.get("role") in ("user", "assistant"):
                text = _said(message.get("content"))
                if text.strip():
                    found.append(Turn(role=str(message["role"]), text=text))
        return found

    def system(self, body: Body) -> str:
        return text_of(body.get("system"))

    def user(self, body: Body) -> object:
        return mapping_at(body, "metadata").get("user_id")

    def keeps(self, body: Body) -> bool:
        return body.get(THREAD) is not None

    def previous(self, body: Body) -> str | None:
        given = mapping_at(body, THREAD).get(PREVIOUS)
        return given if isinstance(given, str) and given else None

    def in_tool_loop(self, body: Body) -> bool:
        messages = list_at(body, "messages")
        last = asked_in(messages)
        after = mappings_at({"after": messages[0 if last is None else last + 1 :]}, "after")
        return any(part.get("type") in TOOL_PARTS for message in after for part in mappings_at(message, "content"))

    def put(self, body: Body, block: Block, *, placement: str, role: str) -> Body:
        """The system prompt is a field of its own here, and a message that answers tool calls begins with the results:
        memory about the question is a part of the last user message, after those. A thread keeps its first system
        prompt and takes no other: all of its memory is a part of that message, and where there is none it has some
        already."""
        if self.keeps(body):
            return _told(body, block.whole) or body
        if placement == "system-first":
            return {**body, "system": _before(block.whole, body.get("system"))}
        changed = dict(body)
        if block.stable:
            changed["system"] = _after(body.get("system"), block.stable)
        if block.asked:
            told = _told(changed, block.asked)
            return told or {**changed, "system": _after(changed.get("system"), block.asked)}
        return changed

    def with_tools(self, body: Body, tools: Sequence[Tool]) -> Body:
        known = names_of(body.get("tools"))
        more = [
            {
                "name": tool["name"],
                "description": tool.get("description", ""),
                "input_schema": tool.get("parameters") or {"type": "object", "properties": {}},
            }
            for tool in tools
            if tool.get("name") not in known
        ]
        return {**body, "tools": [*list_at(body, "tools"), *more]} if more else body

    def read(self, answer: Body) -> Reply:
        reply, content = Reply(id=id_of(answer)), answer.get("content")
        for at, part in enumerate(content if isinstance(content, list) else [content]):
            reply.add(text_of([part]), at)
        return reply

    def hear(self, reply: Reply, event: str, data: Any) -> None:
        if data.get("type") == "content_block_delta":
            reply.add(mapping_at(data, "delta").get("text"), data.get("index"))
        elif data.get("type") == "content_block_start":
            reply.add(mapping_at(data, "content_block").get("text"), data.get("index"))
        elif data.get("type") == "message_start":
            reply.id = id_of(mapping_at(data, "message"))
        elif data.get("type") == "message_delta":
            reply.finished = reply.finished or bool(mapping_at(data, "delta").get("stop_reason"))
        elif data.get("type") == "error":
            reply.failed = True

    def closes(self, event: str, data: str) -> bool:
        return event == "message_stop" or (not event and '"message_stop"' in data)

    def error(self, status: int, message: str, code: str) -> Body:
        """Its clients tell errors apart by the code in `details`."""
        kind = _KINDS.get(status, "api_error" if status >= 500 else "invalid_request_error")
        told = {"type": kind, "message": message, "code": code, "details": {"error_code": code}}
        return {"type": "error", "error": told}

    def error_event(self, status: int, message: str, code: str, number: int = 0) -> bytes:
        return event_bytes(self.error(status, message, code), "error")


def asked_in(messages: Sequence[Any]) -> int | None:
    """The last message in which the user says something himself."""
    for at in reversed(range(len(messages))):
        message = messages[at]
        if isinstance(message, Mapping) and message.get("role") == "user" and _said(message.get("content")).strip():
            return at
    return None


def _said(content: Any) -> str:
    """What somebody says in a message. Beside the results of tools only texts are: pictures and documents there are
    what a tool gave."""
    parts = [part for part in content if isinstance(part, Mapping)] if isinstance(content, list) else []
    if any(part.get("type") == "tool_result" for part in parts):
        content = [part for part in content if isinstance(part, str) or _is_text(part)]
    return text_of(content)


def _is_text(part: Any) -> bool:
    return isinstance(part, Mapping) and part.get("type") in TEXT_TYPES


def _told(body: Body, text: str) -> Body | None:
    """The body with a text in the last message of the user; None: he says nothing in it."""
    messages = list(list_at(body, "messages"))
    last = asked_in(messages)
    if last is None:
        return None
    messages[last] = {**messages[last], "content": _with(messages[last].get("content"), text)}
    return {**body, "messages": messages}


def _with(content: Any, text: str) -> list[Any]:
    """A message's parts with one more, after tool results and before what the user says."""
    parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
    place = 0
    for at, part in enumerate(parts):
        if isinstance(part, Mapping) and part.get("type") == "tool_result":
            place = at + 1
    return [*parts[:place], {"type": "text", "text": text}, *parts[place:]]


def _after(system: Any, text: str) -> list[Any]:
    """The application's prompt stays a part of its own, with its own mark for the provider's cache."""
    return [*_parts(system), {"type": "text", "text": text}]


def _before(text: str, system: Any) -> list[Any]:
    return [{"type": "text", "text": text}, *_parts(system)]


def _parts(system: Any) -> list[Any]:
    if isinstance(system, list):
        return system
    return [{"type": "text", "text": system}] if isinstance(system, str) and system else []
