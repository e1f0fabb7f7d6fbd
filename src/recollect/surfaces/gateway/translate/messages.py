"""Anthropic's messages over chat completions: requests there, answers back, whole and streamed."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from typing import Any

from recollect.surfaces.gateway.translate.base import (
    arguments_of,
    choice_of,
    id_of,
    parsed,
    refuse,
    schema_form,
    shown,
    taken,
    unsupported,
    usage_of,
)
from recollect.surfaces.gateway.translate.calls import Call, InTurn
from recollect.surfaces.gateway.translate.content import parts_of, result_in, text_in
from recollect.surfaces.gateway.upstream import UpstreamFailed
from recollect.surfaces.gateway.wires.base import Body, event_bytes, mapping_at, mappings_at, said_in
from recollect.surfaces.gateway.wires.messages import THREAD, UNSUPPORTED_THREAD

FAILED = "Error:"
_STOPS = {"stop": "end_turn", "length": "max_tokens", "tool_calls": "tool_use", "content_filter": "refusal"}
_REFUSED = {
    "container": "leave it out, and run code in tools of your own",
    "mcp_servers": "offer their tools in `tools`",
    "inference_geo": "leave it out; where this upstream computes is not known here",
}
NO_THREADS = (
    "`thread` is not available: this upstream speaks chat completions alone and keeps no threads; leave it out, and "
    "send the whole conversation in `messages`"
)
_CHOICES = {"auto": "auto", "any": "required", "none": "none"}


class MessagesAsChat:
    def request(self, body: Body, before: list[Body]) -> Body:
        if body.get(THREAD) is not None:
            raise UpstreamFailed(400, UNSUPPORTED_THREAD, NO_THREADS)
        refuse(body, _REFUSED)
        messages: list[Body] = list(before)
        if body.get("system"):
            messages.append({"role": "system", "content": text_in(body["system"])})
        for message in mappings_at(body, "messages"):
            if message.get("role") == "system":
                messages.append({"role": "system", "content": text_in(message.get("content"))})
            else:
                messages += _assistant(message) if message.get("role") == "assistant" else _user(message)
        chat = taken(body, "model", "max_tokens", "temperature", "top_p", "stream", stop_sequences="stop")
        chat["messages"] = messages
        if body.get("tools"):
            chat["tools"] = [_tool(tool) for tool in mappings_at(body, "tools")]
        choice = mapping_at(body, "tool_choice")
        if choice.get("type") == "tool":
            chat["tool_choice"] = {"type": "function", "function": {"name": choice.get("name")}}
        elif str(choice.get("type")) in _CHOICES:
            chat["tool_choice"] = _CHOICES[str(choice["type"])]
        elif choice.get("type"):
            raise unsupported(f"the tool choice {choice['type']!r}", "choose `auto`, `any`, `tool` or `none`")
        if choice.get("disable_parallel_tool_use"):
            chat["parallel_tool_calls"] = False
        form = mapping_at(mapping_at(body, "output_config"), "format") or mapping_at(body, "output_format")
        if asked := schema_form(form, name="answer"):
            chat["response_format"] = asked
        if body.get("stream"):
            chat["stream_options"] = {"include_usage": True}
        return chat

    def answer(self, answer: Body, body: Body) -> Body:
        choice = choice_of(answer)
        message = mapping_at(choice, "message")
        content: list[Body] = []
        if text := said_in(message):
            content.append({"type": "text", "text": text})
        for call in mappings_at(message, "tool_calls"):
            function = mapping_at(call, "function")
            content.append(
                {
                    "type": "tool_use",
                    "id": id_of(call),
                    "name": function.get("name"),
                    "input": parsed(arguments_of(function)),
                }
            )
        shell = _shell(answer, body)
        tokens_in, tokens_out, cached = usage_of(answer)
        return {
            **shell,
            "content": content,
            "stop_reason": _stop(choice, refused=bool(message.get("refusal")), called=bool(message.get("tool_calls"))),
            "usage": {
                "input_tokens": tokens_in - cached,
                "cache_read_input_tokens": cached,
                "output_tokens": tokens_out,
            },
        }

    def stream(self, body: Body) -> MessagesStream:
        return MessagesStream(body)


class MessagesStream(InTurn):
    """Blocks open and close in order: a text, then calls, as the upstream's chunks come."""

    def __init__(self, body: Body) -> None:
        super().__init__()
        self._body = body
        self._begun = False
        self._index = -1
        self._refused = False
        self._stop = "end_turn"
        self._tokens = (0, 0, 0)

    @property
    def result(self) -> Body:
        """Nobody goes on with it by its id."""
        return {}

    @property
    def count(self) -> int:
        return 0

    def feed(self, chunk: Body) -> bytes:
        out = b""
        if not self._begun:
            self._begun = True
            usage = {"input_tokens": 0, "output_tokens": 0}
            start = {**_shell(chunk, self._body), "content": [], "stop_reason": None, "usage": usage}
            out += _event("message_start", message=start)
        if chunk.get("usage"):
            self._tokens = usage_of(chunk)
        choice = choice_of(chunk)
        delta = mapping_at(choice, "delta")
        out += self._take(delta)
        self._refused = self._refused or bool(delta.get("refusal"))
        if choice.get("finish_reason"):
            self._stop = _stop(choice, refused=self._refused, called=self._called)
        return out

    def close(self) -> bytes:
        out = b"" if self._begun else self.feed({})
        out += self._settle() + self._end()
        tokens_in, tokens_out, cached = self._tokens
        usage = {"input_tokens": tokens_in - cached, "cache_read_input_tokens": cached, "output_tokens": tokens_out}
        out += _event("message_delta", delta={"stop_reason": self._stop, "stop_sequence": None}, usage=usage)
        return out + _event("message_stop")

    def _say(self, text: str, *, refused: bool) -> bytes:
        out = b"" if self._open == "text" else self._begin("text", {"type": "text", "text": ""})
        return out + self._delta({"type": "text_delta", "text": text})

    def _begin_call(self, call: Call) -> bytes:
        return self._begin(call, {"type": "tool_use", "id": call.id, "name": call.name, "input": {}})

    def _arguments(self, text: str) -> bytes:
        return self._delta({"type": "input_json_delta", "partial_json": text})

    def _begin(self, what: object, block: Body) -> bytes:
        out = self._end()
        self._open, self._index = what, self._index + 1
        return out + _event("content_block_start", index=self._index, content_block=block)

    def _delta(self, delta: Body) -> bytes:
        return _event("content_block_delta", index=self._index, delta=delta)

    def _end(self) -> bytes:
        if self._open is None:
            return b""
        self._open = None
        return _event("content_block_stop", index=self._index)


def _stop(choice: Mapping[str, Any], *, refused: bool, called: bool) -> str:
    """Clients run tools only where this says so; some upstreams call them and say that they are done."""
    found = _STOPS.get(str(choice.get("finish_reason")), "end_turn")
    if found == "end_turn" and (refused or called):
        return "refusal" if refused else "tool_use"
    return found


def _event(name: str, **fields: Any) -> bytes:
    return event_bytes({"type": name, **fields}, name)


def _shell(answer: Mapping[str, Any], body: Mapping[str, Any]) -> Body:
    return {
        "id": f"msg_{answer.get('id') or uuid.uuid4().hex}",
        "type": "message",
        "role": "assistant",
        "model": answer.get("model") or body.get("model"),
        "stop_sequence": None,
    }


def _user(message: Mapping[str, Any]) -> list[Body]:
    content = message.get("content")
    if not isinstance(content, list):
        return [{"role": "user", "content": content}]
    results: list[Body] = []
    pictures: dict[Any, list[Body]] = {}
    own: list[Any] = []
    for part in content:
        if isinstance(part, Mapping) and part.get("type") == "tool_result":
            id = part.get("tool_use_id")
            text, pictures[str(id)] = result_in(part.get("content"))
            results.append({"role": "tool", "tool_call_id": id, "content": _result(part, text)})
        else:
            own.append(part)
    parts = [*shown(pictures), *parts_of(own)]
    if parts and all(isinstance(part.get("text"), str) for part in parts):
        return [*results, {"role": "user", "content": "\n\n".join(part["text"] for part in parts)}]
    return [*results, {"role": "user", "content": parts}] if parts else results


def _result(part: Mapping[str, Any], text: str) -> str:
    """What a tool gave. Chat completions have no mark for a failure: it is said in words."""
    return f"{FAILED} {text}".rstrip() if part.get("is_error") is True and not text.startswith(FAILED) else text


def _assistant(message: Mapping[str, Any]) -> list[Body]:
    content = message.get("content")
    parts = content if isinstance(content, list) else []
    calls = [
        {
            "id": part.get("id"),
            "type": "function",
            "function": {"name": part.get("name"), "arguments": json.dumps(part.get("input") or {})},
        }
        for part in parts
        if _is_use(part)
    ]
    text = text_in([part for part in parts if not _is_use(part)] if parts else content)
    return [{"role": "assistant", "content": text or None, "tool_calls": calls}] if calls else [
        {"role": "assistant", "content": text}
    ]  # fmt: skip


def _is_use(part: Any) -> bool:
    return isinstance(part, Mapping) and part.get("type") == "tool_use"


def _tool(tool: Mapping[str, Any]) -> Body:
    if "input_schema" not in tool:
        raise unsupported(f"the tool type {tool.get('type')!r}")
    function = taken(tool, "name", "description", "strict", input_schema="parameters")
    return {"type": "function", "function": function}
