"""Claude's export: `conversations.json`, alone or in its archive; each conversation has its `chat_messages` in order.

The words are in blocks of the type `text`, in older exports in `text` alone. What was pasted or attached follows them
under its name, as far as the export has its text; of other files there is the name. Thinking, tool calls and their
results are left out.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from recollect.ingest.transcripts.elements import elements
from recollect.ingest.transcripts.said import Broken, Said, clean, moment, name_of, text_of

_FILES = ("attachments", "files", "files_v2")
"""Texts first: a file may be named again among the others."""
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
    when = moment(conversation.get("created_at"))
    for line, message in enumerate(messages, start=1):
        role = _ROLES.get(str(message.get("sender"))) if isinstance(message, Mapping) else None
        if role is None:
            continue
        when = moment(message.get("created_at")) or when  # without a time: not before what it answers
        said = text_of(message["content"]) if message.get("content") else text_of(message.get("text"))
        if content := "\n\n".join(filter(None, (said, *_attached(message)))):
            yield Said(
                role=role,
                content=content,
                session=session,
                place=name_of(message.get("uuid"), str(line)),
                line=line,
                occurred_at=when,
                metadata=metadata,
            )


def _attached(message: Mapping[str, Any]) -> Iterator[str]:
    """What came with a message: texts under their names, and the names of files whose text is not in the export."""
    named: set[str] = set()
    for one in itertools.chain(*(message[key] for key in _FILES if isinstance(message.get(key), list))):
        if not isinstance(one, Mapping):
            continue
        name, text = name_of(one.get("file_name"), ""), text_of(one.get("extracted_content"))
        if text:
            yield f"{name}:\n{text}" if name else text
        elif name and name not in named:
            yield f"Attached: {name}"
        named.add(name)
