"""Conversations from a file: JSON or JSON lines.

Understood: a list of messages; an object with `messages`; a list of such objects; one message or one such object a
line. What a message has beside role, name, content and time goes into its metadata. Each turn refers
to its session and place, from which its id is made, so that reading a file twice adds nothing the second time. What
cannot be read, or would not be kept as it is, is told with its line, entry or message; whoever reads the file then
takes nothing of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from reprlib import repr as shown
from typing import Any

from recollect.errors import InvalidInput
from recollect.ingest.transcripts.said import moment
from recollect.model.scope import require_text
from recollect.rules.parts import words

_ROLES = {"human": "user", "ai": "assistant", "bot": "assistant", "model": "assistant", "function": "tool"}
_TIMES = ("occurred_at", "timestamp", "created_at", "time", "date")
_SESSIONS = ("session", "session_id", "conversation_id", "id")
_BROKEN = object()
"""Stands for a line that is no JSON: the places after it are what they will be when it is mended."""
_OWN = {"role", "content", "name", "speaker", "metadata", "tags", "user", "session", "session_id", *_TIMES}


def read(path: Path, problems: list[str]) -> Iterator[dict[str, Any]]:
    """The turns of every conversation in the file, as plain records. `problems`: is told what could not be read."""
    for name, conversation in _conversations(_values(path, problems), path, problems):
        user = conversation.get("user")
        for place, message in enumerate(conversation["messages"], start=1):
            if message is _BROKEN:
                continue
            if not isinstance(message, Mapping):
                problems.append(f"message {place} of {name} is {type(message).__name__}, not an object")
                continue
            content = _text(message.get("content"))
            if not content:  # a tool call has no words of its own
                continue
            try:
                require_text(content, "content")
                yield _turn(message, content, name, place, user)
            except InvalidInput as error:
                problems.append(f"message {place} of {name}: {error}")


def _values(path: Path, problems: list[str]) -> list[tuple[str, Any]]:
    """What the file holds, and where: one JSON value, or one a line. A file without any is no such file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise InvalidInput(
            f"{path} is not UTF-8 text ({error.reason}: byte {error.start}, in line {line}); nothing was added. "
            "Save it as UTF-8 and import it again"
        ) from error
    if not text.strip():
        raise InvalidInput(f"{path} is empty; there is nothing to import")
    try:
        return [("entry", json.loads(text))]
    except (ValueError, RecursionError) as whole:
        values: list[tuple[str, Any]] = []
        broken = []
        for number, written in enumerate(text.split("\n"), start=1):  # other line ends may stand in a text
            if not written.strip():
                continue
            try:
                values.append((f"line {number}", json.loads(written)))
            except (ValueError, RecursionError) as error:
                values.append((f"line {number}", _BROKEN))
                broken.append(f"line {number}: not JSON ({error})")
        if not any(isinstance(value, Mapping | list) for _, value in values):
            raise InvalidInput(f"{path} holds neither JSON ({whole}) nor one JSON object a line") from whole
        problems.extend(broken)
        return values


def _conversations(
    values: list[tuple[str, Any]], path: Path, problems: list[str]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Session name and conversation; loose messages belong together by their session, else by the file."""
    loose: dict[tuple[str, str | None], list[Any]] = {}
    items = [(at, item) for at, value in values for item in (value if isinstance(value, list) else [value])]
    there = 0
    last: tuple[str, str | None] = path.stem, None
    for place, (at, item) in enumerate(items, start=1):
        where = f"entry {place}" if at == "entry" else at
        if item is _BROKEN:
            loose.get(last, []).append(item)
        elif not isinstance(item, Mapping):
            problems.append(f"{where} is {type(item).__name__}; a message is an object with role and content")
        elif isinstance(item.get("messages"), list):
            there += 1
            name = next((str(item[key]) for key in _SESSIONS if item.get(key)), f"{path.stem}-{place}")
            yield name, item
        elif "content" in item:
            there += 1
            session = item.get("session") or item.get("session_id") or path.stem
            user = item.get("user")
            last = str(session), user if isinstance(user, str) else None
            loose.setdefault(last, []).append(item)
        else:
            problems.append(f"{where} has neither content nor messages")
    if items and not there:
        raise InvalidInput(f"{path}: {problems[-1]}; is this a file of conversations?")
    for (name, user), messages in loose.items():
        yield name, {"messages": messages, "user": user}


def _turn(message: Mapping[str, Any], content: str, session: str, place: int, user: Any) -> dict[str, Any]:
    role = str(message.get("role", "user")).lower()
    given = message.get("metadata")
    metadata = dict(given) if isinstance(given, Mapping) else {} if given is None else {"metadata": given}
    metadata.update({name: value for name, value in message.items() if name not in _OWN and value is not None})
    named = next((name for name in _TIMES if message.get(name)), None)
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
        "occurred_at": None if named is None else _moment(message[named], named),
        "tags": message.get("tags"),
        "metadata": metadata,
        "provenance": {"source": "import", "reference": f"{session}:{place}"},
    }


def _text(content: Any) -> str:
    """Chat formats give text as a list of parts. What no text of a database has is left out: NUL characters."""
    said = words(content) if isinstance(content, list) else content
    return said.replace("\x00", "").strip() if isinstance(said, str) else ""


def _moment(value: Any, name: str) -> str:
    """Text as it is; numbers are seconds or milliseconds since 1970. MongoDB's `{"$date": …}` holds text or
    milliseconds."""
    said = value
    if isinstance(value, Mapping) and set(value) == {"$date"}:
        said = value["$date"]
        if isinstance(said, int | float) and not isinstance(said, bool):
            said = said / 1000
    if isinstance(said, str):
        return said
    found = moment(said)
    if found is None:
        raise InvalidInput(f"{name} is {shown(value)}, no time; give seconds or milliseconds since 1970, or ISO 8601")
    return found.isoformat()
