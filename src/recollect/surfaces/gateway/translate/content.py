"""Contents of messages in Anthropic's protocol as contents of a chat. What has no counterpart there is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from recollect.surfaces.gateway.translate.base import picture, unsupported
from recollect.surfaces.gateway.wires.base import BETWEEN, IMAGE, Body, list_at, mapping_at, texts

_THOUGHT = ("thinking", "redacted_thinking")
"""What a model thought is its own matter: another one has no use for it."""


def parts_of(content: Any) -> list[Body]:
    """Texts and pictures of a user's message."""
    if not isinstance(content, list):
        return [{"type": "text", "text": content}] if isinstance(content, str) else []
    found: list[Body] = []
    for part in content:
        kind = part.get("type") if isinstance(part, Mapping) else None
        if kind == "text":
            found.append({"type": "text", "text": part.get("text", "")})
        elif kind == "image":
            found.append(picture(_address(mapping_at(part, "source"))))
        elif kind == "document":
            found += _document(part)
        elif kind == "search_result":
            found += _titled(part, part.get("source"), parts_of(list_at(part, "content")))
        else:
            raise unsupported(f"content of the type {kind!r}", "send what it says as text")
    return found


def text_in(content: Any) -> str:
    """The text of a system prompt, or of what an assistant said."""
    said = [part for part in content if not _is_thought(part)] if isinstance(content, list) else content
    parts = parts_of(said)
    if any(part["type"] != "text" for part in parts):
        raise unsupported("a picture that no user shows", "show it in a message of the user")
    return BETWEEN.join(part["text"] for part in parts if part["text"] and isinstance(part["text"], str))


def result_in(content: Any) -> tuple[str, list[Body]]:
    """What a tool gave: a text, for a chat's tool results have nothing else, and the pictures that stand in it."""
    parts = parts_of(content)
    pictures = [part for part in parts if part["type"] != "text"]
    said = (part["text"] if part["type"] == "text" else IMAGE for part in parts)
    return BETWEEN.join(text for text in said if text and isinstance(text, str)), pictures


def _is_thought(part: Any) -> bool:
    return isinstance(part, Mapping) and part.get("type") in _THOUGHT


def _document(part: Mapping[str, Any]) -> list[Body]:
    source = mapping_at(part, "source")
    if source.get("type") == "text":
        within = parts_of(source.get("data"))
    elif source.get("type") == "content":
        within = parts_of(source.get("content"))
    else:
        raise unsupported(f"a document of the type {source.get('type')!r}", "send its text")
    return _titled(part, part.get("context"), within)


def _titled(part: Mapping[str, Any], more: Any, within: list[Body]) -> list[Body]:
    """With its title, and what else is told about it, before its text."""
    if mapping_at(part, "citations").get("enabled"):
        raise unsupported("an answer with citations", "leave `citations` out")
    head = texts(part.get("title"), more)
    if head and within and isinstance(within[0].get("text"), str):
        return [{"type": "text", "text": texts(head, within[0]["text"])}, *within[1:]]
    return [{"type": "text", "text": head}, *within] if head else within


def _address(source: Mapping[str, Any]) -> str | None:
    if source.get("type") == "base64":
        return f"data:{source.get('media_type')};base64,{source.get('data')}"
    url = source.get("url")
    return url if isinstance(url, str) and url else None
