"""Conversations from a file: JSON or JSON lines.

Understood: a list of messages; an object with `messages`; a list of such objects; one message or one such object a
line. What a message has beside role, name, content and time goes into its metadata. Each turn refers
to its session and place, from which its id is made, so that reading a file twice adds nothing the second time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from recollect.errors import InvalidInput

_ROLES = {"human": "user", "ai": "assistant", "bot": "assistant", "model": "assistant", "function": "tool"}
_TIMES = ("occurred_at", "timestamp", "created_at", "time", "date")
_SESSIONS = ("session", "session_id", "conversation_id", "id")
_OWN = {"role", "content", "name", "speaker", "metadata", "tags", "user", "session", "session_id", *_TIMES}


def read(path: Path) -> Iterator[dict[str, Any]]:
    """The turns of every conversation in the file, as plain records."""
    for name, conversation in _conversations(_values(path), path):
        user = conversation.get("user")
        for place, message in enumerate(conversation["messages"], start=1):
            if not isinstance(message, Mapping):
                raise InvalidInput(f"{path}: message {place} of {name} is {type(message).__name__}, not an object")
            turn = _turn(message, name, place, user)
            if turn["content"].strip():  # a tool call has no words of its own
                yield turn


def _values(path: Path) -> list[Any]:
    """What the file holds: one JSON value, or one a line."""
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    try:
        return [json.loads(text)]
    except ValueError as whole:
        values = []
        for number, line in enumerate(text.splitlines(), start=1):
            if not line.strip():
                continue
            try:
                values.append(json.loads(line))
            except ValueError as error:
                if not values:
                    raise InvalidInput(f"{path} holds neither JSON ({whole}) nor one JSON object a line") from error
                raise InvalidInput(f"{path}: line {number} is not JSON ({error})") from error
        return values


def _conversations(values: list[Any], path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Session name and conversation; loose messages belong together by their session, else by the file."""
    loose: dict[tuple[str, str | None], list[Any]] = {}
    items = [item for value in values for item in (value if isinstance(value, list) else [value])]
    for place, item in enumerate(items, start=1):
        if not isinstance(item, Mapping):
            raise InvalidInput(
                f"{path}: entry {place} is {type(item).__name__}; a message is an object with role and content"
            )
        if isinstance(item.get("messages"), list):
            name = next((str(item[key]) for key in _SESSIONS if item.get(key)), f"{path.stem}-{place}")
            yield name, item
        elif "content" in item:
            session = item.get("session") or item.get("session_id") or path.stem
            loose.setdefault((str(session), item.get("user")), []).append(item)
        else:
            raise InvalidInput(
                f"{path}: entry {place} has neither content nor messages; is this a file of conversations?"
            )
    for (name, user), messages in loose.items():
        yield name, {"messages": messages, "user": user}


def _turn(message: Mapping[str, Any], session: str, place: int, user: Any) -> dict[str, Any]:
    role = str(message.get("role", "user")).lower()
    metadata = dict(message.get("metadata") or {})
    metadata.update({name: value for name, value in message.items() if name not in _OWN and value is not None})
    content = _text(message.get("content"))
    when = next((message[name] for name in _TIMES if message.get(name)), None)
    return {
        "content": content,
        "layer": "turn",
        "kind": "event",
        "sectors": ["episodic"],
        "role": _ROLES.get(role, role),
        "speaker": message.get("name") or message.get("speaker"),
        "session": session,
        "user": user,
        "position": place,
        "occurred_at": _moment(when),
        "tags": message.get("tags"),
        "metadata": metadata,
        "provenance": {"source": "import", "reference": f"{session}:{place}"},
    }


def _text(content: Any) -> Any:
    """Chat formats give text as a list of parts."""
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, Mapping) and part.get("type") == "text"]
        return "\n".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def _moment(value: Any) -> str | None:
    """ISO text as it is; numbers are seconds or milliseconds since 1970."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value if isinstance(value, str) else None
    seconds = value / 1000 if value > 100_000_000_000 else value
    return datetime.fromtimestamp(seconds, UTC).isoformat()
