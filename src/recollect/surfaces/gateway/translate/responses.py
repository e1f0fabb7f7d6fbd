"""OpenAI's responses over chat completions: requests there, answers back, whole and streamed."""

from __future__ import annotations

import time
import uuid
from collections.abc import Mapping
from typing import Any

from recollect.surfaces.gateway.translate.base import (
    arguments_of,
    choice_of,
    id_of,
    picture,
    refuse,
    schema_form,
    shown,
    taken,
    unsupported,
    usage_of,
    whole_number,
)
from recollect.surfaces.gateway.translate.calls import Call, InTurn
from recollect.surfaces.gateway.wires.base import (
    BETWEEN,
    TEXT_TYPES,
    Body,
    event_bytes,
    list_at,
    mapping_at,
    mappings_at,
    names_of,
    said_in,
    text_of,
)
from recollect.surfaces.gateway.wires.responses import NUMBER, is_message, items_of

_REFUSED = {
    "prompt": "send its text in `instructions` and `input`",
    "top_logprobs": "leave it out, or ask /v1/chat/completions",
}


class ResponsesAsChat:
    def request(self, body: Body, before: list[Body]) -> Body:
        refuse(body, _REFUSED)
        same = ("model", "temperature", "top_p", "stream", "user", "parallel_tool_calls")
        chat = taken(body, *same, max_output_tokens="max_tokens")
        system = [{"role": "system", "content": body["instructions"]}] if body.get("instructions") else []
        chat["messages"] = [*system, *before, *messages_of(body)]
        if body.get("tools"):
            chat["tools"] = [_tool(tool) for tool in mappings_at(body, "tools")]
        _choose(chat, body.get("tool_choice"))
        if effort := mapping_at(body, "reasoning").get("effort"):
            chat["reasoning_effort"] = effort
        if asked := schema_form(mapping_at(mapping_at(body, "text"), "format")):
            chat["response_format"] = asked
        if body.get("stream"):
            chat["stream_options"] = {"include_usage": True}
        return chat

    def answer(self, answer: Body, body: Body) -> Body:
        choice = choice_of(answer)
        message = mapping_at(choice, "message")
        output: list[Body] = []
        if text := said_in(message):
            output.append(_message(_new_id("msg"), _part(text, refused=bool(message.get("refusal")))))
        for call in mappings_at(message, "tool_calls"):
            function = mapping_at(call, "function")
            output.append(_call(_new_id("fc"), id_of(call), function.get("name"), arguments_of(function)))
        whole = _shell(_new_id("resp"), answer, body)
        return {**whole, **_end(choice.get("finish_reason")), "output": output, "usage": _usage(usage_of(answer))}

    def stream(self, body: Body) -> ResponsesStream:
        return ResponsesStream(body)


class ResponsesStream(InTurn):
    """Items open and close in order: a message, then calls."""

    def __init__(self, body: Body) -> None:
        super().__init__()
        self._body = body
        self._shell: Body | None = None
        self.count = 0
        self._output: list[Body] = []
        self._item: Body = {}
        self._finish: Any = None
        self._tokens = (0, 0, 0)

    def feed(self, chunk: Body) -> bytes:
        out = b""
        if self._shell is None:
            self._shell = _shell(_new_id("resp"), chunk, self._body)
            begun = {**self._shell, "status": "in_progress", "output": [], "usage": None}
            out += self._event("response.created", response=begun) + self._event("response.in_progress", response=begun)
        if chunk.get("usage"):
            self._tokens = usage_of(chunk)
        choice = choice_of(chunk)
        out += self._take(mapping_at(choice, "delta"))
        self._finish = choice.get("finish_reason") or self._finish
        return out

    def close(self) -> bytes:
        out = b"" if self._shell is not None else self.feed({})
        out += self._settle() + self._end()
        end = _end(self._finish)
        return out + self._event(f"response.{end['status']}", response=self.result)

    @property
    def result(self) -> Body:
        end = _end(self._finish)
        return {**(self._shell or {}), **end, "output": self._output, "usage": _usage(self._tokens)}

    def _say(self, text: str, *, refused: bool) -> bytes:
        out, kind = b"", "refusal" if refused else "text"
        if self._open != kind:
            part = _part("", refused=refused)
            out += self._begin(kind, {**_message(_new_id("msg"), part), "status": "in_progress", "content": []})
            out += self._part_event("response.content_part.added", part=dict(part))
            self._item["content"] = [part]
        self._item["content"][0][kind] += text
        return out + self._text_event("delta", delta=text)

    def _text_event(self, what: str, **fields: Any) -> bytes:
        if self._open == "refusal":
            return self._part_event(f"response.refusal.{what}", **fields)
        return self._part_event(f"response.output_text.{what}", **fields, logprobs=[])

    def _begin_call(self, call: Call) -> bytes:
        return self._begin(call, {**_call(_new_id("fc"), call.id, call.name, ""), "status": "in_progress"})

    def _arguments(self, text: str) -> bytes:
        self._item["arguments"] += text
        return self._item_event("response.function_call_arguments.delta", delta=text)

    def _begin(self, what: object, item: Body) -> bytes:
        out = self._end()
        self._open, self._item = what, item
        return out + self._event("response.output_item.added", output_index=len(self._output), item=dict(item))

    def _end(self) -> bytes:
        if self._open is None:
            return b""
        item = {**self._item, "status": "completed"}
        out = b""
        if self._open in ("text", "refusal"):
            part = item["content"][0]
            out += self._text_event("done", **{str(self._open): part[self._open]})
            out += self._part_event("response.content_part.done", part=part)
        else:
            out += self._item_event(
                "response.function_call_arguments.done", name=item["name"], arguments=item["arguments"]
            )
        out += self._event("response.output_item.done", output_index=len(self._output), item=item)
        self._output.append(item)
        self._open = None
        return out

    def _part_event(self, event: str, **fields: Any) -> bytes:
        return self._item_event(event, content_index=0, **fields)

    def _item_event(self, event: str, **fields: Any) -> bytes:
        return self._event(event, item_id=self._item["id"], output_index=len(self._output), **fields)

    def _event(self, event: str, **fields: Any) -> bytes:
        self.count += 1
        return event_bytes({"type": event, NUMBER: self.count - 1, **fields}, event)


def messages_of(body: Mapping[str, Any]) -> list[Body]:
    """The input as chat messages; calls that follow each other are one message."""
    found: list[Body] = []
    pictures: dict[Any, list[Body]] = {}
    for item in items_of(body):
        kind = item.get("type", "message") if isinstance(item, Mapping) else None
        if kind != "function_call_output":  # nothing stands between results
            found += _showing(pictures)
            pictures.clear()
        if is_message(item):
            role = "system" if item.get("role") == "developer" else item.get("role")
            found.append({"role": role, "content": _content(item.get("content"))})
        elif kind == "function_call":
            call = {
                "id": item.get("call_id"),
                "type": "function",
                "function": {"name": item.get("name"), "arguments": item.get("arguments") or "{}"},
            }
            if found and found[-1].get("role") == "assistant":
                found[-1] = {**found[-1], "tool_calls": [*found[-1].get("tool_calls", []), call]}
            else:
                found.append({"role": "assistant", "content": None, "tool_calls": [call]})
        elif kind == "function_call_output":
            text, pictures[str(item.get("call_id"))] = _result(item.get("output"))
            found.append({"role": "tool", "tool_call_id": item.get("call_id"), "content": text})
        elif kind == "item_reference":
            raise unsupported("an item by its id", "send the item itself")
        elif kind != "reasoning":
            raise unsupported(f"input of the type {kind!r}", "send what it says as a message")
    return [*found, *_showing(pictures)]


def _showing(pictures: Mapping[Any, list[Body]]) -> list[Body]:
    parts = shown(pictures)
    return [{"role": "user", "content": parts}] if parts else []


def said(response: Mapping[str, Any]) -> list[Body]:
    """What a response adds to the conversation, as chat messages."""
    return messages_of({"input": list_at(response, "output")})


def _content(content: Any) -> Any:
    if not isinstance(content, list):
        return content
    parts = [_as_part(part) for part in content]
    if all(isinstance(part.get("text"), str) for part in parts):
        return BETWEEN.join(part["text"] for part in parts)
    return parts


def _as_part(part: Any) -> Body:
    kind = part.get("type") if isinstance(part, Mapping) else None
    if kind in TEXT_TYPES:
        return {"type": "text", "text": part.get("text", "")}
    if kind == "input_image":
        return picture(part.get("image_url") or None, part.get("detail"))
    if kind == "refusal":
        return {"type": "text", "text": part.get("refusal", "")}
    raise unsupported(f"content of the type {kind!r}", "send what it says as text")


def _result(output: Any) -> tuple[str, list[Body]]:
    """What a tool gave: a text, for a chat's tool results have nothing else, and the pictures that stand in it."""
    parts = [_as_part(part) for part in output] if isinstance(output, list) else []
    pictures = [part for part in parts if part["type"] != "text"]
    return text_of(output), pictures


def _choose(chat: Body, choice: Any) -> None:
    """Which tools may be called, or must be."""
    kind = choice.get("type") if isinstance(choice, Mapping) else None
    if isinstance(choice, str):
        chat["tool_choice"] = choice
    elif kind == "function":
        chat["tool_choice"] = {"type": "function", "function": {"name": choice.get("name")}}
    elif kind == "allowed_tools":  # those that are not are not offered: few upstreams know a choice of several
        names = names_of(choice.get("tools"))
        chat["tools"] = [tool for tool in list_at(chat, "tools") if tool["function"].get("name") in names]
        chat["tool_choice"] = choice.get("mode") or "auto"
        if not chat["tools"]:
            raise unsupported("a choice of tools that are not offered", "offer them in `tools`")
    elif kind:
        raise unsupported(f"the tool choice {kind!r}", "choose `auto`, `required`, `none` or a function")


def _tool(tool: Mapping[str, Any]) -> Body:
    if tool.get("type") != "function":
        raise unsupported(f"the tool type {tool.get('type')!r}")
    return {"type": "function", "function": taken(tool, "name", "description", "parameters", "strict")}


def _new_id(kind: str) -> str:
    return f"{kind}_{uuid.uuid4().hex}"


def _part(text: str, *, refused: bool = False) -> Body:
    if refused:
        return {"type": "refusal", "refusal": text}
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": []}


def _message(id: str, part: Body) -> Body:
    return {"type": "message", "id": id, "status": "completed", "role": "assistant", "content": [part]}


def _call(id: str, call_id: str, name: Any, arguments: str) -> Body:
    return {
        "type": "function_call",
        "id": id,
        "call_id": call_id,
        "name": name,
        "arguments": arguments,
        "status": "completed",
    }


def _end(finish: Any) -> Body:
    if finish == "length":
        return {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}
    if finish == "content_filter":
        return {"status": "incomplete", "incomplete_details": {"reason": "content_filter"}}
    return {"status": "completed", "incomplete_details": None}


def _usage(tokens: tuple[int, int, int]) -> Body:
    tokens_in, tokens_out, cached = tokens
    return {
        "input_tokens": tokens_in,
        "input_tokens_details": {"cached_tokens": cached},
        "output_tokens": tokens_out,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": tokens_in + tokens_out,
    }


def _shell(id: str, answer: Mapping[str, Any], body: Mapping[str, Any]) -> Body:
    return {
        "id": id,
        "object": "response",
        "created_at": whole_number(answer.get("created")) or int(time.time()),
        "model": answer.get("model") or body.get("model"),
        "error": None,
        "instructions": body.get("instructions"),
        "metadata": body.get("metadata") or {},
        "parallel_tool_calls": body.get("parallel_tool_calls", True),
        "previous_response_id": body.get("previous_response_id"),
        "temperature": body.get("temperature"),
        "tool_choice": body.get("tool_choice", "auto"),
        "tools": body.get("tools") or [],
        "top_p": body.get("top_p"),
    }
