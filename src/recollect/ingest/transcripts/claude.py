"""Claude's export: `conversations.json`, alone or in its archive; each conversation has its `chat_messages` in order.

The words are in blocks of the type `text`, in older exports in `text` alone. Thinking, tool calls and their results,
and attached files are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from recollect.ingest.transcripts.elements import elements
from recollect.ingest.transcripts.said import Broken, Said, clean, moment, name_of, text_of

_ROLES = {"human": "user", "user": "user", "assistant": "assistant"}


def read(path: Path) -> Iterator[Said | Broken]:
    """What was said in every conversation, in order."""
    for one in elements(path):
        if isinstance(one, Broken):
            yield one
            continue
        number, conversation = one
        messages = conversation.get("chat_messages") if isinstance(conversation, Mapping) else None
        if not isinstance(messages, list):
            yield Broken(line=number, reason="it has no chat_messages", what="conversation")
            continue
        yield from _said(conversation, messages, number)


def _said(conversation: Mapping[str, Any], messages: list[Any], number: int) -> Iterator[Said]:
    session = name_of(conversation.get("uuid"), f"conversation-{number}")
    title = conversation.get("name")
    metadata = {"title": clean(title)} if isinstance(title, str) and title.strip() else {}
    for line, message in enumerate(messages, start=1):
        role = _ROLES.get(str(message.get("sender"))) if isinstance(message, Mapping) else None
        if role is None:
            continue
        content = text_of(message["content"]) if message.get("content") else text_of(message.get("text"))
        if content:
            yield Said(
                role=role,
                content=content,
                session=session,
                place=name_of(message.get("uuid"), str(line)),
                line=line,
                occurred_at=moment(message.get("created_at")) or moment(conversation.get("created_at")),
                metadata=metadata,
            )
