"""OpenAI's chat completions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from recollect.surfaces.gateway.options import Tool
from recollect.surfaces.gateway.wires.base import (
    Block,
    Body,
    Reply,
    Turn,
    clean,
    event_bytes,
    list_at,
    mapping_at,
    name_of,
    names_of,
    openai_error,
    said_in,
    text_of,
    texts,
)

SYSTEM_ROLES = ("system", "developer")
TOOL_ROLES = ("tool", "function")


class Chat:
    name = "chat"
    path = "/chat/completions"

    def turns(self, body: Body) -> list[Turn]:
        found = []
        for message in list_at(body, "messages"):
            if isinstance(message, Mapping) and message.get("role") in ("user", "assistant"):
                text = clean(said_in(message))
                if text.strip():
                    found.append(Turn(role=str(message["role"]), text=text, name=name_of(message)))
        return found

    def system(self, body: Body) -> str:
        messages = list_at(body, "messages")
        return texts(*(text_of(message.get("content")) for message in messages[: leading(messages)]))

    def user(self, body: Body) -> object:
        return body.get("user")

    def keeps(self, body: Body) -> bool:
        return False

    def previous(self, body: Body) -> str | None:
        return None

    def in_tool_loop(self, body: Body) -> bool:
        messages = list_at(body, "messages")
        users = [at for at, one in enumerate(messages) if isinstance(one, Mapping) and one.get("role") == "user"]
        return any(
            isinstance(one, Mapping)
            and (one.get("role") in TOOL_ROLES or one.get("tool_calls") or one.get("function_call"))
            for one in messages[users[-1] + 1 if users else 0 :]
        )

    def put(self, body: Body, block: Block, *, placement: str, role: str) -> Body:
        messages = list(list_at(body, "messages"))
        role = as_instructed(role, messages)
        if placement == "system-first":
            return {**body, "messages": [{"role": role, "content": block.whole}, *messages]}
        first, last = leading(messages), asked_at(messages)
        asked = [{"role": role, "content": block.asked}] if block.asked else []
        stable = [{"role": role, "content": block.stable}] if block.stable else []
        return {**body, "messages": [*messages[:first], *stable, *messages[first:last], *asked, *messages[last:]]}

    def with_tools(self, body: Body, tools: Sequence[Tool]) -> Body:
        known = names_of(body.get("tools"))
        more = [{"type": "function", "function": dict(tool)} for tool in tools if tool.get("name") not in known]
        return {**body, "tools": [*list_at(body, "tools"), *more]} if more else body

    def read(self, answer: Body) -> Reply:
        reply = Reply()
        for choice in list_at(answer, "choices"):
            if isinstance(choice, Mapping) and choice.get("index", 0) == 0:
                reply.add(said_in(mapping_at(choice, "message")))
        return reply

    def hear(self, reply: Reply, event: str, data: Any) -> None:
        reply.failed = reply.failed or bool(data.get("error"))
        for choice in list_at(data, "choices"):
            if isinstance(choice, Mapping) and choice.get("index", 0) == 0:
                reply.add(said_in(mapping_at(choice, "delta")))
                reply.finished = reply.finished or bool(choice.get("finish_reason"))

    def closes(self, event: str, data: str) -> bool:
        return data.strip() == "[DONE]"

    def error(self, status: int, message: str, code: str) -> Body:
        return openai_error(status, message, code)

    def error_event(self, status: int, message: str, code: str, number: int = 0) -> bytes:
        return event_bytes(openai_error(status, message, code))


def as_instructed(role: str, messages: Sequence[Any]) -> str:
    """The role for memory in a request whose application instructs as `developer`: OpenAI's models do not take that
    and `system` in one request."""
    roles = [message.get("role") for message in messages if isinstance(message, Mapping)]
    return "developer" if role == "system" and "developer" in roles and "system" not in roles else role


def leading(messages: Sequence[Any]) -> int:
    """How many messages at the beginning are the application's own system prompt."""
    for at, message in enumerate(messages):
        if not isinstance(message, Mapping) or message.get("role") not in SYSTEM_ROLES:
            return at
    return len(messages)


def asked_at(messages: Sequence[Any]) -> int:
    """Where memory about the question goes: before the last user message, and never between a call and its result."""
    place = len(messages)
    for at in reversed(range(len(messages))):
        if isinstance(messages[at], Mapping) and messages[at].get("role") == "user":
            place = at
            break
    while place > 0 and isinstance(messages[place - 1], Mapping) and messages[place - 1].get("tool_calls"):
        place -= 1
    return max(place, leading(messages))
