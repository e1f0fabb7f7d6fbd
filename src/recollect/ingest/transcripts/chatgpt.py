"""ChatGPT's export: `conversations.json`, alone or in its archive.

A conversation is a tree of messages, because answers can be asked for again; what counts is the way from its root to
`current_node`. Kept is what the user and the assistant said to each other; tools, hidden messages, thoughts and what
was addressed to a tool are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from recollect.ingest.transcripts.elements import elements
from recollect.ingest.transcripts.said import Broken, Said, clean, moment, name_of

MESSAGES_MAX = 100_000
_SPOKEN = ("user", "assistant")
_TEXTS = ("text", "multimodal_text")
_CITED = re.compile("\ue200(?:file)?cite\ue202[^\ue200\ue201]*\ue201")
"""Where the program shows a source; the words in it name no source to anybody else."""


def read(path: Path) -> Iterator[Said | Broken]:
    """What was said in every conversation, in order."""
    for one in elements(path):
        if isinstance(one, Broken):
            yield one
            continue
        number, conversation = one
        if not isinstance(conversation, Mapping) or not isinstance(conversation.get("mapping"), Mapping):
            yield Broken(line=number, reason="it has no mapping of messages", what="conversation")
            continue
        yield from _said(conversation, number)


def _said(conversation: Mapping[str, Any], number: int) -> Iterator[Said]:
    session = name_of(conversation.get("conversation_id") or conversation.get("id"), f"conversation-{number}")
    title = conversation.get("title")
    metadata = {"title": clean(title)} if isinstance(title, str) and title.strip() else {}
    place, when = 0, moment(conversation.get("create_time"))
    for id, message in _way(conversation):
        when = moment(message.get("create_time")) or when  # without a time: not before what it answers
        content = _text(message)
        if not content:
            continue
        place += 1
        yield Said(
            role=message["author"]["role"],
            content=content,
            session=session,
            place=id,
            line=place,
            occurred_at=when,
            metadata=metadata,
        )


def _way(conversation: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """The messages from the root to the current one; a tree that leads in circles is followed once around."""
    mapping = conversation["mapping"]
    node = conversation.get("current_node")
    if not isinstance(node, str) or node not in mapping:
        node = _newest(mapping)
    way: list[tuple[str, Mapping[str, Any]]] = []
    passed: set[str] = set()
    while isinstance(node, str) and node not in passed and len(passed) < MESSAGES_MAX:
        passed.add(node)
        found = mapping.get(node)
        if not isinstance(found, Mapping):
            break
        message = found.get("message")
        if isinstance(message, Mapping) and isinstance(message.get("author"), Mapping):
            way.append((node, message))
        node = found.get("parent")
    return way[::-1]


def _newest(mapping: Mapping[str, Any]) -> str | None:
    """The last message that nothing follows."""
    last: tuple[float, str] | None = None
    for id, node in mapping.items():
        if isinstance(node, Mapping) and not node.get("children") and isinstance(node.get("message"), Mapping):
            when = moment(node["message"].get("create_time"))
            last = max(last or (0.0, ""), (when.timestamp() if when else 0.0, id))
    return last[1] if last else None


def _text(message: Mapping[str, Any]) -> str:
    """What a message says to the other side."""
    content, about = message.get("content"), message.get("metadata")
    hidden = isinstance(about, Mapping) and about.get("is_visually_hidden_from_conversation")
    if message["author"].get("role") not in _SPOKEN or hidden or message.get("recipient", "all") != "all":
        return ""
    if not isinstance(content, Mapping) or content.get("content_type") not in _TEXTS:
        return ""
    parts = content.get("parts")
    return clean(_CITED.sub("", "\n".join(filter(None, map(_part, parts))))) if isinstance(parts, list) else ""


def _part(part: Any) -> str:
    if isinstance(part, str):
        return part
    spoken = isinstance(part, Mapping) and part.get("content_type") == "audio_transcription"
    return part["text"] if spoken and isinstance(part.get("text"), str) else ""
