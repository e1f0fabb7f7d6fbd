"""OpenAI's responses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from recollect.surfaces.gateway.options import Tool
from recollect.surfaces.gateway.wires.base import (
    Block,
    Body,
    Reply,
    Turn,
    event_bytes,
    id_of,
    list_at,
    mapping_at,
    names_of,
    openai_error,
    text_of,
    texts,
)
from recollect.surfaces.gateway.wires.chat import SYSTEM_ROLES, as_instructed

SAID = ("response.output_text.delta", "response.refusal.delta", "response.audio.transcript.delta")
PREVIOUS = "previous_response_id"
NUMBER = "sequence_number"
LAST = ("response.completed", "response.incomplete", "response.failed")


class Responses:
    name = "responses"
    path = "/responses"

    def turns(self, body: Body) -> list[Turn]:
        found = []
        for item in items_of(body):
            if is_message(item) and item.get("role") in ("user", "assistant"):
                text = text_of(item.get("content"))
                if text.strip():
                    found.append(Turn(role=str(item["role"]), text=text))
        return found

    def system(self, body: Body) -> str:
        said = [
            text_of(item.get("content"))
            for item in items_of(body)
            if is_message(item) and item.get("role") in SYSTEM_ROLES
        ]
        return texts(body.get("instructions"), *said)

    def user(self, body: Body) -> object:
        return body.get("user")

    def keeps(self, body: Body) -> bool:
        return True

    def previous(self, body: Body) -> str | None:
        given = body.get(PREVIOUS)
        return given if isinstance(given, str) and given else None

    def in_tool_loop(self, body: Body) -> bool:
        items = items_of(body)
        users = [at for at, item in enumerate(items) if is_message(item) and item.get("role") == "user"]
        return any(_is_call(item) for item in items[users[-1] + 1 if users else 0 :])

    def put(self, body: Body, block: Block, *, placement: str, role: str) -> Body:
        """Stable memory goes into the instructions, which an upstream that keeps conversations does not pile up."""
        instructions = body.get("instructions")
        if placement == "system-first":
            return {**body, "instructions": texts(block.whole, instructions)}
        changed = dict(body)
        if block.stable:
            changed["instructions"] = texts(instructions, block.stable)
        if block.asked:
            items = items_of(body)
            place = _asked_at(items)
            message = {"type": "message", "role": as_instructed(role, items), "content": block.asked}
            changed["input"] = [*items[:place], message, *items[place:]]
        return changed

    def with_tools(self, body: Body, tools: Sequence[Tool]) -> Body:
        known = names_of(body.get("tools"))
        more = [{"type": "function", **tool} for tool in tools if tool.get("name") not in known]
        return {**body, "tools": [*list_at(body, "tools"), *more]} if more else body

    def read(self, answer: Body) -> Reply:
        reply = Reply(id=id_of(answer), kept=answer.get("store") is not False)
        for at, item in enumerate(list_at(answer, "output")):
            if isinstance(item, Mapping) and item.get("type") == "message":
                reply.add(text_of(item.get("content")), at)
        return reply

    def hear(self, reply: Reply, event: str, data: Any) -> None:
        kind = data.get("type")
        if kind in SAID:
            reply.add(data.get("delta"), (data.get("output_index"), data.get("content_index")))
        elif kind == "error":
            reply.failed = True
        elif kind in ("response.created", *LAST):
            response = mapping_at(data, "response")
            reply.id = id_of(response) or reply.id
            reply.kept = reply.kept and response.get("store") is not False
            reply.finished = kind in ("response.completed", "response.incomplete")
            reply.failed = reply.failed or kind == "response.failed"

    def closes(self, event: str, data: str) -> bool:
        return event in LAST or (not event and any(f'"{name}"' in data for name in LAST))

    def error(self, status: int, message: str, code: str) -> Body:
        return openai_error(status, message, code)

    def error_event(self, status: int, message: str, code: str, number: int = 0) -> bytes:
        """As documented, and with `error`, which OpenAI's own clients raise."""
        told = {"type": "error", "code": code, "message": message, "param": None, NUMBER: number}
        return event_bytes({**told, **openai_error(status, message, code)}, "error")


def items_of(body: Mapping[str, Any]) -> list[Any]:
    """The input as a list; a plain text is a user's message."""
    given = body.get("input")
    if isinstance(given, str):
        return [{"type": "message", "role": "user", "content": given}]
    return list(given) if isinstance(given, list) else []


def is_message(item: Any) -> bool:
    return isinstance(item, Mapping) and item.get("type", "message") == "message"


def _is_call(item: Any) -> bool:
    """A tool call or what came of it: `function_call`, `custom_tool_call_output`, `mcp_call`, …"""
    return isinstance(item, Mapping) and str(item.get("type", "")).endswith(("_call", "_call_output"))


def _asked_at(items: Sequence[Any]) -> int:
    """Before the last message of the user; a call and its result are never parted, for neither is a message of his."""
    users = [at for at, item in enumerate(items) if is_message(item) and item.get("role") == "user"]
    place = users[-1] if users else len(items)
    while place > 0 and isinstance(items[place - 1], Mapping) and items[place - 1].get("type") == "function_call":
        place -= 1
    return place
