"""OpenClaw's sessions: `agents/<id>/sessions/<session>.jsonl`, one entry a line.

The first entry says which session it is; entries of the type `message` hold what was said, as text or as blocks. Tool
calls, their results, thinking, and what only the program says to itself are left out.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from recollect.ingest.transcripts.lines import numbered
from recollect.ingest.transcripts.said import Broken, Said, clean, moment, name_of, text_of

FORMAT = "openclaw"
ENTRIES = ("session", "message", "model_change", "thinking_level_change", "compaction", "custom", "custom_message")
_SPOKEN = ("user", "assistant")
_SILENT = ("NO_REPLY", "HEARTBEAT_OK")
"""What the assistant answers when it has nothing to say."""
_MARKS = re.compile(r"^\[message_id: [^\]\n]*\]$", re.MULTILINE)
"""Lines that a channel adds to what a person wrote."""


def is_line(value: Any) -> bool:
    """Whether a line is one of a session."""
    if not isinstance(value, Mapping) or "sessionId" in value:
        return False
    if value.get("type") == "session":
        return "id" in value or "cwd" in value
    message = value.get("message")
    return value.get("type") == "message" and isinstance(message, Mapping) and "role" in message


def agent_of(path: Path) -> str | None:
    """Whose session it is: the folder below `agents`."""
    parts = path.parts
    return parts[-3] if len(parts) >= 4 and parts[-2] == "sessions" and parts[-4] == "agents" else None


def session_of(value: Any) -> str | None:
    """The session that an entry begins, when it does."""
    if isinstance(value, Mapping) and value.get("type") == "session" and isinstance(value.get("id"), str):
        return name_of(value["id"], "") or None
    return None


def said(value: Any, number: int, session: str) -> Said | None:
    """What an entry says; None: nothing that somebody said."""
    if not isinstance(value, Mapping) or value.get("type") != "message":
        return None
    message = value.get("message")
    if not isinstance(message, Mapping) or message.get("role") not in _SPOKEN:
        return None
    if message.get("model") == "delivery-mirror":  # the same words once more, as they were sent out
        return None
    content = clean(_MARKS.sub("", text_of(message.get("content"))))
    if not content or content in _SILENT:
        return None
    id = value.get("id")
    return Said(
        role=message["role"],
        content=content,
        session=session,
        place=id if isinstance(id, str) and id else f"{number}:{hashlib.sha256(content.encode()).hexdigest()[:16]}",
        line=number,
        occurred_at=moment(value.get("timestamp")) or moment(message.get("timestamp")),
    )


def read(path: Path) -> Iterator[Said | Broken]:
    """What was said in a session, in order."""
    session = path.stem
    with path.open("rb") as file:
        for line in numbered(file):
            if line.problem is not None:
                yield Broken(line=line.number, reason=line.problem)
                continue
            session = session_of(line.value) or session
            found = said(line.value, line.number, session)
            if found is not None:
                yield found
